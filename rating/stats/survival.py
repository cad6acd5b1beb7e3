"""How long until something happens, where for some it has not happened yet."""

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCurve:
    """The share that has got there by a given time (Kaplan and Meier 1958).

    Attributes
    ----------
    time : array, shape (n_times,)
        Times at which somebody got there or was last seen, rising.
    share, low, high : arrays, shape (n_times,)
        Share that has got there by then, in [0, 1], with its 95 % interval.
    n : int
        Who was followed.
    n_arrived : int
        Of these, who got there while followed.
    """

    time: Floats
    share: Floats
    low: Floats
    high: Floats
    n: int
    n_arrived: int

    def quantile(self, share: float) -> float | None:
        """The first time by which `share` has got there; None if never seen."""
        reached = np.flatnonzero(self.share >= share)
        return float(self.time[reached[0]]) if len(reached) else None


def time_curve(arrived: Floats, last_seen: Floats) -> TimeCurve:
    """The curve from the times of those who got there and of those who did not.

    Parameters
    ----------
    arrived : array
        When each of those who got there did.
    last_seen : array
        How long each of the others was followed without getting there.

    Notes
    -----
    The interval is the exponential form of Greenwood's, which stays within [0, 1].
    Nobody followed gives an empty curve.
    """
    from scipy import stats

    n, n_arrived = len(arrived) + len(last_seen), len(arrived)
    if not n_arrived:
        time = np.unique(last_seen)
        none = np.zeros(len(time))
        unknown = np.full(len(time), np.nan)
        return TimeCurve(
            time=time, share=none, low=unknown, high=unknown, n=n, n_arrived=0
        )
    survivors = stats.ecdf(stats.CensoredData(uncensored=arrived, right=last_seen)).sf
    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        # Where all have got there the interval is undefined: NaN.
        warnings.simplefilter("ignore", RuntimeWarning)
        bounds = survivors.confidence_interval(method="log-log")
    return TimeCurve(
        time=survivors.quantiles,
        share=1.0 - survivors.probabilities,
        low=1.0 - np.asarray(bounds.high.probabilities),  # type: ignore[attr-defined]
        high=1.0 - np.asarray(bounds.low.probabilities),  # type: ignore[attr-defined]
        n=n,
        n_arrived=n_arrived,
    )
