"""My hands: what was played on which day, with whom, and what each hand moved."""

from functools import partial

import streamlit as st

from dashboards import charts
from dashboards.data import played as data
from dashboards.data.snapshot import Snapshot
from dashboards.day_charts import calendar_chart, change_chart, first_of_calendar
from dashboards.days import days, shown_date
from dashboards.frame import run, shown_day
from dashboards.hand_filters import choose_hands, clear
from dashboards.plain import plain
from dashboards.table import Cell, show_table, signed
from dashboards.viewer import Viewer
from rating.display import shown_change, shown_step

N_A_PAGE = 25  # hands


def show_totals(played: list[data.PlayedDay]) -> None:
    """How much was played and what it came to."""
    tiles = st.columns(4)
    n_hands = sum(row.n_hands for row in played)
    changes = [row.rating_change for row in played if row.rating_change is not None]
    change = shown_change(0.0, sum(changes)) if changes else "–"
    n_won = sum(row.n_won for row in played)
    tiles[0].metric("Rating change", change, border=True)
    tiles[1].metric("Hands", f"{n_hands:,}", border=True)
    tiles[2].metric("Won", f"{n_won:,}", border=True)
    tiles[3].metric("Days played", f"{len(played):,}", border=True)


def show_days(played: list[data.PlayedDay]) -> None:
    """The change of every day, and the calendar of how much was played."""
    columns = ("Day", "Hands", "Rating change", "Won")
    rows: list[tuple[Cell, ...]] = [
        (shown_date(row.day), row.n_hands, _change(row), row.n_won)
        for row in reversed(played)
    ]
    first, last = played[0].day, played[-1].day
    most = max(played, key=lambda row: row.n_hands)
    span = f"{shown_date(first)} to {shown_date(last)}"
    if any(row.rating_change is not None for row in played):
        st.header("Rating change by day")
        best = max(played, key=lambda row: row.rating_change or 0)
        charts.draw(
            change_chart(played),
            alt=f"Rating change by day, {span}; most on {shown_date(best.day)}: "
            f"{_change(best)}.",
            columns=columns,
            rows=rows,
        )
    st.header("Calendar")
    charts.draw(
        calendar_chart(played),
        alt=f"Hands by day, {span}, {len(played)} days played; most on "
        f"{shown_date(most.day)}: {most.n_hands}.",
        columns=columns,
        rows=rows,
    )
    shown_from = first_of_calendar(last)
    left_out = "" if first >= shown_from else " Earlier days are in the table."
    st.caption(
        f"One square a day: the stronger its colour, the more hands; the strongest "
        f"is {most.n_hands}, grey is none. {days()}.{left_out}"
    )


def show_hands(snapshot: Snapshot, choice: data.Choice, n_hands: int) -> None:
    """The hands themselves, the newest first, and all of them as a file."""
    st.header("Hands")
    n_pages = -(-n_hands // N_A_PAGE)
    page_no = st.pagination(n_pages, key="hands_page") if n_pages > 1 else 1
    hands = data.played_hands(
        snapshot, choice, days(), n_rows=N_A_PAGE, n_before=N_A_PAGE * (page_no - 1)
    )
    columns = ["When", "Change", "Points", "Partner", "Against", "Day", "Note"]
    rows: list[list[Cell]] = [
        [
            shown_day(hand.ended_at),
            _step(hand),
            f"{signed(hand.points)} : {signed(hand.other_points)}",
            hand.partner,
            hand.opponents,
            shown_date(hand.day),
            "played by the computer" if hand.is_away else "",
        ]
        for hand in hands
    ]
    if not any(row[-1] for row in rows):
        rows, columns = [row[:-1] for row in rows], columns[:-1]
    show_table(
        columns, rows, alt=f"Page {page_no} of {n_pages} of {n_hands:,} hands of yours."
    )
    st.download_button(
        f"CSV, {n_hands:,} hands",
        partial(data.csv_of, snapshot, choice, days()),
        file_name=f"my-hands-{snapshot.build}.csv",
        on_click="ignore",
    )
    st.caption(
        f"{n_hands:,} hands, build {snapshot.build}; the file has all of them, times "
        "in UTC and the day each counts to."
    )


def _change(row: data.PlayedDay) -> str | None:
    return None if row.rating_change is None else shown_change(0.0, row.rating_change)


def _step(hand: data.PlayedHand) -> str:
    if hand.rating_before is None or hand.rating_after is None:
        return "not rated"
    return shown_step(hand.rating_before, hand.rating_after)


def show(snapshot: Snapshot, viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    viewer_id = viewer.player_id or ""
    st.caption(f"{plain(viewer.name)} · only you see this page")
    pools = data.pools(snapshot, viewer_id)
    if not pools:
        st.info("No hand of yours is published yet: this page fills with the first.")
        return
    choice = choose_hands(snapshot, viewer_id, pools)
    played = data.played_days(snapshot, choice, days())
    if not played:
        st.info("No hand fits these filters.")
        st.button("Clear the filters", on_click=clear)
        return
    show_totals(played)
    show_days(played)
    show_hands(snapshot, choice, sum(row.n_hands for row in played))


run("My hands", show, roles=("person",))
