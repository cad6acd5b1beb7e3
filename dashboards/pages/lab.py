"""K-factor lab: what other numbers in the configuration would do, and to whom."""

import streamlit as st

from dashboards import draft, sweep
from dashboards.data import lab as data
from dashboards.data.snapshot import Snapshot, live_config
from dashboards.frame import run
from dashboards.lab_metrics import show_curves, show_metrics
from dashboards.people_diff import show_people
from dashboards.viewer import Viewer
from rating.config_file import parse_config

TRIED = "tried_toml"  # key of the last configuration replayed in this session
SWEPT = "swept_axes"  # key of the last grid swept in this session
BASE = "draft_base"  # what the draft starts from, where it is not the live one
LOADED = "loaded_toml"  # a row of a sweep on its way into the draft
ONE_DRAFT, SWEEP = "One draft", "Sweep"


def show(snapshot: Snapshot, viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    st.caption(
        "Replays every hand of the current build under other numbers. Nothing is "
        "written and nobody's Rating changes: `coastal config publish` does that."
    )
    loaded = st.session_state.pop(LOADED, None)
    if loaded is not None:
        st.session_state[TRIED] = st.session_state[BASE] = loaded
        st.session_state["lab_try"] = ONE_DRAFT
    ladders = data.rated_ladders(snapshot)
    if not ladders:
        st.info("No hand is rated yet, so there is nothing to replay.")
        return
    ladder = st.selectbox(
        "Ladder",
        [row.ladder for row in ladders],
        key="lab_ladder",
        bind="query-params",
    )
    st.session_state.setdefault("lab_try", ONE_DRAFT)
    what = st.segmented_control("Try", (ONE_DRAFT, SWEEP), key="lab_try", required=True)
    if what == SWEEP:
        _show_sweep(snapshot, ladder)
    else:
        _show_draft(snapshot, viewer, ladder)


def _show_draft(snapshot: Snapshot, viewer: Viewer, ladder: str) -> None:
    """One draft of the configuration against the live one."""
    live = live_config(snapshot)
    toml = st.session_state.get(BASE)
    base = live if toml is None else parse_config(toml)
    tried = draft.edit(base, ladder.partition("/")[0])
    if tried is not None:
        st.session_state[TRIED] = tried.to_toml()
    toml = st.session_state.get(TRIED)
    if toml is None:
        st.info("Change a number and choose **Replay** to see what it would do.")
        return
    draft.show_differences(live, toml)
    with st.spinner("Replaying every hand …", show_time=True):
        found = data.comparison(snapshot, toml, ladder)
    if found is None:
        st.info(f"No hand counts on {ladder}.")
        return
    is_same_score = data.is_same_score(live, toml, ladder)
    show_metrics(found, snapshot.build, is_same_score=is_same_score)
    show_people(found, data.operator_names(snapshot, viewer))
    show_curves(found, snapshot.build)


def _show_sweep(snapshot: Snapshot, ladder: str) -> None:
    """Many configurations at once; one of them may become the draft."""
    live = live_config(snapshot)
    family = ladder.partition("/")[0]
    axes = sweep.choose(live, family)
    if axes is not None:
        st.session_state[SWEPT] = axes
    axes = st.session_state.get(SWEPT)
    if axes is None:
        st.info("Choose a key and a range, then **Sweep**: every value is replayed.")
        return
    with st.spinner("Sweeping every hand …", show_time=True):
        found = data.swept(snapshot, axes, ladder)
    if found is None:
        st.info(f"No hand counts on {ladder}.")
        return
    chosen = sweep.show(found, ladder, snapshot.build)
    if chosen is not None:
        st.session_state[LOADED] = chosen.config.to_toml()
        st.rerun()


run("K-factor lab", show, roles=("operator",))
