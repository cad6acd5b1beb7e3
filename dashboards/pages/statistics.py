"""Statistics: how hands are played, by the viewer and by everybody, with intervals."""

import streamlit as st

from dashboards import charts
from dashboards.comparison import GROUPS, RESULTS, show_canastas, show_group
from dashboards.data import statistics as data
from dashboards.data.snapshot import Snapshot
from dashboards.filters import choose_game, filters
from dashboards.frame import part, run
from dashboards.plain import plain
from dashboards.table import signed
from dashboards.viewer import Viewer

EVERY_RULESET = "all of the family"
RULESET = "ruleset"  # its key, and its name in the address


def choose_pool(snapshot: Snapshot) -> tuple[data.Pool, str | None] | None:
    """The ruleset family, mode and ruleset to look at; None without a hand."""
    pools = data.pools(snapshot)
    if not pools:
        st.info(
            "No finished hand with a person in it is published yet: "
            "`coastal ingest PATH` brings hand logs in."
        )
        return None
    with filters(int(st.session_state.get(RULESET, EVERY_RULESET) != EVERY_RULESET)):
        left, right = st.columns(2)
        with left:
            pool = choose_game(pools)
        rulesets = data.rulesets(snapshot, pool.family, pool.mode)
        ruleset = right.selectbox(
            "Ruleset", [EVERY_RULESET, *rulesets], key=RULESET, bind="query-params"
        )
    return pool, None if ruleset == EVERY_RULESET else ruleset


def show_distribution(
    snapshot: Snapshot,
    player_id: str | None,
    pool: data.Pool,
    ruleset: str | None,
    measure: data.Measure,
) -> None:
    """How the points or margins of hands are distributed."""
    bins = data.histogram(snapshot, player_id, pool, ruleset, measure)
    everybody = data.spread(snapshot, None, pool, ruleset, measure)
    own = data.spread(snapshot, player_id, pool, ruleset, measure)
    with_own = player_id is not None and own.n > 0
    what = "points of a hand" if measure == "points" else "margin of a hand, points"
    summary = f"Everybody: {_quartiles(everybody)}"
    if with_own:
        summary = f"You: {_quartiles(own)}. {summary}"
    charts.draw(
        charts.histogram_chart(bins, title=what, with_own=with_own),
        alt=f"Distribution of the {what}. {summary}.",
        columns=("From", "Below", "You", "Everybody"),
        rows=[
            (row.low, row.high, row.n_own if with_own else None, row.n_all)
            for row in bins
        ],
    )
    st.caption(f"{summary}. Bars: everybody{', line: you' if with_own else ''}.")


def _quartiles(spread: data.Spread) -> str:
    if spread.median is None or spread.quarter is None or spread.three_quarters is None:
        return "no hands"
    return (
        f"median {signed(spread.median, 0)}, middle half "
        f"{signed(spread.quarter, 0)} to {signed(spread.three_quarters, 0)} "
        f"(n = {spread.n:,})"
    )


def show(snapshot: Snapshot, viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    player_id = viewer.player_id
    chosen = choose_pool(snapshot)
    if chosen is None:
        return
    pool, ruleset = chosen
    own = data.statistics(snapshot, player_id, pool, ruleset) if player_id else {}
    everybody = data.statistics(snapshot, None, pool, ruleset)
    if player_id and not own:
        st.info(f"{plain(viewer.name)} played no such hand: only everybody is shown.")
    st.caption(
        f"{pool.family} · {pool.mode}, {ruleset or EVERY_RULESET}: {pool.n_hands:,} "
        "hands. "
        "You: the hands of your side that you played yourself. Everybody: every side "
        "with a person on it. In brackets: n and the 95 % interval. Statistics never "
        "set a level."
    )
    for title, lines in GROUPS.items():
        st.header(title)
        show_group(title, lines, own, everybody)
        if title == RESULTS:  # the numbers first, then bars
            show_canastas(own, everybody)
    points, margins = st.columns(2)
    with points, part():
        st.header("Points of a hand")
        show_distribution(snapshot, player_id, pool, ruleset, "points")
    with margins, part():
        st.header("Margin of a hand")
        show_distribution(snapshot, player_id, pool, ruleset, "margin")


run("Statistics", show)
