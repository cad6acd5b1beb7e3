"""Sums of floats without rounding, so that their order cannot matter."""

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined
from rating.machine import bits_of_float

MANTISSA_BITS: Final = 52
MANTISSA: Final = (1 << MANTISSA_BITS) - 1
POWERS: Final = 1 << 11  # that a float can have
LEAST: Final = Fraction(1, 2**1074)  # the smallest float above 0
HALF: Final = 26  # bits of a whole mantissa that are its lower ones
UPPER, LOWER = range(2)

# The upper and the lower bits of mantissas by their power, shape (POWERS, 2).
ExactSum = NDArray[np.int64]


def nothing_yet() -> ExactSum:
    """The sum of no floats."""
    return np.zeros((POWERS, 2), dtype=np.int64)


@inlined
def add_exactly(value: float, total: ExactSum) -> None:
    """Add a finite float to a sum of fewer than 2**36.

    A float is a whole number of 53 bits times a power of two. Those with the same
    power are added as two halves, neither of which can outgrow 63 bits.
    """
    bits = bits_of_float(value)
    power = (bits >> MANTISSA_BITS) & (POWERS - 1)
    whole = bits & MANTISSA
    if power:  # else subnormal
        whole |= 1 << MANTISSA_BITS
    if bits < 0:
        whole = -whole
    total[power, UPPER] += whole >> HALF
    total[power, LOWER] += whole & ((1 << HALF) - 1)


def fraction_of(total: ExactSum) -> Fraction:
    """What was added up."""
    whole = 0  # of LEAST; powers 0 and 1 both count as one
    for power in np.flatnonzero(total.any(axis=1)).tolist():
        upper, lower = total[power].tolist()
        whole += ((upper << HALF) + lower) << max(power - 1, 0)
    return whole * LEAST


def exact_sum(values: NDArray[np.float64]) -> Fraction:
    """The sum of finite floats, of which there are fewer than 2**36."""
    total = nothing_yet()
    add_values(values, total)
    return fraction_of(total)


@compiled
def add_values(values: NDArray[np.float64], total: ExactSum) -> None:
    """Add each of `values`."""
    for i in range(len(values)):
        add_exactly(values[i], total)
