"""One hand as a player who sat there may see it.

`facts` finds a hand by the viewer's own seat, and everything else asks for what it
found, so that a guessed id leads nowhere. The replay gives out that seat's view alone:
nobody else's cards ever come here.
"""

from datetime import datetime
from typing import NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query
from ingest.held_play import HeldPlay, held_play
from ingest.home import Home


class HandFacts(NamedTuple):
    """A hand without its points, and where the viewer sat."""

    hand_id: str
    game_id: str
    hand_no: int
    ruleset: str
    options: str
    mode: str
    started_at: datetime
    ended_at: datetime
    duration_s: float
    ended_by: str
    went_out_seat: int | None
    special_hand_seat: int | None
    is_concealed: bool
    is_game_over: bool
    n_moves: int
    is_verified: bool
    own_seat: int
    own_side: int


class HandSeat(NamedTuple):
    """Who sat in one seat; `computer_skill` is None in a player's seat."""

    seat: int
    side: int
    name: str
    computer_skill: str | None
    is_away: bool
    left_in_hand: bool


class SidePoints(NamedTuple):
    """What one side got; `n_canastas` is None where the log does not say."""

    side: int
    points: int
    points_before: int
    points_after: int
    margin: int
    special_hand: str | None
    n_canastas: int | None


class PointsLine(NamedTuple):
    """One line of a side's points that is not 0."""

    side: int
    line: str
    points: int


class Neighbours(NamedTuple):
    """Ids of the hands before and after, None at the ends."""

    game_before: str | None
    game_after: str | None
    own_before: str | None
    own_after: str | None


@st.cache_data(max_entries=256, show_spinner=False)
def latest_hand(snapshot: Snapshot, viewer_id: str) -> str | None:
    """The hand that the viewer sat in last; None without any."""
    sql = (
        "select hand_id from hand_seats where player_id = ? "
        "order by ended_at desc, hand_id desc limit 1"
    )
    row = cursor(snapshot).execute(sql, [viewer_id]).fetchone()
    return row[0] if row else None


@st.cache_data(max_entries=256, show_spinner=False)
def facts(snapshot: Snapshot, viewer_id: str, hand_id: str) -> HandFacts | None:
    """The hand; None if there is none of this id in which the viewer sat."""
    values = {"hand_id": hand_id, "player_id": viewer_id}
    row = cursor(snapshot).execute(query("hand_facts"), values).fetchone()
    return HandFacts(*row) if row else None


@st.cache_data(max_entries=256, show_spinner=False)
def seats(snapshot: Snapshot, hand: HandFacts) -> list[HandSeat]:
    """Who sat where, in order of play."""
    values = {"hand_id": hand.hand_id}
    rows = cursor(snapshot).execute(query("hand_seats"), values).fetchall()
    return [HandSeat(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def points(snapshot: Snapshot, hand: HandFacts) -> list[SidePoints]:
    """The points of each side, by side."""
    values = {"hand_id": hand.hand_id}
    rows = cursor(snapshot).execute(query("hand_points"), values).fetchall()
    return [SidePoints(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def lines(snapshot: Snapshot, hand: HandFacts) -> list[PointsLine]:
    """The lines that the points of each side are made of; they add up to them."""
    values = {"hand_id": hand.hand_id}
    rows = cursor(snapshot).execute(query("hand_lines"), values).fetchall()
    return [PointsLine(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def neighbours(snapshot: Snapshot, viewer_id: str, hand_id: str) -> Neighbours:
    """The hands before and after, among those in which the viewer sat."""
    values = {"hand_id": hand_id, "player_id": viewer_id}
    row = cursor(snapshot).execute(query("hand_neighbours"), values).fetchone()
    return Neighbours(*row) if row else Neighbours(None, None, None, None)


@st.cache_data(max_entries=64, show_spinner="Replaying the hand")
def play(snapshot: Snapshot, hand: HandFacts) -> HeldPlay:
    """The hand move by move, as the viewer's seat saw it.

    Raises
    ------
    NoPlayError, DamagedSegmentError
        If raw/ of the home folder does not have the hand.
    """
    home = Home.from_option()
    return held_play(cursor(snapshot), home, hand.hand_id, hand.own_seat)
