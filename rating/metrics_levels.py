"""How steady levels are and how long it takes to reach them."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.level_steps import AT_RISK, DEMOTED, PROMOTED
from rating.replay import ReplayResult
from rating.stats.survival import TimeCurve, time_curve

REVERSED_WITHIN: Final = 100  # rated hands of the player

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChurnSums:
    """Counts by block of hands; each field has shape (n_blocks,).

    Attributes
    ----------
    n_changes
        Rated hands of players: rows of `rating_changes`.
    promotions, demotions, warnings
        Steps up, steps down, and hands that put a player at risk.
    reversals
        Steps that take the player's step before back, at most 100 of the player's
        rated hands after it.
    """

    n_changes: Floats
    promotions: Floats
    demotions: Floats
    warnings: Floats
    reversals: Floats


def churn_sums(
    result: ReplayResult, block: NDArray[np.intp], n_blocks: int
) -> ChurnSums:
    """The counts by block; `block` gives that of each hand, -1 for none."""
    changes = result.changes
    of_change = block[changes["hand"]]
    event = changes["event"]

    def count(chosen: NDArray[np.bool_]) -> Floats:
        counted = of_change[chosen & (of_change >= 0)]
        return np.bincount(counted, minlength=n_blocks).astype(np.float64)

    return ChurnSums(
        n_changes=count(np.ones(len(changes), dtype=np.bool_)),
        promotions=count(event == PROMOTED),
        demotions=count(event == DEMOTED),
        warnings=count(event == AT_RISK),
        reversals=count(_reversals(changes)),
    )


def _reversals(changes: NDArray[np.void]) -> NDArray[np.bool_]:
    """Which changes take the player's step before back, soon after it."""
    is_reversal = np.zeros(len(changes), dtype=np.bool_)
    event = changes["event"]
    steps = np.flatnonzero((event == PROMOTED) | (event == DEMOTED))
    steps = steps[np.argsort(changes["row"][steps], kind="stable")]
    before, after = steps[:-1], steps[1:]
    rows, hands = changes["row"], changes["rated_hands"]
    is_reversal[after] = (
        (rows[before] == rows[after])
        & (event[before] != event[after])
        & (hands[after] - hands[before] <= REVERSED_WITHIN)
    )
    return is_reversal


def times_to_levels(result: ReplayResult) -> dict[str, TimeCurve]:
    """For each level but the lowest: rated hands until players first reach it.

    Those who have not reached it yet were followed for as long as they played; that
    is what sets the curve apart from the plain share of those who have arrived.
    """
    changes, states = result.changes, result.states
    is_rated = states["rated_hands"] > 0
    played = states["rated_hands"].astype(np.float64)
    ups = changes[changes["event"] == PROMOTED]
    first_row = len(result.memory.states) - len(states)
    curves = {}
    for place, level in enumerate(result.config.levels.table[1:], 1):
        arrivals = ups[ups["level"] == place]
        rows, first = np.unique(arrivals["row"], return_index=True)
        waiting = is_rated.copy()
        waiting[rows - first_row] = False
        arrived = arrivals["rated_hands"][first].astype(np.float64)
        curves[level.name] = time_curve(arrived, played[waiting])
    return curves
