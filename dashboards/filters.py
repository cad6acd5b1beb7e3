"""Filters: a row on a wide page, folded behind "Filters (2)" on a phone."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from dashboards.data.statistics import Pool

FOLD = "filters_shown"  # key of the switch; dashboards/phone.css reads these names
BLOCK, FIELDS = "filters", "filter_fields"


@contextmanager
def filters(n_active: int) -> Iterator[None]:
    """A block for the widgets of a page's filters, `n_active` of them in use.

    The width of the page decides what is drawn of it: the switch on a phone alone,
    the fields wherever there is room or the switch is on.
    """
    with st.container(key=BLOCK):
        st.toggle(f"Filters ({n_active})" if n_active else "Filters", key=FOLD)
        with st.container(key=FIELDS):
            yield


def choose_game(pools: Sequence[Pool]) -> Pool:
    """One ruleset family and mode; the one with most hands at first."""
    names = {f"{pool.family} · {pool.mode}": pool for pool in pools}
    chosen = st.selectbox(
        "Game",
        list(names),
        key="game",
        bind="query-params",
        help="Points of different games are not comparable, so only one is shown.",
    )
    return names[chosen]
