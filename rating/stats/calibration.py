"""Whether expected scores come true: by bins, without bins, and for plain wins.

Each hand is seen from both sides, so a curve is its own mirror image about (½, ½).
Every function wants at least one hand.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.stats.scoring import EVEN, briers

Floats = NDArray[np.float64]

N_BINS: Final = 20
MOST_ODDS: Final = 700.0  # logit of an expected score that saturated
STEEPEST: Final = 20.0  # bound of a fitted slope


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Actual against expected scores, from the lowest expected score on.

    Attributes
    ----------
    n : array, shape (n_points,)
        Scores behind each point; every hand gives two.
    expected, actual : arrays, shape (n_points,)
        Their means.
    """

    n: Floats
    expected: Floats
    actual: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class BrierSplit:
    """What the Brier score is made of: each is a mean square, so all are in [0, 1].

    `reliability - resolution + uncertainty + within` is the Brier score.

    Attributes
    ----------
    reliability
        Mean squared distance of expected from actual scores, bin by bin: less is
        better.
    resolution
        Variance of the bins' actual scores: more is better.
    uncertainty
        Variance of the actual scores themselves, whatever was foretold.
    within
        What the bins hide: variance of E less twice its covariance with S inside
        them, near 0 (may be negative).
    curve
        The bins.
    """

    curve: Curve
    reliability: float
    resolution: float
    uncertainty: float
    within: float


def calibration_error(curve: Curve) -> float:
    """Mean distance of actual from expected scores over the points, in [0, 1].

    The expected calibration error (ECE); above 0 by chance alone where points hold
    few scores (Naeini, Cooper and Hauskrecht 2015).
    """
    distance = np.abs(curve.actual - curve.expected)
    return float(np.average(distance, weights=curve.n))


def brier_split(expected: Floats, actual: Floats, n_bins: int = N_BINS) -> BrierSplit:
    """The Brier score in Murphy's three parts and what bins of equally many hide.

    Murphy (1973) for forecasts that are equal within a bin; Stephenson, Coelho and
    Jolliffe (2008) for those that are not. Scores in [0, 1] take the place of 0 and 1.
    """
    every = np.zeros(len(expected), dtype=np.intp)
    (sums,) = bin_sums(expected, actual, every, 1, n_bins)
    n, forecast, outcome, _ = _bin_means(sums)
    reliability, resolution, uncertainty, within, _ = split_of(sums)
    return BrierSplit(
        curve=Curve(n=n, expected=EVEN + forecast, actual=EVEN + outcome),
        reliability=float(reliability),
        resolution=float(resolution),
        uncertainty=float(uncertainty),
        within=float(within),
    )


def bin_sums(
    expected: Floats,
    actual: Floats,
    block: NDArray[np.intp],
    n_blocks: int,
    n_bins: int = N_BINS,
) -> Floats:
    """What `split_of` needs, by block: sums that add up, shape (n_blocks, n_sums).

    For each bin the scores, E - ½ and S - ½; then the squares of both and their
    product. The bins are those of all hands, also where blocks are left out.
    """
    expected, actual = _both_sides(expected, actual)
    bins = _bins(expected, n_bins)
    n_found = int(bins.max()) + 1
    block = np.concatenate((block, block))
    e, s = expected - EVEN, actual - EVEN

    def summed(place: NDArray[np.intp], n_places: int, values: Floats) -> Floats:
        at = block * n_places + place
        total = np.bincount(at, weights=values, minlength=n_blocks * n_places)
        return total.reshape(n_blocks, n_places).astype(np.float64)

    by_bin = [summed(bins, n_found, x) for x in (np.ones_like(e), e, s)]
    nowhere = np.zeros_like(bins)
    whole = [summed(nowhere, 1, x) for x in (e * e, s * s, e * s)]
    return np.hstack([*by_bin, *whole])


def split_of(sums: Floats) -> Floats:
    """Reliability, resolution, uncertainty, within and the calibration error.

    From sums of shape (..., n_sums), as `BrierSplit` and `calibration_error` define
    them; shape (5, ...).
    """
    n, forecast, outcome, whole = _bin_means(sums)
    of_all = n.sum(axis=-1)

    def mean(values: Floats) -> Floats:
        return np.asarray((n * values).sum(axis=-1) / of_all)

    squared_e, squared_s, product = (whole[..., i] / of_all for i in range(3))
    around = squared_e - mean(forecast**2)
    covariance = product - mean(forecast * outcome)
    return np.stack(
        [
            mean((forecast - outcome) ** 2),
            mean(outcome**2),
            squared_s,
            around - 2.0 * covariance,
            mean(np.abs(outcome - forecast)),
        ]
    )


def _bin_means(sums: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Scores of each bin, their mean E - ½ and S - ½; the last three sums."""
    n, e, s = np.split(sums[..., :-3], 3, axis=-1)
    some = np.maximum(n, 1.0)  # a bin whose scores were all left out counts nothing
    return n, e / some, s / some, sums[..., -3:]


def isotonic_curve(expected: Floats, actual: Floats) -> Curve:
    """The rising curve that fits the scores best, without any choice of bins.

    Isotonic least squares by pooling neighbours; with it a reliability diagram is
    stable and consistent (CORP: Dimitriadis, Gneiting and Jordan 2021).
    """
    from scipy.optimize import isotonic_regression

    expected, actual = _both_sides(expected, actual)
    order = np.argsort(expected, kind="stable")
    values, first, n = np.unique(expected[order], return_index=True, return_counts=True)
    means = np.add.reduceat(actual[order], first) / n
    fitted = isotonic_regression(means, weights=n)
    starts, weights = fitted.blocks[:-1], fitted.weights
    return Curve(
        n=weights,
        expected=np.add.reduceat(values * n, starts) / weights,
        actual=fitted.x[starts],
    )


def miscalibration(rising: Curve, expected: Floats, actual: Floats) -> float:
    """How much smaller the Brier score were along the isotonic curve; 0 or more.

    The part of a mean Brier score that recalibration could take away (MCB of CORP).
    `rising` is `isotonic_curve` of these scores.
    """
    share = rising.n / rising.n.sum()
    # Least squares: what the curve leaves is the variance less that of its values.
    left = np.mean((actual - EVEN) ** 2) - share @ (rising.actual - EVEN) ** 2
    return float(np.mean(briers(expected, actual)) - left)


def win_slope(expected: Floats, won: Floats) -> float:
    """The steepness b with which expected scores foretell wins best.

    An expected score is not the chance of a win; `logistic(b logit E)` is, as well as
    one number can make it. `won` is 1, ½ for a tie, or 0; b is in [0, 20].
    """
    from scipy.optimize import minimize_scalar

    odds = _log_odds(expected)
    gain = float((won * odds).mean())

    def loss(slope: float) -> float:
        return float(np.logaddexp(0.0, slope * odds).mean() - slope * gain)

    found = minimize_scalar(loss, bounds=(0.0, STEEPEST), method="bounded")
    return float(found.x)


def win_losses(expected: Floats, won: Floats, slope: float) -> Floats:
    """Log loss of each hand's win, foretold by `logistic(slope * logit E)`, in nats."""
    odds = slope * _log_odds(expected)
    return np.asarray(np.logaddexp(0.0, odds) - won * odds)


def _log_odds(expected: Floats) -> Floats:
    from scipy.special import logit

    return np.clip(logit(expected), -MOST_ODDS, MOST_ODDS)


def _both_sides(expected: Floats, actual: Floats) -> tuple[Floats, Floats]:
    return (
        np.concatenate((expected, 1.0 - expected)),
        np.concatenate((actual, 1.0 - actual)),
    )


def _bins(expected: Floats, n_bins: int) -> NDArray[np.intp]:
    """The bin of each score.

    Equal expected scores stay together, so bins may differ in size and be fewer.
    """
    places = (np.arange(1, n_bins) * len(expected)) // n_bins
    edges = np.unique(np.partition(expected, places)[places])
    bins = np.searchsorted(edges, expected, side="right")
    held = np.bincount(bins, minlength=len(edges) + 1) > 0
    return np.asarray(np.cumsum(held) - 1)[bins]
