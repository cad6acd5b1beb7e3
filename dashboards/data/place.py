"""Where a player stands among the active players of a live ladder.

Whom a number could tell is settled in the queries: they hand out how many players
there are, a share in whole percent, and bars of which none holds few.
"""

from typing import Final, Literal, NamedTuple

import streamlit as st

from dashboards.data.progress import Ladder
from dashboards.data.snapshot import Snapshot, cursor, live_config, query

ACTIVE_DAYS: Final = 90  # before the newest hand of the build
FEWEST_PLAYERS: Final = 50  # below, a percent is half a person
FEWEST_IN_BAR: Final = 6  # five besides the viewer, whoever that is

Measure = Literal["rating", "form"]


class Place(NamedTuple):
    """How many players are counted, and the share of the others below the viewer.

    `percent_below` is in whole percent, rounded down; None where fewer than
    FEWEST_PLAYERS are counted or the viewer is not.
    """

    n_players: int
    is_counted: bool
    percent_below: int | None


class Bar(NamedTuple):
    """Players whose points lie in [low, high); None: the bar is open there."""

    width: int
    low: int | None
    high: int | None
    n_players: int


@st.cache_data(max_entries=256, show_spinner=False)
def place(
    snapshot: Snapshot, viewer_id: str, ladder: Ladder, measure: Measure
) -> Place:
    """Where the viewer stands among the counted players of a live ladder."""
    values = _counted(snapshot, ladder, measure) | {"player_id": viewer_id}
    row = cursor(snapshot).execute(_of_counted("place"), values).fetchone()
    return Place(*row) if row else Place(0, is_counted=False, percent_below=None)


@st.cache_data(max_entries=64, show_spinner=False)
def bars(snapshot: Snapshot, ladder: Ladder, measure: Measure) -> list[Bar]:
    """The counted players by their points, the lowest first; the same to everybody."""
    values = _counted(snapshot, ladder, measure) | {"fewest_in_bar": FEWEST_IN_BAR}
    rows = cursor(snapshot).execute(_of_counted("places"), values).fetchall()
    return [Bar(*row) for row in rows]


def _counted(snapshot: Snapshot, ladder: Ladder, measure: Measure) -> dict[str, object]:
    return {
        "ladder": ladder.ladder,
        "measure": measure,
        "fewest_hands": live_config(snapshot).start.provisional_hands,
        "active_days": ACTIVE_DAYS,
        "fewest_players": FEWEST_PLAYERS,
    }


def _of_counted(name: str) -> str:
    """A query file whose first step is the choice of the players it counts."""
    return f"with counted_players as (\n{query('counted_players')}),\n{query(name)}"
