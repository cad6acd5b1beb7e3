"""Published snapshots: which build is current, and how to read it."""

import re
from pathlib import Path

import duckdb

from engine.errors import CoastalError
from ingest.home import Home

POINTER = "CURRENT"
_BUILD = re.compile(r"[0-9A-Za-z_-]+")
_TRIES = 5  # a build may be removed between reading the pointer and opening it


class DamagedSnapshotError(CoastalError, OSError):
    """The build that the pointer names is not there, or no database."""


class NoSnapshotError(CoastalError, LookupError):
    """Nothing has been published in this home folder yet."""


def current_build(home: Home) -> str:
    """Name of the current build.

    Raises
    ------
    NoSnapshotError
        If nothing is published.
    """
    try:
        name = (home.published / POINTER).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        name = ""
    if not _BUILD.fullmatch(name):
        raise NoSnapshotError(
            f"{home.published} holds no published snapshot; run `coastal ingest PATH` "
            "or `coastal demo` first"
        )
    return name


def build_path(home: Home, build: str, *, analyst: bool = False) -> Path:
    """File of one build, or of its pseudonymised copy for analysts."""
    return home.published / f"{build}{'.analyst' if analyst else ''}.duckdb"


def current_path(home: Home, *, analyst: bool = False) -> Path:
    """File of the current build."""
    return build_path(home, current_build(home), analyst=analyst)


def open_snapshot(
    place: Home | Path, *, analyst: bool = False
) -> duckdb.DuckDBPyConnection:
    """A read-only connection to a snapshot: the current one of a home, or a file.

    Times come back in UTC. The connection keeps seeing its build, also when newer
    ones are published or its file is removed.
    """
    if isinstance(place, Path):
        return _connect(place)
    for attempt in range(_TRIES):
        path = current_path(place, analyst=analyst)
        try:
            return _connect(path)
        except duckdb.IOException:
            if path.is_file():
                raise DamagedSnapshotError(
                    f"{path} is damaged; publish anew with `coastal replay`"
                ) from None
            if attempt == _TRIES - 1:
                raise DamagedSnapshotError(
                    f"{place.published / POINTER} names {path.name}, which is not "
                    "there; publish anew with `coastal replay`"
                ) from None
    raise NoSnapshotError(f"{place.published} changes faster than it can be read")


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect(str(path), read_only=True)
    con.execute("set TimeZone = 'UTC'")
    return con
