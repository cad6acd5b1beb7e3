"""What came in, what was refused, and how the last replays went: for operators."""

from datetime import datetime
from typing import NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query
from ingest.checks import run_checks


class IngestRun(NamedTuple):
    """One run of `coastal ingest`."""

    started_at: datetime
    files: int
    lines: int
    loaded: int
    replaced: int
    duplicate: int
    conflict: int
    quarantined: int
    truncated: int
    seconds: float


class Refusal(NamedTuple):
    """One refused line that no later try has loaded."""

    quarantined_at: datetime
    source: str
    line_no: int
    code: str
    message: str


class RatingRun(NamedTuple):
    """One replay of a ladder."""

    started_at: datetime
    ladder: str
    config_id: int
    n_hands: int
    n_rated_seats: int
    seconds: float
    log_loss: float | None
    brier: float | None


class Check(NamedTuple):
    """One check of the whole build: how many rows offend, and what they are."""

    name: str
    finds: str
    n_rows: int


class Totals(NamedTuple):
    """Counts over the whole build."""

    n_hands: int
    n_unverified: int
    n_abandoned: int
    n_partial: int
    n_quarantined: int
    last_ingest_at: datetime | None


@st.cache_data(max_entries=8, show_spinner=False)
def totals(snapshot: Snapshot) -> Totals:
    """Counts over the whole build."""
    row = cursor(snapshot).execute(query("totals")).fetchone()
    return Totals(*row) if row else Totals(0, 0, 0, 0, 0, None)


@st.cache_data(max_entries=8, show_spinner=False)
def refusals(snapshot: Snapshot, *, n_last: int) -> list[Refusal]:
    """Lines that are still in quarantine, the newest first."""
    rows = cursor(snapshot).execute(query("refusals"), [n_last]).fetchall()
    return [Refusal(*row) for row in rows]


@st.cache_data(max_entries=8, show_spinner=False)
def ingest_runs(snapshot: Snapshot, *, n_last: int) -> list[IngestRun]:
    """The last runs of `coastal ingest`, the newest first."""
    rows = cursor(snapshot).execute(query("ingest_runs"), [n_last]).fetchall()
    return [IngestRun(*row) for row in rows]


@st.cache_data(max_entries=8, show_spinner=False)
def rating_runs(snapshot: Snapshot, *, n_last: int) -> list[RatingRun]:
    """The last replays, the newest first."""
    rows = cursor(snapshot).execute(query("rating_runs"), [n_last]).fetchall()
    return [RatingRun(*row) for row in rows]


@st.cache_data(max_entries=8, show_spinner=False)
def checks(snapshot: Snapshot) -> list[Check]:
    """Every check of the build, those that fail first."""
    found = [Check(c.name, c.finds, c.n_rows) for c in run_checks(cursor(snapshot))]
    return sorted(found, key=lambda check: (check.n_rows == 0, check.name))
