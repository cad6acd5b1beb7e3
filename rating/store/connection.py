"""A connection to the warehouse or to a snapshot, and whole answers from it."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final, TypeAlias

import duckdb
import pyarrow as pa

from ingest.warehouse import execute_on

Connection: TypeAlias = duckdb.DuckDBPyConnection

SQL: Final = files("rating.store") / "sql"


def query(name: str) -> str:
    """The text of a query of the folder `sql`."""
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


def fetch(
    con: Connection, text: str, values: Mapping[str, object] | None = None
) -> pa.Table:
    """The whole answer to a query, which then no longer holds the connection."""
    return con.sql(text, params=dict(values) if values else None).to_arrow_table()


def insert_rows(
    con: Connection, table: str, rows: pa.Table, ladder_no: int | None = None
) -> None:
    """Insert `rows` into `table`, matching columns by name; all are of one ladder."""
    if not rows.num_rows:
        return
    also = "" if ladder_no is None else f", {ladder_no} as ladder_no"
    execute_on(
        con,
        rows,
        f"insert into {table} by name select *{also} from incoming",  # noqa: S608
    )
