"""Files of rated hands and seats beside the warehouse, and the views that read them.

DuckDB takes every number three times in hand on its way into its own file; a Parquet
file of the same rows is written with a fifth of the work. The warehouse says which
files hold: a file is complete before the commit that names it, is never written again,
and one that no row of rated_files names is left over.
"""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

import duckdb

from ingest.home import Home

KINDS: Final = ("hands", "seats")
_SUFFIX: Final = ".parquet"
# Views of the rows of each kind; a line of their SQL gives way to the files.
VIEWS: Final = {"hands": "03_rated_hands.sql", "seats": "04_rated_seats.sql"}
_GLOBS: Final = str.maketrans({letter: f"[{letter}]" for letter in "*?["})


class RatedFile(NamedTuple):
    """A row of rated_files: a file of hands and one of seats."""

    file_no: int
    ladder_no: int
    n_hands_before: int
    first_seq: int
    n_changes: int
    n_hand_bytes: int
    n_seat_bytes: int


def folder_of(con: duckdb.DuckDBPyConnection) -> Path | None:
    """The folder of the files of the database in use; None of one in memory."""
    [(path,)] = con.execute(
        "select path from duckdb_databases() where database_name = current_database()"
    ).fetchall()
    return Home(Path(path).parent).history if path else None


def file_path(folder: Path, file_no: int, kind: str) -> Path:
    """Where the rows of a kind are."""
    return folder / f"{file_no}.{kind}{_SUFFIX}"


def read_files(con: duckdb.DuckDBPyConnection) -> list[RatedFile]:
    """What the warehouse says of its files, by ladder and order."""
    rows = con.execute(
        f"select {', '.join(RatedFile._fields)} from rated_files "  # noqa: S608
        "order by ladder_no, first_seq"
    ).fetchall()
    return [RatedFile(*row) for row in rows]


def lost_files(con: duckdb.DuckDBPyConnection) -> set[int]:
    """Numbers of files that are not there, or not as long as they were."""
    folder, lost = folder_of(con), set()
    for file in read_files(con):
        sizes = (file.n_hand_bytes, file.n_seat_bytes)
        for kind, n_bytes in zip(KINDS, sizes, strict=True):
            if (
                folder is None
                or _size(file_path(folder, file.file_no, kind)) != n_bytes
            ):
                lost.add(file.file_no)
    return lost


def next_number(folder: Path) -> int:
    """A number that no file has, left over or not."""
    return max((number for number, _ in _numbered(folder)), default=0) + 1


def remove_left_over(con: duckdb.DuckDBPyConnection) -> None:
    """Remove the files that the warehouse does not name; no transaction may be open."""
    folder = folder_of(con)
    if folder is None or not folder.is_dir():
        return
    kept = {file.file_no for file in read_files(con)}
    for number, path in _numbered(folder):
        if number not in kept:
            path.unlink()


def with_files(con: duckdb.DuckDBPyConnection, kind: str, text: str) -> str:
    """The SQL of the view of a kind, with the files in it.

    A path in it is read as a pattern, hence its special letters are put in brackets.
    """
    folder, parts = folder_of(con), []
    for ladder_no, files in groupby(read_files(con), itemgetter(1)):
        if folder is None:
            raise duckdb.IOException("a database in memory has no files of its own")
        paths = [str(file_path(folder, file.file_no, kind)) for file in files]
        names = ", ".join(
            "'" + path.translate(_GLOBS).replace("'", "''") + "'" for path in paths
        )
        parts.append(
            f"union all by name select {ladder_no}::utinyint as ladder_no, * "  # noqa: S608
            f"from read_parquet([{names}])"
        )
    return text.replace(f"-- files of {kind}\n", "\n    ".join(parts) + "\n")


def _numbered(folder: Path) -> Iterator[tuple[int, Path]]:
    for path in folder.glob(f"*{_SUFFIX}"):
        number = path.name.partition(".")[0]
        if number.isdecimal():
            yield int(number), path


def _size(path: Path) -> int | None:
    return path.stat().st_size if path.is_file() else None
