"""A season of many people at many tables, for the demo and for load tests."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from engine.conduct import Conduct
from engine.game import Chair, GameSetting
from engine.log import player_line
from engine.names import NAMES
from engine.play import GameOrder, OnProgress, PlaySummary, jokers_of, write_games
from engine.players.skill import SKILL_NAMES
from engine.ruleset import Ruleset
from engine.rulesets import get_ruleset

SEASON_LENGTH: Final = timedelta(weeks=5)
USUAL_END: Final = datetime(2026, 6, 28, 21, 0, tzinfo=UTC)
LONGEST_GAME: Final = timedelta(hours=3)  # a person is at one table at a time
EVENING_HOURS: Final = (17, 23)  # UTC; when games begin
OTHER_RULESETS: Final = ("classic-4", "classic-2", "partnership", "tiles-3")
OTHER_SHARE: Final = 0.1  # of the live games
KNOWN_DEVICE_SHARE: Final = 0.9  # of the solo games
SOLO_SHARE: Final = 0.08  # of the games
COMPUTER_SHARE: Final = 0.15  # of the seats of live tables
ABANDONED_SHARE: Final = 0.03  # of the games
CHANGED_SHARE: Final = 0.1  # of the people: another record later
STILL_PLAYING: Final = 4  # games that the end of the season finds in play
SELF_RATINGS: Final = ("learning", "casual", "experienced", "expert")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who plays in the season."""

    player_id: str
    name: str
    self_rating: str | None
    show_skill: bool
    joined_at: datetime
    weights: tuple[float, float, float]  # how often they play with each skill
    activity: float  # relative chance to be at a table
    conduct: Conduct
    device_id: str


def play_season(
    out_dir: Path,
    *,
    n_games: int = 300,
    n_people: int = 60,
    seed: int = 1,
    workers: int = 2,
    ends_at: datetime = USUAL_END,
    on_progress: OnProgress | None = None,
) -> PlaySummary:
    """Play a season that ends at `ends_at`; the same seed gives the same bytes."""
    rng = Random(f"{seed}:season")
    people = make_people(n_people, rng, ends_at - SEASON_LENGTH)
    orders = make_orders(people, n_games, rng, seed, ends_at)
    return write_games(
        orders,
        _records(people, rng, ends_at),
        out_dir,
        workers=workers,
        on_progress=on_progress,
    )


def _records(people: Sequence[Person], rng: Random, ends_at: datetime) -> list[str]:
    """What everybody said of themselves, and what a few said anew later."""
    said = []
    for person in people:
        said.append((person.joined_at, person))
        if rng.random() < CHANGED_SHARE:
            changed = replace(person, show_skill=not person.show_skill)
            said.append((ends_at - timedelta(days=rng.randrange(1, 20)), changed))
    said.sort(key=lambda record: (record[0], record[1].player_id))
    return [
        player_line(
            player_id=person.player_id,
            name=person.name,
            self_rating=person.self_rating,
            show_skill=person.show_skill,
            at=at,
        )
        for at, person in said
    ]


def make_people(n_people: int, rng: Random, begins_at: datetime) -> list[Person]:
    """People of every true skill; their own idea of it is only roughly right."""
    people = []
    for i in range(n_people):
        strength = (i + rng.random()) / n_people  # 0 to 1, evenly spread
        name = NAMES[i % len(NAMES)] + (
            "" if i < len(NAMES) else f" {i // len(NAMES) + 1}"
        )
        guess = min(max(strength + rng.gauss(0.0, 0.2), 0.0), 0.999)
        people.append(
            Person(
                player_id=f"p{i + 1:03d}",
                name=name,
                self_rating=None
                if rng.random() < 0.3
                else SELF_RATINGS[int(4 * guess)],
                show_skill=rng.random() >= 0.2,
                joined_at=begins_at - timedelta(hours=rng.randrange(1, 200)),
                weights=_mixture(strength**2),  # most people are no experts
                activity=rng.choice((0.4, 1.0, 1.0, 2.0, 3.0)),
                conduct=_conduct(rng),
                device_id=f"device-{rng.getrandbits(32):08x}",
            )
        )
    rng.shuffle(people)
    return people


def _mixture(strength: float) -> tuple[float, float, float]:
    """How often somebody plays like a Beginner, an Intermediate, an Expert."""
    if strength < 0.5:
        return (1.0 - 2.0 * strength, 2.0 * strength, 0.0)
    return (0.0, 2.0 - 2.0 * strength, 2.0 * strength - 1.0)


def _conduct(rng: Random) -> Conduct:
    """One in five is restless, one in ten slow; the others stay and are in time."""
    is_restless = rng.random() < 0.2
    is_slow = rng.random() < 0.1
    return Conduct(
        time_out=0.03 if is_slow else 0.001,
        leave=0.006 if is_restless else 0.0003,
        come_back=0.04,
    )


def make_orders(
    people: Sequence[Person], n_games: int, rng: Random, seed: int, ends_at: datetime
) -> list[GameOrder]:
    """The season's games in the order of their beginning."""
    free_at = {person.player_id: ends_at - 2 * SEASON_LENGTH for person in people}
    # Another season's games are other games, so their ids must differ too.
    season = f"s{seed}-{n_games}-{len(people)}"
    orders = []
    for i, starts_at in enumerate(_starts(n_games, rng, ends_at)):
        free = [p for p in people if free_at[p.player_id] <= starts_at]
        is_solo = rng.random() < SOLO_SHARE
        is_other = not is_solo and rng.random() < OTHER_SHARE
        ruleset = get_ruleset(rng.choice(OTHER_RULESETS) if is_other else "coastal")
        n_people = 1 if is_solo else _n_people(rng, ruleset.n_seats)
        seated = _draw_people(free, n_people, rng)
        for person in seated:
            free_at[person.player_id] = starts_at + LONGEST_GAME
        orders.append(
            GameOrder(
                ruleset_name=ruleset.name,
                options={},
                setting=_setting(
                    f"{season}-g{i + 1:04d}",
                    starts_at,
                    seated,
                    ends_at,
                    rng,
                    is_solo=is_solo,
                ),
                chairs=_chairs(ruleset, seated, rng, is_solo=is_solo),
                seed=f"{seed}:season:{i}",
            )
        )
    return orders


def _starts(n_games: int, rng: Random, ends_at: datetime) -> list[datetime]:
    """When the games begin: in the evenings, the last ones just before the end."""
    n_last = min(n_games, STILL_PLAYING)
    starts = [_evening(rng, ends_at) for _ in range(n_games - n_last)]
    starts += [ends_at - timedelta(minutes=6 + 5 * i) for i in range(n_last)]
    return sorted(starts)


def _evening(rng: Random, ends_at: datetime) -> datetime:
    days = int(SEASON_LENGTH / timedelta(days=1))
    day = (ends_at - timedelta(days=rng.randrange(1, days))).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    first, last = EVENING_HOURS
    return day + timedelta(seconds=rng.randrange(first * 3600, last * 3600))


def _n_people(rng: Random, n_seats: int) -> int:
    return 1 + sum(rng.random() >= COMPUTER_SHARE for _ in range(n_seats - 1))


def _draw_people(free: Sequence[Person], n: int, rng: Random) -> list[Person]:
    """Different people, the active ones more often."""
    pool = list(free)
    drawn = []
    for _ in range(min(n, len(pool))):
        person = rng.choices(pool, [p.activity for p in pool])[0]
        pool.remove(person)
        drawn.append(person)
    return drawn


def _setting(
    game_id: str,
    starts_at: datetime,
    seated: Sequence[Person],
    ends_at: datetime,
    rng: Random,
    *,
    is_solo: bool,
) -> GameSetting:
    knows_device = is_solo and seated and rng.random() < KNOWN_DEVICE_SHARE
    return GameSetting(
        game_id=game_id,
        mode="solo" if is_solo and seated else "live",
        device_id=seated[0].device_id if knows_device else None,
        started_at=starts_at,
        ends_before=ends_at - timedelta(minutes=2),
        abandoned_in_hand=rng.randrange(1, 6)
        if rng.random() < ABANDONED_SHARE
        else None,
    )


def _chairs(
    ruleset: Ruleset, seated: Sequence[Person], rng: Random, *, is_solo: bool
) -> list[Chair]:
    """The people and as many computers as are needed, in drawn seats.

    Alone with computers nobody leaves: there would be nobody to play on for.
    """
    chairs = [
        Chair(
            player_id=person.player_id,
            skills=SKILL_NAMES,
            weights=person.weights,
            conduct=replace(person.conduct, leave=0.0) if is_solo else person.conduct,
            extra_jokers=jokers_of(ruleset),
        )
        for person in seated
    ]
    while len(chairs) < ruleset.n_seats:
        skill = rng.choice(SKILL_NAMES)
        chairs.append(
            Chair(player_id=None, skills=[skill], extra_jokers=jokers_of(ruleset))
        )
    rng.shuffle(chairs)
    return chairs
