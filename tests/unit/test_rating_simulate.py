"""Simulated hands keep the rules of games and hold the truth they are made from."""

import dataclasses
import math

import numpy as np
import pytest

from engine.errors import UsageError
from engine.rulesets import get_ruleset
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.formulas import actual_scores
from rating.hands import AWAY, PRESENT
from rating.replay import replay
from rating.simulate import RULESETS, Population, simulate_hands
from rating.simulate_kernel import expected_scores
from rating.simulate_points import engine_points, points_a_gap, thin_points
from rating.simulate_truth import report_truth

SMALL = Population(n_players=200)
STEADY = with_values(RatingConfig(), {"change.k": [{"from_hand": 0, "k": 10}]})


def simulate(population, n_hands, seed=1, **changes):
    population = dataclasses.replace(population, **changes)
    return simulate_hands(population, n_hands, np.random.default_rng(seed))


@pytest.fixture(scope="module")
def season():
    return simulate(SMALL, 30_000)


@pytest.fixture(scope="module")
def people_only():
    """Settled people without any computer, whose skill stands still."""
    return simulate(SMALL, 200_000, computer_share=0.0, n_players=100)


def games_of(season):
    hands = season.hands
    order = np.argsort(hands.game, kind="stable")
    cuts = np.flatnonzero(np.diff(hands.game[order])) + 1
    return np.split(order, cuts)


def test_same_seed_gives_the_same_bits(season):
    again = simulate(SMALL, 30_000)
    other = simulate(SMALL, 30_000, seed=2)

    for name in ("margin", "player", "game", "is_game_over", "said", "ended_at"):
        assert np.array_equal(getattr(season.hands, name), getattr(again.hands, name))
    assert season.skill.tobytes() == again.skill.tobytes()
    assert not np.array_equal(season.hands.margin, other.hands.margin)


@pytest.mark.parametrize("family", RULESETS)
def test_games_end_when_the_engine_would_end_them(family):
    season = simulate(SMALL, 5_000, family=family)
    ruleset = get_ruleset(RULESETS[family])

    for hands in games_of(season):
        totals = np.cumsum(season.points[hands], axis=0)
        over = [ruleset.is_game_over(tuple(total)) for total in totals.tolist()]
        assert list(season.hands.is_game_over[hands]) == over
        assert not any(over[:-1])
        assert list(season.hands.hand_no[hands]) == list(range(1, len(hands) + 1))


def test_table_keeps_its_people_and_nobody_sits_at_two(season):
    player = season.hands.player
    games = games_of(season)
    for hands in games:
        assert (player[hands] == player[hands[0]]).all()
    busy_until = {}
    for hands in sorted(games, key=lambda hands: hands[0]):
        people = [p for p in player[hands[0]] if p >= 0]
        assert len(set(people)) == len(people)
        for who in people:
            assert busy_until.get(who, -1) < hands[0]
            busy_until[who] = hands[-1]


def test_shares_are_those_asked_for(season):
    hands, population = season.hands, season.population
    finished = {hands.game[i] for i in np.flatnonzero(hands.is_game_over)}
    n_ended = len(hands.game_ids) - 200 // 8  # some are still on at the end
    is_computer = hands.player < 0

    assert np.array_equal(is_computer, hands.held_by != PRESENT)
    assert is_computer.mean() == pytest.approx(population.computer_share, abs=0.01)
    # A hand may jump past the target of a game that would have broken up.
    assert 0.8 < len(finished) / n_ended < 1.0
    whole = simulate(SMALL, 5_000, abandoned_share=0.0)
    assert whole.hands.is_game_over.sum() >= len(whole.hands.game_ids) - 25


def test_points_are_multiples_of_5_and_margins_their_difference(season):
    assert (season.points % 5 == 0).all()
    assert np.array_equal(season.hands.margin, season.points @ np.array([1, -1]))


def test_margin_rises_with_the_gap_in_skill_by_the_slope_of_the_fit(season):
    gap = season.skill @ np.array([0.5, -0.5, 0.5, -0.5])

    slope = np.polyfit(gap, season.hands.margin, 1)[0]

    wanted = points_a_gap(engine_points("coastal"), "coastal")
    # Its standard error: 3,900 points over √30,000 hands and a gap SD of 150.
    assert slope == pytest.approx(wanted, abs=3 * 3_900 / 150 / 30_000**0.5)


def test_150_points_of_skill_score_what_150_points_of_rating_foretell():
    points = engine_points("coastal")
    margins = points[:, 0] - points[:, 1]
    both = np.concatenate((margins, -margins))
    shift = round(points_a_gap(points, "coastal") * 150)

    scores = actual_scores(both + shift, np.full(len(both), 900.0), 0)

    assert scores.mean() == pytest.approx(1 / (1 + 10 ** (-150 / 400)), abs=1e-4)


def test_skill_that_stands_still_is_the_same_in_every_hand(season):
    seen = {}
    for who, skill in zip(
        season.hands.player.ravel().tolist(), season.skill.ravel().tolist(), strict=True
    ):
        assert seen.setdefault(who, skill) == skill
    assert seen[-1] == 1_300.0


def test_wandering_skill_moves_by_the_drift_in_100_hands():
    season = simulate(SMALL, 100_000, drift=30.0, computer_share=0.0)
    player, skill = season.hands.player.ravel(), season.skill.ravel()
    order = np.argsort(player, kind="stable")
    player, skill = player[order], skill[order]
    moved = (skill[100:] - skill[:-100])[player[100:] == player[:-100]]

    assert moved.std() == pytest.approx(30.0, rel=0.03)
    assert moved.mean() == pytest.approx(0.0, abs=1.0)


def test_skill_that_returns_keeps_its_spread():
    # Ornstein–Uhlenbeck with σ² = 9 a hand and τ = 50: SD → √(9 / (1 - e^(-2/50))).
    season = simulate(
        SMALL, 100_000, drift=30.0, return_hands=50.0, skill_sd=0.0, computer_share=0.0
    )

    late = season.skill[50_000:]

    assert late.std() == pytest.approx((9.0 / (1.0 - np.exp(-0.04))) ** 0.5, rel=0.03)


def test_thinning_keeps_the_quantiles_of_the_margin():
    rng = np.random.default_rng(1)
    pairs = [(int(a), int(b)) for a, b in rng.normal(0, 900, (20_000, 2))]
    thin = thin_points(pairs, 200)

    full = np.abs(np.subtract(*np.array(pairs).T))
    kept = np.abs(thin[:, 0] - thin[:, 1])

    assert len(kept) == 200
    levels = [0.1, 0.5, 0.9]
    found, wanted = np.quantile(kept, levels), np.quantile(full, levels)
    assert found == pytest.approx(wanted, rel=0.02)
    assert len(thin_points(pairs[:10], 200)) == 10


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"family": "rummy"}, "found --family rummy, expected one of coastal"),
        ({"n_players": 7}, "found --players 7, expected 8 to 10,000,000"),
        ({"n_players": 10**13}, "expected 8 to 10,000,000"),
        ({"computer_share": 1.5}, "found --computer-share 1.5, expected 0 to 1"),
        ({"abandoned_share": -0.1}, "found --abandoned-share -0.1"),
        ({"computer_share": math.nan}, "found --computer-share nan, expected 0 to 1"),
        ({"drift": -1.0}, "found --drift -1.0, expected 0 to 10,000"),
        ({"drift": math.inf}, "found --drift inf, expected 0 to 10,000"),
        ({"skill_sd": 1e300}, r"found --skill-sd 1e\+300, expected 0 to 10,000"),
        ({"skill_sd": math.nan}, "found --skill-sd nan"),
        ({"skill_mean": math.nan}, "found --skill-mean nan, expected -10,000 to"),
        ({"computer_skill": -1e9}, "found --computer-skill -1000000000.0"),
        ({"return_hands": 0.0}, "found --return-hands 0.0, expected 1 to"),
        ({"return_hands": math.inf}, "found --return-hands inf, expected 1 to"),
        ({"return_hands": math.nan}, "found --return-hands nan"),
    ],
)
def test_population_that_cannot_be_is_refused_in_a_sentence(changes, words):
    with pytest.raises(UsageError, match=words):
        dataclasses.replace(SMALL, **changes)


@pytest.mark.parametrize("n_hands", [0, -5, 10**13])
def test_hands_that_cannot_be_played_are_refused(n_hands):
    with pytest.raises(UsageError, match=f"found --hands {n_hands}, expected 1 to"):
        simulate(SMALL, n_hands)


def test_hands_of_computers_alone_have_no_truth_to_report():
    computers = simulate(SMALL, 100, computer_share=1.0)

    with pytest.raises(UsageError, match="found no rated hand, expected more"):
        report_truth(computers, STEADY)


def test_settled_ratings_have_the_noise_of_theory_and_no_bias(people_only):
    report = report_truth(people_only, STEADY)

    # A closed table conserves the sum of the Ratings where K is the same for all.
    assert report.noise == pytest.approx(report.noise_in_theory, rel=0.06)
    assert abs(report.bias) < 0.1
    assert report.lag is None
    assert report.form_noise < report.noise


def test_perfect_knowledge_is_the_best_that_a_rating_can_reach(people_only):
    report = report_truth(people_only, RatingConfig())

    assert 0.0 < report.skill < report.best_skill
    # The defaults are what a point of skill is measured by.
    assert report.spread == pytest.approx(1.0, abs=0.05)


def test_wrong_starts_close_as_theory_says(people_only):
    report = report_truth(people_only, STEADY)
    curve = report.convergence

    # Everybody at a table starts wrong, which slows all of them down a little.
    in_theory = np.log(2.0) / np.log(1.0 / (1.0 - 10.0 * np.log(10.0) / 3200.0))
    assert curve.hands_until(1.0) == 0
    assert in_theory < curve.hands_until(0.5) < 1.5 * in_theory
    assert curve.hands_until(0.5) < curve.hands_until(0.25) < curve.hands_until(0.1)
    assert curve.close_after(0) < curve.close_after(100) < curve.close_after(900)


def test_larger_k_follows_wandering_skill_sooner():
    season = simulate(SMALL, 150_000, drift=40.0, return_hands=200.0, n_players=100)
    quick = with_values(RatingConfig(), {"change.k": [{"from_hand": 0, "k": 40}]})

    slow, fast = (report_truth(season, config) for config in (STEADY, quick))

    assert 0 < fast.lag < slow.lag <= slow.form_lag
    assert slow.lag == pytest.approx(slow.lag_in_theory, rel=0.5)
    for report in (slow, fast):
        assert report.noise == pytest.approx(report.noise_in_theory, rel=0.1)


def test_wider_margin_scale_gives_a_point_of_skill_fewer_rating_points(people_only):
    wide = with_values(RatingConfig(), {"change.margin_scale.coastal": 3_600})

    assert report_truth(people_only, wide).spread < 0.7


def test_expected_scores_are_those_of_elo():
    found = expected_scores(np.array([0.0, 200.0, -400.0]), 400.0)

    # FIDE handbook B.02, table 8.1.2, and odds of ten to one.
    assert found == pytest.approx([0.5, 0.76, 1 / 11], abs=5e-3)


@pytest.fixture(scope="module")
def away_season():
    return simulate(SMALL, 30_000, away_share=0.2)


def test_computers_play_the_stated_share_of_the_peoples_hands(away_season):
    of_people = away_season.hands.held_by[away_season.hands.player >= 0]

    # Three standard errors of a share of some 110,000 seats.
    assert np.mean(of_people == AWAY) == pytest.approx(0.2, abs=0.004)
    assert set(np.unique(of_people)) == {PRESENT, AWAY}


def test_away_seat_plays_as_strong_as_a_computer_and_keeps_the_players_skill(
    away_season,
):
    hands, is_away = away_season.hands, away_season.is_away
    skill = simulate(SMALL, 1, away_share=0.2).population.computer_skill

    assert (away_season.strength[is_away] == skill).all()
    who, own = hands.player[is_away], away_season.skill[is_away]
    present = {int(p): s for p, s in zip(
        hands.player[hands.held_by == PRESENT],
        away_season.skill[hands.held_by == PRESENT],
        strict=True,
    )}  # fmt: skip
    assert all(present[int(p)] == s for p, s in zip(who, own, strict=True))


def test_margin_of_away_hands_follows_the_computers_strength(away_season):
    gap = away_season.strength @ np.array([0.5, -0.5, 0.5, -0.5])
    slope = np.polyfit(gap, away_season.hands.margin, 1)[0]

    assert slope == pytest.approx(
        points_a_gap(engine_points("coastal"), "coastal"), rel=0.05
    )


@pytest.mark.parametrize(
    ("policy", "counted"), [("on_return", True), ("always", True), ("never", False)]
)
def test_policy_says_whether_away_hands_count(away_season, policy, counted):
    config = with_values(RatingConfig(), {"seats.away_hands": policy})
    changes = replay(away_season.hands, config).changes
    is_away = away_season.is_away[changes["hand"], changes["seat"]]

    assert is_away.any() == counted
    assert (changes["settled_by"][is_away] >= 0).all() == (policy != "always")


def test_away_hands_bias_no_settled_rating():
    season = simulate(SMALL, 200_000, n_players=100, away_share=0.1)

    report = report_truth(season, STEADY)

    # An away hand is the computer's: it draws the absent towards its strength, so
    # that Ratings spread less, but not to one side on the whole.
    assert abs(report.bias) < report.noise / 2.0
