"""The day of an instant; zoneinfo says when a day begins by the clock on the wall."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.warehouse import define

# Nights on which the clock is changed, forward and back. Argentina last did at
# midnight of 19 October 2008 (00:00 to 01:00) and 15 March 2009 (00:00 to 23:00).
CHANGES = {
    "America/Argentina/Buenos_Aires": (date(2008, 10, 19), date(2009, 3, 15)),
    "Europe/Berlin": (date(2026, 3, 29), date(2026, 10, 25)),
}
NIGHTS = [(zone, night) for zone, nights in CHANGES.items() for night in nights]


@pytest.fixture(scope="module")
def macros():
    with duckdb.connect() as con:
        define(con)
        yield con


def day_of(con, instant: datetime, zone: str, day_start: int) -> date:
    row = con.execute("select day_of(?, ?, ?)", [instant, zone, day_start]).fetchone()
    return row[0]


def begins(day: date, zone: str, day_start: int) -> datetime:
    """When the clock first shows the hour, or passes over it, on a day; in UTC."""
    local = datetime(day.year, day.month, day.day, day_start, tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def at(zone: str, *clock: int, fold: int = 0) -> datetime:
    return datetime(*clock, tzinfo=ZoneInfo(zone), fold=fold)


@pytest.mark.parametrize(
    ("clock", "day_start", "day"),
    [
        ((2026, 11, 30, 1, 30), 5, date(2026, 11, 29)),
        ((2026, 11, 30, 4, 59), 5, date(2026, 11, 29)),
        ((2026, 11, 30, 5, 0), 5, date(2026, 11, 30)),
        ((2026, 11, 30, 1, 30), 0, date(2026, 11, 30)),
        ((2026, 1, 1, 3, 0), 23, date(2025, 12, 31)),
        ((2026, 1, 1, 23, 0), 23, date(2026, 1, 1)),
    ],
)
@pytest.mark.parametrize("zone", CHANGES)
def test_before_the_hour_is_still_the_day_before(macros, zone, clock, day_start, day):
    assert day_of(macros, at(zone, *clock), zone, day_start) == day


def test_same_instant_lies_on_another_day_elsewhere(macros):
    instant = datetime(2026, 11, 30, 2, 30, tzinfo=UTC)

    assert day_of(macros, instant, "Europe/Berlin", 0) == date(2026, 11, 30)
    assert day_of(macros, instant, "America/Argentina/Buenos_Aires", 0) == date(
        2026, 11, 29
    )


@pytest.mark.parametrize("fold", [0, 1])
def test_hour_that_comes_twice_is_twice_on_the_same_day(macros, fold):
    night = at("Europe/Berlin", 2026, 10, 25, 2, 30, fold=fold)

    assert day_of(macros, night, "Europe/Berlin", 2) == date(2026, 10, 25)
    assert day_of(macros, night, "Europe/Berlin", 3) == date(2026, 10, 24)


def test_day_begins_after_an_hour_that_the_clock_leaves_out(macros):
    last = datetime(2026, 3, 29, 0, 59, 59, tzinfo=UTC)  # 01:59:59, then 03:00:00

    assert day_of(macros, last, "Europe/Berlin", 2) == date(2026, 3, 28)
    next_second = last + timedelta(seconds=1)
    assert day_of(macros, next_second, "Europe/Berlin", 2) == date(2026, 3, 29)


@given(
    night=st.sampled_from(NIGHTS),
    seconds=st.integers(-2 * 86_400, 2 * 86_400),
    day_start=st.integers(0, 23),
)
def test_instant_counts_to_the_day_that_has_begun_and_not_ended(
    macros, night, seconds, day_start
):
    zone, changed = night
    instant = begins(changed, zone, 0) + timedelta(seconds=seconds)

    day = day_of(macros, instant, zone, day_start)

    assert begins(day, zone, day_start) <= instant
    assert instant < begins(day + timedelta(days=1), zone, day_start)
