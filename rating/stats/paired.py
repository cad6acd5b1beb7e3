"""Many candidates measured on the same blocks: which cannot be told from the best.

A block's sum over its items is turned into a value whose plain mean over blocks is
the mean an item, so that scipy's tests of means apply to blocks that differ in size.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.stats.blocks import CONFIDENCE

Floats = NDArray[np.float64]

DRAWN: Final = 500_000  # values drawn at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """Mean differences of candidates from a reference, with 95 % intervals.

    Each has shape (n_candidates,). NaN bounds below two blocks; where a candidate
    differs from the reference in no block, estimate and bounds are 0.
    """

    estimate: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class BestSet:
    """The candidate with the smallest mean and those that may be as good.

    Attributes
    ----------
    best : int
    p_value : array, shape (n_candidates,)
        Of the hypothesis that the candidate is no worse than the best, adjusted for
        the number of candidates; 1 for the best itself.
    is_in : bool array, shape (n_candidates,)
        Whether that hypothesis stands at the 5 % level.
    """

    best: int
    p_value: Floats
    is_in: NDArray[np.bool_]


def block_values(sums: Floats, sizes: NDArray[np.int64]) -> Floats:
    """Values by block, shape (n_blocks, n_candidates), of sums of that shape.

    Notes
    -----
    The linearised ratio (Cochran 1977, clause 2.11): the mean of a column is
    sum / size over all, its standard error that of the ratio estimate.
    """
    n_items = float(sizes.sum())
    mean = sums.sum(axis=0) / n_items
    found: Floats = mean + (sums - sizes[:, None] * mean) * (len(sizes) / n_items)
    return found


def differences(values: Floats, reference: Floats) -> Differences:
    """Of each column from `reference`, shape (n_blocks,), by Student's paired t."""
    from scipy import stats

    apart = values - reference[:, None]
    estimate = np.asarray(apart.mean(axis=0))
    if len(values) < 2:
        nothing = np.full(estimate.shape, np.nan)
        return Differences(estimate=estimate, low=nothing, high=nothing)
    low, high = estimate.copy(), estimate.copy()
    differs = apart.any(axis=0)
    if differs.any():
        tested = stats.ttest_1samp(apart[:, differs], 0.0, axis=0)
        bounds = tested.confidence_interval(CONFIDENCE)
        low[differs], high[differs] = bounds.low, bounds.high
    return Differences(estimate=estimate, low=low, high=high)


def best_set(values: Floats) -> BestSet:
    """The smallest mean, and the candidates that one-sided paired t tests leave.

    Holm's step-down adjustment keeps the chance to drop a candidate that is as good
    at 5 % at most, however many are compared (Holm 1979). A candidate of NaN is
    neither.
    """
    from scipy import stats

    means = values.mean(axis=0)
    best = int(np.argmin(np.where(np.isnan(means), np.inf, means)))
    apart = values - values[:, [best]]
    p_value = np.ones(values.shape[1])
    differs = apart.any(axis=0)
    if differs.any() and len(values) > 1:
        tested = stats.ttest_1samp(apart[:, differs], 0.0, alternative="greater")
        p_value[differs] = holm(np.asarray(tested.pvalue))
    return BestSet(best=best, p_value=p_value, is_in=p_value > 1.0 - CONFIDENCE)


def holm(p_values: Floats) -> Floats:
    """P values adjusted so that the chance of any false rejection stays bounded."""
    n = len(p_values)
    order = np.argsort(p_values)
    stepped = np.maximum.accumulate(p_values[order] * np.arange(n, 0, -1))
    adjusted = np.empty(n)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


def bca_interval(values: Floats, rng: np.random.Generator) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean of block values, shape (n_blocks,).

    Makes no use of a normal distribution; NaN where the blocks are all alike.
    """
    from scipy import stats

    if len(values) < 2 or not np.ptp(values):
        return np.nan, np.nan
    found = stats.bootstrap(
        (values,),
        np.mean,
        batch=_draws_at_a_time(values),
        confidence_level=CONFIDENCE,
        method="BCa",
        rng=rng,
    )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


def sign_flip_p(values: Floats, rng: np.random.Generator) -> float:
    """P value that the mean of paired differences is 0, by flipping their signs.

    1 where no block differs.
    """
    from scipy import stats

    if not values.any():
        return 1.0
    found = stats.permutation_test(
        (values,),
        np.mean,
        permutation_type="samples",
        vectorized=True,
        batch=_draws_at_a_time(values),
        rng=rng,
    )
    return float(found.pvalue)


def _draws_at_a_time(values: Floats) -> int:
    """How many draws of all values fit in a few megabytes."""
    return max(1, DRAWN // len(values))
