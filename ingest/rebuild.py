"""The warehouse anew from raw/, or from those of its segments it does not know yet."""

import shutil
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import duckdb
import pyarrow as pa

from ingest.forgotten import read_forgotten, save_hands, save_players
from ingest.home import Home
from ingest.ledger import save_segment, save_source, source_from_row
from ingest.lines import Block
from ingest.loading import Batch, FileLoad, batches
from ingest.lock import writer_lock
from ingest.manifest import Manifest
from ingest.quarantine import add_refused, insert_rows, mark_resolved
from ingest.segments import (
    DamagedSegmentError,
    file_sha256,
    read_manifest,
    refused_rows,
    segment_blocks,
    segment_numbers,
    segment_path,
    sync_folder,
)
from ingest.sheets import SheetOptions, sheet_of
from ingest.snapshot import DamagedSnapshotError, NoSnapshotError, open_snapshot
from ingest.terminal import Advance
from ingest.warehouse import (
    connected,
    define,
    loading,
    one_row,
    told_in_a_sentence,
    transaction,
)
from ingest.workers import Workers, started_workers

# Tables that raw/ does not tell: runs, and the history of the configuration.
CARRIED = ("ingest_runs", "rating_configs", "rating_runs")
_KNOWN = "raw_segments"  # read as well, to know which were there


def rebuild(
    home: Home,
    now: datetime,
    *,
    wait_s: float = 0.0,
    n_workers: int | None = None,
    accepts_loss: bool = False,
    advance: Advance = lambda _: None,
) -> dict[str, object]:
    """Make the warehouse anew from raw/; return what was loaded.

    The old warehouse stays until the new one is complete. What raw/ cannot tell
    (runs, versions of the configuration) is taken from the old warehouse, or from
    the current snapshot where that is damaged. `advance` counts segments.

    Raises
    ------
    DamagedSegmentError
        If a segment is damaged, or one is missing and `accepts_loss` is false.
    """
    part = home.warehouse.with_name(home.warehouse.name + ".part")
    with (
        told_in_a_sentence(home),
        writer_lock(home.writer_lock, holder="coastal rebuild", wait_s=wait_s),
    ):
        carried = _carried(home)
        if not accepts_loss:
            _check_none_is_missing(home, carried.get(_KNOWN))
        remove_database(part)
        con = connected(part)
        try:
            define(con)
            n_lines = load_segments(
                con, home, segment_numbers(home), now, n_workers, advance
            )
            save_players(con, read_forgotten(home))
            for name in carried.keys() - {_KNOWN}:
                con.register("carried", carried[name])
                con.execute(f"insert into {name} by name from carried")
                con.unregister("carried")
            hands = one_row(con, "select count(*) from hands")
            con.execute("checkpoint")
        finally:
            con.close()
        remove_database(home.warehouse.with_name(home.warehouse.name + ".wal"))
        part.replace(home.warehouse)
        sync_folder(home.path)
    return {
        "segments": len(segment_numbers(home)),
        "lines": n_lines,
        "hands": hands[0] if hands else 0,
    }


def _check_none_is_missing(home: Home, known: pa.Table | None) -> None:
    """Refuse to make a warehouse that silently lacks what a lost segment held."""
    there = segment_numbers(home)
    numbers = {*there, *([] if known is None else known["segment_no"].to_pylist())}
    missing = sorted({*range(1, max(numbers, default=0) + 1)} - {*there})
    if missing:
        shown = ", ".join(segment_path(home, number).name for number in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise DamagedSegmentError(
            f"{home.raw} lacks {shown}{more}; restore them from a backup, or give up "
            "what they held with `coastal rebuild --accept-loss`"
        )


def recover(con: duckdb.DuckDBPyConnection, home: Home, now: datetime) -> int:
    """Load segments that became durable in a run that ended before its commit.

    Returns the number of lines loaded. A segment is complete or not there, so that
    loading it ends that run's transaction; what was cut off before is removed.
    """
    for part in home.raw.glob("*.part"):
        part.unlink()
    known = one_row(con, "select max(segment_no) from raw_segments")
    latest = known[0] if known and isinstance(known[0], int) else 0
    missing = [number for number in segment_numbers(home) if number > latest]
    return load_segments(con, home, missing, now) if missing else 0


def load_segments(
    con: duckdb.DuckDBPyConnection,
    home: Home,
    numbers: Sequence[int],
    now: datetime,
    n_workers: int | None = None,
    advance: Advance = lambda _: None,
) -> int:
    """Load segments in order, each in a transaction; return the number of lines."""
    n_bytes = sum(segment_path(home, number).stat().st_size for number in numbers)
    n_lines = 0
    with (
        loading(con),
        started_workers(n_workers, n_bytes=10 * n_bytes) as workers,
    ):
        for number in numbers:
            with transaction(con):
                n_lines += _load_segment(con, home, number, workers, now)
            advance(1)
    return n_lines


def _load_segment(
    con: duckdb.DuckDBPyConnection,
    home: Home,
    number: int,
    workers: Workers,
    now: datetime,
) -> int:
    path = segment_path(home, number)
    manifest = read_manifest(path)
    if manifest.segment_no != number:
        raise DamagedSegmentError(
            f"{path} is segment {manifest.segment_no} under another name; restore raw/ "
            "from a backup"
        )
    source = source_from_row(manifest.source)
    load = FileLoad(con=con, source_id=source.source_id, segment_no=number)
    blocks = segment_blocks(path, manifest)
    for rows in refused_rows(path, manifest):
        insert_rows(con, rows)
    if manifest.sheet:
        _load_sheet(load, blocks, manifest, source.path)
    else:
        noted: deque[list[int]] = deque()
        read = workers.read(_noting(blocks, noted), manifest.verify)
        for batch in batches(read):
            load.add(batch, [n for _ in batch.parts for n in noted.popleft()])
            # Lines that this version refuses are kept, as any refused line.
            add_refused(
                con, load.refused, source_id=source.source_id, path=source.path, now=now
            )
            load.refused.clear()
    mark_resolved(con, manifest.resolved, manifest.written_at)
    save_source(con, source)
    save_hands(con, manifest.tokens)
    save_segment(con, manifest, n_bytes=path.stat().st_size, sha256=file_sha256(path))
    return manifest.n_lines


def _noting(
    blocks: Iterator[tuple[Block, list[int]]], numbers: deque[list[int]]
) -> Iterator[Block]:
    for block, line_numbers in blocks:
        numbers.append(line_numbers)
        yield block


def _load_sheet(
    load: FileLoad,
    blocks: Iterator[tuple[Block, list[int]]],
    manifest: Manifest,
    path: str,
) -> None:
    data = b"".join(block.data for block, _ in blocks)
    if not data:
        return
    options = SheetOptions.from_json(manifest.sheet)
    sheet = sheet_of(Block(data, 0), options, path)
    load.twins = sheet.twins
    batch = Batch([(sheet.block, sheet.result)])
    load.add(batch, range(1, sheet.result.n_lines + 1))


def _carried(home: Home) -> dict[str, pa.Table]:
    """The tables that raw/ does not tell, from the best place that has them."""
    if home.warehouse.exists():
        _checkpoint(home.warehouse)
        with suppress(duckdb.Error):
            con = duckdb.connect(str(home.warehouse), read_only=True)
            try:
                return _read(con)
            finally:
                con.close()
    with suppress(duckdb.Error, NoSnapshotError, DamagedSnapshotError):
        con = open_snapshot(home)
        try:
            return _read(con)
        finally:
            con.close()
    return {}


def _checkpoint(path: Path) -> None:
    """Leave nothing in the log beside a database: the log will go before the file."""
    with suppress(duckdb.Error):  # damaged: what can be read is read
        con = duckdb.connect(str(path))
        try:
            con.execute("checkpoint")
        finally:
            con.close()


def _read(con: duckdb.DuckDBPyConnection) -> dict[str, pa.Table]:
    con.execute("set TimeZone = 'UTC'")
    return {
        name: con.sql(f"from {name}").to_arrow_table() for name in (*CARRIED, _KNOWN)
    }


def remove_database(path: Path) -> None:
    """Remove a database with its write-ahead log, if they are there."""
    path.unlink(missing_ok=True)
    path.with_name(path.name + ".wal").unlink(missing_ok=True)
    remove_put_aside(path)


def remove_put_aside(path: Path) -> None:
    """Remove rows that DuckDB put beside a database in a run that was killed.

    It never does so itself, as long as it has nothing to put there.
    """
    with suppress(FileNotFoundError):
        shutil.rmtree(f"{path}.tmp")
