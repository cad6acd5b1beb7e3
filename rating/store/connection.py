"""A connection to the warehouse or to a snapshot, and whole answers from it."""

from typing import TypeAlias

import duckdb
import pyarrow as pa

Connection: TypeAlias = duckdb.DuckDBPyConnection


def fetch(
    con: Connection, query: str, values: dict[str, object] | None = None
) -> pa.Table:
    """The whole answer to a query, which then no longer holds the connection."""
    return con.sql(query, params=values).to_arrow_table()
