"""Refused lines tried again, after a fix or an update of the program."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import duckdb
import numpy as np

from ingest.file_reading import durable_segment
from ingest.home import Home
from ingest.ledger import (
    Counts,
    Outcome,
    find_source,
    next_id,
    save_run,
    save_segment,
    save_source,
)
from ingest.lines import BLOCK, Block
from ingest.loading import Batch, FileLoad, loaded_frames
from ingest.manifest import Manifest
from ingest.pipeline import IngestOptions, IngestRun
from ingest.quarantine import mark_resolved
from ingest.rebuild import recover
from ingest.workers import Workers, started_workers

AT_ONCE = 4096  # lines tried in one block, which has BLOCK bytes or one line


class Waiting(NamedTuple):
    """One refused line that waits to be tried again."""

    quarantine_id: int
    line_no: int
    code: str
    raw: bytes


def retry_quarantined(
    con: duckdb.DuckDBPyConnection,
    home: Home,
    options: IngestOptions,
    *,
    clock: Callable[[], datetime],
) -> IngestRun:
    """Try every refused line of a log again, each file's in one transaction.

    A line that is loaded now, or whose content is held by now, gets resolved_at;
    the others stay as they are. Rows of score sheets are not tried: correct the
    sheet and read it again.
    """
    started, started_at = time.perf_counter(), clock()
    run = IngestRun()
    recover(con, home, clock())
    paths = con.execute(
        "select distinct sources.path from quarantine "
        "inner join sources on quarantine.source_id = sources.source_id "
        "where quarantine.resolved_at is null and sources.kind = 'log' order by 1"
    ).fetchall()
    with started_workers(options.n_workers, n_bytes=0) as workers:
        for (path,) in paths:
            run.counts += _retry_file(con, home, path, workers, options, clock())
            run.n_files += 1
    run.seconds = time.perf_counter() - started
    save_run(
        con,
        started_at=started_at,
        n_files=run.n_files,
        n_bytes=0,
        verify=options.verify,
        counts=run.counts,
        seconds=run.seconds,
    )
    return run


def _retry_file(
    con: duckdb.DuckDBPyConnection,
    home: Home,
    path: str,
    workers: Workers,
    options: IngestOptions,
    now: datetime,
) -> Counts:
    source = find_source(con, path)
    if source is None:
        return Counts()
    segment_no = next_id(con, "raw_segments", "segment_no")
    load = FileLoad(con=con, source_id=source.source_id, segment_no=segment_no)
    resolved: list[int] = []
    with durable_segment(con, home, segment_no) as segment:
        for lines in _waiting(con, source.source_id):
            block = Block(b"\n".join(line.raw for line in lines) + b"\n", 0)
            numbers = [line.line_no for line in lines]
            batch = Batch([*workers.read([block], options.verify)])
            outcomes = load.add(batch, numbers)
            for frame, kept in loaded_frames(batch, outcomes):
                segment.add(frame, np.asarray(numbers)[kept - 1])
            resolved += _settle(source.counts, lines, outcomes)
        source.counts.players += load.counts.players
        mark_resolved(con, resolved, now)
        save_source(con, source)
        manifest = Manifest(
            segment_no=segment_no,
            verify=options.verify,
            written_at=now,
            line_runs=segment.line_runs,
            source=source.row(),
            resolved=resolved,
            sheet={},
        )
        sha256 = segment.finish(manifest)
        save_segment(con, manifest, n_bytes=segment.n_bytes, sha256=sha256)
    return load.counts


def _settle(
    counts: Counts, lines: Sequence[Waiting], outcomes: dict[int, Outcome]
) -> list[int]:
    """Move lines that came through within the file's counts; give their ids."""
    resolved: list[int] = []
    for place, outcome in outcomes.items():
        if outcome == "conflict":
            continue
        line = lines[place - 1]
        counts.count("conflict" if line.code == "conflict" else "quarantined", -1)
        counts.count(outcome)
        resolved.append(line.quarantine_id)
    return resolved


def _waiting(con: duckdb.DuckDBPyConnection, source_id: int) -> Iterator[list[Waiting]]:
    """Refused lines of one file; a whole file that was refused is not among them."""
    sizes = con.execute(
        "select quarantine_id, octet_length(raw) from quarantine "
        "where source_id = ? and resolved_at is null order by quarantine_id",
        [source_id],
    ).fetchall()
    for first, last in _spans(sizes):
        rows = con.execute(
            "select quarantine_id, line_no, code, raw from quarantine "
            "where quarantine_id between ? and ? "
            "and source_id = ? and resolved_at is null order by quarantine_id",
            [first, last, source_id],
        ).fetchall()
        if lines := [Waiting(*row) for row in rows if b"\n" not in row[3]]:
            yield lines


def _spans(sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """First and last id of what is tried together, of ids with their lines' bytes."""
    held: list[int] = []
    n_bytes = 0
    for quarantine_id, size in sizes:
        if held and (len(held) == AT_ONCE or n_bytes + size > BLOCK):
            yield held[0], held[-1]
            held, n_bytes = [], 0
        held.append(quarantine_id)
        n_bytes += size
    if held:
        yield held[0], held[-1]
