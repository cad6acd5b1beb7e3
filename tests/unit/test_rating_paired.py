"""Paired comparisons of many candidates on the same blocks."""

import numpy as np
import pytest
from scipy import stats

from rating.stats.paired import (
    bca_interval,
    best_set,
    block_values,
    differences,
    holm,
    sign_flip_p,
)


@pytest.fixture
def values():
    rng = np.random.default_rng(1)
    shared = rng.normal(0.7, 0.1, (60, 1))
    return shared + rng.normal((0.02, 0.0, 0.001, 0.03), 0.01, (60, 4))


def test_mean_of_block_values_is_the_mean_an_item():
    sums, sizes = np.array([[1.0], [5.0], [6.0]]), np.array([2, 5, 3])

    assert block_values(sums, sizes).mean(axis=0) == pytest.approx(12.0 / 10.0)


def test_values_of_equal_blocks_are_the_block_means():
    sums, sizes = np.array([[1.0], [5.0], [6.0]]), np.array([4, 4, 4])

    assert block_values(sums, sizes)[:, 0] == pytest.approx([0.25, 1.25, 1.5])


def test_differences_are_those_of_a_paired_t_test(values):
    found = differences(values, values[:, 1])

    for column in (0, 2, 3):
        oracle = stats.ttest_rel(values[:, column], values[:, 1])
        interval = oracle.confidence_interval(0.95)
        bounds = found.low[column], found.high[column]
        assert bounds == pytest.approx((interval.low, interval.high))
    assert (found.estimate[1], found.low[1], found.high[1]) == (0.0, 0.0, 0.0)


def test_one_block_has_an_estimate_and_no_interval():
    found = differences(np.array([[1.0, 3.0]]), np.array([1.0]))

    assert found.estimate.tolist() == [0.0, 2.0]
    assert np.isnan(found.low).all()


def test_holm_steps_down_through_the_sorted_p_values():
    # By hand: 0.01 x 4, 0.02 x 3, then max(0.03 x 2, 0.06), and 0.9 x 1.
    found = holm(np.array([0.03, 0.01, 0.9, 0.02]))

    assert found == pytest.approx([0.06, 0.04, 0.9, 0.06])


def test_set_holds_the_best_and_what_cannot_be_told_from_it(values):
    found = best_set(values)

    assert found.best == int(np.argmin(values.mean(axis=0)))
    assert found.is_in.tolist() == [False, True, True, False]
    assert found.p_value[found.best] == 1.0


def test_equal_candidates_are_all_in_the_set(values):
    same = np.repeat(values[:, :1], 3, axis=1)

    assert best_set(same).is_in.all()


def test_set_seldom_loses_a_candidate_that_is_as_good_as_the_best():
    rng = np.random.default_rng(7)
    n_complete = sum(
        best_set(rng.normal(0.0, 1.0, (40, 1)) + rng.normal(0.0, 0.1, (40, 2)))
        .is_in.all()
        for _ in range(300)
    )  # fmt: skip

    # One-sided against the smaller mean of two: at most 2 x 5 % are lost. 300 x 0.9
    # less four binomial standard errors.
    assert n_complete >= 270 - 4 * 5.2


def test_bootstrap_and_sign_flips_agree_with_the_t_test_on_normal_values(values):
    apart = values[:, 0] - values[:, 1]
    rng = np.random.default_rng(3)

    oracle = stats.ttest_1samp(apart, 0.0)
    interval = oracle.confidence_interval(0.95)
    assert bca_interval(apart, rng) == pytest.approx(
        (interval.low, interval.high), abs=5e-4
    )
    assert sign_flip_p(apart - apart.mean() + 0.0015, rng) == pytest.approx(
        stats.ttest_1samp(apart - apart.mean() + 0.0015, 0.0).pvalue, abs=0.03
    )


def test_no_difference_has_no_interval_and_no_evidence():
    rng = np.random.default_rng(3)

    assert np.isnan(bca_interval(np.zeros(9), rng)).all()
    assert sign_flip_p(np.zeros(9), rng) == 1.0


def test_candidate_without_a_number_is_neither_best_nor_equal_to_it():
    values = np.random.default_rng(5).normal(1.0, 0.1, (30, 3))
    values[:, 0] = np.nan

    found = best_set(values)

    assert found.best in (1, 2)
    assert not found.is_in[0]
