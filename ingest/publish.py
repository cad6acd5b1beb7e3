"""Publish: an immutable copy of the warehouse for readers, then the pointer to it."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from ingest.home import Home
from ingest.segments import sync_folder
from ingest.snapshot import POINTER, build_path
from ingest.snapshot_rows import copy_analyst, copy_main, quoted
from ingest.warehouse import one_row, transaction

KEPT_BUILDS = 3  # the current one and two that readers may still be opening


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
        copy_main(con, warehouse, build, now)
    with _attached(con, main) as source, _new_file(con, analyst):
        copy_analyst(con, source)
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
    con.execute(f"attach {quoted(str(part))} as new_build")
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


@contextmanager
def _attached(con: duckdb.DuckDBPyConnection, path: Path) -> Iterator[str]:
    """A database to read within the block; yields the name of its catalog."""
    con.execute(f"attach {quoted(str(path))} as main_build (read_only)")
    try:
        yield "main_build"
    finally:
        con.execute("detach main_build")


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
