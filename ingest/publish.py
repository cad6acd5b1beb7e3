"""Publish: an immutable copy of the warehouse for readers, then the pointer to it."""

import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from ingest.award_rules import award_rules_sql
from ingest.home import Home
from ingest.moves_view import moves_view_sql
from ingest.segments import sync_folder
from ingest.snapshot import POINTER, build_path
from ingest.warehouse import SQL_ROOT, apply, one_row, sql_files, transaction

KEPT_BUILDS = 3  # the current one and two that readers may still be opening

# Views of the warehouse that a snapshot holds as tables, so that nobody waits.
MATERIALIZED = ("games", "game_awards", "players", "rating_changes")
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
    "rated_hands",
    "rated_seats",
    "rated_players",
}
# Views of the warehouse that analysts get as tables, and what they are made of.
_FOLDED = {
    "moves": {"hand_moves": "not materialized", "plain_moves": "not materialized"},
    "rating_changes": {
        "rated_hands": "materialized",
        "rated_players": "materialized",
        "rated_seats": "not materialized",
        "rating_runs": "not materialized",
    },
}
_ID_DIGITS = 20  # hex digits: 80 bits, no two of 10**9 ids meet


def publish(home: Home, con: duckdb.DuckDBPyConnection, now: datetime) -> str:
    """Publish the warehouse behind `con`; return the name of the new build.

    Readers see the old build until the pointer is renamed, and the new one after:
    never half of one. Call it outside a transaction.
    """
    home.published.mkdir(parents=True, exist_ok=True)
    _remove_parts(home)
    build = _new_name(home, now)
    main, analyst = build_path(home, build), build_path(home, build, analyst=True)
    with _new_file(con, main) as warehouse:
        _copy_main(con, warehouse, build, now)
    with _new_file(con, analyst) as warehouse:
        _copy_analyst(con, warehouse)
    sync_folder(home.published)
    _point_to(home, build)
    _remove_old(home, build)
    return build


def _new_name(home: Home, now: datetime) -> str:
    stem = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S-%f")
    name, number = stem, 2
    while build_path(home, name).exists():
        name, number = f"{stem}-{number}", number + 1
    return name


@contextmanager
def _new_file(con: duckdb.DuckDBPyConnection, path: Path) -> Iterator[str]:
    """A new database, in use within the block, durable under `path` after it.

    Yields the name of the warehouse's catalog.
    """
    row = one_row(con, "select current_database()")
    warehouse = str(row[0]) if row else "warehouse"
    part = path.with_name(path.name + ".part")
    con.execute(f"attach {_quoted(str(part))} as new_build")
    try:
        con.execute("use new_build")
        # Statements of their own would each write their rows to the log beside it.
        with transaction(con):
            yield warehouse
    except BaseException:
        con.execute(f'use "{warehouse}"')
        con.execute("detach new_build")
        part.unlink(missing_ok=True)
        raise
    con.execute(f'use "{warehouse}"')
    con.execute("checkpoint new_build")
    con.execute("detach new_build")
    _sync(part)
    part.replace(path)


def _copy_main(
    con: duckdb.DuckDBPyConnection, warehouse: str, build: str, now: datetime
) -> None:
    apply(con, "tables")
    for table in _names(con, "duckdb_tables()", warehouse):
        if table in _NOT_COPIED:
            continue
        order = f" order by {SORTED[table]}" if table in SORTED else ""
        con.execute(
            f'insert into "{table}" by name '  # noqa: S608
            f'select * from "{warehouse}".main."{table}"{order}'
        )
    for view in MATERIALIZED:
        con.execute(
            f'create table "{view}" as '  # noqa: S608
            f'select * from "{warehouse}".main."{view}" '
            f"order by {SORTED.get(view, '1, 2')}"
        )
        _copy_comments(con, warehouse, view, view)
    con.execute("insert into builds values (?, ?)", [build, now])
    apply(con, "macros")
    con.execute(award_rules_sql())
    con.execute(moves_view_sql())
    for file in sql_files("views"):
        if file.name.partition("_")[2].removesuffix(".sql") not in MATERIALIZED:
            con.execute(file.read_text(encoding="utf-8"))


def _copy_analyst(con: duckdb.DuckDBPyConnection, warehouse: str) -> None:
    con.execute("create schema pub")
    con.execute("use new_build.pub")
    secret = secrets.token_hex(32)  # drawn anew and never stored
    for table in ANALYST_TABLES:
        columns, source = "*", f'"{warehouse}".main."{table}"'
        if table in _FOLDED:
            source = _view_with_new_ids(con, warehouse, table)
        else:
            columns = ", ".join(_pseudonymized(con, warehouse, table))
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
    if view == "moves":
        text = moves_view_sql()
    else:
        text = (SQL_ROOT / "views" / f"05_{view}.sql").read_text(encoding="utf-8")
    query = text.partition(" as\n")[2].partition(";")[0]
    parts = [
        f"{table} as {how} (select {', '.join(_pseudonymized(con, warehouse, table))} "  # noqa: S608
        f'from "{warehouse}".main.{table})'
        for table, how in _FOLDED[view].items()
    ]
    return f"(with {', '.join(parts)} from ({query}))"


def _pseudonymized(
    con: duckdb.DuckDBPyConnection, warehouse: str, table: str
) -> list[str]:
    """The select list of a table for analysts: ids replaced, times cut."""
    rows = con.execute(
        "select column_name, data_type from duckdb_columns() "
        "where database_name = ? and schema_name = 'main' and table_name = ? "
        "order by column_index",
        [warehouse, table],
    ).fetchall()
    found: list[str] = []
    for name, data_type in rows:
        if name in _LEFT_OUT:
            continue
        column = f'"{name}"'
        if name in _IDS:
            text = f"'{_IDS[name]} ' || $secret || {column}"
            column = f"left(sha256({text}), {_ID_DIGITS}) as {column}"
        elif data_type == "TIMESTAMP WITH TIME ZONE":
            column = f"date_trunc('minute', {column}) as {column}"
        found.append(column)
    return found


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
        con.execute(f'comment on table "{target}" is {_quoted(str(table_comment[0]))}')
    columns = con.execute(
        "select column_name, comment from duckdb_columns() where database_name = ? "
        "and table_name = ? and comment is not null",
        [warehouse, source],
    ).fetchall()
    for name, comment in columns:
        if name in _LEFT_OUT:
            continue
        con.execute(f'comment on column "{target}"."{name}" is {_quoted(comment)}')


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _point_to(home: Home, build: str) -> None:
    part = home.published / f"{POINTER}.part"
    with part.open("w", encoding="ascii") as file:
        file.write(build + "\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(home.published / POINTER)
    sync_folder(home.published)


def _remove_parts(home: Home) -> None:
    """Remove what a publication that was killed has left behind."""
    for part in home.published.glob("*.part*"):
        part.unlink(missing_ok=True)


def _remove_old(home: Home, current: str) -> None:
    others = [build for build in _builds(home) if build != current]
    remove_builds(home, kept=[current, *others[-(KEPT_BUILDS - 1) :]])


def _builds(home: Home) -> list[str]:
    """Names of the builds that are there, the oldest first."""
    names = (path.name for path in home.published.glob("*.duckdb"))
    return sorted({re.sub(r"(\.analyst)?\.duckdb$", "", name) for name in names})


def remove_builds(home: Home, *, kept: Sequence[str]) -> None:
    """Remove every build that is not `kept`; who has one open keeps seeing it."""
    for build in _builds(home):
        for analyst in (False, True) if build not in kept else ():
            build_path(home, build, analyst=analyst).unlink(missing_ok=True)
    sync_folder(home.published)
