"""One file read into the warehouse and raw/, in one transaction."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import duckdb

from ingest.block import BlockResult
from ingest.file_format import TOO_WIDE, UNPACK_FIRST
from ingest.home import Home, shown_path
from ingest.ledger import (
    Counts,
    Outcome,
    Source,
    next_id,
    save_segment,
    save_source,
)
from ingest.lines import LogFile
from ingest.loading import Batch, FileLoad, batches, loaded_frames
from ingest.manifest import Manifest
from ingest.quarantine import RefusedLine, add_refused, mark_resolved
from ingest.segments import SegmentWriter
from ingest.sheet_again import rows_put_right
from ingest.sheets import SheetOptions, read_sheet
from ingest.verification import Verify
from ingest.warehouse import transaction
from ingest.workers import Workers


class FileReading:
    """Reads one file; `known` is its row of the ledger if it was read before."""

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        home: Home,
        file: LogFile,
        *,
        known: Source | None,
        now: datetime,
    ) -> None:
        self._con = con
        self._file = file
        self._known = known
        self._now = now
        self._started = time.perf_counter()
        self._before = Counts()  # complete lines of earlier reads, skipped now
        self._lines_before = 0
        self._open_line: Outcome | None = None
        self.notes: list[str] = []  # on a sheet's rows, an archive's end
        self._source_id = (
            next_id(con, "sources", "source_id") if known is None else known.source_id
        )
        self._home = home
        self._segment_no = next_id(con, "raw_segments", "segment_no")
        self._load = FileLoad(
            con=con, source_id=self._source_id, segment_no=self._segment_no
        )

    @property
    def total(self) -> Counts:
        """What all lines of the file come to in this run."""
        total = self._before.again()
        total += self._load.counts
        return total

    def read_log(self, workers: Workers, verify: Verify) -> None:
        """Read a hand log, from where an earlier read of it ended."""
        known = self._known
        if (
            known is not None
            and known.kind == "log"
            and self._file.format == "plain"
            and self._file.skip_known(known.next_offset, known.next_sha256)
        ):
            self._before = known.complete_counts()
            self._lines_before = known.next_line
        with durable_segment(self._con, self._home, self._segment_no) as segment:
            if self._file.is_utf_16:
                self._refuse_utf_16()
                self._keep_refused(segment)
            else:
                for batch in batches(workers.read(self._file.blocks(), verify)):
                    self._add(batch, segment)
                if self._file.is_cut and not self._load.counts.truncated:
                    self._load.counts.count("truncated")
                self._note_archive()
            self._close("log", verify, segment, {})

    def _note_archive(self) -> None:
        """Say what an archive lacks, for its lines cannot say it."""
        if not self._file.is_cut:
            return
        n_whole = self._load.counts.lines - 1
        what = "is damaged" if self._file.is_damaged else "ends early"
        remedy = "copy the file anew"
        if self._file.is_too_wide:
            what, remedy = TOO_WIDE, UNPACK_FIRST
        self.notes.append(
            f"{shown_path(self._file.path)}: the {self._file.format} archive {what} "
            f"after {n_whole:,} whole lines; those count, {remedy} for the rest"
        )

    def read_sheet(self, options: SheetOptions | None) -> None:
        """Read a score sheet, whole."""
        sheet = read_sheet(self._file, options)
        self.notes = [
            f"{shown_path(self._file.path)}:{line}: {note}"
            for line, note in sheet.notes
        ]
        self._load.twins = sheet.twins
        numbers = range(1, sheet.result.n_lines + 1)
        with durable_segment(self._con, self._home, self._segment_no) as segment:
            outcomes = self._load.add(Batch([(sheet.block, sheet.result)]), numbers)
            self._note_archive()
            resolved = rows_put_right(
                self._con, sheet, outcomes, source_id=self._source_id
            )
            mark_resolved(self._con, resolved, self._now)
            self._keep_refused(segment, sheet.sheet_id)
            if "loaded" in outcomes.values():
                # A row is judged by the one before it: the sheet is kept whole.
                segment.add(sheet.frame, numbers)
            self._close("sheet", "none", segment, sheet.options.to_json(), resolved)

    def _add(self, batch: Batch, segment: SegmentWriter) -> None:
        first = self._lines_before + self._load.counts.lines + 1
        n_lines = sum(result.n_lines for _, result in batch.parts)
        numbers = range(first, first + n_lines)
        outcomes = self._load.add(batch, numbers)
        for frame, lines in loaded_frames(batch, outcomes):
            segment.add(frame, lines + (first - 1))
        self._keep_refused(segment)
        last, result = batch.parts[-1]
        if last.is_last:
            self._open_line = _last_outcome(result, outcomes.get(n_lines))

    def _keep_refused(
        self, segment: SegmentWriter, sheet_id: str | None = None
    ) -> None:
        """Write what was refused so far, so that memory does not grow with it."""
        rows = add_refused(
            self._con,
            self._load.refused,
            source_id=self._source_id,
            path=shown_path(self._file.path),
            now=self._now,
            sheet_id=sheet_id,
        )
        segment.add_refused(rows)
        self._load.refused.clear()

    def _refuse_utf_16(self) -> None:
        raw = b"".join(block.data for block in self._file.blocks())
        sentence = "the file is UTF-16, expected UTF-8; save it as UTF-8"
        self._load.refused.append(RefusedLine(1, 0, "bad_utf8", sentence, raw))
        self._load.counts.count("quarantined")

    def _close(
        self,
        kind: str,
        verify: Verify,
        segment: SegmentWriter,
        sheet: dict[str, object],
        resolved: Sequence[int] = (),
    ) -> None:
        """Write the ledger and the durable segment; the commit follows."""
        source = self._source(kind)
        save_source(self._con, source)
        manifest = Manifest(
            segment_no=self._segment_no,
            verify=verify,
            written_at=self._now,
            line_runs=segment.line_runs,
            source=source.row(),
            resolved=list(resolved),
            sheet=sheet,
            refused_at=segment.refused_at,
        )
        sha256 = segment.finish(manifest)
        save_segment(self._con, manifest, n_bytes=segment.n_bytes, sha256=sha256)

    def _source(self, kind: str) -> Source:
        counts = Counts()
        counts += self._before
        counts += self._load.counts
        known, file = self._known, self._file
        n_open = 0 if self._open_line is None else 1
        return Source(
            source_id=self._source_id,
            path=shown_path(file.path),
            kind=kind,
            format=file.format,
            state=self._state(),
            bytes=file.n_bytes,
            sha256=file.sha256,
            next_offset=file.next_offset,
            next_sha256=file.next_sha256,
            next_line=self._lines_before + self._load.counts.lines - n_open,
            open_line=self._open_line,
            counts=counts,
            first_read_at=self._now if known is None else known.first_read_at,
            last_read_at=self._now,
            seconds=(0.0 if known is None else known.seconds)
            + time.perf_counter()
            - self._started,
        )

    def _state(self) -> str:
        if self._file.is_utf_16:
            return "refused"
        if self._file.is_cut:
            return "damaged" if self._file.is_damaged else "cut"
        return "growing" if self._open_line == "truncated" else "complete"


@contextmanager
def durable_segment(
    con: duckdb.DuckDBPyConnection, home: Home, segment_no: int
) -> Iterator[SegmentWriter]:
    """A transaction and the segment that goes with it.

    The segment is finished last, so that it is there if and only if everything
    but the commit has succeeded; a commit that fails is made up for by `recover`.
    """
    segment = SegmentWriter(home, segment_no)
    try:
        with transaction(con):
            yield segment
    except BaseException:
        segment.abandon()
        raise


def _last_outcome(result: BlockResult, sound: Outcome | None) -> Outcome:
    """What the last line of a block came to; `sound` if it was a sound one."""
    if sound is not None:
        return sound
    if result.truncated:
        return "truncated"
    is_refused = result.refusals and result.refusals[-1].line == result.n_lines
    return "quarantined" if is_refused else "blank"
