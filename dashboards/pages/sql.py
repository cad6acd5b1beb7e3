"""SQL: read-only queries on a snapshot, with the meaning of every column beside."""

import streamlit as st

from dashboards.data import workbench as data
from dashboards.data.snapshot import Snapshot
from dashboards.frame import part, run
from dashboards.query_examples import EXAMPLES
from dashboards.query_result import show_result
from dashboards.viewer import Viewer

EDITOR = "q"  # key of the text, and its name in the address
OUTCOME = "sql_outcome"  # key of the last result of this session
PSEUDONYMISED, FULL = "Pseudonymised, as analysts see it", "Full, with names"


def choose_snapshot(viewer: Viewer) -> bool:
    """Whether to read the operator's snapshot instead of the pseudonymised one."""
    if viewer.role != "operator":
        return False
    chosen = st.segmented_control(
        "Snapshot",
        [PSEUDONYMISED, FULL],
        default=PSEUDONYMISED,
        required=True,
        key="sql_snapshot",
    )
    return chosen == FULL


def show_schema(snapshot: Snapshot, *, is_full: bool) -> None:
    """Every table with its grain, and every column with its meaning."""
    st.markdown("**Tables and columns**")
    with st.container(height=560, border=True):
        for relation in data.relations(snapshot, is_full=is_full):
            rows = "view" if relation.n_rows is None else f"{relation.n_rows:,} rows"
            with st.expander(f"`{relation.name}` · {rows}"):
                st.caption(relation.comment)
                st.markdown(
                    "\n".join(
                        f"- **{column.name}** *{column.data_type}*: {column.comment}"
                        for column in relation.columns
                    )
                )


def take_example() -> None:
    """Put the chosen example into the editor."""
    chosen = st.session_state.get("example")
    if chosen in EXAMPLES:
        st.session_state[EDITOR] = EXAMPLES[chosen]


def show_editor(snapshot: Snapshot, *, is_full: bool) -> None:
    """The editor with its examples, and the result of the last run."""
    st.selectbox(
        "Examples",
        list(EXAMPLES),
        index=None,
        placeholder="Choose one to start from",
        key="example",
        on_change=take_example,
    )
    if EDITOR not in st.session_state:
        st.session_state[EDITOR] = st.query_params.get(EDITOR) or next(
            iter(EXAMPLES.values())
        )
    sql = st.text_area("Query", key=EDITOR, bind="query-params", height=240)
    if st.button("Run", type="primary", icon=":material/play_arrow:"):
        st.session_state.pop(OUTCOME, None)
        with part(), st.spinner("Running …", show_time=True):
            found = data.run(snapshot, sql, is_full=is_full)
            st.session_state[OUTCOME] = (snapshot, is_full, sql, found)
    outcome = st.session_state.get(OUTCOME)
    if outcome and outcome[:2] == (snapshot, is_full):
        _, _, asked, found = outcome
        show_result(found, snapshot, asked, is_full=is_full)


def show(snapshot: Snapshot, viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    st.caption(
        "One read-only statement at a time, on an immutable snapshot. The address "
        "holds the query: share it as a link."
    )
    is_full = choose_snapshot(viewer)
    schema, editor = st.columns([2, 3], gap="large")
    with schema:
        show_schema(snapshot, is_full=is_full)
    with editor:
        show_editor(snapshot, is_full=is_full)


run("SQL", show, roles=("analyst", "operator"))
