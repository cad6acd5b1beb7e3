"""The filters of My hands: game, partner, first and last day."""

from collections import Counter
from datetime import date

import streamlit as st

from dashboards.data import played as data
from dashboards.data.snapshot import Snapshot
from dashboards.data.statistics import Pool
from dashboards.filters import choose_game, filters

PARTNER, FIRST_DAY, LAST_DAY = "partner", "from", "until"  # names in the address
ANYBODY = "anybody"


def choose_hands(snapshot: Snapshot, player_id: str, pools: list[Pool]) -> data.Choice:
    """The hands to look at; whatever is chosen is in the address as well."""
    with filters(n_in_use()):
        game, partner, first, last = st.columns(4)
        with game:
            pool = choose_game(pools)
        people = _by_label(data.partners(snapshot, player_id, pool))
        with partner:
            chosen = st.selectbox(
                "Partner", [ANYBODY, *people], key=PARTNER, bind="query-params"
            )
        with first:
            first_day = _choose_day("From day", FIRST_DAY)
        with last:
            last_day = _choose_day("Until day", LAST_DAY)
    return data.Choice(
        player_id=player_id,
        family=pool.family,
        mode=pool.mode,
        partner_id=people[chosen].player_id if chosen in people else None,
        first_day=first_day,
        last_day=last_day,
    )


def n_in_use() -> int:
    """How many of partner and days leave hands out."""
    chosen = (st.session_state.get(key) for key in (PARTNER, FIRST_DAY, LAST_DAY))
    return sum(value not in {None, ANYBODY} for value in chosen)


def clear() -> None:
    """Let every partner and day in again."""
    st.session_state[PARTNER] = ANYBODY
    st.session_state[FIRST_DAY] = st.session_state[LAST_DAY] = None


def _choose_day(label: str, key: str) -> date | None:
    return st.date_input(
        label, value=None, key=key, bind="query-params", format="YYYY-MM-DD"
    )


def _by_label(partners: list[data.Partner]) -> dict[str, data.Partner]:
    """Partners by name; of two with one name each has the id behind it."""
    n_named = Counter(partner.name for partner in partners)
    return {
        p.name if n_named[p.name] == 1 else f"{p.name} ({p.player_id})": p
        for p in partners
    }
