"""The one place where the formulas of the Coastal Rating stand, compiled.

Every kernel (replay, adding a hand, sweeps, explanations) calls these; clauses are
those of docs/rating.md. What is `inlined` is copied into the loops that call it.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined
from rating.machine import float_from_bits
from rating.records import Floats, Whole

# Margin functions by their place in rating.config.
LOGISTIC, NORMAL_CDF, CLAMP, WIN_LOSS = range(4)

NORMAL_WIDTH: Final = 1.702  # Φ(x / 1.702 s) is closest to the logistic of scale s
LN_10: Final = math.log(10.0)


@inlined
def exp(x: float) -> float:
    """Power x of e within 2 ulp, x cut to ±708; the same bits on every machine.

    Arithmetic only (no library call): reduced to |r| ≤ ln 2 / 2, then the Taylor
    sum to r¹³, whose rest is below 5e-18.
    """
    x = min(max(x, -708.0), 708.0)
    n = math.floor(x * 1.4426950408889634 + 0.5)
    # ln 2 in two parts (Cody and Waite 1980): n times the first is exact.
    r = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10
    r2 = r * r
    r4 = r2 * r2
    low = (1.0 + r) + r2 * (1 / 2 + r * (1 / 6))
    middle = (1 / 24 + r * (1 / 120)) + r2 * (1 / 720 + r * (1 / 5040))
    high = (1 / 40320 + r * (1 / 362880)) + r2 * (1 / 3628800 + r * (1 / 39916800))
    top = 1 / 479001600 + r * (1 / 6227020800)
    total = low + r4 * (middle + r4 * (high + r4 * top))
    power = float_from_bits((n + 1023) << 52)  # 2 ** n
    return total * power


@inlined
def steepness_of(scale: float) -> float:
    """Log odds a point of difference, ln 10 / scale; clause 2."""
    # Cut, so that a tiny scale gives no 0 * inf between equal sides.
    return min(LN_10 / scale, 1e300)


@inlined
def log_odds_against(rating: float, other_rating: float, steepness: float) -> float:
    """Log odds against the side with `rating`; clause 2."""
    return (other_rating - rating) * steepness


@inlined
def score_of(log_odds: float) -> float:
    """The score in [0, 1] that has these log odds against it; clause 2."""
    return 1.0 / (1.0 + exp(log_odds))


@compiled
def expected_score(rating: float, other_rating: float, scale: float) -> float:
    """E of a side: 1 / (1 + 10 ** ((R_Y - R_X) / scale)); clause 2."""
    return score_of(log_odds_against(rating, other_rating, steepness_of(scale)))


@compiled
def actual_score(margin: float, function: int, scale: float) -> float:
    """S of the side that won by `margin`; clause 2."""
    if function == LOGISTIC:
        return score_of(-(margin / scale))
    if function == NORMAL_CDF:
        return 0.5 * math.erfc(-(margin / scale / NORMAL_WIDTH) / math.sqrt(2.0))
    if function == CLAMP:
        return min(max(0.5 + margin / scale / 4.0, 0.0), 1.0)
    return 0.5 + 0.5 * float(np.sign(margin))


@compiled
def actual_scores(margins: NDArray[np.int64], scales: Floats, function: int) -> Floats:
    """S for each margin under the scale of its family."""
    scores = np.empty(len(margins))
    for i in range(len(margins)):
        scores[i] = actual_score(float(margins[i]), function, scales[i])
    return scores


@compiled
def zero_margin(expected: float, probit: float, function: int, scale: float) -> float:
    """The margin at which S = E, so that the hand would count nothing; clause 5.

    `probit` is Φ⁻¹(E), which only the normal form needs. NaN where there is none.
    """
    if function == LOGISTIC:
        return scale * math.log(expected / (1.0 - expected))
    if function == NORMAL_CDF:
        return NORMAL_WIDTH * scale * probit
    if function == CLAMP:
        return 4.0 * (expected - 0.5) * scale
    return math.nan


@inlined
def of_side(score: float, side: Whole) -> float:
    """A score of side 0 as seen by `side`: side 1 takes the rest to 1; clause 2."""
    return 1.0 - score if side else score


@inlined
def opponents_part(k: float, expected: float) -> float:
    """What the strength of the sides alone does to a Rating; clause 5."""
    return k * (0.5 - expected)


@inlined
def result_part(k: float, actual: float) -> float:
    """What the result alone does to a Rating; clause 5."""
    return k * (actual - 0.5)


@inlined
def change_of_rating(k: float, expected: float, actual: float) -> float:
    """K · (S - E), as the exact sum of its two parts; clause 2."""
    return opponents_part(k, expected) + result_part(k, actual)


@inlined
def exponential_form(form: float, rating: float, weight: float) -> float:
    """Form, moved towards the Rating; clause 3."""
    return form + weight * (rating - form)


@compiled
def form_weights(span: int, n_weights: int) -> Floats:
    """The weight of the n-th Rating in Form, for n = 1..n_weights; clause 3."""
    weights = np.empty(n_weights)
    for i in range(n_weights):
        weights[i] = max(1.0 / (i + 1), 2.0 / (span + 1.0))
    return weights


@compiled
def window_form(rating: float, n: int, ring: Floats, start: int, end: int) -> float:
    """The plain mean of the last Ratings, kept in `ring[start:end]`; clause 3."""
    size = end - start
    ring[start + (n - 1) % size] = rating
    total = 0.0
    # From the oldest on: the sum must not depend on where the ring begins.
    for i in range(max(0, n - size), n):
        total += ring[start + i % size]
    return total / min(n, size)
