"""The warehouse copied into a fresh file without a player.

A copy and not an update: pages of the old file would keep what was deleted.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import duckdb
import pyarrow as pa

from ingest.forget_lines import rewritten_path
from ingest.forget_raw import Rewritten, rewritten_row
from ingest.forgotten import Forgotten, Pseudonym, save_hands, save_players
from ingest.home import Home
from ingest.quarantine import REFUSED_AT_ONCE, insert_rows
from ingest.rebuild import remove_database, remove_put_aside
from ingest.segments import sync_folder
from ingest.warehouse import define, show_history

# What each table's rows become beside the columns that hold an id of a player.
_JOINS = {
    "hand_contents": "left join new_hashes using (hand_id, segment_no)",
    "raw_segments": "left join new_segments using (segment_no)",
    "sources": "left join new_paths using (source_id)",
}
_COLUMNS = {
    ("hand_contents", "content_hash"): "coalesce(new_content_hash, content_hash)",
    ("raw_segments", "bytes"): "coalesce(new_bytes, bytes)",
    ("raw_segments", "sha256"): "coalesce(new_sha256, sha256)",
    ("sources", "path"): "coalesce(new_path, path)",
    ("player_records", "name"): "case when player_id = $old then $new else name end",
    ("hands", "device_id"): "case when mode = 'solo' and hand_id in (select hand_id "
    "from old_warehouse.hand_seats where player_id = $old) then {device} "
    "else device_id end",
    ("hands", "players"): "list_transform(players, lambda id: "
    "case when id = $old then $new else id end)",
    ("hands", "seated"): "array_to_string(list_transform(string_split(seated, ','), "
    "lambda id: case when id = $old then $new else id end), ',')",
}
_PLAYERS = ("player_id", "partner_id")
_DEVICE = "'device-' || left(sha256($secret || device_id), 16)"
# Two records that differ in the name alone are one record now.
_ONCE = (
    ' qualify row_number() over (partition by player_id, "at", name, self_rating, '
    "show_skill order by source_id, line_no) = 1"
)
_SKIPPED = ("definitions", "forgotten_players", "quarantine", "rating_checkpoints")


def copy_without(
    home: Home, forgotten: Forgotten, who: Pseudonym, rewritten: Sequence[Rewritten]
) -> None:
    """Put a warehouse without the player in the place of the one that is there."""
    old = duckdb.connect(str(home.warehouse))
    define(old)
    old.execute("checkpoint")  # nothing is left in the log beside the file
    old.close()
    part = home.warehouse.with_name(home.warehouse.name + ".part")
    remove_database(part)
    with _fresh(home, str(part)) as con:
        _register(con, rewritten)
        _register_paths(con, who)
        for table in _tables(con):
            _copy(con, table, who)
        show_history(con)
        _copy_quarantine(con, who)
        save_players(con, forgotten)
        for segment in rewritten:
            save_hands(con, segment.tokens)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(home.warehouse)
    remove_put_aside(home.warehouse)
    sync_folder(home.path)


@contextmanager
def _fresh(home: Home, path: str) -> Iterator[duckdb.DuckDBPyConnection]:
    con = duckdb.connect(path)
    try:
        define(con)
        place = str(home.warehouse).replace("'", "''")
        con.execute(f"attach '{place}' as old_warehouse (read_only)")
        yield con
        con.execute("detach old_warehouse")
        con.execute("checkpoint")
    finally:
        con.close()


def _register(con: duckdb.DuckDBPyConnection, rewritten: Sequence[Rewritten]) -> None:
    hashes = [
        {"hand_id": hand_id, "segment_no": r.segment_no, "new_content_hash": found}
        for r in rewritten
        for hand_id, found in r.hashes.items()
    ]
    segments = [
        {"segment_no": r.segment_no, "new_bytes": r.n_bytes, "new_sha256": r.sha256}
        for r in rewritten
    ]
    number = ("segment_no", pa.int64())
    hash_columns = pa.schema(
        [("hand_id", pa.string()), number, ("new_content_hash", pa.binary())]
    )
    segment_columns = pa.schema(
        [number, ("new_bytes", pa.int64()), ("new_sha256", pa.string())]
    )
    con.register("new_hashes", pa.Table.from_pylist(hashes, hash_columns))
    con.register("new_segments", pa.Table.from_pylist(segments, segment_columns))


def _register_paths(con: duckdb.DuckDBPyConnection, who: Pseudonym) -> None:
    known = con.execute("select source_id, path from old_warehouse.sources").fetchall()
    paths = [
        {"source_id": number, "new_path": rewritten_path(path, who)}
        for number, path in known
    ]
    columns = pa.schema([("source_id", pa.int64()), ("new_path", pa.string())])
    con.register("new_paths", pa.Table.from_pylist(paths, columns))


def _tables(con: duckdb.DuckDBPyConnection) -> list[str]:
    rows = con.execute(
        "select table_name from duckdb_tables() where database_name = 'old_warehouse' "
        "and not internal and not list_contains(?, table_name) order by 1",
        [list(_SKIPPED)],
    ).fetchall()
    return [str(row[0]) for row in rows]


def _copy(con: duckdb.DuckDBPyConnection, table: str, who: Pseudonym) -> None:
    rows = con.execute(
        "select column_name from duckdb_columns() where table_name = ? "
        "and database_name = 'old_warehouse' order by column_index",
        [table],
    ).fetchall()
    columns = [str(row[0]) for row in rows]
    shown = ", ".join(
        f'{_new_value(table, column, columns)} as "{column}"' for column in columns
    )
    text = f'select {shown} from old_warehouse."{table}" {_JOINS.get(table, "")}'  # noqa: S608
    if table == "player_records":
        text = f"select * from ({text}){_ONCE}"  # noqa: S608
    values = {"old": who.player_id, "new": who.new_id, "secret": who.secret}
    used = {name: value for name, value in values.items() if f"${name}" in text}
    con.execute(f'insert into "{table}" by name {text}', used)


def _new_value(table: str, column: str, columns: Sequence[str]) -> str:
    """The expression for a column in the copy."""
    known = _COLUMNS.get((table, column))
    if known is not None:
        return known.replace("{device}", _DEVICE)
    if column in _PLAYERS:
        return f'case when "{column}" = $old then $new else "{column}" end'
    if column == "device_id" and "player_id" in columns:
        return f"case when player_id = $old then {_DEVICE} else device_id end"
    return f'"{column}"'


def _copy_quarantine(con: duckdb.DuckDBPyConnection, who: Pseudonym) -> None:
    """Row by row, for a refused line may hold anything."""
    source = con.cursor()
    result = source.execute("from old_warehouse.quarantine order by quarantine_id")
    names = [column[0] for column in result.description or ()]
    while rows := result.fetchmany(REFUSED_AT_ONCE):
        kept = [rewritten_row(dict(zip(names, row, strict=True)), who) for row in rows]
        insert_rows(con, kept)
