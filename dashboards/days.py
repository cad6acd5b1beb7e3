"""In which time zone the viewer reads times, and at which hour their day begins.

Both are kept in the address, so that they stay when the page changes, and a link
shows the same days to whoever opens it. Which day an instant counts to is said by
the macro `day_of` alone.
"""

from dataclasses import dataclass
from datetime import date
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import streamlit as st

ZONE, DAY_START = "zone", "day_start"  # keys, and their names in the address
BROWSERS = "browser"  # in place of a zone: whatever the browser says
HOURS = range(24)


@dataclass(frozen=True, slots=True)
class Days:
    """A time zone by name, and the hour (0 to 23) at which a day begins there."""

    zone: str = "UTC"
    start: int = 0

    def __str__(self) -> str:
        """`Europe/Berlin, a day starts at 05:00`."""
        return f"{self.zone}, a day starts at {self.start:02}:00"


def choose_days() -> None:
    """Let the viewer choose in the sidebar; at first the browser's zone, midnight."""
    with st.sidebar.expander("Time zone and days"):
        st.selectbox(
            "Time zone",
            [BROWSERS, *zones()],
            format_func=lambda name: (
                f"{_browsers_zone()} (the browser's)" if name == BROWSERS else name
            ),
            key=ZONE,
            bind="query-params",
        )
        st.selectbox(
            "My day starts at",
            HOURS,
            format_func=lambda hour: f"{hour:02}:00",
            key=DAY_START,
            bind="query-params",
            help="Hands that end earlier count to the day before.",
        )


def days() -> Days:
    """What was chosen, for every part of a page."""
    zone = st.session_state.get(ZONE, BROWSERS)
    start = st.session_state.get(DAY_START, 0)
    return Days(_browsers_zone() if zone == BROWSERS else zone, start)


def shown_date(day: date) -> str:
    """`30 Nov 2026`."""
    return f"{day.day} {day:%b %Y}"


@cache
def zones() -> tuple[str, ...]:
    """Time zones to choose from, AREA/CITY by name, and UTC."""
    names = (name for name in available_timezones() if "/" in name)
    return ("UTC", *sorted(name for name in names if not name.startswith("Etc/")))


def _browsers_zone() -> str:
    name = st.context.timezone or "UTC"
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"
    return name
