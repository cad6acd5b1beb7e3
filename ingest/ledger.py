"""The ledger: which files were read how far, and what every run came to."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Literal

import duckdb

from ingest.manifest import Manifest
from ingest.warehouse import one_row

Outcome = Literal[
    "blank",
    "loaded",
    "replaced",
    "duplicate",
    "conflict",
    "quarantined",
    "truncated",
]


@dataclass(slots=True)
class Counts:
    """Lines by what became of them; `players` are part of `loaded`."""

    lines: int = 0
    blank: int = 0
    loaded: int = 0
    replaced: int = 0
    duplicate: int = 0
    conflict: int = 0
    quarantined: int = 0
    truncated: int = 0
    players: int = 0

    def __iadd__(self, other: "Counts") -> "Counts":
        for column in fields(Counts):
            name = column.name
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    def count(self, outcome: Outcome, n_lines: int = 1) -> None:
        """Count lines that came to `outcome`."""
        setattr(self, outcome, getattr(self, outcome) + n_lines)
        self.lines += n_lines

    def again(self) -> "Counts":
        """What the same lines come to when they are read a second time."""
        return Counts(
            lines=self.lines,
            blank=self.blank,
            duplicate=self.duplicate + self.loaded + self.replaced,
            conflict=self.conflict,
            quarantined=self.quarantined,
            truncated=self.truncated,
        )


@dataclass(slots=True, kw_only=True)
class Source:
    """One row of `sources`."""

    source_id: int
    path: str
    kind: str
    format: str
    state: str
    bytes: int
    sha256: str
    next_offset: int
    next_sha256: str
    next_line: int
    open_line: Outcome | None
    counts: Counts = field(default_factory=Counts)
    first_read_at: datetime
    last_read_at: datetime
    seconds: float

    def row(self) -> dict[str, object]:
        """The columns of the table with their values."""
        values = asdict(self)
        values.update(values.pop("counts"))
        return values

    def complete_counts(self) -> Counts:
        """Counts without a last line that had no line end."""
        counts = Counts()
        counts += self.counts
        if self.open_line is not None:
            counts.count(self.open_line, -1)
        return counts


_SOURCE_COLUMNS = [f.name for f in fields(Source) if f.name != "counts"]
_COUNT_COLUMNS = [f.name for f in fields(Counts)]


def find_source(con: duckdb.DuckDBPyConnection, path: str) -> Source | None:
    """The row of the file at `path`; None if it was never read."""
    columns = [*_SOURCE_COLUMNS, *_COUNT_COLUMNS]
    found = one_row(
        con,
        f"select {', '.join(columns)} from sources where path = ?",  # noqa: S608
        [path],
    )
    if found is None:
        return None
    return source_from_row(dict(zip(columns, found, strict=True)))


def source_from_row(row: dict[str, object]) -> Source:
    """The reverse of `Source.row`."""
    counts = Counts(**{name: row[name] for name in _COUNT_COLUMNS})  # type: ignore[arg-type]
    values = {name: row[name] for name in _SOURCE_COLUMNS}
    return Source(counts=counts, **values)  # type: ignore[arg-type]


def save_source(con: duckdb.DuckDBPyConnection, source: Source) -> None:
    """Insert or replace the row of one file."""
    con.execute("delete from sources where source_id = ?", [source.source_id])
    _insert(con, "sources", source.row())


def save_run(
    con: duckdb.DuckDBPyConnection,
    *,
    started_at: datetime,
    n_files: int,
    n_bytes: int,
    verify: str,
    counts: Counts,
    seconds: float,
) -> None:
    """Add one row to `ingest_runs`."""
    row: dict[str, object] = {
        "ingest_run_id": next_id(con, "ingest_runs", "ingest_run_id"),
        "started_at": started_at,
        "files": n_files,
        "bytes": n_bytes,
        "verify": verify,
        **asdict(counts),
        "seconds": seconds,
    }
    _insert(con, "ingest_runs", row)


def save_segment(
    con: duckdb.DuckDBPyConnection, manifest: Manifest, *, n_bytes: int, sha256: str
) -> None:
    """Add one row to `raw_segments`."""
    con.execute(
        "insert into raw_segments values ($no, $source, $lines, $bytes, $sha256, $at)",
        {
            "no": manifest.segment_no,
            "source": manifest.source["source_id"],
            "lines": manifest.n_lines,
            "bytes": n_bytes,
            "sha256": sha256,
            "at": manifest.written_at,
        },
    )


def next_id(con: duckdb.DuckDBPyConnection, table: str, column: str) -> int:
    """One more than the largest number in `column`, 1 in an empty table."""
    found = one_row(con, f"select max({column}) from {table}")  # noqa: S608
    latest = found[0] if found else None
    return latest + 1 if isinstance(latest, int) else 1


def _insert(con: duckdb.DuckDBPyConnection, table: str, row: dict[str, object]) -> None:
    places = _joined(f"${name}" for name in row)
    con.execute(
        f"insert into {table} ({_joined(row)}) values ({places})",  # noqa: S608
        row,
    )


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names)
