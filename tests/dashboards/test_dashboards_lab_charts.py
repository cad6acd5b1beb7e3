"""The lab's charts draw the curves that they are given."""

import numpy as np
import pytest

from dashboards.lab_charts import MOST_POINTS, calibration_chart, time_chart
from rating.metrics_table import Curves
from rating.stats.calibration import brier_split, isotonic_curve
from rating.stats.survival import time_curve


def curves(seed, n_hands=4_000):
    rng = np.random.default_rng(seed)
    expected = rng.uniform(0.2, 0.8, n_hands)
    actual = np.clip(expected + rng.normal(0.0, 0.3, n_hands), 0.0, 1.0)
    return Curves(
        binned=brier_split(expected, actual).curve,
        isotonic=isotonic_curve(expected, actual),
        times_to_levels={},
    )


def test_calibration_chart_has_a_dot_a_bin_and_no_more_points_than_a_screen_shows():
    before, after = curves(1), curves(2)

    _diagonal, lines, live, draft = calibration_chart(before, after)["layer"]

    assert len(live["data"]["values"]) == len(draft["data"]["values"]) == 20
    assert live["mark"]["shape"] != draft["mark"]["shape"]
    drawn = [p for p in lines["data"]["values"] if p["of"] == "draft"]
    assert len(drawn) <= MOST_POINTS
    assert drawn[0]["expected"] == pytest.approx(after.isotonic.expected[0])
    assert drawn[-1]["actual"] == pytest.approx(after.isotonic.actual[-1])


def test_time_chart_starts_at_nobody_and_rises_to_the_last_share():
    curve = time_curve(np.array([20.0, 30.0, 30.0]), np.array([25.0, 90.0]))

    values = time_chart(curve, curve, "Improver")["data"]["values"]

    drawn = [(v["hands"], v["share"]) for v in values if v["of"] == "live"]
    # 1/5 after 20; then 2 of the 3 left after 30; seen until 90.
    assert [hands for hands, _ in drawn] == [0.0, 20.0, 30.0, 90.0]
    assert [x for _, x in drawn] == pytest.approx([0.0, 0.2, 11 / 15, 11 / 15])
    assert all(v["low"] <= v["share"] <= v["high"] for v in values)


def test_time_chart_of_a_level_that_nobody_reached_is_flat():
    nobody = time_curve(np.empty(0), np.array([5.0, 9.0]))

    values = time_chart(nobody, nobody, "Master")["data"]["values"]

    assert {v["share"] for v in values} == {0.0}
