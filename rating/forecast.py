"""The way to the next level: many futures of one player, played by the kernel.

A future draws its hands from the player's own last ones, as they were: who sat there
and how each ended. What those hands show of the player is itself partly luck, so each
future first draws which of them it goes by (stretches with replacement, as in a block
bootstrap), and then plays stretches of these. Stretches keep a game's hands together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating.ahead import HandsAhead, PlayerNow, Tables, play_ahead
from rating.config import MARGIN_FUNCTIONS, Level, RatingConfig
from rating.formulas import actual_scores
from rating.levels import What
from rating.records import Floats

FEWEST_HANDS: Final = 30  # of one's own; fewer say too little
LAST_HANDS: Final = 200  # that are drawn from; older ones were another player's
AHEAD: Final = 50  # hands for which a chance is told
FARTHEST: Final = 200  # hands within which half of the futures may arrive
N_FUTURES: Final = 2_000  # a chance is then right to 1.1 points (SD)
STRETCH: Final = 10  # hands in a row, about a game
WORTH_SAYING: Final = 0.05  # of a chance that what is met now takes away
QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)


class PlayedHand(NamedTuple):
    """A rated hand that the player held themself, from the own side."""

    margin: int
    side_rating: float
    other_side_rating: float
    rating_before: float
    finishes: bool
    side_size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One thing that the next level asks for.

    `chance` is that it is met within AHEAD hands, by itself, `hands` the number of
    hands by which half of the futures have met it; None where half have not within
    FARTHEST. `without` is the chance of the level, were this not asked for.
    """

    what: What
    is_met: bool  # now
    chance: float
    hands: int | None
    without: float


class Band(NamedTuple):
    """Form after so many hands: the middle 80 % and 50 % of the futures, and half."""

    hands: int
    low_80: float
    low_50: float
    median: float
    high_50: float
    high_80: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Whether and when the next level is reached.

    Attributes
    ----------
    chance : float
        Share of the futures that reach it within AHEAD hands.
    hands : int or None
        Hands by which half of them are there; None: not within FARTHEST.
    conditions : tuple of Condition
        What is not met now, or is but may be lost again before the rest is met; the
        one that binds first: without it the level would be likeliest, then soonest.
    steady_hands : int or None
        Hands until Form is at the line if the Rating stays as it is; 0 where it is
        there, None where it never is.
    bands : tuple of Band
        From 0 to AHEAD hands.
    n_drawn_from : int
        Own hands that the futures were drawn from.
    """

    level: str
    form_line: float
    chance: float
    hands: int | None
    conditions: tuple[Condition, ...]
    steady_hands: int | None
    bands: tuple[Band, ...]
    n_drawn_from: int
    n_futures: int


def next_level(now: PlayerNow, config: RatingConfig) -> Level | None:
    """The level above the player's; None at the top and before the first."""
    table = config.levels.table
    place = next((i for i, level in enumerate(table) if level.name == now.level), None)
    return None if place is None or place + 1 == len(table) else table[place + 1]


def forecast(
    now: PlayerNow,
    config: RatingConfig,
    family: str,
    played: Sequence[PlayedHand],
    rng: np.random.Generator,
    *,
    n_futures: int = N_FUTURES,
    farthest: int = FARTHEST,
) -> Forecast | None:
    """Let `n_futures` copies of the player go on; None where nothing can be told.

    `played` are the player's last hands, the oldest first. None without a level above
    and with fewer than FEWEST_HANDS of these; the same generator gives the same
    forecast.
    """
    level = next_level(now, config)
    if level is None or len(played) < FEWEST_HANDS:
        return None
    played = played[-LAST_HANDS:]
    chosen = draw_hands(len(played), n_futures, farthest, rng)
    changes = _play(now, config, family, played, chosen)
    place = config.levels.table.index(level)
    line = -np.inf if level.form is None else level.form
    arrived = _first(changes["level"] >= place)
    return Forecast(
        level=level.name,
        form_line=line,
        chance=_share(arrived),
        hands=_half(arrived, farthest),
        conditions=_conditions(now, level, changes, _share(arrived)),
        steady_hands=_steady_hands(now, config, line, farthest),
        bands=_bands(now.form, changes["form_after"]),
        n_drawn_from=len(played),
        n_futures=n_futures,
    )


def draw_hands(
    n_played: int, n_futures: int, n_hands: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Which played hands each future plays, shape (n_hands, n_futures).

    Stretches begin anywhere and go on from the first hand after the last.
    """
    n_kept = max(1, n_played // STRETCH)
    kept = _stretches(rng.integers(n_played, size=(n_futures, n_kept)), n_played)
    n_pooled = kept.shape[1]
    n_needed = -(-n_hands // STRETCH)
    places = _stretches(rng.integers(n_pooled, size=(n_futures, n_needed)), n_pooled)
    return np.take_along_axis(kept, places[:, :n_hands], axis=1).T


def _stretches(starts: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """The numbers below n of the stretches that begin at `starts`, row by row."""
    return ((starts[:, :, None] + np.arange(STRETCH)) % n).reshape(len(starts), -1)


def _play(
    now: PlayerNow,
    config: RatingConfig,
    family: str,
    played: Sequence[PlayedHand],
    chosen: NDArray[np.int64],
) -> NDArray[np.void]:
    """The changes of every future, shape (n_hands, n_futures)."""
    hands = [np.array(column) for column in zip(*played, strict=True)]
    margins, own, other, rating, finishes, size = hands
    scales = np.full(len(margins), config.margin_scale(family))
    function = MARGIN_FUNCTIONS.index(config.change.margin_function)
    actual = actual_scores(margins, scales, function)
    tables = Tables(
        side_size=size.astype(np.uint8),
        partners=own * size - rating,
        opponents=other * size,
    )
    ahead = HandsAhead(table=chosen, actual=actual[chosen], finishes=finishes[chosen])
    return play_ahead(now, config, tables, ahead).changes.reshape(chosen.shape)


def _first(is_so: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The number of hands after which it is so first, by future; 0: never."""
    first = is_so.argmax(axis=0) + 1
    return np.where(is_so.any(axis=0), first, 0)


def _share(first: NDArray[np.int64]) -> float:
    return float(np.mean((first > 0) & (first <= AHEAD)))


def _half(first: NDArray[np.int64], farthest: int) -> int | None:
    """The least number of hands by which at least half of the futures are there."""
    ordered = np.sort(np.where(first > 0, first, farthest + 1))
    middle = int(ordered[(len(ordered) - 1) // 2])
    return middle if middle <= farthest else None


def _conditions(
    now: PlayerNow, level: Level, changes: NDArray[np.void], chance: float
) -> tuple[Condition, ...]:
    """What stands between the player and `level`, the one that binds first."""
    line = -np.inf if level.form is None else level.form
    met: dict[What, tuple[bool, NDArray[np.bool_]]] = {
        "Form": (now.form >= line, changes["form_after"] >= line),
        "rated hands": (
            now.rated_hands >= level.hands,
            changes["rated_hands"] >= level.hands,
        ),
        "finished games": (
            now.finished_games >= level.games,
            changes["finished_games"] >= level.games,
        ),
    }
    found: list[tuple[float, float, Condition]] = []
    for what, (is_met, by_hand) in met.items():
        others = [other for name, (_, other) in met.items() if name != what]
        rest = _first(np.logical_and.reduce(others))
        first = _first(by_hand)
        condition = Condition(
            what=what,
            is_met=is_met,
            chance=_share(first),
            hands=_half(first, len(by_hand)),
            without=_share(rest),
        )
        if not is_met or condition.without > chance + WORTH_SAYING:
            late = _half(rest, len(by_hand)) or np.inf
            # Of chances that are about the same the shorter way tells more.
            found.append((-round(condition.without, 1), late, condition))
    return tuple(row[2] for row in sorted(found, key=lambda row: row[:2]))


def _steady_hands(
    now: PlayerNow, config: RatingConfig, line: float, farthest: int
) -> int | None:
    """Hands until Form reaches `line` with the Rating as it is: ties of even sides."""
    if now.form >= line:
        return 0
    alone = Tables(
        side_size=np.ones(1, dtype=np.uint8),
        partners=np.zeros(1),
        opponents=np.array([now.rating]),
    )
    once = (farthest, 1)
    ties = HandsAhead(
        table=np.zeros(once, dtype=np.int64),
        actual=np.full(once, 0.5),
        finishes=np.zeros(once, dtype=np.bool_),
    )
    form = play_ahead(now, config, alone, ties).changes["form_after"]
    return int(_first(form[:, None] >= line)[0]) or None


def _bands(form: float, after: Floats) -> tuple[Band, ...]:
    """Quantiles of Form over the futures, from now on."""
    quantiles = np.quantile(after[:AHEAD], QUANTILES, axis=1).T
    now = Band(0, form, form, form, form, form)
    later = (Band(n, *row) for n, row in enumerate(quantiles.tolist(), 1))
    return (now, *later)
