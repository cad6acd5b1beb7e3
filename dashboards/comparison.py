"""The viewer's statistics beside everybody's: tables with n and interval, one chart."""

from collections.abc import Mapping

import streamlit as st

from dashboards import charts
from dashboards.data.statistics import Statistic
from dashboards.table import show_table, signed

FEW_GAMES = 5  # below this an interval over games says nothing

RESULTS = "Results"

# Title of the group -> name in the query, what it is called, digits shown
GROUPS: dict[str, tuple[tuple[str, str, int], ...]] = {
    RESULTS: (
        ("won", "Hands won", 0),
        ("points", "Points a hand", 0),
        ("margin", "Margin a hand", 0),
    ),
    "Opening": (
        ("opened", "Hands opened", 0),
        ("opening_turn", "Own turn of the opening", 1),
        ("opening_points", "Points that counted to the opening", 0),
    ),
    "The pile": (
        ("pile_takes", "Takes a hand", 2),
        ("pile_cards", "Cards a take", 1),
    ),
    "Going out": (
        ("went_out", "Hands in which the side went out", 0),
        ("concealed", "Of these, concealed", 0),
        ("held", "Points left in the holdings", 0),
    ),
    "Penalties and special hands": (
        ("penalised", "Hands with a penalty", 1),
        ("penalties", "Penalty points a hand", 0),
        ("special_hand", "Hands with a special hand", 1),
    ),
}
CANASTAS = (
    ("canastas", "all"),
    ("natural", "natural"),
    ("mixed", "mixed"),
    ("wild", "wild"),
    ("aces", "aces"),
    ("sevens", "sevens"),
)


def show_group(
    title: str,
    lines: tuple[tuple[str, str, int], ...],
    own: Mapping[str, Statistic],
    everybody: Mapping[str, Statistic],
) -> None:
    """One table: a line a statistic, the viewer's value and everybody's."""
    with_own = bool(own)
    columns = ("", "You", "Everybody") if with_own else ("", "Everybody")
    rows = [
        (
            label,
            *([shown(own.get(name), digits)] if with_own else []),
            shown(all_, digits),
        )
        for name, label, digits in lines
        if (all_ := everybody.get(name)) is not None
    ]
    if not rows:
        st.caption("These hands were logged by their results only: nothing to count.")
        return
    show_table(columns, rows, alt=f"{title}: {len(rows)} statistics with intervals.")


def show_canastas(
    own: Mapping[str, Statistic], everybody: Mapping[str, Statistic]
) -> None:
    """Canastas a hand by kind, the viewer's beside everybody's."""
    st.header("Canastas a hand")
    kinds = [
        (name, label)
        for name, label in CANASTAS
        if name in everybody and (name == "canastas" or everybody[name].value)
    ]
    if not kinds:
        st.caption("These hands were logged without their canastas.")
        return
    sides = (
        [("Everybody", everybody)]
        if not own
        else [("You", own), ("Everybody", everybody)]
    )
    bars = [
        (label, who, found.value, found.low, found.high)
        for who, statistics in sides
        for name, label in kinds
        if (found := statistics.get(name)) is not None and found.value is not None
    ]
    first = sides[0][1]["canastas"]
    charts.draw(
        charts.canasta_chart(bars),
        alt=f"Canastas a hand by kind; {sides[0][0].lower()}: "
        f"{shown(first, 2)} of every kind.",
        columns=("Kind", *(who for who, _ in sides)),
        rows=[
            (label, *(shown(statistics.get(name), 2) for _, statistics in sides))
            for name, label in kinds
        ],
    )


def shown(statistic: Statistic | None, digits: int) -> str:
    """`62 % (n = 48, 48–75)`; a dash where there was no opportunity."""
    if statistic is None or statistic.value is None:
        return "–"
    scale = 100 if statistic.is_share else 1
    unit = " %" if statistic.is_share else ""
    value = signed(statistic.value * scale, digits)
    n = f"n = {statistic.n:,}"
    if statistic.low is None or statistic.high is None:
        return f"{value}{unit} ({n})"
    if not statistic.is_share and statistic.n_games < FEW_GAMES:
        return f"{value}{unit} ({n}, few games)"
    low = signed(statistic.low * scale, digits)
    high = signed(statistic.high * scale, digits)
    return f"{value}{unit} ({n}, {low} to {high})"
