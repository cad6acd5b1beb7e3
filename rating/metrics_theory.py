"""What theory says of a K-factor: noise, memory, speed, and the best choice.

E rises by c per point of one player's Rating, so that each hand takes K c of a
Rating's error away and adds K (S - E) of chance: a first-order autoregression. At an
even hand c = ln 10 / (4 scale n) with n seats a side, 0.00072 for two against two;
over uneven hands it is smaller. Sources: Pav (2017, "The distribution of Elo
ratings"), Ingram (2021, JQAS 17), who derives Elo as a Kalman filter at its steady
state.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rating.config import KStep

Floats = NDArray[np.float64]

LONGEST: Final = 1_000_000  # hands after which we no longer look for an end


def pull(scale: float, side_size: float) -> float:
    """c: by how much E rises per point of one player's Rating, at an even hand."""
    return math.log(10.0) / (4.0 * scale * side_size)


def mean_pull(pull: float, spread: ArrayLike) -> Floats:
    """The pull over hands of any E, from that at an even hand and the mean (E - ½)².

    The slope of the logistic is 4 E (1 - E) = 1 - 4 (E - ½)² of that at ½.
    """
    return np.asarray(pull * (1.0 - 4.0 * np.asarray(spread)))


def equilibrium_sd(
    k: float,
    variance: ArrayLike,
    pull: ArrayLike,
    *,
    drift_variance: float = 0.0,
    return_rate: float = 0.0,
) -> Floats:
    """SD of a settled Rating around the skill of that moment, in rating points.

    sqrt(K V / (2 c) + q / (2 (K c + λ))): chance, and what skill has moved since. V
    is the variance of S - E, which is the Brier score, q that of the drift of skill a
    hand, λ the rate a hand at which skill returns to its own mean.
    """
    pulled = k * np.asarray(pull)
    chance = k * k * np.asarray(variance) / (2.0 * pulled)
    lag = drift_variance / (2.0 * (pulled + return_rate))
    return np.asarray(np.sqrt(chance + lag))


def effective_hands(k: float, pull: float) -> float:
    """The number of hands whose plain mean is as noisy as the Rating: 2 / (K c) - 1."""
    # A Rating that jumps to what the hand says remembers this one hand.
    return max(1.0, 2.0 / (k * pull) - 1.0)


def best_k(drift_variance: float, variance: float) -> float:
    """The K with the least squared error where skill wanders: sqrt(q / V).

    q is the variance of the drift a hand, in rating points²; V that of S - E. To
    first order in K c, as is `equilibrium_sd`.
    """
    return math.sqrt(drift_variance / variance)


def matched_drift(k: float, variance: ArrayLike, n_hands: int = 100) -> Floats:
    """How far skill must wander in `n_hands` for K to be the best choice.

    SD in rating points; `best_k` turned around: K sqrt(V) a hand, which grows with
    the root of the hands.
    """
    return np.asarray(k * np.sqrt(np.asarray(variance) * n_hands))


def hands_to_close(steps: tuple[KStep, ...], pull: float, left: float) -> int | None:
    """The hands after which the share `left` of a wrong start is left on average.

    Each hand leaves 1 - K c of it. None beyond a million hands.
    """
    n_hands, remaining = 0, 1.0
    ends = [*(step.from_hand for step in steps[1:]), LONGEST]
    for step, end in zip(steps, ends, strict=True):
        kept = 1.0 - step.k * pull
        if kept <= 0.0:
            return n_hands + 1
        if kept == 1.0:  # a K so small that a hand changes nothing
            return None
        needed = math.ceil(math.log(left / remaining) / math.log(kept) - 1e-9)
        if n_hands + needed <= end:
            return n_hands + needed
        remaining *= kept ** (end - n_hands)
        n_hands = end
    return None


def remaining_gap(steps: tuple[KStep, ...], pull: float, n_hands: int) -> Floats:
    """The share of a wrong start that is left after 0, 1, … `n_hands` hands."""
    first = np.array([step.from_hand for step in steps])
    k = np.array([step.k for step in steps])
    by_hand = k[np.searchsorted(first, np.arange(n_hands), side="right") - 1]
    left = np.maximum(1.0 - by_hand * pull, 0.0)
    return np.concatenate(([1.0], np.cumprod(left)))
