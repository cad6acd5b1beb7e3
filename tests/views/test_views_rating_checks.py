"""The checks of the Ratings hold on a rated season and find what is wrong."""

from datetime import UTC, datetime

import pytest

from ingest.checks import run_checks
from ingest.home import Home
from rating.refresh import refresh
from tests.golden.rating_warehouse import fill, open_memory
from tests.golden.seasons import random_season

RATING_CHECKS = (
    "rating_parts_add_up",
    "ratings_are_the_last_change",
    "ratings_follow_each_other",
)
FAULTS = [
    ("rating_parts_add_up", "update rating_changes set result_part = 0 where seq = 9"),
    ("rating_parts_add_up", "update rating_changes set rating_after = 1 where seq = 9"),
    ("ratings_follow_each_other", "delete from rating_changes where rated_hands = 2"),
    (
        "ratings_follow_each_other",
        "update rating_changes set form_before = 0 where rated_hands = 3",
    ),
    ("ratings_are_the_last_change", "update player_ratings set form = form + 1e-9"),
    ("ratings_are_the_last_change", "delete from player_ratings where rating > 1000"),
]


@pytest.fixture
def con(tmp_path):
    con = open_memory()
    fill(con, *random_season(3, n_hands=120))
    refresh(con, Home(tmp_path), datetime(2026, 3, 1, tzinfo=UTC))
    # A table, as in a snapshot.
    con.execute("create table changes as from rating_changes")
    con.execute("drop view rating_changes")
    con.execute("alter table changes rename to rating_changes")
    yield con
    con.close()


def failing(con):
    return {check.name for check in run_checks(con) if not check.holds}


def test_rating_checks_hold_on_a_rated_season(con):
    assert not failing(con) & set(RATING_CHECKS)


@pytest.mark.parametrize(("check", "fault"), FAULTS)
def test_rating_check_finds_the_fault(con, check, fault):
    con.execute(fault)

    assert check in failing(con)
