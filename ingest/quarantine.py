"""Refused lines, kept byte for byte with file, line, offset, code and a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from ingest.ledger import next_id
from ingest.refusal import Code
from ingest.warehouse import execute_on

LONG = 1 << 14  # bytes of a line; a commit has 2,048 rows in memory at once
REFUSED_AT_ONCE = 1024  # rows read together; each may have a line of a MiB


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """One refused line with its place in the file."""

    line_no: int
    byte_offset: int
    code: Code
    message: str
    raw: bytes


def add_refused(
    con: duckdb.DuckDBPyConnection,
    refused: Sequence[RefusedLine],
    *,
    source_id: int,
    path: str,
    now: datetime,
    sheet_id: str | None = None,
) -> list[dict[str, object]]:
    """Add rows for lines that are not in quarantine already; return the new rows.

    A line is the same if file, number, code and bytes are: reading a file again
    never doubles its rows, also when lines before it have changed. `sheet_id` is
    that of the score sheet whose rows they are.
    """
    if not refused:
        return []
    numbers = [line.line_no for line in refused]
    known = set(
        con.execute(
            "select line_no, code, raw from quarantine where source_id = ? "
            "and resolved_at is null and line_no between ? and ?",
            [source_id, min(numbers), max(numbers)],
        ).fetchall()
    )
    quarantine_id = next_id(con, "quarantine", "quarantine_id")
    rows: list[dict[str, object]] = []
    for line in refused:
        if (line.line_no, line.code, line.raw) in known:
            continue
        rows.append(
            {
                "quarantine_id": quarantine_id + len(rows),
                "source": path,
                "source_id": source_id,
                "line_no": line.line_no,
                "byte_offset": line.byte_offset,
                "code": line.code,
                "message": line.message,
                "raw": line.raw,
                "quarantined_at": now,
                "resolved_at": None,
                "sheet_id": sheet_id,
            }
        )
    insert_rows(con, rows)
    return rows


_SCHEMA = pa.schema(
    {
        "quarantine_id": pa.int64(),
        "source": pa.string(),
        "source_id": pa.int64(),
        "line_no": pa.int64(),
        "byte_offset": pa.int64(),
        "code": pa.string(),
        "message": pa.string(),
        "raw": pa.binary(),
        "quarantined_at": pa.timestamp("us", tz="UTC"),
        "resolved_at": pa.timestamp("us", tz="UTC"),
        "sheet_id": pa.string(),
    }
)


def insert_rows(
    con: duckdb.DuckDBPyConnection, rows: Sequence[dict[str, object]]
) -> None:
    """Insert whole rows of `quarantine`; long lines may take more memory than others.

    Else a file with such lines could not be committed at all.
    """
    if not rows:
        return
    table = pa.Table.from_pylist(list(rows), _SCHEMA)
    if pc.max(pc.binary_length(table["raw"])).as_py() > LONG:
        con.execute("reset memory_limit")
    execute_on(con, table, "insert into quarantine by name select * from incoming")


def mark_resolved(
    con: duckdb.DuckDBPyConnection, quarantine_ids: Sequence[int], now: datetime
) -> None:
    """Say of these rows that a later try loaded their lines."""
    con.execute(
        "update quarantine set resolved_at = ? where list_contains(?, quarantine_id)",
        [now, list(quarantine_ids)],
    )
