"""Refused lines go to quarantine and raw/ as they are found, not when a file ends."""

import hashlib
import json
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard

from ingest import file_reading, lines, loading
from ingest.block import compress
from ingest.manifest import manifest_to_json, rows_to_json
from ingest.pipeline import IngestOptions
from ingest.rebuild import rebuild
from ingest.retry import retry_quarantined
from ingest.segments import read_manifest, refused_rows, segment_path
from ingest.warehouse import open_warehouse
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand

ROOT = Path(__file__).parents[2]
ROWS = "from quarantine order by quarantine_id"
PLACES = "select quarantine_id, line_no, code, raw from quarantine order by all"
N_LINES = 400


@pytest.fixture
def small(monkeypatch):
    """Blocks of fifty lines and batches of few blocks; how many were kept at a time."""
    kept = []
    keep = file_reading.add_refused

    def noting(con, refused, **place):
        kept.append(len(refused))
        return keep(con, refused, **place)

    monkeypatch.setattr(lines, "BLOCK_LINES", 50)
    monkeypatch.setattr(loading, "BATCH", 60_000)
    monkeypatch.setattr(file_reading, "add_refused", noting)
    return kept


def bad_lines(n_lines):
    """Refused lines with a conflict among them, and a good one at the end."""
    bad = [f"oops {number}" for number in range(n_lines - 3)]
    conflict = hand("h1", ended_at="2026-11-01T10:09:01Z")
    return [hand("h1"), *bad[:70], conflict, *bad[70:], hand("h2", hand_no=2)]


def test_rows_are_in_the_order_of_the_lines_however_many_are_kept_at_a_time(
    desk, small
):
    records = bad_lines(N_LINES)
    content = as_bytes(*records)

    run = desk.read(content)

    raw = content.splitlines()
    refused = [
        (line, "conflict" if line == 72 else "bad_json", raw[line - 1])
        for line in range(2, N_LINES)
    ]
    found = desk.rows(PLACES)
    assert sorted(row[1:] for row in found) == refused
    assert [row[0] for row in found] == [*range(1, N_LINES - 1)]
    without_conflict = [row[1] for row in found if row[2] != "conflict"]
    assert without_conflict == sorted(without_conflict)
    assert (run.counts.quarantined, run.counts.conflict) == (N_LINES - 3, 1)
    assert max(small) <= 200
    assert len(small) > 2


def test_a_file_read_again_doubles_no_row(desk, small):
    content = as_bytes(*bad_lines(N_LINES))
    path = desk.write(content)
    desk.read_files(path)
    before = desk.rows(ROWS)

    path.write_bytes(as_bytes(*bad_lines(N_LINES)[:-1], hand("h3", hand_no=3)))
    desk.read_files(path)

    assert desk.rows(ROWS) == before


def test_raw_keeps_them_among_the_lines_and_a_rebuild_gives_them_back(desk, small):
    desk.read(as_bytes(*bad_lines(N_LINES)))
    before = desk.rows(ROWS)
    path = segment_path(desk.home, 1)

    rebuild(desk.home, NOW)

    assert len(read_manifest(path).refused_at) > 2
    with path.open("rb") as file:
        reader = zstandard.ZstdDecompressor().stream_reader(
            file, read_across_frames=True
        )
        assert reader.read() == as_bytes(hand("h1"), hand("h2", hand_no=2))
    assert desk.rows(ROWS) == before


def test_segment_of_an_earlier_version_is_rebuilt_with_its_refused_lines(desk):
    desk.read(as_bytes(*bad_lines(20)))
    before = desk.rows(ROWS)
    path = segment_path(desk.home, 1)
    manifest = read_manifest(path)
    # Until now the manifest held the rows, and nothing stood before it.
    value = json.loads(manifest_to_json(manifest))
    del value["refused_at"]
    rows = [row for some in refused_rows(path, manifest) for row in some]
    value["refused"] = json.loads(rows_to_json(rows))
    packed = zstandard.compress(json.dumps(value).encode())
    frame = compress(as_bytes(hand("h1"), hand("h2", hand_no=2)))
    tail = struct.pack("<Q8s", len(packed), b"COASTAL1")
    header = struct.pack("<II", 0x184D2A50, len(packed) + len(tail))
    path.write_bytes(frame + header + packed + tail)

    rebuild(desk.home, NOW)

    assert desk.rows(ROWS) == before
    assert len(before) == 18


def test_refused_lines_are_tried_again_some_at_a_time(desk, small, monkeypatch):
    monkeypatch.setattr("ingest.retry.AT_ONCE", 50)
    newer = [hand(f"h{n}", hand_no=n + 1, v=2) for n in range(120)]
    desk.read(as_bytes(*newer))
    monkeypatch.setattr("ingest.retry.Waiting", Mended)

    with open_warehouse(desk.home) as con:
        run = retry_quarantined(
            con, desk.home, IngestOptions(n_workers=1), clock=lambda: NOW
        )

    assert run.counts.loaded == 120
    assert desk.rows("select count(*), count(resolved_at) from quarantine") == [
        (120, 120)
    ]


class Mended:
    """A waiting line as this program would read it if it knew version 2."""

    def __init__(self, quarantine_id, line_no, code, raw):
        self.quarantine_id, self.line_no, self.code = quarantine_id, line_no, code
        self.raw = raw.replace(b'"v": 2', b'"v": 1')


READ = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from ingest.home import Home
from ingest.pipeline import IngestOptions, ingest
from ingest.warehouse import open_warehouse

home, log = Home(Path(sys.argv[1])), Path(sys.argv[2])
with open_warehouse(home) as con:
    ingest(con, home, [log], IngestOptions(n_workers=1),
           clock=lambda: datetime(2026, 11, 30, tzinfo=UTC))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_long_refused_lines_are_committed_however_many_they_are(desk):
    long = [b"x" * (40 << 20), *(b"%d " % n + b"y" * (5 << 20) for n in range(20))]

    run = desk.read(as_bytes(hand("h1"), *long, hand("h2", hand_no=2)))
    before = desk.rows("select line_no, md5(raw) from quarantine order by 1")
    rebuild(desk.home, NOW, n_workers=1)

    assert (run.counts.loaded, run.counts.quarantined) == (2, 21)
    after = desk.rows("select line_no, md5(raw) from quarantine order by 1")
    assert after == before
    assert after[0] == (2, hashlib.md5(long[0]).hexdigest())


@pytest.mark.soak
def test_memory_does_not_grow_with_the_number_of_refused_lines(tmp_path):
    peaks = []
    for n_lines in (50_000, 500_000):
        log = tmp_path / f"{n_lines}.jsonl"
        log.write_text("".join(f"oops {number}\n" for number in range(n_lines)))
        command = [sys.executable, "-c", READ, tmp_path / f"home-{n_lines}", log]
        told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        peaks.append(int(told.stdout))

    assert peaks[1] < peaks[0] + 150  # MB; DuckDB keeps up to that in memory
