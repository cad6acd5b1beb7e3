"""What every page shares: snapshot and viewer, footer, empty and error states."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import streamlit as st

from dashboards.data.people import people
from dashboards.data.snapshot import Snapshot, current_snapshot, provenance
from dashboards.days import choose_days, days
from dashboards.failures import report_error
from dashboards.viewer import Role, Viewer, choose_viewer, is_allowed

PHONE = Path(__file__).parent / "phone.css"
ANYBODY: tuple[Role, ...] = ("person", "operator", "analyst")

Show = Callable[[Snapshot, Viewer], None]


def run(page: str, show: Show, *, roles: Sequence[Role] = ANYBODY) -> None:
    """Draw a page: its title, `show` for whoever may see it, and the footer."""
    st.html(PHONE)
    st.title(page)
    try:
        snapshot = current_snapshot()
        if snapshot is None:
            st.info(
                f"Nothing is published yet, so {page} has no hands to show. Run "
                "`coastal demo` for a season of example hands, or `coastal ingest "
                "PATH` for your own hand logs, then reload this page."
            )
            return
        viewer = choose_viewer(people(snapshot))
        choose_days()
        if is_allowed(viewer, roles, page):
            show(snapshot, viewer)
        footer(snapshot)
    except Exception as error:  # a person never meets a traceback
        report_error(error)


@contextmanager
def part() -> Iterator[None]:
    """A part of a page whose failure leaves the rest usable."""
    try:
        yield
    except Exception as error:
        report_error(error)


def footer(snapshot: Snapshot) -> None:
    """Say how far the data reaches, from which build and configuration."""
    source = provenance(snapshot)
    reach = shown_time(source.data_to) if source.data_to else "no hand yet"
    config = "none" if source.config_id is None else f"version {source.config_id}"
    st.divider()
    st.caption(
        f"Data to {reach} · build {snapshot.build} · "
        f"{source.n_hands:,} hands · rating configuration {config} · times in {days()}"
    )


def shown_time(at: datetime) -> str:
    """`30 Nov 2026, 04:10 CET` in the viewer's zone."""
    local = at.astimezone(ZoneInfo(days().zone))
    return f"{local.day} {local:%b %Y, %H:%M} {local:%Z}"


def shown_day(at: datetime) -> str:
    """`30 Nov, 04:10` in the viewer's zone."""
    local = at.astimezone(ZoneInfo(days().zone))
    return f"{local.day} {local:%b, %H:%M}"
