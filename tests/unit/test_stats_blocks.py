"""Intervals over blocks of games, and times to an event."""

import numpy as np
import pytest
from scipy import stats

from rating.stats.blocks import bootstrap, game_blocks, jackknife
from rating.stats.survival import time_curve


def mean(total):
    return np.stack([total[..., 0] / total[..., 1]])


def test_interval_of_independent_blocks_is_that_of_the_normal_law():
    rng = np.random.default_rng(1)
    sums = np.column_stack((rng.normal(0.0, 1.0, 1_000), np.ones(1_000)))

    found = bootstrap(sums, mean, rng)

    # 2 × 1.96 / √1000, ± 10 % for a bootstrap of 999.
    assert found.high[0] - found.low[0] == pytest.approx(0.124, rel=0.1)
    assert found.estimate[0] == pytest.approx(sums[:, 0].mean())


def test_hands_repeated_within_their_games_do_not_narrow_the_interval():
    rng = np.random.default_rng(2)
    values = rng.normal(0.0, 1.0, 200)
    once = np.column_stack((values, np.ones(200)))

    one, ten = (
        bootstrap(sums, mean, np.random.default_rng(1)) for sums in (once, 10 * once)
    )

    assert (ten.low, ten.high) == (pytest.approx(one.low), pytest.approx(one.high))


def test_same_generator_gives_the_same_bounds():
    sums = np.random.default_rng(3).random((50, 2)) + 1.0

    first, second = (bootstrap(sums, mean, np.random.default_rng(5)) for _ in range(2))

    assert np.array_equal(first.low, second.low)
    assert np.array_equal(first.high, second.high)


def test_one_block_or_a_rate_that_never_varies_has_no_interval():
    one = bootstrap(np.ones((1, 2)), mean, np.random.default_rng(1))
    never = bootstrap(
        np.column_stack((np.zeros(30), np.ones(30))), mean, np.random.default_rng(1)
    )

    assert one.estimate == never.estimate + 1.0 == [1.0]
    assert np.isnan([one.low, one.high, never.low, never.high]).all()


def test_blocks_hold_whole_games_in_the_order_in_which_they_began():
    rng = np.random.default_rng(4)
    game = rng.permutation(500).astype(np.int32)[np.sort(rng.integers(0, 500, 4_000))]

    block, n_blocks = game_blocks(game, most_blocks=100)

    assert n_blocks == 100
    assert set(block) == set(range(100))
    assert (np.diff(block) >= 0).all()
    for number in set(game):
        assert len(set(block[game == number])) == 1


def test_fewer_games_than_blocks_are_a_block_each():
    block, n_blocks = game_blocks(np.array([7, 7, 3, 7, 5], dtype=np.int32))

    assert (list(block), n_blocks) == ([0, 0, 1, 0, 2], 3)


def test_time_curve_is_that_of_the_trial_of_freireich():
    # Weeks to relapse under 6-MP, Freireich et al. 1963 (Blood 21), the standard
    # example of Kaplan and Meier's estimate; survival as published, e.g. by Cox and
    # Oakes 1984, table 1.1; interval at week 6 by R's survfit, conf.type "log-log".
    relapsed = np.array([6, 6, 6, 7, 10, 13, 16, 22, 23], dtype=np.float64)
    still = np.array([6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35], dtype=np.float64)

    curve = time_curve(relapsed, still)

    left = dict(zip(curve.time, 1.0 - curve.share, strict=True))
    published = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538}
    for week, share in published.items():
        assert left[week] == pytest.approx(share, abs=5e-4)
    assert 1.0 - curve.high[0] == pytest.approx(0.620, abs=5e-4)
    assert 1.0 - curve.low[0] == pytest.approx(0.952, abs=5e-4)
    assert curve.quantile(0.5) == 23.0
    assert (curve.n, curve.n_arrived) == (21, 9)


def test_time_curve_without_anybody_waiting_is_the_plain_share():
    curve = time_curve(np.array([1.0, 2.0, 2.0, 4.0]), np.empty(0))

    assert curve.share == pytest.approx([0.25, 0.75, 1.0])


def test_time_curve_of_nobody_or_of_no_arrival():
    nobody = time_curve(np.empty(0), np.empty(0))
    waiting = time_curve(np.empty(0), np.array([3.0, 9.0]))

    assert (nobody.n, len(nobody.time), nobody.quantile(0.5)) == (0, 0, None)
    assert waiting.share == pytest.approx([0.0, 0.0])
    assert waiting.quantile(0.5) is None


def test_jackknife_of_a_mean_is_students_interval():
    values = np.random.default_rng(3).normal(5.0, 2.0, 40)
    sums = np.stack((values, np.ones(40)), axis=-1)

    found = jackknife(sums, lambda total: (total[..., 0] / total[..., 1])[None])

    wanted = stats.ttest_1samp(values, 0.0).confidence_interval(0.95)
    assert found.estimate[0] == pytest.approx(values.mean())
    assert (found.low[0], found.high[0]) == pytest.approx(tuple(wanted), rel=1e-12)


def test_jackknife_of_one_block_has_no_interval():
    found = jackknife(np.ones((1, 2)), lambda total: total[..., :1].T)

    assert np.isnan(found.low).all()
    assert np.isnan(found.high).all()
