"""The choice of a ladder, where a player has several."""

import streamlit as st

from dashboards.data.progress import Ladder


def choose_ladder(ladders: list[Ladder]) -> Ladder:
    """The ladder to look at: live and solo are two Ratings and never mix."""
    if len(ladders) == 1:
        return ladders[0]
    names = {ladder_name(ladder): ladder for ladder in ladders}
    chosen = st.pills(
        "Ladder", list(names), default=next(iter(names)), required=True, key="ladder"
    )
    return names[chosen or next(iter(names))]


def ladder_name(ladder: Ladder) -> str:
    """`Coastal, live`, or with the device for solo."""
    family, _, mode = ladder.ladder.partition("/")
    device = f" on {ladder.device_id}" if ladder.device_id else ""
    return f"{family.capitalize()}, {mode}{device}"
