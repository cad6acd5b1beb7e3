"""Macros for analysts; scipy is the oracle of the intervals."""

import pytest
from scipy.stats import binomtest

from tests.views.warehouse_rows import insert

SHARES = [(0, 1), (3, 10), (10, 10), (499, 1000), (1, 10**9)]


def value(con, expression):
    return con.execute(f"select {expression}").fetchall()[0][0]


@pytest.mark.parametrize(("k", "n"), SHARES)
def test_wilson_ends_agree_with_scipy(con, k, n):
    oracle = binomtest(k, n).proportion_ci(0.95, method="wilson")

    assert value(con, f"wilson_low({k}, {n})") == pytest.approx(oracle.low, abs=1e-12)
    assert value(con, f"wilson_high({k}, {n})") == pytest.approx(oracle.high, abs=1e-12)


def test_nothing_of_nothing_has_no_interval_and_no_ratio(con):
    assert value(con, "wilson_low(0, 0)") is None
    assert value(con, "wilson_high(0, 0)") is None
    assert value(con, "safe_ratio(0, 0)") is None
    assert value(con, "safe_ratio(null, 2)") is None


def test_ratio_of_whole_numbers_is_exact(con):
    assert value(con, "safe_ratio(1, 4)") == 0.25


def test_explanation_of_a_change_splits_it(con):
    # A table, as in a snapshot.
    con.execute("create table changes as from rating_changes")
    con.execute("drop view rating_changes")
    con.execute("alter table changes rename to rating_changes")
    insert(
        con,
        "rating_changes",
        {
            "ladder": "coastal/live",
            "rating_run_id": 1,
            "seq": 1,
            "hand_id": "h1",
            "game_id": "g1",
            "hand_no": 1,
            "ended_at": "2026-11-01 10:09+00",
            "seat": 0,
            "side": 0,
            "player_id": "ana",
            "margin": 300,
            "side_rating": 1000.0,
            "other_side_rating": 1000.0,
            "expected_score": 0.5,
            "actual_score": 0.75,
            "k_factor": 24.0,
            "opponents_part": 0.0,
            "result_part": 6.0,
            "rating_before": 1000.0,
            "rating_change": 6.0,
            "rating_after": 1006.0,
            "form_before": 1000.0,
            "form_after": 1006.0,
            "rated_hands": 1,
            "finished_games": 0,
        },
    )

    query = (
        "select rating_change, opponents_part + result_part, margin "
        "from explain_rating('h1', '{}')"
    )

    assert con.execute(query.format("ana")).fetchall() == [(6.0, 6.0, 300)]
    assert con.execute(query.format("bo")).fetchall() == []
