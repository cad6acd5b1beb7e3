"""The people of a snapshot: whose eyes a page can be seen through."""

from typing import NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query


class Person(NamedTuple):
    """A player's name; never a Rating, so that anybody may read the list."""

    player_id: str
    name: str
    n_hands: int


@st.cache_data(max_entries=8, show_spinner=False)
def people(snapshot: Snapshot) -> list[Person]:
    """Everybody, by name."""
    rows = cursor(snapshot).execute(query("people")).fetchall()
    return [Person(*row) for row in rows]
