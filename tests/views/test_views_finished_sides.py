"""The view of finished sides counts what hands, sides and seats say."""

import duckdb
import pytest

from ingest.warehouse import define
from tests.dashboards.fixture_season import add_hands


@pytest.fixture
def con():
    with duckdb.connect() as con:
        define(con)
        add_hands(con)
        yield con


def test_every_side_of_a_finished_hand_is_a_row_once(con):
    rows = con.execute(
        "select count(*), count(distinct (hand_id, side)) from finished_sides"
    ).fetchall()

    assert rows == [(280, 280)]  # 140 hands of two sides


def test_abandoned_hand_is_left_out(con):
    con.execute("update hands set ended_by = 'abandoned' where hand_id = 'h005'")

    rows = con.execute(
        "select count(*) from finished_sides where hand_id = 'h005'"
    ).fetchall()

    assert rows == [(0,)]


def test_people_of_a_side_are_those_who_played_at_least_in_part(con):
    # Side 1 of h000 is Eve and a computer; side 0 is Ana and Ben.
    con.execute("update plain_hand_seats set is_away = true where player_id = 'ben'")

    rows = con.execute(
        "select side, n_people from finished_sides where hand_id = 'h000' order by side"
    ).fetchall()

    assert rows == [(0, 1), (1, 1)]


def test_went_out_is_null_where_the_log_does_not_say_who(con):
    con.execute("update plain_hand_seats set went_out = null where hand_id = 'h003'")
    con.execute("update hands set is_concealed = true where hand_id = 'h003'")

    rows = con.execute(
        "select distinct went_out, was_concealed from finished_sides "
        "where hand_id = 'h003'"
    ).fetchall()

    assert rows == [(None, None)]


def test_hand_that_was_not_replayed_says_nothing_of_its_opening(con):
    con.execute(
        "update plain_hand_sides set opening_minimum = null, opening_turn = null "
        "where hand_id = 'h003'"
    )

    rows = con.execute(
        "select distinct opened from finished_sides where hand_id = 'h003'"
    ).fetchall()

    assert rows == [(None,)]


def test_side_that_never_opened_is_not_opened(con):
    con.execute("update plain_hand_sides set opening_turn = null where side = 1")

    rows = con.execute(
        "select side, bool_and(opened) from finished_sides group by side order by side"
    ).fetchall()

    assert rows == [(0, True), (1, False)]


def test_every_column_says_what_it_means(con):
    rows = con.execute(
        "select column_name from duckdb_columns() "
        "where table_name = 'finished_sides' and comment is null"
    ).fetchall()

    assert rows == []
