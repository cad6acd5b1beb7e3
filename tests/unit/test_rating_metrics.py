"""The metrics of ladders, against plain loops over rows and known cases."""

import dataclasses
import json
import math
from collections import defaultdict

import numpy as np
import pytest
from scipy import stats

from benchmarks.population import draw_hands
from rating.cli_try import comparison_fields
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.lab import Comparison, compare_ladder
from rating.metrics import measure, rated_hands
from rating.metrics_blocks import OF_BINS
from rating.metrics_levels import churn_sums, times_to_levels
from rating.metrics_list import METRICS
from rating.metrics_players import _pairs_by_game, inflation, partners, points_added
from rating.metrics_table import compare_metrics, measure_metrics
from rating.replay import replay
from rating.tables import changes_table
from tests.golden.seasons import (
    MINUTE,
    computer,
    hand_arrays,
    make_hand,
    person,
    random_season,
)

LIVE = RatingConfig()
# Many steps up and down: lines close together, hardly any protection.
RESTLESS = with_values(
    LIVE,
    {
        "start.provisional_hands": 2,
        "change.k": [{"from_hand": 0, "k": 60}],
        "form.span": 3,
        "levels.keep_margin": 0,
        "levels.protected_hands": 1,
        "levels.table": [
            {"name": "low"},
            {"name": "middle", "form": 950, "hands": 4},
            {"name": "high", "form": 1050, "hands": 6},
        ],
    },
)


@pytest.fixture(scope="module")
def hands():
    return hand_arrays(*random_season(12, n_hands=900)).on_ladder("coastal/live")


@pytest.fixture(scope="module")
def result(hands):
    return replay(hands, RESTLESS)


@pytest.fixture(scope="module")
def rows(result):
    return changes_table(result).to_pylist()


def all_metrics(result, seed=1):
    found = measure_metrics(result, rated_hands(result), np.random.default_rng(seed))
    return found.estimates


def table_of(n_hands, seed, fourth):
    """Hands of three people and a fourth seat, one game after the other."""
    rng = np.random.default_rng(seed)
    seats = [person("a"), person("b"), person("c"), fourth]
    return hand_arrays(
        [
            make_hand(
                f"h{i:05d}",
                seats,
                [int(5 * rng.integers(-200, 200)), 0],
                game_id=f"g{i // 5:04d}",
                hand_no=i % 5 + 1,
                ended_at=i * MINUTE,
            )
            for i in range(n_hands)
        ],
        [],
    )


def test_churn_counts_the_events_of_the_rows(result, rows):
    everything = np.zeros(len(result.hands), dtype=np.intp)

    found = churn_sums(result, everything, 1)

    events = [row["level_event"] for row in rows]
    assert found.n_changes == len(rows)
    assert found.promotions == events.count("promoted") > 5
    assert found.demotions == events.count("demoted") > 5
    assert found.warnings == events.count("at_risk") > 5


def test_reversals_are_steps_that_take_the_step_before_back(result, rows):
    last, n_reversals = {}, 0
    for row in rows:
        event, player, n = row["level_event"], row["player_id"], row["rated_hands"]
        if event not in ("promoted", "demoted"):
            continue
        before, when = last.get(player, (event, 0))
        n_reversals += before != event and n - when <= 100
        last[player] = event, n

    found = churn_sums(result, np.zeros(len(result.hands), dtype=np.intp), 1)

    assert found.reversals == n_reversals > 5


def test_time_to_a_level_counts_those_who_have_not_reached_it(result, rows):
    arrived, played = {}, {}
    for row in rows:
        played[row["player_id"]] = row["rated_hands"]
        if row["level"] == "high":
            arrived.setdefault(row["player_id"], row["rated_hands"])
    waiting = {p: n for p, n in played.items() if p not in arrived}
    share = 1.0  # still below, by Kaplan and Meier's product over arrivals
    for time in sorted(set(arrived.values())):
        at_risk = sum(n >= time for n in [*arrived.values(), *waiting.values()])
        share *= 1.0 - sum(n == time for n in arrived.values()) / at_risk

    curve = times_to_levels(result)["high"]

    assert (curve.n, curve.n_arrived) == (len(played), len(arrived))
    assert 0 < len(arrived) < len(played) or share == 0.0
    assert curve.share[-1] == pytest.approx(1.0 - share)


def test_points_added_are_zero_with_equal_k_and_only_people():
    found = replay(
        table_of(60, 1, person("d")),
        with_values(LIVE, {"change.k": [{"from_hand": 0, "k": 20}]}),
    )

    added = points_added(found, np.zeros(60, dtype=np.intp), 1)

    assert added == pytest.approx([0.0], abs=1e-9)
    assert inflation(found).slope == pytest.approx(0.0, abs=1e-9)


def test_points_added_are_the_sum_of_the_changes(result, rows):
    added = points_added(result, np.zeros(len(result.hands), dtype=np.intp), 1)

    assert added == pytest.approx([math.fsum(row["rating_change"] for row in rows)])


def test_computer_that_is_rated_too_high_inflates_those_who_beat_it():
    hands = table_of(300, 2, computer())
    even = dataclasses.replace(hands, margin=np.zeros_like(hands.margin))

    drift = inflation(replay(even, LIVE))

    assert drift.slope > 0.0
    assert drift.low > 0.0


def test_p_of_partnerships_is_that_of_a_one_way_analysis_of_variance(result, rows):
    sides, by_game = defaultdict(list), defaultdict(list)
    for row in rows:
        if row["settled_by_hand_id"] is None:
            sides[row["hand_id"], row["side"]].append(row)
    for side in sides.values():
        if len(side) == 2:
            pair = frozenset(row["player_id"] for row in side)
            residual = side[0]["actual_score"] - side[0]["expected_score"]
            by_game[pair, side[0]["game_id"]].append(residual)
    by_pair = defaultdict(list)
    for (pair, _), residuals in by_game.items():
        by_pair[pair].append(np.mean(residuals))
    groups = [means for means in by_pair.values() if len(means) > 1]

    found = partners(result)

    assert found.n_partnerships == len(groups) > 10
    assert found.p_value == pytest.approx(stats.f_oneway(*groups).pvalue, rel=1e-9)


def test_metrics_are_the_same_from_either_side_of_the_table(hands):
    swapped = dataclasses.replace(
        hands,
        margin=-hands.margin,
        player=hands.player[:, [1, 0, 3, 2]],
        held_by=hands.held_by[:, [1, 0, 3, 2]],
    )

    one, two = (all_metrics(replay(x, LIVE)) for x in (hands, swapped))

    for name, found in one.items():
        expected = pytest.approx(two[name].value, rel=1e-6, abs=1e-9, nan_ok=True)
        assert found.value == expected, name


def test_every_metric_of_the_list_is_measured_once(result):
    assert list(all_metrics(result)) == [metric.name for metric in METRICS]


def test_log_loss_and_brier_are_those_stored_with_a_run(result):
    stored = measure(result, rated_hands(result))

    found = all_metrics(result)

    assert found["log_loss"].value == pytest.approx(stored.log_loss)
    assert found["brier"].value == pytest.approx(stored.brier)


def test_interval_holds_its_estimate(result):
    for name, (value, low, high) in all_metrics(result).items():
        if not math.isnan(low):
            # No spread of pairs is below 0, nor is its bound.
            assert low < value < high or low == value == 0.0, name


def test_configuration_against_itself_differs_in_nothing(result):
    found = compare_metrics(
        result, result, rated_hands(result), np.random.default_rng(1)
    )

    for row in found.rows:
        assert row.before == pytest.approx(row.after, nan_ok=True)
        assert row.difference.value in (0.0, pytest.approx(math.nan, nan_ok=True))


def test_pairing_narrows_the_interval_of_a_difference(hands, result):
    calmer = replay(
        hands, with_values(RESTLESS, {"change.k": [{"from_hand": 0, "k": 50}]})
    )
    both = rated_hands(result) & rated_hands(calmer)

    found = compare_metrics(result, calmer, both, np.random.default_rng(1))

    (row,) = [x for x in found.rows if x.metric.name == "calibration_slope"]
    assert row.difference.value == pytest.approx(row.after.value - row.before.value)
    reach = row.difference.high - row.difference.low
    assert reach < 0.5 * (row.before.high - row.before.low)


def test_no_rated_hand_has_no_metrics(hands):
    none = replay(hands.take(slice(0, 0)), LIVE)

    rng = np.random.default_rng(1)
    assert measure_metrics(none, rated_hands(none), rng) is None
    assert compare_metrics(none, none, rated_hands(none), rng) is None


def test_json_of_a_comparison_names_every_metric_and_holds_no_nan(hands):
    ladder = compare_ladder("coastal/live", hands, LIVE, RESTLESS)

    text = json.dumps(comparison_fields(Comparison(ladders=(ladder,))), allow_nan=False)

    (found,) = json.loads(text)["ladders"]
    assert set(found["metrics"]) == {metric.name for metric in METRICS}
    assert found["metrics"]["log_loss"]["difference"]["low"] is not None
    assert set(found["hands_to_levels"]["tried"]) == {"middle", "high"}


def test_bounds_of_the_partnership_effect_are_where_f_has_its_quantiles(result):
    found = partners(result)
    pair, residual = _pairs_by_game(result)
    groups = [g for p in np.unique(pair) if len(g := residual[pair == p]) > 1]
    sizes = np.array([len(g) for g in groups])
    freedom = len(groups) - 1, sizes.sum() - len(groups)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups) / freedom[1]
    typical = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / freedom[0]
    ratio = stats.f_oneway(*groups).statistic

    # With an effect of variance v the ratio is F times 1 + typical v / within.
    for bound, tail in ((found.low, 0.975), (found.high, 0.025)):
        effect = 1.0 + typical * bound**2 / within
        at = stats.f.cdf(ratio / effect, *freedom)
        assert at == pytest.approx(tail, abs=1e-9) or (bound == 0.0 and at < tail)
    assert found.low <= found.sd <= found.high


def test_calibration_convergence_and_partners_have_intervals(result):
    found = all_metrics(result)

    for name in (
        *OF_BINS,
        "hands_to_half",
        "hands_to_close",
        "effective_hands",
        "partner_sd",
    ):
        assert found[name].low <= found[name].value <= found[name].high, name


def test_interval_of_the_pull_narrows_with_the_root_of_the_hands():
    long = draw_hands(40_000, 100)
    short = long.take(slice(0, 10_000))

    widths = []
    for hands in (short, long):
        _, low, high = all_metrics(replay(hands, LIVE))["effective_hands"]
        widths.append(high - low)

    assert 1.4 < widths[0] / widths[1] < 2.9  # 2, give or take what blocks vary
