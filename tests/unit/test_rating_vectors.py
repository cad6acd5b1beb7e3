"""Eight numbers as one give what each would give alone, to the last bit."""

import math

import numpy as np
import pytest

from rating.compiled import compiled
from rating.formulas import change_of_rating, exponential_form, score_of
from rating.machine import (
    any_outside,
    bits_of_float,
    eight_at,
    float_from_bits,
    put_eight,
    row_as_tuple,
)
from rating.vectors import VECTOR

EDGES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    708.5,
    -708.5,
    1e308,
    -1e308,
    5e-324,
    math.inf,
    -math.inf,
)


@compiled
def scores_by_eight(log_odds, scores):
    for place in range(0, len(log_odds), VECTOR):
        put_eight(scores, (place,), score_of(eight_at(log_odds, (place,))))


@compiled
def scores_one_by_one(log_odds, scores):
    for place in range(len(log_odds)):
        scores[place] = score_of(log_odds[place])


@compiled
def moved_by_eight(numbers, found):
    for place in range(0, numbers.shape[1], VECTOR):
        k, e, s, form = (
            eight_at(numbers, (0, place)),
            eight_at(numbers, (1, place)),
            eight_at(numbers, (2, place)),
            eight_at(numbers, (3, place)),
        )
        rating = 1000.0 + change_of_rating(k, e, s)
        put_eight(found, (place,), exponential_form(form, rating, 0.1))


@compiled
def same_bits(numbers, found):
    put_eight(found, (0,), float_from_bits(bits_of_float(eight_at(numbers, (0,)))))


@compiled
def is_outside(numbers, lower, upper):
    return any_outside(
        eight_at(numbers, (0,)), eight_at(lower, (0,)), eight_at(upper, (0,))
    )


@compiled
def sum_of_row(table, number, places):
    total = 0
    for value in row_as_tuple(table, number, places):
        total += value
    return total


def test_expected_score_of_eight_has_the_bits_of_each_alone():
    rng = np.random.default_rng(1)
    log_odds = np.concatenate([rng.normal(0.0, 300.0, 8_000 - len(EDGES)), EDGES])
    eight, one = np.empty(len(log_odds)), np.empty(len(log_odds))

    scores_by_eight(log_odds, eight)
    scores_one_by_one(log_odds, one)

    assert eight.tobytes() == one.tobytes()
    assert eight[-len(EDGES)] == 0.5
    assert (eight[-2], eight[-1]) == (pytest.approx(0.0, abs=1e-300), 1.0)


def test_form_of_eight_is_that_of_plain_arithmetic_without_fusing():
    numbers = np.random.default_rng(2).random((4, 800))
    k, e, s, form = numbers
    found = np.empty(800)

    moved_by_eight(numbers, found)

    rating = 1000.0 + (k * (0.5 - e) + k * (s - 0.5))
    assert found.tobytes() == (form + 0.1 * (rating - form)).tobytes()


def test_bits_go_there_and_back():
    numbers = np.array([*EDGES[:7], math.pi])
    found = np.zeros(VECTOR)

    same_bits(numbers, found)

    assert found.tobytes() == numbers.tobytes()


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1.0, 0), (2.0, 1), (2.5, 1), (0.0, 1), (-3.0, 1), (math.nan, 0)],
)
def test_one_number_at_a_bound_or_beyond_is_found(number, expected):
    numbers = np.ones(VECTOR)
    numbers[5] = number

    assert is_outside(numbers, np.zeros(VECTOR), np.full(VECTOR, 2.0)) == expected


def test_row_of_a_table_is_as_long_as_its_places_say():
    table = np.arange(12, dtype=np.int64).reshape(2, 6)

    assert sum_of_row(table, 1, (0,) * 6) == 6 + 7 + 8 + 9 + 10 + 11
    assert sum_of_row(table, 1, (0,) * 2) == 6 + 7
