"""Writing in a thread of its own."""

import time
from threading import Event, Thread

import duckdb
import pytest

from rating.store.behind import writing_behind


@pytest.fixture
def con():
    with duckdb.connect() as con:
        con.execute("create table numbers (n bigint)")
        yield con


def test_calls_are_done_in_the_order_of_asking(con):
    with writing_behind() as behind:
        for n in range(20):
            behind(con.execute, f"insert into numbers values ({n})")

    rows = con.execute("select n from numbers").fetchall()
    assert rows == [(n,) for n in range(20)]


def test_first_error_is_raised_at_the_end_of_the_block(con):
    with (
        pytest.raises(duckdb.CatalogException, match="nowhere"),
        writing_behind() as behind,
    ):
        behind(con.execute, "insert into nowhere values (1)")


def test_nothing_runs_after_a_block_that_was_interrupted(monkeypatch):
    """Nor may it: what follows is the rollback, on the same connection."""
    has_begun, running = Event(), []
    start = Thread.start

    def interrupted(thread):
        start(thread)
        has_begun.wait()
        raise KeyboardInterrupt

    def call():
        running.append(1)
        has_begun.set()
        time.sleep(0.2)
        running.clear()

    monkeypatch.setattr(Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), writing_behind() as behind:
        behind(call)

    assert running == []


def test_calls_that_wait_are_not_begun_after_an_error():
    called = []

    def ask_and_fail():
        with writing_behind() as behind:
            behind(time.sleep, 0.2)
            behind(called.append, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask_and_fail()

    assert called == []
