"""SQL from people, behind a fence: a child process that can only read one snapshot."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from engine.errors import CoastalError
from ingest.fence_child import HEAD
from ingest.snapshot import check_build

_CHILD = Path(__file__).with_name("fence_child.py")
_START_UP_S = 10.0  # seconds granted for starting Python on a busy machine
_PROCESS_MB = 1536  # address space of Python, DuckDB and Arrow themselves


class QueryError(CoastalError, ValueError):
    """A query that was refused, failed or was stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one query may use."""

    max_rows: int = 10_000
    seconds: int = 15
    memory_mb: int = 512


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The rows of a query, at most `max_rows` of them.

    `types` are DuckDB's. `n_rows` counts all rows; None if the counting was not
    asked for and the result is truncated.
    """

    table: pa.Table
    types: tuple[str, ...]
    n_rows: int | None
    is_truncated: bool
    seconds: float

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns; they need not differ."""
        return tuple(self.table.schema.names)

    def rows(self) -> list[tuple[object, ...]]:
        """The rows as Python values."""
        columns = [column.to_pylist() for column in self.table.columns]
        return list(zip(*columns, strict=True))


def run_query(
    path: Path,
    sql: str,
    limits: Limits | None = None,
    *,
    schema: str | None = None,
    count_rows: bool = False,
) -> QueryResult:
    """Run one SELECT (or EXPLAIN) on the snapshot at `path`.

    Parameters
    ----------
    schema : str or None
        Schema that unqualified names mean, `pub` in an analyst snapshot.
    count_rows : bool
        Count the rows beyond `max_rows`, too.

    Raises
    ------
    QueryError
        If the query is refused, fails, or needs more time or memory than allowed.
    DamagedSnapshotError
        If the snapshot is not there, or no database.
    """
    check_build(path)
    limits = limits or Limits()
    request = {
        "database": path.name,
        "sql": sql,
        "schema": schema,
        "count_rows": count_rows,
        "max_rows": limits.max_rows,
        "seconds": limits.seconds,
        "milliseconds": 1000 * limits.seconds,
        "memory_mb": limits.memory_mb,
        "address_space": (_PROCESS_MB + 2 * limits.memory_mb) << 20,
    }
    try:
        child = subprocess.run(  # noqa: S603 - our own script, arguments by stdin
            [sys.executable, "-I", str(_CHILD)],
            input=json.dumps(request).encode(),
            capture_output=True,
            cwd=path.parent,
            env=_environment(),
            timeout=limits.seconds + _START_UP_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise QueryError(_too_long(limits)) from None
    return _result(child, limits)


def _environment() -> dict[str, str]:
    """Nothing of this process's environment but what Python needs to start."""
    kept = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
    found = {name: os.environ[name] for name in kept if name in os.environ}
    return {**found, "LC_ALL": "C.UTF-8"}


def _result(child: subprocess.CompletedProcess[bytes], limits: Limits) -> QueryResult:
    output = child.stdout
    if len(output) < HEAD.size:
        raise QueryError(
            f"the query was stopped: it needed more than {limits.memory_mb} MB or "
            f"{limits.seconds} s; narrow it, or aggregate more"
        )
    (size,) = HEAD.unpack_from(output)
    head = json.loads(output[HEAD.size : HEAD.size + size])
    error = head.get("error")
    if error == "memory":
        raise QueryError(
            f"the query needed more than {limits.memory_mb} MB of memory; narrow it, "
            "or aggregate more"
        )
    if error == "time":
        raise QueryError(_too_long(limits))
    if error is not None:
        raise QueryError(error)
    table = pa.ipc.open_stream(pa.py_buffer(output)[HEAD.size + size :]).read_all()
    return QueryResult(
        table=table,
        types=tuple(head["types"]),
        n_rows=head["n_rows"],
        is_truncated=head["is_truncated"],
        seconds=head["seconds"],
    )


def _too_long(limits: Limits) -> str:
    return (
        f"the query ran longer than {limits.seconds} s and was stopped; narrow it, or "
        "aggregate more"
    )
