"""The quarantine on a page: what was refused, why, its bytes, and another try."""

import streamlit as st

from dashboards.data import health as data
from dashboards.data.snapshot import Snapshot
from dashboards.frame import shown_time
from dashboards.plain import plain
from dashboards.table import show_table
from ingest.lock import WriterBusyError

N_LAST = 20
RAW_HEIGHT = 240  # pixels; a longer line scrolls
SAID = "quarantine_said"  # what the last try came to, shown once after it


def show_quarantine(snapshot: Snapshot) -> None:
    """Counts by code, the newest refused lines, one of them in full, and a retry."""
    st.header("Quarantine")
    if said := st.session_state.pop(SAID, None):
        st.info(said)
    codes = data.refusal_codes(snapshot)
    if not codes:
        st.success("Nothing is in quarantine.")
        return
    show_table(
        ("Code", "Lines", "Files", "Last"),
        [(c.code, c.n_lines, c.n_files, shown_time(c.last_at)) for c in codes],
        alt=f"Refused lines by code, {len(codes)} codes.",
    )
    _show_retry()
    rows = data.refusals(snapshot, n_last=N_LAST)
    show_table(
        ("No.", "When", "File", "Line", "Code", "Why"),
        [
            (
                str(r.quarantine_id),
                shown_time(r.quarantined_at),
                r.source,
                r.line_no,
                r.code,
                r.message,
            )
            for r in rows
        ],
        alt=f"The newest {len(rows)} refused lines.",
        keys=("Why", "File", "Line"),
    )
    _show_line(rows)


def _show_retry() -> None:
    """A button that does what `coastal ingest --retry-quarantined` does."""
    if not st.button("Try all refused lines again", key="retry"):
        return
    try:
        with st.spinner("Trying them again, rating and publishing …"):
            tried = data.retry()
    except WriterBusyError as busy:
        st.warning(f"Not now: {plain(busy.who)}. Try again when that has ended.")
        return
    st.session_state[SAID] = (
        f"{tried.n_tried:,} refused lines tried again: {tried.n_loaded:,} are loaded "
        f"now, {tried.n_refused:,} stay in quarantine. Rows of score sheets are not "
        "tried: correct the sheet and read it again."
    )
    st.rerun()


def _show_line(rows: list[data.Refusal]) -> None:
    """The bytes of one refused line."""
    by_number = {row.quarantine_id: row for row in rows}
    number = st.selectbox(
        "Refused line to look at",
        by_number,
        format_func=lambda number: (
            f"{number}: {by_number[number].source}, line {by_number[number].line_no}"
        ),
        key="refused_line",
    )
    row = by_number[number]
    st.code(row.text, language=None, wrap_lines=True, height=RAW_HEIGHT)
    shown = "" if row.n_bytes <= data.N_BYTES else f", its first {data.N_BYTES:,} shown"
    st.caption(
        f"Starts at byte {row.byte_offset:,} of the file, {row.n_bytes:,} bytes{shown}."
    )
