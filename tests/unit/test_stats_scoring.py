"""Losses and what their sums tell, against scipy and arithmetic on paper."""

import math

import numpy as np
import pytest
from scipy import special, stats

from rating.stats import scoring

RNG = np.random.default_rng(3)
EXPECTED = RNG.uniform(0.1, 0.9, 500)
ACTUAL = np.clip(EXPECTED + RNG.normal(0.0, 0.2, 500), 0.0, 1.0)


def sums_of(expected, actual):
    block = np.zeros(len(expected), dtype=np.intp)
    return scoring.totals(scoring.hand_sums(expected, actual, block, 1))


@pytest.mark.parametrize(
    ("expected", "actual", "loss"),
    [
        (0.8, 1.0, -math.log(0.8)),
        (0.8, 0.0, -math.log(0.2)),
        (0.5, 0.75, math.log(2.0)),
        (0.25, 0.25, 0.25 * math.log(4.0) + 0.75 * math.log(4.0 / 3.0)),
    ],
)
def test_log_loss_of_one_hand_on_paper(expected, actual, loss):
    found = scoring.log_losses(np.array([expected]), np.array([actual]))

    assert found == pytest.approx([loss], abs=1e-15)


def test_log_loss_is_finite_where_an_expected_score_saturated():
    found = scoring.log_losses(np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0]))

    assert np.isfinite(found).all()
    assert found[2] == 0.0


def test_losses_keep_the_shape_and_are_nan_where_a_score_is():
    expected = np.array([[0.5, np.nan], [0.25, 0.5]])
    actual = np.array([[1.0, 0.5], [0.25, np.nan]])

    losses = scoring.log_losses(expected, actual)
    errors = scoring.briers(expected, actual)

    entropy = stats.bernoulli(0.25).entropy()
    assert losses == pytest.approx(
        np.array([[math.log(2.0), np.nan], [entropy, np.nan]]), nan_ok=True
    )
    assert errors == pytest.approx(
        np.array([[0.25, np.nan], [0.0, np.nan]]), nan_ok=True
    )


def test_deviance_is_the_relative_entropy_of_scores_to_forecasts():
    kept = special.rel_entr(ACTUAL, EXPECTED)
    lost = special.rel_entr(1.0 - ACTUAL, 1.0 - EXPECTED)

    found = scoring.deviance(sums_of(EXPECTED, ACTUAL))

    assert found == pytest.approx((kept + lost).mean(), rel=1e-12)


def test_skill_is_0_for_one_half_and_1_for_foresight():
    even = np.full(len(ACTUAL), 0.5)

    assert scoring.skill(sums_of(even, ACTUAL)) == pytest.approx(0.0, abs=1e-12)
    assert scoring.skill(sums_of(ACTUAL, ACTUAL)) == pytest.approx(1.0, abs=1e-12)


def test_calibration_slope_is_the_regression_over_both_sides():
    both = (
        np.concatenate((EXPECTED, 1 - EXPECTED)),
        np.concatenate((ACTUAL, 1 - ACTUAL)),
    )

    found = scoring.calibration_slope(sums_of(EXPECTED, ACTUAL))

    assert found == pytest.approx(stats.linregress(*both).slope, rel=1e-12)


def test_sharpness_is_the_spread_of_expected_scores_over_both_sides():
    both = np.concatenate((EXPECTED, 1 - EXPECTED))

    found = scoring.sharpness(sums_of(EXPECTED, ACTUAL))

    assert found == pytest.approx(both.std(), rel=1e-12)


@pytest.mark.parametrize(
    "measure",
    [
        scoring.log_loss,
        scoring.skill,
        scoring.brier,
        scoring.calibration_slope,
        scoring.sharpness,
    ],
)
def test_measure_is_the_same_from_either_side_of_each_hand(measure):
    swapped = RNG.random(500) < 0.5
    expected = np.where(swapped, 1 - EXPECTED, EXPECTED)
    actual = np.where(swapped, 1 - ACTUAL, ACTUAL)

    found = measure(sums_of(expected, actual))

    assert found == pytest.approx(measure(sums_of(EXPECTED, ACTUAL)), rel=1e-9)


def test_sums_of_blocks_add_up_to_those_of_all_hands():
    block = RNG.integers(0, 7, 500)

    found = scoring.totals(scoring.hand_sums(EXPECTED, ACTUAL, block, 7))

    assert np.array(found) == pytest.approx(np.array(sums_of(EXPECTED, ACTUAL)))
