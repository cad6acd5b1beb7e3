"""Files into the warehouse: one transaction a file, and nothing twice."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import duckdb

from engine.errors import UsageError
from ingest.file_reading import FileReading
from ingest.files import is_sheet
from ingest.home import Home, shown_path
from ingest.ledger import Counts, Source, find_source, save_run
from ingest.lines import LogFile
from ingest.rebuild import recover
from ingest.sheets import SheetOptions
from ingest.terminal import Advance
from ingest.verification import Verify
from ingest.warehouse import loading
from ingest.workers import Workers, started_workers


@dataclass(slots=True)
class IngestRun:
    """What one run came to."""

    counts: Counts = field(default_factory=Counts)
    n_files: int = 0
    n_bytes: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)
    n_damaged: int = 0  # archives that hold something else from some place on
    unread: list[UsageError] = field(default_factory=list)  # why, file by file

    def summary(self) -> dict[str, object]:
        """The fields that `coastal ingest` prints."""
        counts = self.counts
        return {
            "lines": counts.lines,
            "blank": counts.blank,
            "loaded": counts.loaded,
            "replaced": counts.replaced,
            "duplicate": counts.duplicate,
            "conflict": counts.conflict,
            "quarantined": counts.quarantined,
            "truncated": counts.truncated,
            "players": counts.players,
            "seconds": round(self.seconds, 3),
        }

    @property
    def is_clean(self) -> bool:
        """Whether nothing was refused."""
        counts = self.counts
        return not (
            counts.conflict or counts.quarantined or self.n_damaged or self.unread
        )


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How a run reads its files; `n_workers` None means one process a core."""

    verify: Verify = "all"
    n_workers: int | None = None
    sheet: SheetOptions | None = None


def ingest(
    con: duckdb.DuckDBPyConnection,
    home: Home,
    files: Sequence[Path],
    options: IngestOptions,
    *,
    clock: Callable[[], datetime],
    advance: Advance = lambda _: None,
) -> IngestRun:
    """Read `files` into the warehouse, each in one transaction of its own.

    `advance` is told the bytes of every file that is done. A file that cannot be read
    keeps no other from being read: the run's notes say why.

    Raises
    ------
    UsageError
        If not one of the files can be read.
    """
    started, started_at = time.perf_counter(), clock()
    run = IngestRun()
    recover(con, home, clock())
    n_bytes = sum(map(size_of, files))
    with (
        loading(con),
        started_workers(options.n_workers, n_bytes=n_bytes) as workers,
    ):
        for file in files:
            size = size_of(file)
            with _noting_unread(run):
                _ingest_file(con, home, file, workers, options, clock(), run)
                run.n_files += 1
                run.n_bytes += size
            advance(size)
    if run.unread and not run.n_files:
        raise run.unread[0]
    run.notes += map(str, run.unread)
    run.seconds = time.perf_counter() - started
    save_run(
        con,
        started_at=started_at,
        n_files=run.n_files,
        n_bytes=run.n_bytes,
        verify=options.verify,
        counts=run.counts,
        seconds=run.seconds,
    )
    return run


@contextmanager
def _noting_unread(run: IngestRun) -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        run.unread.append(error)


def size_of(file: Path) -> int:
    """Size in bytes; 0 of a file that is gone or closed to this user."""
    with suppress(OSError):
        return file.stat().st_size
    return 0


def _ingest_file(
    con: duckdb.DuckDBPyConnection,
    home: Home,
    path: Path,
    workers: Workers,
    options: IngestOptions,
    now: datetime,
    run: IngestRun,
) -> None:
    """Read one file; add to `run` what came of it."""
    path = path.absolute()
    known = find_source(con, shown_path(path))
    with LogFile(path) as file:
        # A sheet says other things under other options: it is always read.
        is_log = known is not None and known.kind == "log"
        if known is not None and is_log and _is_unchanged(file, known):
            run.counts += known.counts.again()
            if known.state == "damaged":
                run.n_damaged += 1
                run.notes.append(
                    f"{shown_path(path)}: it can be read no further than before"
                )
            return
        reading = FileReading(con, home, file, known=known, now=now)
        if is_sheet(path):
            reading.read_sheet(options.sheet)
        else:
            reading.read_log(workers, options.verify)
        run.counts += reading.total
        run.notes += reading.notes
        run.n_damaged += file.is_damaged


def _is_unchanged(file: LogFile, known: Source) -> bool:
    if size_of(file.path) != known.bytes:
        return False
    with file.path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest() == known.sha256
