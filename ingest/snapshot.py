"""Published snapshots: which build is current, and how to read it."""

import re
from pathlib import Path

import duckdb

from engine.errors import CoastalError
from ingest.home import Home

POINTER = "CURRENT"
_BUILD = re.compile(r"[0-9A-Za-z_-]{1,100}")
_POINTER_BYTES = 200  # read of the pointer: more than any build's name has
_MAGIC = slice(8, 12)  # where every DuckDB file says DUCK
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
    DamagedSnapshotError
        If the pointer is something else than a name.
    """
    pointer = home.published / POINTER
    try:
        with pointer.open("rb") as file:
            name = file.read(_POINTER_BYTES).decode("ascii", "replace").strip()
    except FileNotFoundError:
        raise NoSnapshotError(
            f"{home.published} holds no published snapshot; run `coastal ingest PATH` "
            "or `coastal demo` first"
        ) from None
    except IsADirectoryError:
        raise DamagedSnapshotError(
            f"{pointer} is a folder, expected a file with the name of a build; remove "
            "it, then publish anew with `coastal replay`"
        ) from None
    except OSError as error:
        raise DamagedSnapshotError(
            f"{pointer} cannot be read: {error.strerror}"
        ) from None
    if not _BUILD.fullmatch(name):
        raise DamagedSnapshotError(
            f"{pointer} holds {name[:20]!r}, expected the name of a build; publish "
            "anew with `coastal replay`"
        )
    return name


def build_path(home: Home, build: str, *, analyst: bool = False) -> Path:
    """File of one build, or of its pseudonymised copy for analysts."""
    return home.published / f"{build}{'.analyst' if analyst else ''}.duckdb"


def current_path(home: Home, *, analyst: bool = False) -> Path:
    """File of the current build."""
    return build_path(home, current_build(home), analyst=analyst)


def check_build(path: Path) -> None:
    """Refuse a file that is no database or not there.

    Raises
    ------
    DamagedSnapshotError
        With what to do.
    """
    try:
        with path.open("rb") as file:
            is_database = file.read(_MAGIC.stop)[_MAGIC] == b"DUCK"
    except FileNotFoundError:
        raise DamagedSnapshotError(
            f"{path.parent / POINTER} names {path.name}, which is not there; publish "
            "anew with `coastal replay`"
        ) from None
    except OSError as error:
        raise DamagedSnapshotError(f"{path} cannot be read: {error.strerror}") from None
    if not is_database:
        raise DamagedSnapshotError(
            f"{path} is damaged; publish anew with `coastal replay`"
        )


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
                check_build(path)
    raise NoSnapshotError(f"{place.published} changes faster than it can be read")


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect(str(path), read_only=True)
    con.execute("set TimeZone = 'UTC'")
    return con
