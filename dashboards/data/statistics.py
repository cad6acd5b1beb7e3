"""How hands were played: averages and rates with their intervals, distributions."""

from typing import Literal, NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query

Measure = Literal["points", "margin"]


class Pool(NamedTuple):
    """Hands that may be compared: one ruleset family in one mode."""

    family: str
    mode: str
    n_hands: int


class Statistic(NamedTuple):
    """One average or rate, `n` being what it was taken over.

    `low` and `high` bound it with 95 % confidence; None where there are too few.
    """

    name: str
    is_share: bool
    n: int
    n_games: int
    value: float | None
    low: float | None
    high: float | None


class Bin(NamedTuple):
    """Hands of one side whose value lies in [low, high), in points."""

    low: int
    high: int
    n_own: int
    n_all: int


class Spread(NamedTuple):
    """Quartiles of a distribution, in points; None where there are no hands."""

    n: int
    quarter: float | None
    median: float | None
    three_quarters: float | None


@st.cache_data(max_entries=32, show_spinner=False)
def pools(snapshot: Snapshot) -> list[Pool]:
    """Ruleset families and modes in which people played, most hands first."""
    rows = cursor(snapshot).execute(query("pools")).fetchall()
    return [Pool(*row) for row in rows]


@st.cache_data(max_entries=32, show_spinner=False)
def rulesets(snapshot: Snapshot, family: str, mode: str) -> list[str]:
    """Rulesets of one pool, by name."""
    sql = (
        "select distinct ruleset from finished_sides "
        "where family = ? and mode = ? and n_people > 0 order by ruleset"
    )
    rows = cursor(snapshot).execute(sql, [family, mode]).fetchall()
    return [name for (name,) in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def statistics(
    snapshot: Snapshot, player_id: str | None, pool: Pool, ruleset: str | None
) -> dict[str, Statistic]:
    """Statistics of one player's sides, or of every side with a person on it."""
    values = _filters(player_id, pool, ruleset)
    rows = cursor(snapshot).execute(_on_chosen_sides("statistics"), values).fetchall()
    return {row[0]: Statistic(*row) for row in rows}


@st.cache_data(max_entries=256, show_spinner=False)
def histogram(
    snapshot: Snapshot,
    player_id: str | None,
    pool: Pool,
    ruleset: str | None,
    measure: Measure,
) -> list[Bin]:
    """How the points or margins of hands are distributed, counted in bins."""
    values = _filters(player_id, pool, ruleset) | {"measure": measure}
    rows = cursor(snapshot).execute(query("histogram"), values).fetchall()
    return [Bin(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def spread(
    snapshot: Snapshot,
    player_id: str | None,
    pool: Pool,
    ruleset: str | None,
    measure: Measure,
) -> Spread:
    """Quartiles of the points or margins of one player's sides, or of everybody's."""
    values = _filters(player_id, pool, ruleset) | {"measure": measure}
    row = cursor(snapshot).execute(_on_chosen_sides("spread"), values).fetchone()
    return Spread(*row) if row else Spread(0, None, None, None)


def _filters(
    player_id: str | None, pool: Pool, ruleset: str | None
) -> dict[str, object]:
    return {
        "player_id": player_id,
        "family": pool.family,
        "mode": pool.mode,
        "ruleset": ruleset,
    }


def _on_chosen_sides(name: str) -> str:
    """A query file whose first step is the choice of the sides it counts."""
    return f"with chosen_sides as (\n{query('chosen_sides')}),\n{query(name)}"
