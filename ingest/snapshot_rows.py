"""What a snapshot holds: the warehouse's rows, for analysts under other ids."""

import secrets
from collections.abc import Sequence
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
_AS_STORED = ("hand_sides",)  # views whose rows are in order already
# Columns of hands that a snapshot has in tables of their own.
_SPREAD = (
    "sides",
    "players",
    "held_by",
    "replayed_sides",
    "replayed_seats",
    "margin",
)
# One player's history lies together: 45 times faster to read than in hand order.
SORTED = {
    "hand_seats": "player_id, ended_at, hand_id, seat",
    "rating_changes": "player_id, ended_at, ladder, seq",
}
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
    "packed_changes",
    "rated_kinds",
    "rated_ladders",
    "rated_players",
    "rated_settlements",
    "plain_hand_sides",
    "plain_hand_seats",
}
# Views of the warehouse that analysts get as tables, and what they are made of.
_HANDS = {"hands": "not materialized"}
_FOLDED = {
    "hand_sides": {**_HANDS, "plain_hand_sides": "not materialized"},
    "hand_seats": {**_HANDS, "plain_hand_seats": "not materialized"},
    "moves": {"hand_moves": "not materialized", "plain_moves": "not materialized"},
    "rating_changes": {
        **_HANDS,
        "rated_hands": "materialized",
        "rated_kinds": "materialized",
        "rated_ladders": "materialized",
        "rated_players": "materialized",
        "rated_seats": "not materialized",
        "rated_settlements": "materialized",
        "rating_runs": "not materialized",
    },
}
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
    for view in MATERIALIZED:
        order = "" if view in _AS_STORED else f"order by {SORTED.get(view, '1, 2')}"
        con.execute(
            f'create table "{view}" as '  # noqa: S608
            f'select * from "{warehouse}".main."{view}" {order}'
        )
        _copy_comments(con, warehouse, view, view)
    con.execute("insert into builds values (?, ?)", [build, now])
    apply(con, "macros")
    con.execute(award_rules_sql())
    con.execute(moves_view_sql())
    for file in sql_files("views"):
        if file.name.partition("_")[2].removesuffix(".sql") not in MATERIALIZED:
            con.execute(file.read_text(encoding="utf-8"))


def copy_analyst(con: duckdb.DuckDBPyConnection, warehouse: str) -> None:
    """Fill the database in use with what analysts may read."""
    con.execute("create schema pub")
    con.execute("use new_build.pub")
    secret = secrets.token_hex(32)  # drawn anew and never stored
    for table in ANALYST_TABLES:
        columns, source = "*", f'"{warehouse}".main."{table}"'
        if table in _FOLDED:
            source = _view_with_new_ids(con, warehouse, table)
        else:
            shown = _pseudonymized(con, warehouse, table)
            columns = ", ".join(shown[name] for name in shown if name not in _SPREAD)
        order = {name: SORTED[name].split(", ")[:2] for name in SORTED}.get(table)
        ordering = f" order by {', '.join(order)}" if order else ""
        con.execute(
            f'create table "{table}" as select {columns} from {source}{ordering}',  # noqa: S608
            {"secret": secret} if "$secret" in columns + source else {},
        )
        _copy_comments(con, warehouse, table, table)
    for file in sql_files("macros"):
        # Analysts call them as pub.<macro>, whatever schema is in use then.
        text = file.read_text(encoding="utf-8")
        con.execute(text.replace("from rating_changes", "from pub.rating_changes"))


def _view_with_new_ids(
    con: duckdb.DuckDBPyConnection, warehouse: str, view: str
) -> str:
    """A view's query on tables whose ids are replaced: there each stands once only."""
    text = moves_view_sql() if view == "moves" else _view_sql(view)
    query = text.partition(" as\n")[2].partition(";")[0]
    parts: list[str] = []
    for table, how in _FOLDED[view].items():
        columns = ", ".join(_pseudonymized(con, warehouse, table).values())
        stored = f'select {columns} from "{warehouse}".main.{table}'  # noqa: S608
        parts.append(f"{table} as {how} ({stored})")
    return f"(with {', '.join(parts)} from ({query}))"


def _view_sql(view: str) -> str:
    (file,) = (f for f in sql_files("views") if f.name.endswith(f"_{view}.sql"))
    return file.read_text(encoding="utf-8")


def _pseudonymized(
    con: duckdb.DuckDBPyConnection, warehouse: str, table: str
) -> dict[str, str]:
    """The columns of a table for analysts: ids replaced, times cut."""
    rows = con.execute(
        "select column_name, data_type from duckdb_columns() "
        "where database_name = ? and schema_name = 'main' and table_name = ? "
        "order by column_index",
        [warehouse, table],
    ).fetchall()
    found: dict[str, str] = {}
    for name, data_type in rows:
        if name in _LEFT_OUT:
            continue
        column = f'"{name}"'
        if name in _IDS:
            column = f"{_new_id(_IDS[name], column)} as {column}"
        elif (table, name) == ("hands", "players"):
            new = _new_id("player", "id")
            column = f"list_transform({column}, lambda id: {new}) as {column}"
        elif data_type == "TIMESTAMP WITH TIME ZONE":
            column = f"date_trunc('minute', {column}) as {column}"
        found[name] = column
    return found


def _new_id(kind: str, column: str) -> str:
    return f"left(sha256('{kind} ' || $secret || {column}), {_ID_DIGITS})"


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
