"""What a snapshot holds: the warehouse's rows, for analysts under other ids."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

import duckdb

from ingest.award_rules import award_rules_sql
from ingest.moves_view import moves_view_sql
from ingest.warehouse import apply, one_row, sql_files

# Views of the warehouse that a snapshot holds as tables, so that nobody waits.
MATERIALIZED = (
    "hand_sides",
    "hand_seats",
    "games",
    "game_awards",
    "players",
    "rating_changes",
)
_FROM_WAREHOUSE = {"hand_sides", "hand_seats", "rating_changes"}  # by its own views
_AS_STORED = ("hand_sides",)  # views whose rows are in order already
# Columns of hands that a snapshot has in tables of their own.
_SPREAD = (
    "sides",
    "players",
    "held_by",
    "replayed_sides",
    "replayed_seats",
    "margin",
    "seated",
)
# One player's history lies together: 45 times faster to read than in hand order.
SORTED = {
    "hand_seats": "player_id, ended_at, hand_id, seat",
    "rating_changes": "player_id, ended_at, ladder, seq",
}
_SCATTERED = {"hand_id", "game_id"}  # there, since the rows of a hand lie apart
ANALYST_TABLES = (
    "hands",
    "hand_sides",
    "hand_seats",
    "melds",
    "moves",
    "games",
    "game_awards",
    "rating_changes",
    "player_ratings",
    "level_changes",
    "levels",
    "rating_runs",
)
_LEFT_OUT = {"source_id", "line_no"}  # they lead back to a line of a log
_IDS = {
    "hand_id": "hand",
    "last_hand_id": "hand",
    "settled_by_hand_id": "hand",
    "game_id": "game",
    "player_id": "player",
    "partner_id": "player",
    "device_id": "device",
}
_NOT_COPIED = {
    "definitions",
    "forgotten_players",
    "forgotten_hands",
    "rating_checkpoints",
    "rated_files",
    "rated_hand_rows",
    "rated_kinds",
    "rated_ladders",
    "rated_margins",
    "rated_players",
    "rated_seat_rows",
    "rated_settlements",
    "plain_hand_sides",
    "plain_hand_seats",
}
_MINUTE_US = 60_000_000
_ID_DIGITS = 20  # hex digits: 80 bits, no two of 10**9 ids meet


def copy_main(
    con: duckdb.DuckDBPyConnection, warehouse: str, build: str, now: datetime
) -> None:
    """Fill the database in use with what everybody may read."""
    apply(con, "tables")
    for column in _SPREAD:
        con.execute(f"alter table hands drop column {column}")
    for table in _names(con, "duckdb_tables()", warehouse):
        if table in _NOT_COPIED:
            continue
        columns = f"* exclude ({', '.join(_SPREAD)})" if table == "hands" else "*"
        con.execute(
            f'insert into "{table}" by name '  # noqa: S608
            f'select {columns} from "{warehouse}".main."{table}"'
        )
    con.execute(award_rules_sql())
    for view in MATERIALIZED:
        # The others are made of rows that are here by now, and need not be unpacked.
        stored = f'from "{warehouse}".main."{view}"'
        source = stored if view in _FROM_WAREHOUSE else _view_query(view)
        order = "" if view in _AS_STORED else f" order by {SORTED.get(view, '1, 2')}"
        _make_table(con, view, f"select * from ({source}){order}")  # noqa: S608
        _copy_comments(con, warehouse, view, view)
    con.execute("insert into builds values (?, ?)", [build, now])
    apply(con, "macros")
    con.execute(moves_view_sql())
    for file in sql_files("views"):
        if file.name.partition("_")[2].removesuffix(".sql") not in MATERIALIZED:
            con.execute(file.read_text(encoding="utf-8"))


def copy_analyst(con: duckdb.DuckDBPyConnection, main: str) -> None:
    """Fill the database in use with what analysts may read of `main`.

    `main` is the catalog of an attached snapshot that `copy_main` has filled.
    """
    con.execute("create schema pub")
    con.execute("use new_build.pub")
    secret = {"secret": secrets.token_hex(16)}  # drawn anew and never stored
    new_id = _new_id("hand", "hand_id")
    # A hand stands in many rows, and to look its new id up is cheaper than to make it.
    con.execute(
        f"create or replace temp table new_hands as select hand_id, {new_id} "  # noqa: S608
        f'as new_hand_id from "{main}".main.hands',
        secret,
    )
    for table in ANALYST_TABLES:
        columns = _pseudonymized(con, main, table)
        source = f'"{main}".main."{table}"'
        if "hand_id" in columns:
            source += " left join new_hands using (hand_id)"
        order = f" order by {SORTED[table]}" if table in SORTED else ""
        query = f"select {', '.join(columns.values())} from {source}"  # noqa: S608
        query = f"select * from ({query}){order}"  # noqa: S608
        _make_table(con, table, query, secret if "$secret" in query else {})
        _copy_comments(con, main, table, table)
    con.execute("drop table temp.new_hands")
    for file in sql_files("macros"):
        # Analysts call them as pub.<macro>, whatever schema is in use then.
        text = file.read_text(encoding="utf-8")
        con.execute(text.replace("from rating_changes", "from pub.rating_changes"))


def _make_table(
    con: duckdb.DuckDBPyConnection,
    name: str,
    query: str,
    parameters: Mapping[str, str] | None = None,
) -> None:
    """A table of a query's rows."""
    described = con.execute(f"describe {query}", parameters).fetchall()
    # To compress ids that lie scattered takes as long as all else and gains a third.
    plain = _SCATTERED if name in SORTED else set()
    columns = ", ".join(
        f'"{column}" {data_type}'
        + (" using compression uncompressed" if column in plain else "")
        for column, data_type, *_ in described
    )
    con.execute(f'create table "{name}" ({columns})')
    con.execute(f'insert into "{name}" {query}', parameters)


def _view_query(view: str) -> str:
    """What a view selects."""
    (file,) = (f for f in sql_files("views") if f.name.endswith(f"_{view}.sql"))
    text = file.read_text(encoding="utf-8")
    return text.partition(" as\n")[2].partition(";")[0]


def _pseudonymized(
    con: duckdb.DuckDBPyConnection, database: str, table: str
) -> dict[str, str]:
    """The columns of a table for analysts: ids replaced, times cut."""
    rows = con.execute(
        "select column_name, data_type from duckdb_columns() "
        "where database_name = ? and schema_name = 'main' and table_name = ? "
        "order by column_index",
        [database, table],
    ).fetchall()
    found: dict[str, str] = {}
    for name, data_type in rows:
        if name in _LEFT_OUT:
            continue
        column = f'"{name}"'
        if name == "hand_id":
            column = "new_hand_id as hand_id"
        elif name in _IDS:
            column = f"{_new_id(_IDS[name], column)} as {column}"
        elif data_type == "TIMESTAMP WITH TIME ZONE":
            column = f"{_to_the_minute(column)} as {column}"
        found[name] = column
    return found


def _new_id(kind: str, column: str) -> str:
    return f"left(sha256('{kind} ' || $secret || {column}), {_ID_DIGITS})"


def _to_the_minute(column: str) -> str:
    # All is UTC here, and date_trunc asks the calendar of the time zone every time.
    return f"make_timestamptz(epoch_us({column}) // {_MINUTE_US} * {_MINUTE_US})"


def _names(
    con: duckdb.DuckDBPyConnection, function: str, database: str
) -> Sequence[str]:
    rows = con.execute(
        f"select table_name from {function} "  # noqa: S608
        "where database_name = ? and schema_name = 'main' and not internal "
        "order by table_name",
        [database],
    ).fetchall()
    return [str(row[0]) for row in rows]


def _copy_comments(
    con: duckdb.DuckDBPyConnection, warehouse: str, source: str, target: str
) -> None:
    """The comments of a table or view of the warehouse onto a table in use."""
    table_comment = one_row(
        con,
        "select comment from (select database_name, table_name, comment from "
        "duckdb_tables() union all select database_name, view_name, comment from "
        "duckdb_views()) where database_name = ? and table_name = ?",
        [warehouse, source],
    )
    if table_comment and table_comment[0]:
        con.execute(f'comment on table "{target}" is {quoted(str(table_comment[0]))}')
    columns = con.execute(
        "select column_name, comment from duckdb_columns() where database_name = ? "
        "and table_name = ? and comment is not null",
        [warehouse, source],
    ).fetchall()
    for name, comment in columns:
        if name in _LEFT_OUT or (source == "hands" and name in _SPREAD):
            continue
        con.execute(f'comment on column "{target}"."{name}" is {quoted(comment)}')


def quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"
