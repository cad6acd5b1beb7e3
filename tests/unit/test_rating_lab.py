"""What another configuration would do."""

import numpy as np
import pytest
from scipy import stats

from rating.config import RatingConfig
from rating.config_file import with_values
from rating.lab import compare_ladder, try_config
from rating.metrics import log_losses, mean_difference, measure, rated_hands
from rating.replay import replay
from rating.tables import ratings_table
from tests.golden.rating_warehouse import fill, open_memory
from tests.golden.seasons import hand_arrays, random_season

LIVE = RatingConfig()
EASY = with_values(
    LIVE,
    {
        "levels.table": [{"name": "low"}, {"name": "high", "form": 900}],
        "change.k": [{"from_hand": 0, "k": 40}],
    },
)


@pytest.fixture(scope="module")
def season():
    return random_season(5, n_hands=300)


@pytest.fixture(scope="module")
def hands(season):
    return hand_arrays(*season).on_ladder("coastal/live")


def test_same_configuration_moves_nobody(hands):
    found = compare_ladder("coastal/live", hands, LIVE, LIVE)

    assert found.promoted == found.demoted == ()
    assert found.before == found.after
    assert found.log_loss_difference.estimate == 0.0
    assert all(p.rating_before == p.rating_after for p in found.players)


def test_lists_hold_the_players_whose_place_differs(hands):
    found = compare_ladder("coastal/live", hands, LIVE, EASY)

    old = levels_of(hands, LIVE, ("Beginner", "Improver", "Intermediate"))
    new = levels_of(hands, EASY, ("low", "high"))
    assert {p.player_id for p in found.promoted} == {p for p in old if new[p] > old[p]}
    assert {p.player_id for p in found.demoted} == {p for p in old if new[p] < old[p]}
    assert found.promoted


def levels_of(hands, config, names):
    rows = ratings_table(replay(hands, config)).to_pylist()
    places = {None: -1} | {name: i for i, name in enumerate(names)}
    return {row["player_id"]: places[row["level"]] for row in rows}


def test_matrix_counts_every_player_once(hands):
    found = compare_ladder("coastal/live", hands, LIVE, EASY)

    assert sum(map(sum, found.level_matrix)) == len(found.players)
    assert found.level_names_after == ("self-rated", "low", "high")


def test_metrics_are_the_mean_losses_of_the_hands_both_rate(hands):
    found = compare_ladder("coastal/live", hands, LIVE, EASY)

    old, new = replay(hands, LIVE), replay(hands, EASY)
    both = rated_hands(old) & rated_hands(new)
    difference = log_losses(new)[both] - log_losses(old)[both]
    assert found.n_hands == both.sum()
    assert found.after.log_loss == pytest.approx(log_losses(new)[both].mean())
    assert found.log_loss_difference.estimate == pytest.approx(difference.mean())


def test_interval_of_games_of_one_hand_is_that_of_a_paired_t_test():
    rng = np.random.default_rng(1)
    before, after = rng.normal(0.7, 0.1, 80), rng.normal(0.69, 0.1, 80)

    found = mean_difference(before, after, np.arange(80, dtype=np.int32))

    oracle = stats.ttest_rel(after, before).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high))


def test_interval_covers_the_truth_where_hands_of_a_game_resemble_each_other():
    rng = np.random.default_rng(2)
    n_covered = 0
    for _ in range(400):
        sizes = rng.integers(1, 15, 60)
        game = np.repeat(np.arange(60, dtype=np.int32), sizes)
        difference = np.repeat(rng.normal(0.0, 1.0, 60), sizes)
        found = mean_difference(np.zeros(len(game)), difference, game)
        n_covered += found.low <= 0.0 <= found.high

    # 95 % of 400 with the binomial's 4 standard errors below, and not always.
    assert 362 <= n_covered < 400


def test_one_game_has_an_estimate_and_no_interval():
    game = np.zeros(3, dtype=np.int32)

    found = mean_difference(np.zeros(3), np.ones(3), game)

    assert found.estimate == 1.0
    assert np.isnan(found.low)


def test_no_hand_has_no_metric(hands):
    empty = replay(hands.take(slice(0, 0)), LIVE)

    assert measure(empty, rated_hands(empty)).log_loss is None


def test_try_reads_the_warehouse_and_writes_nothing(season):
    con = open_memory()
    fill(con, *season)

    comparison = try_config(con, EASY)

    assert "coastal/live" in [ladder.ladder for ladder in comparison.ladders]
    for table in ("rating_changes", "rating_runs", "rating_configs", "levels"):
        assert con.execute(f"select count(*) from {table}").fetchall() == [(0,)]
    con.close()


def test_try_on_one_ladder_and_on_an_empty_warehouse(season):
    con = open_memory()
    assert try_config(con, EASY).ladders == ()

    fill(con, *season)

    [ladder] = try_config(con, EASY, ladder="tiles/live").ladders
    assert ladder.ladder == "tiles/live"
    assert try_config(con, EASY, ladder="partnership/live").ladders == ()
    con.close()
