"""Playing many games, on several processes, and writing their hand logs."""

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from engine.errors import UsageError
from engine.game import Chair, GameSetting, play_game
from engine.log import player_line
from engine.players.skill import SKILL_NAMES
from engine.ruleset import Ruleset
from engine.rulesets import get_ruleset

GAMES_PER_FILE: Final = 25
GAME_SPACING: Final = timedelta(hours=2)  # between the starts of two games
FIRST_GAME_AT: Final = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)
EXTRA_JOKERS: Final = 3  # on every account that the joker button may use

OnProgress = Callable[[int], None]  # called with the number of games done since


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySummary:
    """What was played and where it was written."""

    n_games: int
    n_hands: int  # also those that were not finished
    n_moves: int
    n_ended_by: Mapping[str, int]
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOrder:
    """A game to be played; small, so that it is cheap to send to a worker."""

    ruleset_name: str
    options: Mapping[str, object]
    setting: GameSetting
    chairs: Sequence[Chair]
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLog:
    """A played game: its lines and what it counts."""

    lines: Sequence[str]
    n_moves: int
    n_ended_by: Mapping[str, int]


def play_games(
    ruleset_name: str,
    *,
    n_games: int,
    out_dir: Path,
    seed: int,
    options: Mapping[str, object] | None = None,
    n_players: int = 4,
    skill: str | None = None,
    workers: int = 1,
    first_game_at: datetime = FIRST_GAME_AT,
    on_progress: OnProgress | None = None,
) -> PlaySummary:
    """Play games of a ruleset into `out_dir`; the same seed gives the same bytes.

    The players are people with ids `p1`, `p2`, … whose seats are drawn anew for
    every game; seats that are left over are computers. Without `skill` each
    person has one of the three, and so has each computer.

    Raises
    ------
    UsageError
        A number that makes no sense, an unknown skill, or `out_dir` is no folder.
    """
    ruleset = get_ruleset(ruleset_name, options)
    _check_request(n_games, n_players, workers, skill)
    rng = Random(f"{seed}:tables")
    skills = [name for name in SKILL_NAMES if skill in (None, name)]
    people = {f"p{i + 1}": skills[i % len(skills)] for i in range(n_players)}
    orders = []
    for i in range(n_games):
        ids: list[str | None] = rng.sample(
            list(people), min(n_players, ruleset.n_seats)
        )
        ids += [None] * (ruleset.n_seats - len(ids))
        rng.shuffle(ids)
        chairs = [
            Chair(
                player_id=player_id,
                skills=[people[player_id] if player_id else rng.choice(skills)],
                extra_jokers=jokers_of(ruleset),
            )
            for player_id in ids
        ]
        setting = GameSetting(
            game_id=f"{ruleset.name}-{seed}-{i + 1:05d}",
            started_at=first_game_at + i * GAME_SPACING,
        )
        orders.append(
            GameOrder(
                ruleset_name=ruleset_name,
                options=dict(options or {}),
                setting=setting,
                chairs=chairs,
                seed=f"{seed}:{i}",
            )
        )
    records = [
        player_line(
            player_id=player_id,
            name=f"Player {player_id[1:]}",
            self_rating=None,
            show_skill=True,
            at=first_game_at,
        )
        for player_id in people
    ]
    return write_games(
        orders, records, out_dir, workers=workers, on_progress=on_progress
    )


def jokers_of(ruleset: Ruleset) -> int | None:
    """Jokers on an account where the ruleset asks for it."""
    return None if ruleset.joker_button == "off" else EXTRA_JOKERS


def _check_request(
    n_games: int, n_players: int, workers: int, skill: str | None
) -> None:
    if n_games < 1:
        raise UsageError(f"{n_games} games asked for, expected at least 1")
    if n_players < 0:
        raise UsageError(f"{n_players} players asked for, expected 0 or more")
    if workers < 1:
        raise UsageError(f"{workers} workers asked for, expected at least 1")
    if skill is not None and skill not in SKILL_NAMES:
        raise UsageError(
            f"unknown skill {skill!r}, expected one of {', '.join(SKILL_NAMES)}"
        )


def write_games(
    orders: Sequence[GameOrder],
    player_records: Iterable[str],
    out_dir: Path,
    *,
    workers: int,
    on_progress: OnProgress | None = None,
) -> PlaySummary:
    """Play the games and write `players.jsonl` and `hands-….jsonl`, in order."""
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out_dir} is no folder to write to: {error}") from error
    files = [out_dir / "players.jsonl"]
    _write(files[0], player_records)
    n_hands = n_moves = 0
    ended_by: Counter[str] = Counter()
    lines: list[str] = []
    for i, log in enumerate(_play_all(orders, workers), 1):
        lines += log.lines
        n_hands += len(log.lines)
        n_moves += log.n_moves
        ended_by.update(log.n_ended_by)
        if i % GAMES_PER_FILE == 0 or i == len(orders):
            files.append(out_dir / f"hands-{len(files):04d}.jsonl")
            _write(files[-1], lines)
            lines = []
        if on_progress is not None:
            on_progress(1)
    return PlaySummary(
        n_games=len(orders),
        n_hands=n_hands,
        n_moves=n_moves,
        n_ended_by=dict(sorted(ended_by.items())),
        files=tuple(files),
    )


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(line + "\n" for line in lines)


def _play_all(orders: Sequence[GameOrder], workers: int) -> Iterator[GameLog]:
    """The games' logs in the order of `orders`, however many processes play them."""
    if workers == 1:
        yield from map(play_order, orders)
        return
    # spawn: the caller may hold database connections and threads. Workers leave
    # Ctrl-C to the process that started them: it ends them and says so.
    with ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        yield from pool.map(play_order, orders, chunksize=2)


def play_order(order: GameOrder) -> GameLog:
    """Play one game."""
    ruleset = get_ruleset(order.ruleset_name, order.options)
    lines = []
    n_moves = 0
    ended_by: Counter[str] = Counter()
    for hand in play_game(ruleset, order.setting, order.chairs, Random(order.seed)):
        lines.append(hand.line)
        n_moves += hand.n_moves
        ended_by[hand.ended_by] += 1
    return GameLog(lines=lines, n_moves=n_moves, n_ended_by=dict(ended_by))
