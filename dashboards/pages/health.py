"""Health: is the data fresh, complete and sound; what was refused and why."""

import streamlit as st

from dashboards.data import health as data
from dashboards.data.snapshot import Snapshot
from dashboards.frame import part, run, shown_time
from dashboards.quarantine import show_quarantine
from dashboards.table import show_table
from dashboards.viewer import Viewer

N_LAST = 20


def show_totals(snapshot: Snapshot) -> None:
    """Counts over the whole build, and its age."""
    found = data.totals(snapshot)
    tiles = st.columns(5)
    for tile, label, value in zip(
        tiles,
        ("Hands", "Not verified", "Abandoned", "Partial", "In quarantine"),
        (
            found.n_hands,
            found.n_unverified,
            found.n_abandoned,
            found.n_partial,
            found.n_quarantined,
        ),
        strict=True,
    ):
        tile.metric(label, f"{value:,}", border=True)
    ages = (
        ("Last hand", found.last_hand_at),
        ("last ingest", found.last_ingest_at),
        ("published", found.published_at),
    )
    st.caption(" · ".join(f"{what} {shown_time(at)}" for what, at in ages if at))


def show_checks(snapshot: Snapshot) -> None:
    """Every check of the build, those that fail first."""
    st.header("Checks")
    checks = data.checks(snapshot)
    n_failed = sum(check.n_rows > 0 for check in checks)
    if n_failed:
        st.warning(f"{n_failed} of {len(checks)} checks find rows that offend.")
    else:
        st.success(f"All {len(checks)} checks hold.")
    show_table(
        ("Looks for", "Rows found"),
        [(check.finds, check.n_rows) for check in checks],
        alt=f"{len(checks)} checks of the build, {n_failed} of them failing.",
    )
    for check in checks[:n_failed]:
        with st.expander(f"{check.n_rows:,} × {check.finds}"):
            show_table(
                check.columns,
                [[None if v is None else str(v) for v in row] for row in check.rows],
                alt=f"The first {len(check.rows)} rows that check {check.name} finds.",
            )


def show_runs(snapshot: Snapshot) -> None:
    """The last runs of ingest and of the replay."""
    st.header("Ingest runs")
    ingests = data.ingest_runs(snapshot, n_last=N_LAST)
    show_table(
        ("Started", "Files", "Lines", "Loaded", "Duplicate", "Refused", "Seconds"),
        [
            (
                shown_time(run.started_at),
                run.files,
                run.lines,
                run.loaded + run.replaced,
                run.duplicate,
                run.conflict + run.quarantined + run.truncated,
                f"{run.seconds:.1f}",
            )
            for run in ingests
        ],
        alt=f"The last {len(ingests)} runs of ingest.",
        keys=("Started", "Loaded", "Refused"),
    )
    st.header("Replays")
    replays = data.rating_runs(snapshot, n_last=N_LAST)
    show_table(
        ("Started", "Ladder", "Version", "Hands", "Rated seats", "Log loss", "Brier"),
        [
            (
                shown_time(run.started_at),
                run.ladder,
                run.config_id,
                run.n_hands,
                run.n_rated_seats,
                None if run.log_loss is None else f"{run.log_loss:.4f}",
                None if run.brier is None else f"{run.brier:.4f}",
            )
            for run in replays
        ],
        alt=f"The last {len(replays)} replays.",
        keys=("Ladder", "Hands", "Started"),
    )


def show(snapshot: Snapshot, _viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    show_totals(snapshot)
    with part():
        show_checks(snapshot)
    with part():
        show_quarantine(snapshot)
    show_runs(snapshot)


run("Health", show, roles=("operator",))
