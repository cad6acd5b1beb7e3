"""A second connection to a database that is open already."""

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb


@contextmanager
def beside(con: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to the database of `con`, to read while `con` writes.

    A cursor alone would not take over which database is in use.
    """
    [(database,)] = con.execute("select current_database()").fetchall()
    with con.cursor() as reader:
        reader.execute(f'use "{database}"')
        yield reader
