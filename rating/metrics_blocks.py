"""Metrics with intervals from leaving out one block of games at a time."""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rating import metrics_theory as theory
from rating.replay import ReplayResult
from rating.stats import calibration, scoring
from rating.stats.blocks import game_blocks, jackknife

Floats = NDArray[np.float64]
Chosen = NDArray[np.bool_]
# In the order of `calibration.split_of`.
OF_BINS: Final = (
    "reliability",
    "resolution",
    "uncertainty",
    "within",
    "calibration_error",
)
CLOSED: Final = 0.1  # share of a wrong start that is left once it is "closed"


class Estimate(NamedTuple):
    """A number with its 95 % interval; NaN where there is none."""

    value: float
    low: float = math.nan
    high: float = math.nan


def pull_of(result: ReplayResult, spread: ArrayLike) -> Floats:
    """The pull c of `metrics_theory` at these tables and this mean of (E - ½)²."""
    size = float(result.seating.side_size.mean())
    return theory.mean_pull(theory.pull(result.config.change.scale, size), spread)


def blocks_of(result: ReplayResult, chosen: Chosen) -> tuple[NDArray[np.intp], int]:
    """The block of each hand, -1 for those not chosen."""
    block = np.full(len(chosen), -1, dtype=np.intp)
    block[chosen], n_blocks = game_blocks(result.hands.game[chosen])
    return block, n_blocks


def bins_of(result: ReplayResult, chosen: Chosen) -> dict[str, Estimate]:
    """The metrics of OF_BINS. No bound is below 0 where no value can be."""
    found = jackknife(_bin_sums(result, chosen), calibration.split_of)
    low = np.where(np.array(OF_BINS) == "within", found.low, np.maximum(found.low, 0.0))
    numbered = zip(OF_BINS, found.estimate, low, found.high, strict=True)
    return {name: Estimate(*map(float, row)) for name, *row in numbered}


def paired_bins(
    old: ReplayResult, new: ReplayResult, chosen: Chosen
) -> dict[str, Estimate]:
    """Differences of the metrics of bins, the same games left out of both."""
    before, after = (_bin_sums(result, chosen) for result in (old, new))
    n = before.shape[1]

    def change(total: Floats) -> Floats:
        one, two = total[..., :n], total[..., n:]
        return calibration.split_of(two) - calibration.split_of(one)

    found = jackknife(np.hstack((before, after)), change)
    numbered = zip(OF_BINS, found.estimate, found.low, found.high, strict=True)
    return {name: Estimate(*map(float, row)) for name, *row in numbered}


def speeds_of(result: ReplayResult, chosen: Chosen) -> dict[str, Estimate]:
    """How fast Ratings arrive and forget: more pull of a hand means fewer hands."""
    block, n_blocks = blocks_of(result, chosen)
    spread = (result.inputs.expected[chosen] - scoring.EVEN) ** 2
    by_block = np.bincount(block[chosen], weights=spread, minlength=n_blocks)
    n_hands = np.bincount(block[chosen], minlength=n_blocks)

    def pull(total: Floats) -> Floats:
        return pull_of(result, total[..., 0] / total[..., 1])[None]

    of_pull = jackknife(np.stack((by_block, n_hands), axis=-1), pull)
    pulls = [float(x[0]) for x in (of_pull.estimate, of_pull.high, of_pull.low)]
    steps = result.config.change.k
    found = {}
    for name, hands in (
        ("hands_to_half", lambda c: theory.hands_to_close(steps, c, 0.5)),
        ("hands_to_close", lambda c: theory.hands_to_close(steps, c, CLOSED)),
        ("effective_hands", lambda c: theory.effective_hands(steps[-1].k, c)),
    ):
        numbers = [hands(c) if c > 0.0 else None for c in pulls]
        found[name] = Estimate(*(math.nan if x is None else float(x) for x in numbers))
    return found


def _bin_sums(result: ReplayResult, chosen: Chosen) -> Floats:
    block, n_blocks = blocks_of(result, chosen)
    return calibration.bin_sums(
        result.inputs.expected[chosen], result.actual[chosen], block[chosen], n_blocks
    )
