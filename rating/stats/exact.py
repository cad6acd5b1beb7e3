"""Sums of floats without rounding, so that their order cannot matter."""

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

DIGITS: Final = 53  # bits of a float's mantissa
HALF: Final = 26


def exact_sum(values: NDArray[np.float64]) -> Fraction:
    """The sum of finite floats, of which there are fewer than 2**26.

    Notes
    -----
    A float is a whole number of 53 bits times a power of two. The upper and the lower
    bits of those with the same power add up in floats below 2**53, which is exact;
    few powers are left, and whole numbers have no bounds.
    """
    fractions, powers = np.frexp(values)
    whole = np.ldexp(fractions, DIGITS).astype(np.int64)
    lowest = int(powers.min(initial=0))
    places = powers - lowest
    upper = np.bincount(places, weights=whole >> HALF)
    lower = np.bincount(places, weights=whole & (1 << HALF) - 1)
    total = sum(
        ((int(high) << HALF) + int(low)) << place
        for place, (high, low) in enumerate(zip(upper, lower, strict=True))
    )
    return total * Fraction(2) ** (lowest - DIGITS)
