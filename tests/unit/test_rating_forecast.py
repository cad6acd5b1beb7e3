"""The way to the next level: futures whose end is known on paper."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.forecast_figures import tell
from rating.ahead import PlayerNow
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.forecast import AHEAD, PlayedHand, draw_hands, forecast, next_level
from rating.simulate import Population

CONFIG = RatingConfig()
# Advanced asks for Form 1,150, 100 rated hands and 10 finished games.
NOW = PlayerNow(
    rating=1200.0,
    form=1100.0,
    rated_hands=140,
    finished_games=14,
    level="Intermediate",
    protected_hands_left=0,
    is_at_risk=False,
)
# A tie of even sides moves no Rating, so that nothing is left to luck.
TIE = PlayedHand(0, 1200.0, 1200.0, 1200.0, False, 2)


def told(now=NOW, played=(TIE,) * 40, config=CONFIG, seed=1):
    return forecast(
        now, config, "coastal", played, np.random.default_rng(seed), n_futures=200
    )


def test_form_that_follows_a_steady_rating_arrives_when_arithmetic_says():
    found = told()

    # Clause 3: 1,200 - 100 (29/31)^n >= 1,150 from n = ln 2 / ln (31/29) = 10.4 on.
    assert (found.chance, found.hands, found.steady_hands) == (1.0, 11, 11)
    (form,) = found.conditions
    assert (form.what, form.chance, form.hands) == ("Form", 1.0, 11)
    assert found.bands[0] == (0, *(1100.0,) * 5)
    expected = 1200 - 100 * (29 / 31) ** AHEAD
    assert found.bands[AHEAD] == pytest.approx((AHEAD, *(expected,) * 5))


def test_rated_hands_bind_where_form_is_there():
    found = told(replace(NOW, form=1180.0, rated_hands=60))

    (hands,) = found.conditions
    assert (hands.what, hands.chance, hands.hands) == ("rated hands", 1.0, 40)
    assert (found.chance, found.hands) == (1.0, 40)
    assert found.steady_hands == 0


def test_level_that_asks_for_more_hands_than_are_told_has_no_chance_but_a_number():
    found = told(replace(NOW, form=1180.0, rated_hands=40))

    assert (found.chance, found.hands) == (0.0, 60)


def test_finished_games_bind_where_they_come_last():
    played = (TIE._replace(finishes=True),) * 40

    found = told(replace(NOW, form=1180.0, finished_games=7), played)
    never = told(replace(NOW, form=1180.0, finished_games=7))

    assert [(c.what, c.hands) for c in found.conditions] == [("finished games", 3)]
    assert [(c.what, c.hands) for c in never.conditions] == [("finished games", None)]
    assert (never.chance, never.hands) == (0.0, None)


def test_rated_hands_bind_where_the_games_are_there_long_before():
    played = [TIE._replace(finishes=n % 10 == 9) for n in range(40)]

    found = told(replace(NOW, form=1180.0, rated_hands=60, finished_games=8), played)

    # Two games take about 15 hands, the 40 hands take 40.
    assert [c.what for c in found.conditions] == ["rated hands", "finished games"]
    assert found.hands == 40


def test_condition_that_is_less_likely_binds_first():
    found = told(replace(NOW, rated_hands=95, finished_games=9))

    # No game ends, Form takes 11 hands, five more are played in five.
    assert [c.what for c in found.conditions] == [
        "finished games",
        "Form",
        "rated hands",
    ]


def test_form_that_will_be_lost_before_the_rest_is_met_binds():
    now = replace(NOW, rating=1100.0, form=1152.0, rated_hands=60)
    even = PlayedHand(0, 1100.0, 1100.0, 1100.0, False, 2)

    found = told(now, (even,) * 40)

    # After 40 hands Form is 1,100 + 52 (29/31)^40 = 1,103.6.
    assert found.chance == 0.0
    assert [(c.what, c.is_met, c.without) for c in found.conditions] == [
        ("Form", True, 1.0),
        ("rated hands", False, 0.0),
    ]


def test_rating_below_the_line_never_brings_form_to_it_without_luck():
    found = told(replace(NOW, rating=1140.0))

    assert found.steady_hands is None


def test_nothing_is_missing_where_all_is_met():
    found = told(replace(NOW, form=1160.0))

    assert (found.conditions, found.chance, found.hands) == ((), 1.0, 1)


def test_winning_by_more_than_expected_raises_the_chance():
    now = replace(NOW, rating=1100.0)
    hands = [TIE._replace(margin=m, rating_before=1100.0) for m in (-900, 900) * 20]
    better = [hand._replace(margin=hand.margin + 900) for hand in hands]

    assert told(now, better).chance > told(now, hands).chance


def test_fewer_than_thirty_own_hands_tell_nothing():
    assert told(played=(TIE,) * 29) is None
    assert told(played=(TIE,) * 30) is not None


def test_top_level_and_no_level_have_nothing_above():
    assert next_level(replace(NOW, level="Master"), CONFIG) is None
    assert told(replace(NOW, level="Master")) is None
    assert told(replace(NOW, level=None)) is None


def test_same_generator_gives_the_same_forecast():
    hands = [TIE._replace(margin=m) for m in range(-2000, 2000, 100)]

    assert told(played=hands) == told(played=hands)
    assert told(played=hands, seed=2).bands != told(played=hands).bands


def test_window_form_goes_on_from_the_last_ratings():
    config = with_values(CONFIG, {"form.kind": "window", "form.span": 20})
    now = replace(NOW, last_ratings=(1000.0,) * 20)

    # (1000 (20 - n) + 1200 n) / 20 is at 1,150 after 15 hands.
    assert told(now, config=config).hands == 15


def test_every_hand_is_drawn_as_often_in_stretches_of_ten():
    drawn = draw_hands(40, 4_000, 50, np.random.default_rng(1))

    counts = np.bincount(drawn.ravel(), minlength=40) / drawn.size
    assert drawn.shape == (50, 4_000)
    assert counts == pytest.approx(np.full(40, 1 / 40), abs=0.003)
    # Of ten steps one begins a new stretch, and a pool has seams of its own.
    goes_on = (np.diff(drawn, axis=0) % 40 == 1).mean()
    assert 0.75 < goes_on < 0.95


def test_forecasts_of_simulated_players_come_true_about_as_often_as_told():
    population = Population(n_players=600)

    found = tell(population, CONFIG, np.random.default_rng(5), 80_000, 500)

    chance = np.array([x.chance for x in found])
    came = np.array([x.came for x in found])
    middle = (chance >= 0.3) & (chance < 0.7)
    assert middle.sum() > 40
    # Measured over 620 of them: told 48 %, came 41 %. 0.2 is 2.5 SE of 40 more.
    assert came[middle].mean() == pytest.approx(chance[middle].mean(), abs=0.2)
    assert came[chance < 0.05].mean() < 0.06
    assert came[chance > 0.95].mean() > 0.9
