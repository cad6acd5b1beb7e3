"""My hands: days of Ana's season counted on paper, the same in every part."""

import csv
import io
from datetime import date

import pyarrow as pa
import pytest

from dashboards.data import played as data
from dashboards.data.snapshot import current_snapshot, cursor
from dashboards.day_charts import N_WEEKS, calendar_chart, change_chart
from dashboards.days import Days, zones

# Hands end every five hours from 18:00 UTC of 1 November: 18:00, 23:00, then 04:00,
# 09:00, 14:00 and 19:00 of the second. In Buenos Aires (UTC - 3) the third ends at
# 01:00 of the second, which with a start at 05:00 is still the first.
HOME, LATE = Days("UTC", 0), Days("America/Argentina/Buenos_Aires", 5)
ANA = data.Choice(player_id="ana", family="coastal", mode="live")


@pytest.fixture
def snapshot(hand_made_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(hand_made_home))
    return current_snapshot()


def open_late(open_page, home):
    """Ana's page as somebody in Buenos Aires whose day starts at 05:00 sees it."""
    app = open_page(home, "hands", "person:ana")
    app.selectbox(key="zone").select(LATE.zone)
    app.selectbox(key="day_start").select(LATE.start)
    return app.run()


def hands_by_day(snapshot, days):
    return {
        row.day.isoformat(): row.n_hands
        for row in data.played_days(snapshot, ANA, days)
    }


def test_days_of_midnight_in_utc(snapshot):
    counted = hands_by_day(snapshot, HOME)

    assert (counted["2026-11-01"], counted["2026-11-02"]) == (2, 4)
    assert sum(counted.values()) == 140


def test_hand_after_midnight_counts_to_the_day_before(snapshot):
    counted = hands_by_day(snapshot, LATE)

    assert (counted["2026-11-01"], counted["2026-11-02"]) == (3, 5)
    assert sum(counted.values()) == 140


def test_file_has_the_same_days_and_says_whose_they_are(snapshot):
    text = data.csv_of(snapshot, ANA, LATE).decode()
    rows = list(csv.DictReader(io.StringIO(text)))

    third = next(row for row in rows if row["hand_id"] == "h002")
    assert third["ended_at"] == "2026-11-02T04:00:00Z"
    assert third["day"] == "2026-11-01"
    assert (third["zone"], third["day_start"]) == (LATE.zone, "5")
    assert len(rows) == 140


def test_day_filters_count_days_in_the_same_way(snapshot):
    first = date(2026, 11, 1)
    choice = data.Choice(
        player_id="ana", family="coastal", mode="live", first_day=first, last_day=first
    )

    late = data.played_hands(snapshot, choice, LATE, n_rows=9, n_before=0)
    home = data.played_hands(snapshot, choice, HOME, n_rows=9, n_before=0)

    assert [hand.hand_id for hand in late] == ["h002", "h001", "h000"]
    assert [hand.hand_id for hand in home] == ["h001", "h000"]


def test_partner_filter_leaves_his_hands(snapshot):
    choice = data.Choice(
        player_id="ana", family="coastal", mode="live", partner_id="ben"
    )

    counted = data.played_days(snapshot, choice, HOME)

    assert sum(row.n_hands for row in counted) == 70  # every second hand


def test_changes_of_the_days_add_up_to_what_the_rows_show(snapshot):
    hands = data.played_hands(snapshot, ANA, LATE, n_rows=140, n_before=0)
    days = data.played_days(snapshot, ANA, LATE)

    shown = sum(hand.rating_after - hand.rating_before for hand in hands)
    assert sum(row.rating_change for row in days) == shown


def test_page_chart_and_table_follow_zone_and_start(open_page, hand_made_home):
    app = open_late(open_page, hand_made_home)

    by_day = next(t.value for t in app.table if "Won" in t.value)
    calendar = next(
        chart.proto
        for chart in app.get("vega_lite_chart")
        if "weekday" in chart.proto.spec
    )
    squares = pa.ipc.open_stream(calendar.data.data).read_all().to_pylist()
    played = [square for square in squares if square["hands"]]
    assert list(by_day["Day"])[-2:] == ["2 Nov 2026", "1 Nov 2026"]
    assert list(by_day["Hands"])[-2:] == ["5", "3"]
    assert (played[0]["day"], played[0]["hands"]) == ("2026-11-01", 3)
    assert (played[1]["day"], played[1]["hands"]) == ("2026-11-02", 5)
    assert any(f"{LATE.zone}, a day starts at 05:00" in c.value for c in app.caption)


def test_row_shows_the_clock_and_the_day_it_counts_to(open_page, hand_made_home):
    app = open_late(open_page, hand_made_home)
    app.get("pagination")[0].set_value(6).run()

    rows = next(t.value for t in app.table if "Against" in t.value)

    third = rows[rows["When"] == "2 Nov, 01:00"].iloc[0]
    assert third["Day"] == "1 Nov 2026"


def test_filters_that_fit_no_hand_can_be_cleared(open_page, hand_made_home):
    app = open_page(hand_made_home, "hands", "person:ana")
    app.date_input(key="from").set_value(date(2027, 1, 1)).run()
    assert any("No hand fits" in message.value for message in app.info)
    assert app.toggle(key="filters_shown").label == "Filters (1)"

    app.button[0].click().run()

    assert app.metric[1].value == "140"
    assert app.toggle(key="filters_shown").label == "Filters"


def test_every_zone_to_choose_is_known_to_the_database(snapshot):
    known = cursor(snapshot).execute("select name from pg_timezone_names()").fetchall()

    assert len(zones()) > 300
    assert set(zones()) <= {name for (name,) in known}


def test_calendar_ends_with_the_last_day_and_has_a_square_for_every_day():
    day = data.PlayedDay(date(2026, 11, 25), 7, 3, 12)  # a Wednesday

    squares = calendar_chart([day])["data"]["values"]

    assert len(squares) == 7 * (N_WEEKS - 1) + 3
    assert squares[-1] == {
        "day": "2026-11-25",
        "week": "2026-11-23",
        "weekday": "Wed",
        "hands": 7,
        "change": 12,
    }
    assert squares[0]["weekday"] == "Mon"
    assert sum(square["hands"] for square in squares) == 7


def test_change_of_a_day_without_a_rated_hand_is_no_bar():
    rated = data.PlayedDay(date(2026, 11, 1), 2, 1, -4)
    unrated = data.PlayedDay(date(2026, 11, 2), 1, 1, None)

    bars = change_chart([rated, unrated])["data"]["values"]

    assert [(bar["day"], bar["change"]) for bar in bars] == [("2026-11-01", -4)]
