"""The result of a query: the first rows on the screen, every row in the files."""

from functools import partial

import streamlit as st

from dashboards.data import workbench as data
from dashboards.data.snapshot import Snapshot
from ingest.fence import QueryResult


def show_result(
    result: QueryResult, snapshot: Snapshot, sql: str, *, is_full: bool
) -> None:
    """Rows, how many of how many, and the full result as files."""
    n_shown = result.table.num_rows
    n_rows = n_shown if result.n_rows is None else result.n_rows
    n_filed = min(n_rows, data.N_ROWS_FILED)
    st.markdown(
        f"**{n_shown:,} of {n_rows:,} rows** · {result.seconds:.2f} s · "
        f"build {snapshot.build}"
    )
    st.dataframe(
        result.table,
        hide_index=True,
        alt=f"Result of the query: {n_shown:,} of {n_rows:,} rows.",
    )
    if n_filed < n_rows:
        st.warning(
            f"A file holds {n_filed:,} of the {n_rows:,} rows: narrow the query, or "
            "use `coastal export` for whole tables."
        )
    places = st.columns(2)
    for place, kind, content in zip(
        places, ("CSV", "Parquet"), (data.csv_of, data.parquet_of), strict=True
    ):
        place.download_button(
            f"{kind}, {n_filed:,} rows",
            partial(content, snapshot, sql, is_full=is_full),
            file_name=f"coastal-{snapshot.build}.{kind.lower()}",
            on_click="ignore",
            icon=":material/download:",
            width="stretch",
        )
