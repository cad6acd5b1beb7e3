"""Calibration against examples on paper and known laws."""

import math

import numpy as np
import pytest

from rating.stats import calibration


def scores(*groups):
    """Expected and actual scores: (expected, wins, hands) a group."""
    expected = np.concatenate([np.full(n, e) for e, _, n in groups])
    actual = np.concatenate([(np.arange(n) < wins) * 1.0 for _, wins, n in groups])
    return expected, actual


def test_murphy_split_of_forecasts_that_come_true():
    # 0.8 wins 8 of 10: no reliability term, resolution 0.3², uncertainty ½·½.
    split = calibration.brier_split(*scores((0.8, 8, 10)))

    assert split.reliability == pytest.approx(0.0, abs=1e-15)
    assert split.resolution == pytest.approx(0.09)
    assert split.uncertainty == pytest.approx(0.25)
    assert split.within == pytest.approx(0.0, abs=1e-15)


def test_murphy_split_of_a_forecast_that_is_off_by_a_tenth():
    split = calibration.brier_split(*scores((0.9, 8, 10)))

    assert split.reliability == pytest.approx(0.01)
    assert split.resolution == pytest.approx(0.09)


@pytest.mark.parametrize("n_bins", [1, 3, 20])
def test_parts_of_the_split_add_up_to_the_brier_score(n_bins):
    rng = np.random.default_rng(n_bins)
    expected = rng.beta(4.0, 4.0, 997)
    actual = rng.beta(2.0, 2.0, 997)

    split = calibration.brier_split(expected, actual, n_bins)

    total = split.reliability - split.resolution + split.uncertainty + split.within
    assert total == pytest.approx(np.mean((actual - expected) ** 2), abs=1e-14)
    assert len(split.curve.n) <= n_bins
    assert split.curve.n.sum() == 2 * 997


def test_calibration_error_is_the_mean_distance_weighted_by_scores():
    # Seen from both sides: 0.6 and 0.4 are off by 0.1, 0.9 and 0.1 by 0.4.
    split = calibration.brier_split(*scores((0.6, 7, 10), (0.9, 15, 30)))

    found = calibration.calibration_error(split.curve)

    assert found == pytest.approx((20 * 0.1 + 60 * 0.4) / 80)


def test_isotonic_curve_pools_neighbours_that_fall():
    # From both sides 0.3 → 1, 0.4 → 0, 0.6 → 1, 0.7 → 0: all pooled at a half.
    expected, actual = np.array([0.6, 0.7]), np.array([1.0, 0.0])

    curve = calibration.isotonic_curve(expected, actual)

    assert curve.actual == pytest.approx([0.5])
    # Brier (0.4² + 0.7²) / 2, along the curve ¼.
    found = calibration.miscalibration(curve, expected, actual)
    assert found == pytest.approx(0.325 - 0.25)


def test_isotonic_curve_keeps_scores_that_rise():
    expected, actual = np.array([0.7, 0.9]), np.array([0.6, 0.8])

    curve = calibration.isotonic_curve(expected, actual)

    assert curve.expected == pytest.approx([0.1, 0.3, 0.7, 0.9])
    assert curve.actual == pytest.approx([0.2, 0.4, 0.6, 0.8])


def test_calibrated_forecasts_have_little_to_recalibrate():
    rng = np.random.default_rng(1)
    expected = rng.uniform(0.2, 0.8, 100_000)
    actual = (rng.random(100_000) < expected) * 1.0

    curve = calibration.isotonic_curve(expected, actual)

    # Pooling finds some noise: of the order of n^(-2/3), never less than 0.
    assert 0.0 <= calibration.miscalibration(curve, expected, actual) < 5e-4


def test_win_slope_is_the_ratio_of_log_odds():
    # 0.75 has odds of 3 and wins 9 of 10, odds of 9 = 3²: the slope is 2.
    expected, won = scores((0.75, 9, 10))

    slope = calibration.win_slope(expected, won)

    assert slope == pytest.approx(2.0, abs=1e-4)
    loss = calibration.win_losses(expected, won, 2.0).mean()
    assert loss == pytest.approx(-0.9 * math.log(0.9) - 0.1 * math.log(0.1))


def test_tie_costs_the_mean_of_a_win_and_a_loss():
    expected = np.full(3, 0.7)

    tie, win, loss = calibration.win_losses(expected, np.array([0.5, 1.0, 0.0]), 1.3)

    assert tie == pytest.approx((win + loss) / 2.0)


def test_win_losses_are_finite_where_an_expected_score_saturated():
    found = calibration.win_losses(np.array([0.0, 1.0]), np.array([1.0, 0.0]), 1.0)

    assert np.isfinite(found).all()


def test_sums_of_blocks_add_up_to_the_split_of_all():
    rng = np.random.default_rng(8)
    expected, actual = rng.beta(4.0, 4.0, 500), rng.beta(2.0, 2.0, 500)
    block = rng.integers(0, 7, 500)

    found = calibration.split_of(
        calibration.bin_sums(expected, actual, block, 7).sum(axis=0)
    )

    whole = calibration.brier_split(expected, actual)
    wanted = (
        whole.reliability,
        whole.resolution,
        whole.uncertainty,
        whole.within,
        calibration.calibration_error(whole.curve),
    )
    assert found == pytest.approx(wanted, abs=1e-15)


def test_bin_whose_scores_are_all_left_out_counts_nothing():
    expected, actual = scores((0.6, 7, 10), (0.9, 15, 30))
    block = np.repeat([0, 1], [10, 30])

    first, _ = calibration.bin_sums(expected, actual, block, 2)

    # The first ten alone: 0.6 scored 0.7.
    assert calibration.split_of(first)[4] == pytest.approx(0.1)
