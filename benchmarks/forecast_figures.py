"""Forecasts to the next level: how long one takes, and whether they come true."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import Figure, best_seconds
from rating.ahead import PlayerNow
from rating.config import RatingConfig
from rating.forecast import (
    AHEAD,
    FEWEST_HANDS,
    LAST_HANDS,
    PlayedHand,
    forecast,
    next_level,
)
from rating.hands import family_of
from rating.level_steps import AT_RISK, NO_LEVEL, NOTHING, PROMOTED
from rating.replay import ReplayResult, replay
from rating.simulate import Population, simulate_hands

N_HANDS = 200_000
N_PLAYERS = 1_500
N_FORECASTS = 1_500
N_FUTURES = 1_000
NEAR = 60.0  # rating points below the line from which it may be reached in time
TOLD = ((0.0, 0.05), (0.05, 0.3), (0.3, 0.7), (0.7, 0.95), (0.95, 1.01))
WORLDS = (
    ("coastal, skill stands still", Population(n_players=N_PLAYERS)),
    (
        "coastal, skill wanders",
        Population(n_players=N_PLAYERS, drift=30.0, return_hands=300),
    ),
    (
        "classic, skill stands still",
        Population(n_players=N_PLAYERS, family="classic"),
    ),
)


class Told(NamedTuple):
    """What a player was told after some hand, and whether it came true."""

    chance: float
    came: bool


def figures() -> Iterator[Figure]:
    """Seconds of a forecast; what was told and what came, by what was told."""
    config = RatingConfig()
    for place, (what, population) in enumerate(WORLDS):
        told = tell(population, config, np.random.default_rng(5), N_HANDS, N_FORECASTS)
        chances = np.array([x.chance for x in told])
        came = np.array([x.came for x in told])
        if not place:
            yield Figure("forecast", "one forecast", _seconds(config), "s", "CPU")
        for low, high in TOLD:
            chosen = (chances >= low) & (chances < high)
            n = int(chosen.sum())
            if not n:
                continue
            mean = 100 * chances[chosen].mean()
            yield Figure(
                "forecast",
                f"{what}: told {100 * low:.0f}-{100 * min(high, 1):.0f} %",
                100 * float(came[chosen].mean()),
                "% arrived",
                f"told {mean:.0f} % on average, n = {n:,}",
            )


def _seconds(config: RatingConfig) -> float:
    rng = np.random.default_rng(1)
    margins = rng.normal(300.0, 1800.0, LAST_HANDS).astype(int)
    played = [
        PlayedHand(int(m), 1090.0, 1080.0, 1095.0, m % 8 == 0, 2) for m in margins
    ]
    now = PlayerNow(
        rating=1100.0,
        form=1080.0,
        rated_hands=232,
        finished_games=25,
        level="Intermediate",
        protected_hands_left=0,
        is_at_risk=False,
    )
    return best_seconds(lambda: forecast(now, config, "coastal", played, rng))


def tell(
    population: Population,
    config: RatingConfig,
    rng: np.random.Generator,
    n_hands: int,
    n_forecasts: int,
) -> list[Told]:
    """Forecasts of people near a level after hands of theirs, and what came of them.

    At most three a person, of those whose Form is less than NEAR below the line and
    whom rated hands do not hold back.
    """
    result = replay(simulate_hands(population, n_hands, rng).hands, config)
    family = family_of(result.hands.ladders[0])
    changes = result.changes[np.argsort(result.changes["row"], kind="stable")]
    starts = np.flatnonzero(changes["rated_hands"] == 1)
    told: list[Told] = []
    for own in np.split(changes, starts[1:]):
        last = len(own) - AHEAD
        if last < FEWEST_HANDS:
            continue
        places = np.arange(FEWEST_HANDS, last + 1)
        for n in rng.choice(places, size=min(3, len(places)), replace=False):
            now = _now(own[:n], config)
            level = next_level(now, config)
            if level is None or level.form is None or now.form < level.form - NEAR:
                continue
            if level.hands > n + AHEAD:
                continue
            played = _played(own[max(0, n - LAST_HANDS - 1) : n], result)
            found = forecast(
                now, config, family, played, rng, n_futures=N_FUTURES, farthest=AHEAD
            )
            assert found is not None
            place = config.levels.table.index(level)
            came = bool((own["level"][n : n + AHEAD] >= place).any())
            told.append(Told(found.chance, came))
        if len(told) >= n_forecasts:
            break
    return told


def _now(own: NDArray[np.void], config: RatingConfig) -> PlayerNow:
    """The player after the last of their changes."""
    last, n = own[-1], len(own)
    promoted = np.flatnonzero(own["event"] == PROMOTED)
    happened = np.flatnonzero(own["event"] != NOTHING)
    since = n - (promoted[-1] + 1) if len(promoted) else n + 1
    level = int(last["level"])
    return PlayerNow(
        rating=float(last["rating_after"]),
        form=float(last["form_after"]),
        rated_hands=n,
        finished_games=int(last["finished_games"]),
        level=None if level == NO_LEVEL else config.levels.table[level].name,
        protected_hands_left=(
            max(0, config.levels.protected_hands - int(since)) if len(promoted) else 0
        ),
        is_at_risk=bool(len(happened) and own["event"][happened[-1]] == AT_RISK),
    )


def _played(own: NDArray[np.void], result: ReplayResult) -> list[PlayedHand]:
    """The last hands as a forecast takes them; the first one only says which games."""
    finishes = np.diff(own["finished_games"], prepend=own["finished_games"][0]) > 0
    hand, side = own["hand"], own["seat"] & 1
    margin = np.where(side, -1, 1) * result.hands.margin[hand]
    sides = result.inputs.side_ratings[hand]
    rows = np.arange(len(own))
    columns = (
        margin,
        sides[rows, side],
        sides[rows, 1 - side],
        own["rating_before"],
        finishes,
        result.inputs.side_size[hand],
    )
    lists = [column.tolist() for column in columns]
    return [PlayedHand(*values) for values in zip(*lists, strict=True)]
