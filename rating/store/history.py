"""Write rated hands and seats: few of them into the warehouse, many into files."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from ingest.history import (
    KINDS,
    RatedFile,
    file_path,
    folder_of,
    next_number,
    read_files,
)
from ingest.segments import sync_folder
from ingest.warehouse import show_history
from rating.rated_rows import RatedRows
from rating.store.connection import Connection, insert_rows

# Takes the number of a ladder and rows of it; it knows which go into files.
HistoryWriter: TypeAlias = Callable[[int, RatedRows], None]

# Seats from which two files are worth their open, their name and their sync.
FILE_ROWS: Final = 100_000
GROUP_ROWS: Final = 122_880  # that DuckDB reads in one thread
_ORDERED: Final = {"seq", "place"}  # by which whole groups can be passed over


@contextmanager
def history_writer(con: Connection) -> Iterator[HistoryWriter]:
    """A function that adds rows; at the end of the block the files are on the disk.

    They are sent there while others are written. The caller commits afterwards, so
    that no commit names a file that a power cut could take.
    """
    folder = folder_of(con)
    numbers = count(next_number(folder)) if folder else count()
    pending: list[Future[None]] = []

    with ThreadPoolExecutor(1) as syncing:

        def add(ladder_no: int, rows: RatedRows) -> None:
            if folder is None or rows.seats.num_rows < FILE_ROWS:
                insert_rows(con, "rated_hand_rows", rows.hands, ladder_no)
                insert_rows(con, "rated_seat_rows", rows.seats, ladder_no)
                return
            folder.mkdir(exist_ok=True)
            file_no = next(numbers)
            sizes = []
            for kind, table in zip(KINDS, (rows.hands, rows.seats), strict=True):
                path = file_path(folder, file_no, kind)
                _write(path, table)
                sizes.append(path.stat().st_size)
                pending.append(syncing.submit(_to_disk, path))
            row = RatedFile(
                file_no,
                ladder_no,
                rows.n_hands_before,
                rows.first_seq,
                rows.seats.num_rows,
                *sizes,
            )
            con.execute("insert into rated_files values (?, ?, ?, ?, ?, ?, ?)", row)

        yield add
        for done in pending:
            done.result()
    if folder and pending:
        sync_folder(folder)
        sync_folder(folder.parent)


@contextmanager
def showing_files(con: Connection) -> Iterator[None]:
    """At the end of the block views read the files that then hold."""
    before = read_files(con)
    yield
    if read_files(con) != before:
        show_history(con)


def _write(path: Path, table: pa.Table) -> None:
    """Numbers as they are: they do not compress, and to find that out costs more."""
    pq.write_table(
        table,
        path,
        row_group_size=GROUP_ROWS,
        compression="none",
        use_dictionary=False,
        write_statistics=[name for name in table.column_names if name in _ORDERED],
    )


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
