"""One player's own Rating: standing, history, last hands, levels of the ladder.

Every query has the viewer's own player id in its `where`, so that no other
person's Rating is ever read here. What a chart sends to the browser is rounded in
the query: an unrounded change would let a reader work out the Rating of a private
player at the table.
"""

from datetime import datetime
from typing import NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query
from rating.explain import Explanation, explain
from rating.store import read_change


class Ladder(NamedTuple):
    """One set of Ratings the player has: a ladder, in solo on one device."""

    ladder: str
    device_id: str | None
    rated_hands: int


class Standing(NamedTuple):
    """The player's row of `player_ratings`, with the level's own Form line."""

    start_rating: float
    rating: float
    form: float
    rated_hands: int
    finished_games: int
    level: str | None
    level_since_hands: int | None
    protected_hands_left: int
    is_at_risk: bool
    n_pending_hands: int
    next_level: str | None
    form_needed: float | None
    hands_needed: int | None
    games_needed: int | None
    peak_rating: float
    rating_before: float
    form_line: float | None


class HistoryPoint(NamedTuple):
    """Rating and Form after one rated hand, in whole points."""

    rated_hands: int
    ended_at: datetime
    rating: int
    form: int
    level: str | None
    level_event: str | None


class OwnHand(NamedTuple):
    """One rated hand as its player sees it."""

    hand_id: str
    ended_at: datetime
    partner: str | None
    opponents: str
    points: int
    other_points: int
    margin: int
    rating_before: float
    rating_after: float
    form_before: float
    form_after: float
    rated_hands: int
    level: str | None
    level_event: str | None
    was_settled: bool


class LevelLine(NamedTuple):
    """One level of a ladder."""

    level_no: int
    level: str
    form_line: float | None
    hands: int
    games: int


class Start(NamedTuple):
    """What a player said of themself."""

    name: str
    self_rating: str | None
    show_skill: bool


@st.cache_data(max_entries=256, show_spinner=False)
def ladders(snapshot: Snapshot, viewer_id: str) -> list[Ladder]:
    """Ladders on which the viewer has a Rating, live before solo, most hands first."""
    rows = cursor(snapshot).execute(query("ladders"), [viewer_id]).fetchall()
    return [Ladder(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def start(snapshot: Snapshot, viewer_id: str) -> Start | None:
    """The viewer's own latest player record."""
    sql = "select name, self_rating, show_skill from players where player_id = ?"
    row = cursor(snapshot).execute(sql, [viewer_id]).fetchone()
    return Start(*row) if row else None


@st.cache_data(max_entries=256, show_spinner=False)
def standing(snapshot: Snapshot, viewer_id: str, ladder: Ladder) -> Standing:
    """Where the viewer stands on one of their ladders now."""
    values = _own(viewer_id, ladder)
    row = cursor(snapshot).execute(query("standing"), values).fetchone()
    if row is None:  # the ladder came from `ladders` of the same immutable build
        raise LookupError(f"no Rating on {ladder.ladder} in build {snapshot.build}")
    return Standing(*row)


@st.cache_data(max_entries=256, show_spinner=False)
def history(
    snapshot: Snapshot, viewer_id: str, ladder: Ladder, *, n_last: int
) -> list[HistoryPoint]:
    """Rating and Form after each of the last `n_last` rated hands, oldest first."""
    values = _own(viewer_id, ladder) | {"n_last": n_last}
    rows = cursor(snapshot).execute(query("history"), values).fetchall()
    return [HistoryPoint(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def last_hands(
    snapshot: Snapshot, viewer_id: str, ladder: Ladder, *, n_last: int
) -> list[OwnHand]:
    """The viewer's last rated hands, newest first."""
    values = _own(viewer_id, ladder) | {"n_last": n_last}
    rows = cursor(snapshot).execute(query("last_hands"), values).fetchall()
    return [OwnHand(*row) for row in rows]


@st.cache_data(max_entries=64, show_spinner=False)
def levels(snapshot: Snapshot, ladder: str) -> list[LevelLine]:
    """The levels of a ladder, the lowest first."""
    sql = (
        "select level_no, level, form_line, hands, games from levels "
        "where ladder = ? order by level_no"
    )
    return [
        LevelLine(*row) for row in cursor(snapshot).execute(sql, [ladder]).fetchall()
    ]


@st.cache_data(max_entries=256, show_spinner=False)
def explanation(snapshot: Snapshot, viewer_id: str, hand_id: str) -> Explanation:
    """Why the viewer's Rating moved in a hand; masked where another is private."""
    facts = read_change(cursor(snapshot), hand_id, viewer_id)
    return explain(facts, viewer=viewer_id)


def _own(viewer_id: str, ladder: Ladder) -> dict[str, object]:
    return {
        "player_id": viewer_id,
        "ladder": ladder.ladder,
        "device_id": ladder.device_id,
    }
