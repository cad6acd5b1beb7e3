"""How well Ratings foretold the hands they rated."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.replay import ReplayResult

CONFIDENCE: Final = 0.95
TINY: Final = 1e-300  # keeps the log of an expected score that saturated finite


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """Means over hands; None where there is no hand.

    `log_loss` is -S ln E - (1 - S) ln(1 - E) with the actual score S, a number in
    [0, 1]; like `brier`, (S - E) ** 2, it is the same from either side.
    """

    n_hands: int
    log_loss: float | None
    brier: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A mean difference per hand, after minus before, with its 95 % interval.

    The hands of a game share their players, so games are the units: the interval is
    Student's t over the sums of games. NaN below two games.
    """

    estimate: float
    low: float
    high: float
    n_blocks: int


def rated_hands(result: ReplayResult) -> NDArray[np.bool_]:
    """Which hands rated somebody, at once or when they were settled."""
    is_rated = np.zeros(len(result.hands), dtype=np.bool_)
    is_rated[result.changes["hand"]] = True
    return is_rated


def log_losses(result: ReplayResult) -> NDArray[np.float64]:
    """Log loss of each hand; NaN where nobody is rated."""
    expected, actual = result.inputs.expected, result.actual
    won = actual * np.log(np.maximum(expected, TINY))
    lost = (1.0 - actual) * np.log(np.maximum(1.0 - expected, TINY))
    return -(won + lost)


def briers(result: ReplayResult) -> NDArray[np.float64]:
    """Squared error of each hand; NaN where nobody is rated."""
    return (result.actual - result.inputs.expected) ** 2


def measure(result: ReplayResult, chosen: NDArray[np.bool_]) -> Metrics:
    """The metrics over the chosen hands, which must be rated."""
    n = int(np.count_nonzero(chosen))
    if n == 0:
        return Metrics(n_hands=0, log_loss=None, brier=None)
    return Metrics(
        n_hands=n,
        log_loss=float(log_losses(result)[chosen].mean()),
        brier=float(briers(result)[chosen].mean()),
    )


def mean_difference(
    before: NDArray[np.float64], after: NDArray[np.float64], game: NDArray[np.int32]
) -> Difference:
    """The mean of `after - before` per hand, with hands paired and games as blocks.

    Notes
    -----
    A ratio estimate: games differ in length, so the spread is that of each game's
    sum around its number of hands times the mean (Cochran 1977, clause 2.11).
    """
    from scipy import stats  # 0.8 s to import, needed by what-if questions alone

    if not len(before):
        return Difference(estimate=np.nan, low=np.nan, high=np.nan, n_blocks=0)
    _, block = np.unique(game, return_inverse=True)
    difference = after - before
    sums = np.bincount(block, weights=difference)
    sizes = np.bincount(block)
    n_blocks, mean = len(sums), float(difference.mean())
    if n_blocks < 2:
        return Difference(estimate=mean, low=np.nan, high=np.nan, n_blocks=n_blocks)
    residual = sums - mean * sizes
    spread = residual.std(ddof=1) * np.sqrt(n_blocks) / len(difference)
    reach = float(stats.t.ppf(0.5 + CONFIDENCE / 2.0, n_blocks - 1) * spread)
    return Difference(
        estimate=mean, low=mean - reach, high=mean + reach, n_blocks=n_blocks
    )
