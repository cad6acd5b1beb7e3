"""Noise, memory and speed of a K-factor, against paper, simulation and scipy."""

import math

import numpy as np
import pytest
from scipy import linalg

from rating import metrics_theory as theory
from rating.config import KStep

TWO_AGAINST_TWO = theory.pull(400.0, 2)
SCHEDULE = (
    KStep(from_hand=0, k=24.0),
    KStep(from_hand=30, k=16.0),
    KStep(from_hand=100, k=10.0),
)


def test_pull_is_the_slope_of_the_expected_score_at_an_even_hand():
    # A player's Rating moves the side's mean by half of itself.
    def expected(own):
        return 1.0 / (1.0 + 10.0 ** (-own / 2.0 / 400.0))

    step = 1e-4
    slope = (expected(step) - expected(-step)) / (2.0 * step)

    assert pytest.approx(slope, rel=1e-8) == TWO_AGAINST_TWO


@pytest.mark.parametrize(("k", "memory"), [(10.0, 277), (24.0, 115)])
def test_effective_hands_are_those_of_an_exponential_mean(k, memory):
    # An exponential mean of weight w is as noisy as a plain mean of 2 / w - 1.
    weight = k * TWO_AGAINST_TWO

    assert theory.effective_hands(k, TWO_AGAINST_TWO) == pytest.approx(2 / weight - 1)
    assert theory.effective_hands(k, TWO_AGAINST_TWO) == pytest.approx(memory, abs=0.5)


def test_noise_is_that_of_a_simulated_autoregression():
    rng = np.random.default_rng(1)
    k, variance, rating = 10.0, 0.09, np.zeros(4_000)
    for _ in range(1_500):
        luck = rng.normal(0.0, math.sqrt(variance), 4_000)
        rating += k * (luck - TWO_AGAINST_TWO * rating)

    found = theory.equilibrium_sd(k, variance, TWO_AGAINST_TWO)

    assert found == pytest.approx(rating.std(), rel=0.03)


def test_noise_of_wandering_skill_is_that_of_a_simulated_pursuit():
    rng = np.random.default_rng(2)
    k, variance, drift, back = 10.0, 0.09, 4.0, 300.0
    skill, rating = np.zeros(4_000), np.zeros(4_000)
    for _ in range(1_500):
        luck = rng.normal(0.0, math.sqrt(variance), 4_000)
        rating += k * (luck + TWO_AGAINST_TWO * (skill - rating))
        skill = skill * (1.0 - 1.0 / back) + rng.normal(0.0, drift, 4_000)

    found = theory.equilibrium_sd(
        k,
        variance,
        TWO_AGAINST_TWO,
        drift_variance=drift**2,
        return_rate=1.0 / back,
    )

    assert found == pytest.approx((rating - skill).std(), rel=0.03)


def test_best_k_has_the_least_noise():
    def noise(k):
        return theory.equilibrium_sd(k, 0.09, TWO_AGAINST_TWO, drift_variance=9.0)

    best = theory.best_k(9.0, 0.09)

    assert best == pytest.approx(10.0)
    assert noise(best) < min(noise(9.0), noise(11.0))


def test_best_k_is_the_gain_of_the_kalman_filter():
    drift, variance, pull = 2.5**2, 0.09, TWO_AGAINST_TWO
    # Skill wanders by `drift`; a hand shows pull * skill with the noise `variance`.
    covariance = linalg.solve_discrete_are(
        np.eye(1), np.array([[pull]]), np.array([[drift]]), np.array([[variance]])
    )[0, 0]
    gain = covariance * pull / (pull**2 * covariance + variance)

    assert theory.best_k(drift, variance) == pytest.approx(gain, rel=0.01)


def test_matched_drift_turns_best_k_around():
    drift = theory.matched_drift(10.0, 0.084, n_hands=1) ** 2

    assert theory.best_k(float(drift), 0.084) == pytest.approx(10.0)
    assert theory.matched_drift(10.0, 0.084) == pytest.approx(29.0, abs=0.05)


@pytest.mark.parametrize("left", [0.5, 0.25, 0.1, 0.01])
def test_hands_to_close_is_where_the_remaining_gap_falls_below(left):
    n_hands = theory.hands_to_close(SCHEDULE, TWO_AGAINST_TWO, left)

    gap = 1.0
    for hand in range(n_hands):
        assert gap > left
        gap *= 1.0 - (24 if hand < 30 else 16 if hand < 100 else 10) * TWO_AGAINST_TWO
    assert gap <= left
    found = theory.remaining_gap(SCHEDULE, TWO_AGAINST_TWO, n_hands)
    assert found[-1] == pytest.approx(gap)
    assert (found[0], len(found)) == (1.0, n_hands + 1)


def test_k_that_overshoots_closes_at_once_and_a_tiny_one_never():
    wild, tiny = (KStep(from_hand=0, k=1e4),), (KStep(from_hand=0, k=1e-9),)

    assert theory.hands_to_close(wild, TWO_AGAINST_TWO, 0.1) == 1
    assert theory.hands_to_close(tiny, TWO_AGAINST_TWO, 0.1) is None
    assert theory.hands_to_close(tiny, 1e-300, 0.1) is None
    assert theory.effective_hands(1e4, TWO_AGAINST_TWO) == 1.0
