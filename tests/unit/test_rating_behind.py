"""Writing in a thread of its own, and sending what is written to the disk early."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from ingest.home import Home
from ingest.warehouse import open_warehouse
from rating.store.behind import writing_behind

OPENING = "import duckdb, sys; duckdb.connect(sys.argv[1])"


@pytest.fixture
def con(tmp_path):
    with open_warehouse(Home(tmp_path)) as con:
        con.execute("create table numbers (n bigint)")
        yield con


def test_calls_are_done_in_the_order_of_asking(con):
    with writing_behind(con) as behind:
        for n in range(20):
            behind(con.execute, f"insert into numbers values ({n})")

    rows = con.execute("select n from numbers").fetchall()
    assert rows == [(n,) for n in range(20)]


def test_first_error_is_raised_at_the_end_of_the_block(con):
    with (
        pytest.raises(duckdb.CatalogException, match="nowhere"),
        writing_behind(con) as behind,
    ):
        behind(con.execute, "insert into nowhere values (1)")


def test_what_is_written_is_sent_to_the_disk(con, tmp_path, monkeypatch):
    sent = []
    fsync = os.fsync
    monkeypatch.setattr(
        "os.fsync",
        lambda file: (
            sent.append(Path(f"/proc/self/fd/{file}").readlink()),
            fsync(file),
        ),
    )

    with writing_behind(con) as behind:
        behind(con.execute, "insert into numbers values (1)")

    assert set(sent) == {Home(tmp_path).warehouse}


def test_lock_of_the_warehouse_is_kept(con, tmp_path):
    with writing_behind(con) as behind:
        behind(con.execute, "insert into numbers values (1)")

    words = [sys.executable, "-c", OPENING, str(Home(tmp_path).warehouse)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert "Could not set lock on file" in done.stderr


def test_warehouse_in_memory_is_written_too():
    with duckdb.connect() as con:
        con.execute("create table numbers (n bigint)")
        with writing_behind(con) as behind:
            behind(con.execute, "insert into numbers values (7)")

        assert con.execute("from numbers").fetchall() == [(7,)]
