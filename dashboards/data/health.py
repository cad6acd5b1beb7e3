"""What came in, what was refused, and how the last replays went: for operators."""

from datetime import UTC, datetime
from typing import NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query
from ingest.checks import run_checks
from ingest.home import Home
from ingest.whole_run import retry_and_publish
from rating.refresh import refresh

N_BYTES = 4_000  # of a refused line that a page shows


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
    """One refused line that no later try has loaded; `raw` is its beginning."""

    quarantine_id: int
    quarantined_at: datetime
    source: str
    line_no: int
    byte_offset: int
    code: str
    message: str
    raw: bytes
    n_bytes: int

    @property
    def text(self) -> str:
        r"""The beginning as text; bytes that are no UTF-8 as `\xe1`."""
        return self.raw.decode("utf-8", errors="backslashreplace")


class RefusalCode(NamedTuple):
    """Lines in quarantine of one code."""

    code: str
    n_lines: int
    n_files: int
    last_at: datetime


class Retried(NamedTuple):
    """What another try of the refused lines came to."""

    n_tried: int
    n_loaded: int
    n_refused: int


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
    """One check of the whole build: what it looks for, and rows that offend."""

    name: str
    finds: str
    n_rows: int
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


class Totals(NamedTuple):
    """Counts over the whole build, and how fresh it is."""

    n_hands: int
    n_unverified: int
    n_abandoned: int
    n_partial: int
    n_quarantined: int
    last_ingest_at: datetime | None
    last_hand_at: datetime | None
    published_at: datetime | None


@st.cache_data(max_entries=8, show_spinner=False)
def totals(snapshot: Snapshot) -> Totals:
    """Counts over the whole build."""
    row = cursor(snapshot).execute(query("totals")).fetchone()
    return Totals(*row) if row else Totals(0, 0, 0, 0, 0, None, None, None)


@st.cache_data(max_entries=8, show_spinner=False)
def refusals(snapshot: Snapshot, *, n_last: int) -> list[Refusal]:
    """Lines that are still in quarantine, the newest first."""
    values = {"n_last": n_last, "n_bytes": N_BYTES}
    rows = cursor(snapshot).execute(query("refusals"), values).fetchall()
    return [Refusal(*row) for row in rows]


@st.cache_data(max_entries=8, show_spinner=False)
def refusal_codes(snapshot: Snapshot) -> list[RefusalCode]:
    """Lines that are still in quarantine by code, the most frequent first."""
    rows = cursor(snapshot).execute(query("refusal_codes")).fetchall()
    return [RefusalCode(*row) for row in rows]


def retry() -> Retried:
    """Try every refused line again, rate and publish.

    Raises
    ------
    WriterBusyError
        If another process writes.
    """
    run = retry_and_publish(
        Home.from_option(),
        refresh=refresh,
        clock=lambda: datetime.now(UTC),
        holder="the Health page",
    )
    counts = run.counts
    n_refused = counts.quarantined + counts.conflict
    return Retried(counts.lines, counts.lines - n_refused, n_refused)


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
    found = [
        Check(c.name, c.finds, c.n_rows, c.columns, c.rows)
        for c in run_checks(cursor(snapshot))
    ]
    return sorted(found, key=lambda check: (check.n_rows == 0, check.name))
