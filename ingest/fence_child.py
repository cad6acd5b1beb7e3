"""The inside of the fence: runs one query of a person, alone in a process.

It is started as a script with nothing of ours on its path, reads one JSON request
from stdin and writes a JSON head and an Arrow stream to stdout.
"""

import json
import os
import re
import resource
import struct
import sys
import time
from collections.abc import Mapping
from typing import IO

import duckdb
import pyarrow as pa

ALLOWED = ("SELECT", "EXPLAIN")  # DESCRIBE, SUMMARIZE, WITH and FROM come as SELECT
HEAD = struct.Struct("<Q")  # bytes of the JSON head that follows

# DuckDB's settings are no boundary by themselves; the process and the file are.
SETTINGS = (
    "set TimeZone = 'UTC'",
    "set temp_directory = ''",
    "set autoinstall_known_extensions = false",
    "set autoload_known_extensions = false",
    "set allow_community_extensions = false",
    "set python_enable_replacements = false",
    "set enable_external_access = false",
    "set lock_configuration = true",
)


# What tells where the snapshot lies on this machine, or runs a text as SQL and so
# could ask it without naming it. Found by trying all of DuckDB's own functions.
HIDDEN = re.compile(
    r"\b(duckdb_databases|duckdb_settings|pragma_database_list|pg_settings"
    r"|current_setting|json_execute_serialized_sql|query_table"
    r"|query(?=\"?(?:\s|/\*.*?\*/|--[^\n]*\n)*\())",
    re.IGNORECASE | re.DOTALL,
)


class QueryRefusedError(Exception):
    """A query that is not run, with the sentence that says why."""


def main() -> None:
    """Answer the request on stdin."""
    request = json.load(sys.stdin)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    _limit(request)
    try:
        _answer(request, out)
    except QueryRefusedError as error:
        _write(out, {"error": str(error)}, None)
    except (MemoryError, duckdb.OutOfMemoryException):
        _write(out, {"error": "memory"}, None)
    except duckdb.InterruptException:
        _write(out, {"error": "time"}, None)
    except duckdb.Error as error:
        _write(out, {"error": _sentence(str(error))}, None)
    out.flush()
    os._exit(0)  # nothing is left to be cleaned up, and nothing may hang


def _limit(request: dict[str, int]) -> None:
    memory = request["address_space"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    cpu = 2 * request["seconds"] + 2
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))


def _answer(request: dict[str, object], out: IO[bytes]) -> None:
    started = time.perf_counter()
    con = duckdb.connect(str(request["database"]), read_only=True)
    con.execute(f"set memory_limit = '{request['memory_mb']}MB'")
    con.execute("set threads = 2")
    con.execute(f"set max_execution_time = {request['milliseconds']}")
    if request["schema"] is not None:
        con.execute(f'use "{request["schema"]}"')
    for setting in SETTINGS:
        con.execute(setting)
    sql = str(request["sql"])
    _check(con, sql)
    relation = con.sql(sql)
    if relation is None:
        raise QueryRefusedError("the query gives no rows")
    types = [str(kind) for kind in relation.types]
    table, n_rows, is_truncated = _fetch(relation, request)
    head = {
        "types": types,
        "n_rows": n_rows,
        "is_truncated": is_truncated,
        "seconds": time.perf_counter() - started,
    }
    _write(out, head, table)


def _check(con: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Let through exactly one statement that only reads, and reads the snapshot."""
    hidden = HIDDEN.search(sql)
    if hidden is not None:
        raise QueryRefusedError(
            f"found {hidden[0]}, which tells about this machine and not about the "
            "data: read tables, views and duckdb_columns()"
        )
    statements = con.extract_statements(sql)
    if len(statements) != 1:
        raise QueryRefusedError(
            f"found {len(statements)} statements, expected exactly one SELECT"
        )
    kind = str(statements[0].type).rsplit(".", 1)[-1].upper()
    if kind not in ALLOWED:
        raise QueryRefusedError(
            f"found {kind}, expected a SELECT: a snapshot is read-only"
        )


def _fetch(
    relation: duckdb.DuckDBPyRelation, request: dict[str, object]
) -> tuple[pa.Table, int | None, bool]:
    max_rows = int(str(request["max_rows"]))
    reader = relation.to_arrow_reader(10_000)
    batches: list[pa.RecordBatch] = []
    n_rows = 0
    for batch in reader:
        if n_rows < max_rows:
            batches.append(batch.slice(0, max_rows - n_rows))
        n_rows += batch.num_rows
        if n_rows > max_rows and not request["count_rows"]:
            break
    table = pa.Table.from_batches(batches, reader.schema)
    is_truncated = n_rows > max_rows
    is_counted = bool(request["count_rows"]) or not is_truncated
    return table, n_rows if is_counted else None, is_truncated


def _write(out: IO[bytes], head: Mapping[str, object], table: pa.Table | None) -> None:
    data = json.dumps(head).encode()
    out.write(HEAD.pack(len(data)) + data)
    if table is not None:
        with pa.ipc.new_stream(out, table.schema) as stream:
            stream.write_table(table)


def _sentence(message: str) -> str:
    """The first paragraph of an error of DuckDB, on one line."""
    first = message.split("\n\n")[0].split("\nLINE ")[0]
    return " ".join(first.split())


if __name__ == "__main__":
    main()
