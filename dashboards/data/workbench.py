"""The SQL page's side of the fence: what there is to query, and the running of it."""

from pathlib import Path
from typing import NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, analyst_cursor, cursor, query
from ingest.fence import Limits, QueryResult, run_query
from ingest.tabular import to_csv, to_parquet

N_ROWS_SHOWN = 1_000  # rows of a result on the screen
N_ROWS_FILED = 1_000_000  # rows of a result in a file
SECONDS = 15
FILE_LIMITS = Limits(max_rows=N_ROWS_FILED, seconds=4 * SECONDS, memory_mb=1024)


class Column(NamedTuple):
    """One column and what its comment says."""

    name: str
    data_type: str
    comment: str


class Relation(NamedTuple):
    """One table or view with its grain, columns and number of rows."""

    name: str
    comment: str
    n_rows: int | None
    columns: list[Column]


@st.cache_data(max_entries=8, show_spinner=False)
def relations(snapshot: Snapshot, *, is_full: bool) -> list[Relation]:
    """Tables and views of a snapshot with their comments, by name.

    `is_full` reads the operator's snapshot instead of the pseudonymised one.
    """
    con = cursor(snapshot) if is_full else analyst_cursor(snapshot)
    rows = con.execute(query("relations")).fetchall()
    return [
        Relation(name, comment, n_rows, [Column(**column) for column in columns])
        for name, comment, n_rows, columns in rows
    ]


def run(snapshot: Snapshot, sql: str, *, is_full: bool) -> QueryResult:
    """The first rows of a person's SQL and the number of all, from a fenced process."""
    limits = Limits(max_rows=N_ROWS_SHOWN, seconds=SECONDS)
    return _run(snapshot, sql, limits, is_full=is_full)


def csv_of(snapshot: Snapshot, sql: str, *, is_full: bool) -> bytes:
    """Every row of a query as CSV."""
    return to_csv(_run(snapshot, sql, FILE_LIMITS, is_full=is_full).table)


def parquet_of(snapshot: Snapshot, sql: str, *, is_full: bool) -> bytes:
    """Every row of a query as Parquet."""
    return to_parquet(_run(snapshot, sql, FILE_LIMITS, is_full=is_full).table)


def _run(snapshot: Snapshot, sql: str, limits: Limits, *, is_full: bool) -> QueryResult:
    if is_full:
        return run_query(Path(snapshot.path), sql, limits, count_rows=True)
    path = Path(snapshot.analyst_path)
    return run_query(path, sql, limits, schema="pub", count_rows=True)
