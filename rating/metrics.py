"""How well Ratings foretold the hands they rated."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rating.replay import ReplayResult
from rating.stats import scoring
from rating.stats.blocks import CONFIDENCE

Floats = NDArray[np.float64]


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


def log_losses(result: ReplayResult) -> Floats:
    """Log loss of each hand; NaN where nobody is rated."""
    return scoring.log_losses(result.inputs.expected, result.actual)


def briers(result: ReplayResult) -> Floats:
    """Squared error of each hand; NaN where nobody is rated."""
    return scoring.briers(result.inputs.expected, result.actual)


def wins(result: ReplayResult) -> Floats:
    """Whether side 0 had more points in each hand: 1, ½ where none had, or 0."""
    return (np.sign(result.hands.margin) + 1.0) / 2.0


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
    before: Floats, after: Floats, game: NDArray[np.int32]
) -> Difference:
    """The mean of `after - before` per hand, with hands paired and games as blocks."""
    if not len(before):
        return Difference(estimate=np.nan, low=np.nan, high=np.nan, n_blocks=0)
    _, block = np.unique(game, return_inverse=True)
    sums = np.bincount(block, weights=after - before).astype(np.float64)
    return difference_of_sums(sums, np.bincount(block))


def difference_of_sums(sums: Floats, sizes: NDArray[np.int64]) -> Difference:
    """The mean difference per hand from each block's sum of differences and hands.

    Notes
    -----
    A ratio estimate: blocks differ in length, so the spread is that of each block's
    sum around its number of hands times the mean (Cochran 1977, clause 2.11).
    """
    from scipy import stats  # 0.8 s to import, needed by what-if questions alone

    n_blocks, n_hands = len(sums), int(sizes.sum())
    mean = float(sums.sum() / n_hands)
    if n_blocks < 2:
        return Difference(estimate=mean, low=np.nan, high=np.nan, n_blocks=n_blocks)
    residual = sums - mean * sizes
    spread = residual.std(ddof=1) * np.sqrt(n_blocks) / n_hands
    reach = float(stats.t.ppf(0.5 + CONFIDENCE / 2.0, n_blocks - 1) * spread)
    return Difference(
        estimate=mean, low=mean - reach, high=mean + reach, n_blocks=n_blocks
    )
