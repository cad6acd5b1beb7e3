"""What a warehouse of an earlier version holds otherwise, before views are made."""

import duckdb

# Tables of which one tells that rating changes are stored as they once were.
_OLD_CHANGES = ("rating_changes", "rated_seats", "packed_seats", "packed_changes")
_VIEWS_NOW = ("rating_changes", "rated_seats", "rated_hands")
_OLD_TABLES = (
    *_VIEWS_NOW,
    "packed_changes",
    "packed_seats",
    "rated_players",
    "rating_checkpoints",
)


def rename_old_rows(con: duckdb.DuckDBPyConnection) -> None:
    """A home made before these were packed has a row for each: those stay so."""
    for name in _tables(con, ("moves", "hand_sides", "hand_seats")):
        con.execute(f"alter table {name} rename to plain_{name}")


def drop_old_changes(con: duckdb.DuckDBPyConnection) -> None:
    """Remove rating changes that are stored as an earlier version stored them.

    What is a view now was a table then: rating_changes, later rated_seats and
    rated_hands. Without checkpoints the next refresh rates every hand anew.
    """
    if not _tables(con, _OLD_CHANGES):
        return
    for table in _tables(con, _OLD_TABLES):
        con.execute(f"drop table {table}")
    for view in _VIEWS_NOW:
        con.execute(f"drop view if exists {view}")


def _tables(con: duckdb.DuckDBPyConnection, names: tuple[str, ...]) -> list[str]:
    """Those of the names that are tables of the database in use, not views."""
    rows = con.execute(
        "select table_name from duckdb_tables() where database_name = "
        "current_database() and list_contains(?, table_name)",
        [list(names)],
    ).fetchall()
    return [str(name) for (name,) in rows]
