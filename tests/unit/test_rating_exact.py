"""Sums without rounding; expected values by fractions, one number at a time."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.stats.exact import exact_sum

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@settings(deadline=None)  # machine code is loaded, the first time even made
@given(values=st.lists(FINITE, max_size=60))
def test_exact_sum_is_the_sum_of_fractions(values):
    wanted = sum((Fraction(value) for value in values), Fraction())

    assert exact_sum(np.array(values, dtype=np.float64)) == wanted


def test_exact_sum_keeps_what_floats_would_lose():
    values = np.array([1e16, 1.0, -1e16, 2.0**-1074])

    assert exact_sum(values) == 1 + Fraction(1, 2**1074)


def test_exact_sum_of_many_equal_values_does_not_overflow():
    values = np.full(300_000, np.nextafter(2.0, 0.0))

    assert exact_sum(values) == 300_000 * (2 - Fraction(1, 2**52))
