"""The current snapshot, opened once for every session, and the queries' text."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

import duckdb
import streamlit as st

from ingest.home import Home
from ingest.snapshot import NoSnapshotError, build_path, current_build, open_snapshot
from rating.config import RatingConfig
from rating.config_file import parse_config

QUERIES = files("dashboards") / "data" / "queries"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One published build: what every cached result is keyed by."""

    build: str
    path: str
    analyst_path: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the numbers of a page come from."""

    data_to: datetime | None
    n_hands: int
    config_id: int | None


def current_snapshot() -> Snapshot | None:
    """The current build of the home folder; None before the first publication."""
    home = Home.from_option()
    try:
        build = current_build(home)
    except NoSnapshotError:
        return None
    return Snapshot(
        build=build,
        path=str(build_path(home, build)),
        analyst_path=str(build_path(home, build, analyst=True)),
    )


@st.cache_resource(max_entries=8, show_spinner=False)
def _connection(path: str) -> duckdb.DuckDBPyConnection:
    return open_snapshot(Path(path))


def cursor(snapshot: Snapshot) -> duckdb.DuckDBPyConnection:
    """A cursor of its own for one query: sessions run in their own threads."""
    return _connection(snapshot.path).cursor()


def analyst_cursor(snapshot: Snapshot) -> duckdb.DuckDBPyConnection:
    """A cursor on the pseudonymised twin of the snapshot."""
    return _connection(snapshot.analyst_path).cursor()


@cache
def query(name: str) -> str:
    """The text of one query file."""
    return (QUERIES / f"{name}.sql").read_text(encoding="utf-8")


@st.cache_data(max_entries=8, show_spinner=False)
def provenance(snapshot: Snapshot) -> Provenance:
    """How far the data reaches and which configuration is live."""
    row = cursor(snapshot).execute(query("provenance")).fetchone()
    return Provenance(*row) if row else Provenance(None, 0, None)


@st.cache_data(max_entries=8, show_spinner=False)
def live_config(snapshot: Snapshot) -> RatingConfig:
    """The configuration behind the Ratings of the snapshot; default before any."""
    sql = "select toml from rating_configs where is_live"
    row = cursor(snapshot).execute(sql).fetchone()
    return parse_config(row[0]) if row else RatingConfig()
