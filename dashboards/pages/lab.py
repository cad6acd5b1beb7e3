"""K-factor lab: what other numbers in the configuration would do, and to whom."""

import streamlit as st

from dashboards import draft
from dashboards.data import lab as data
from dashboards.data.snapshot import Snapshot, live_config
from dashboards.frame import run
from dashboards.lab_metrics import show_metrics
from dashboards.people_diff import show_people
from dashboards.viewer import Viewer

TRIED = "tried_toml"  # key of the last configuration replayed in this session


def show(snapshot: Snapshot, viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    st.caption(
        "Replays every hand of the current build under other numbers. Nothing is "
        "written and nobody's Rating changes: `coastal config publish` does that."
    )
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
    live = live_config(snapshot)
    tried = draft.edit(live, ladder.partition("/")[0])
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


run("K-factor lab", show, roles=("operator",))
