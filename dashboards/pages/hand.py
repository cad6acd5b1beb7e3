"""Hand: one hand of the viewer, how it ended, why the Rating moved, how it was played.

The address has the hand's id, so that it can be sent to somebody who sat there too.
"""

import streamlit as st

from dashboards.data import hand as data
from dashboards.data.progress import explanation
from dashboards.data.snapshot import Snapshot
from dashboards.frame import part, run
from dashboards.hand_head import show_head, side_names
from dashboards.hand_ladder import show_ladder
from dashboards.hand_play import MOVE, show_play
from dashboards.hands import show_explanation
from dashboards.plain import plain
from dashboards.viewer import Viewer
from ingest.records import MAX_ID
from rating.store import UnknownChangeError

HAND = "hand"  # of the address: the id of the hand


def find_hand(snapshot: Snapshot, viewer: Viewer) -> data.HandFacts | None:
    """The hand of the address, else the viewer's last; None, said, without one."""
    viewer_id = viewer.player_id or ""
    asked = st.query_params.get(HAND)
    hand_id = asked or data.latest_hand(snapshot, viewer_id)
    if hand_id is None:
        st.info(f"{plain(viewer.name)} has played no hand yet.")
        return None
    hand = data.facts(snapshot, viewer_id, hand_id)
    if hand is None:
        st.info(
            f"{plain(viewer.name)} sat in no hand {plain(hand_id[:MAX_ID])}: check the "
            "link, or choose who looks under “Look through the eyes of” in the sidebar."
        )
    return hand


def open_hand(hand_id: str) -> None:
    """Make the address that of another hand, at its deal."""
    st.query_params[HAND] = hand_id
    st.query_params.pop(MOVE, None)


def show_ways(near: data.Neighbours) -> None:
    """Buttons to the hands before and after."""
    ways = {
        "Previous of the game": near.game_before,
        "Next of the game": near.game_after,
        "My previous hand": near.own_before,
        "My next hand": near.own_after,
    }
    with st.container(horizontal=True):
        for label, hand_id in ways.items():
            st.button(
                label,
                disabled=hand_id is None,
                on_click=open_hand,
                args=(hand_id,),
            )


def show_why(snapshot: Snapshot, viewer_id: str, hand_id: str) -> None:
    """Why the viewer's Rating moved, or why it did not."""
    try:
        why = explanation(snapshot, viewer_id, hand_id)
    except UnknownChangeError as error:
        st.info(f"This hand did not move your Rating: {plain(str(error))}.")
        return
    show_explanation(why)


def show(snapshot: Snapshot, viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    hand = find_hand(snapshot, viewer)
    if hand is None:
        return
    seats, points = data.seats(snapshot, hand), data.points(snapshot, hand)
    show_ways(data.neighbours(snapshot, viewer.player_id or "", hand.hand_id))
    show_head(hand, seats, points)
    st.header("Where the points came from")
    with part():
        show_ladder(side_names(seats), points, data.lines(snapshot, hand))
    st.header("Why did my Rating move?")
    with part():
        show_why(snapshot, viewer.player_id or "", hand.hand_id)
    st.header("The play")
    with part():
        show_play(snapshot, hand, seats)
    st.caption(f"n = 1 hand, {hand.n_moves:,} moves · build {snapshot.build}")


run("Hand", show, roles=("person",))
