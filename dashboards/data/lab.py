"""What another configuration would do to the people of a snapshot; writes nothing."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query
from dashboards.viewer import Viewer
from rating.candidates import Tuning
from rating.config import RatingConfig
from rating.config_file import parse_config
from rating.grid import variants
from rating.hands import family_of
from rating.lab import LadderComparison, try_config
from rating.tuning import default_metric, hands_and_live, tune


class RatedLadder(NamedTuple):
    """A ladder with rated hands and how well its Ratings foretold them."""

    ladder: str
    n_players: int


@st.cache_data(max_entries=8, show_spinner=False)
def rated_ladders(snapshot: Snapshot) -> list[RatedLadder]:
    """Ladders with at least one rated player, the largest first."""
    sql = (
        "select ladder, count(distinct player_id) as n_players from player_ratings "
        "group by ladder order by n_players desc, ladder"
    )
    return [RatedLadder(*row) for row in cursor(snapshot).execute(sql).fetchall()]


@st.cache_data(max_entries=8, show_spinner=False)
def operator_names(snapshot: Snapshot, viewer: Viewer) -> dict[str, str]:
    """Names as an operator reads them: those who hide their skill stay unnamed."""
    if viewer.role != "operator":
        return {}
    return dict(cursor(snapshot).execute(query("operator_names")).fetchall())


@st.cache_resource(max_entries=32, show_spinner=False)
def comparison(snapshot: Snapshot, toml: str, ladder: str) -> LadderComparison | None:
    """The snapshot replayed under a configuration, beside the live one.

    The same configuration on the same build is replayed once. None if the ladder
    has no counting hand.
    """
    tried = try_config(cursor(snapshot), parse_config(toml), ladder=ladder)
    return tried.ladders[0] if tried.ladders else None


def is_same_score(live: RatingConfig, toml: str, ladder: str) -> bool:
    """Whether both configurations make the same actual score of a margin."""
    draft, family = parse_config(toml), family_of(ladder)
    return (
        draft.change.margin_function == live.change.margin_function
        and draft.margin_scale(family) == live.margin_scale(family)
    )


Axis = tuple[str, tuple[float, ...]]  # a key of rating.toml and its values


@st.cache_resource(max_entries=16, show_spinner=False)
def swept(snapshot: Snapshot, axes: tuple[Axis, ...], ladder: str) -> Tuning | None:
    """The grid of `axes` swept over the snapshot; None without a counting hand.

    The same grid on the same build is swept once.
    """
    hands, live = hands_and_live(cursor(snapshot), ladder)
    if not len(hands):
        return None
    grid = dict(axes)
    return tune(
        hands,
        live,
        variants(live, grid),
        metric=default_metric(tuple(grid)),
        rng=np.random.default_rng(1),
    )
