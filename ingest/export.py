"""Every public table as Parquet and CSV, with a data dictionary."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa

from engine.errors import CoastalError
from ingest.home import Home
from ingest.snapshot import current_build, open_snapshot
from ingest.tabular import FORMULA_STARTS, to_csv, to_parquet
from ingest.terminal import Advance
from ingest.warehouse import one_row

PUBLIC_TABLES = (
    "games",
    "hands",
    "hand_sides",
    "hand_seats",
    "melds",
    "moves",
    "game_awards",
    "players",
    "rating_changes",
    "player_ratings",
    "level_changes",
    "levels",
    "rating_configs",
    "rating_runs",
    "quarantine",
    "sources",
    "ingest_runs",
)
DICTIONARY = "data_dictionary"


class ExportError(CoastalError, OSError):
    """The folder cannot be written."""


@dataclass(frozen=True, slots=True)
class Export:
    """What was written: rows by table."""

    build: str
    folder: Path
    n_rows: dict[str, int]

    def summary(self) -> dict[str, object]:
        """The fields, for printing."""
        return {
            "build": self.build,
            "folder": str(self.folder),
            "tables": len(self.n_rows),
            "rows": sum(self.n_rows.values()),
        }


def export(home: Home, folder: Path, *, advance: Advance = lambda _: None) -> Export:
    """Write the public tables of the current snapshot; `advance` counts tables.

    Raises
    ------
    NoSnapshotError, ExportError
        If nothing is published, or the folder cannot be written.
    """
    build = current_build(home)
    con = open_snapshot(home)
    n_rows: dict[str, int] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PUBLIC_TABLES:
            n_rows[name] = _write_table(con, folder, name)
            advance(1)
        dictionary = data_dictionary(con, PUBLIC_TABLES)
        (folder / f"{DICTIONARY}.parquet").write_bytes(to_parquet(dictionary))
        (folder / f"{DICTIONARY}.csv").write_bytes(to_csv(dictionary))
        text = dictionary_text(con, PUBLIC_TABLES)
        (folder / f"{DICTIONARY}.md").write_text(text, encoding="utf-8")
    except (OSError, duckdb.IOException) as error:
        reason = str(error).splitlines()[0]
        raise ExportError(
            f"{folder} cannot be written ({reason}); choose another folder"
        ) from error
    finally:
        con.close()
    return Export(build, folder, n_rows)


def _write_table(con: duckdb.DuckDBPyConnection, folder: Path, name: str) -> int:
    """Write one table straight from DuckDB, so that memory does not grow with it."""
    columns = con.execute(
        "select column_name, data_type from duckdb_columns() where table_name = ? "
        "and not internal order by column_index",
        [name],
    ).fetchall()
    harmless = ", ".join(_harmless(column, kind) for column, kind in columns)
    for target, columns_sql, options in (
        (folder / f"{name}.parquet", "*", "format parquet, compression zstd"),
        (folder / f"{name}.csv", harmless, "format csv, header"),
    ):
        path = str(target).replace("'", "''")
        con.execute(
            f"copy (select {columns_sql} from \"{name}\") to '{path}' ({options})"  # noqa: S608
        ).fetchall()
    found = one_row(con, f'select count(*) from "{name}"')  # noqa: S608
    return int(str(found[0])) if found else 0


def _harmless(column: str, kind: str) -> str:
    """A column for CSV: no text that a spreadsheet would run as a formula."""
    text = f'"{column}"'
    if kind == "VARCHAR[]":
        text = f"array_to_string({text}, ' ')"
    elif kind != "VARCHAR":
        return text
    return (
        f"case when regexp_matches({text}, '{FORMULA_STARTS}') "
        f"then '''' || {text} else {text} end as \"{column}\""
    )


def data_dictionary(con: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> pa.Table:
    """One row a column: table, column, type and what the comment says."""
    return con.sql(
        """
        select table_name, column_name, data_type, is_nullable, comment
        from duckdb_columns()
        where list_contains($tables, table_name) and not internal
        order by list_position($tables, table_name), column_index
        """,
        params={"tables": list(tables)},
    ).to_arrow_table()


def dictionary_text(con: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> str:
    """The data dictionary as Markdown, made of the comments of tables and columns."""
    comments = dict(
        con.execute(
            "select table_name, comment from duckdb_tables() where not internal "
            "union all select view_name, comment from duckdb_views() where not internal"
        ).fetchall()
    )
    rows = data_dictionary(con, tables).to_pylist()
    parts: list[str] = []
    for table in tables:
        parts.append(f"## {table}\n\n{comments.get(table) or ''}\n")
        parts.append("| column | type | meaning |\n|---|---|---|")
        parts += [
            f"| `{row['column_name']}` | {row['data_type'].lower()} | "
            f"{_cell(row['comment'])} |"
            for row in rows
            if row["table_name"] == table
        ]
        parts.append("")
    return "\n".join(parts)


def _cell(comment: str | None) -> str:
    return (comment or "").replace("|", "\\|")
