"""Whose eyes a page is seen through, and which pages those eyes may open.

This service has no sign-in of its own: whoever runs it on their machine owns every
file of the home folder. The choice lives in the session, never in the address, so
that a shared link shows nobody else's page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from dashboards.data.people import Person
from dashboards.plain import plain

Role = Literal["person", "operator", "analyst"]
EYES = "eyes"  # key of the choice in the session
CHOOSER = "eyes_chooser"  # key of the widget
ROLES: dict[Role, str] = {"operator": "Operator", "analyst": "Analyst"}


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a person with their player id, an operator or an analyst."""

    role: Role
    name: str
    player_id: str | None = None


def choose_viewer(people: Sequence[Person]) -> Viewer:
    """The viewer chosen in the sidebar; the most active person at first."""
    options = [*ROLES, *(f"person:{person.player_id}" for person in people)]
    names = ROLES | {f"person:{person.player_id}": person.name for person in people}
    known = st.session_state.get(EYES)
    current = known if known in options else _most_active(people)
    chosen = st.sidebar.selectbox(
        "Look through the eyes of",
        options,
        index=options.index(current),
        key=CHOOSER,
        format_func=lambda option: names[option],
        help="There is no sign-in on this machine: choose who looks. "
        "A person sees their own numbers and no private ones of others.",
    )
    # The widget forgets its value when the page changes; this key does not.
    st.session_state[EYES] = chosen
    for role, name in ROLES.items():
        if chosen == role:
            return Viewer(role, name)
    return Viewer("person", names[chosen], chosen.removeprefix("person:"))


def _most_active(people: Sequence[Person]) -> str:
    if not people:
        return "operator"
    most = max(people, key=lambda person: person.n_hands)
    return f"person:{most.player_id}"


def is_allowed(viewer: Viewer, roles: Sequence[Role], page: str) -> bool:
    """Whether the viewer may open the page; if not, a sentence says who may."""
    if viewer.role in roles:
        return True
    if list(roles) == ["person"]:
        st.info(
            f"{page} shows one person's own numbers. Choose a person under "
            "“Look through the eyes of” in the sidebar."
        )
        return False
    allowed = " and ".join(f"{ROLES[role].lower()}s" for role in roles)
    st.info(f"{page} is for {allowed}; you look as {plain(viewer.name)}.")
    for role in roles:
        st.button(
            f"Look as {ROLES[role].lower()}",
            key=f"look_as_{role}",
            on_click=_look_as,
            args=(role,),
        )
    return False


def _look_as(role: str) -> None:
    st.session_state[EYES] = st.session_state[CHOOSER] = role
