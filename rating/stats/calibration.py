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
    expected, actual = _both_sides(expected, actual)
    n, forecast, outcome, block = _bins(expected, actual, n_bins)
    share = n / n.sum()
    around = expected - forecast[block]
    covariance = np.mean((actual - outcome[block]) * around)
    return BrierSplit(
        curve=Curve(n=n, expected=forecast, actual=outcome),
        reliability=float(share @ (forecast - outcome) ** 2),
        resolution=float(share @ (outcome - EVEN) ** 2),
        uncertainty=float(np.mean((actual - EVEN) ** 2)),
        within=float(np.mean(around**2) - 2.0 * covariance),
    )


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


def _bins(
    expected: Floats, actual: Floats, n_bins: int
) -> tuple[Floats, Floats, Floats, NDArray[np.intp]]:
    """Size, mean expected and mean actual score of each bin; the bin of each score.

    Equal expected scores stay together, so bins may differ in size and be fewer.
    """
    places = (np.arange(1, n_bins) * len(expected)) // n_bins
    edges = np.unique(np.partition(expected, places)[places])
    bins = np.searchsorted(edges, expected, side="right")
    n = np.bincount(bins, minlength=len(edges) + 1).astype(np.float64)
    held = n > 0
    number = np.cumsum(held) - 1
    bins = number[bins]
    n = n[held]
    forecast = np.bincount(bins, weights=expected, minlength=len(n)) / n
    outcome = np.bincount(bins, weights=actual, minlength=len(n)) / n
    return n, forecast, outcome, bins
