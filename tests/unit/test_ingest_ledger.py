"""Files that change while, before and after they are read: every line counts once."""

import gzip
import json
import os

import pytest

from ingest import lines
from ingest.block import compress
from ingest.rebuild import rebuild
from ingest.segments import SegmentWriter, file_sha256, read_manifest, segment_path
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand, player, result


def counts(run):
    return {
        key: value for key, value in run.summary().items() if value and key != "seconds"
    }


def hands(*numbers):
    return as_bytes(*(hand(f"h{n}", hand_no=n + 1) for n in numbers))


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(lines, "BLOCK", 700)


def changing(monkeypatch, change):
    """Let `change` happen after the first bytes of a file were read."""
    plain = lines.LogFile._plain
    left = [change]

    def reading(self):
        for data in plain(self):
            yield data
            for once in left:
                once()
            left.clear()

    monkeypatch.setattr(lines.LogFile, "_plain", reading)


def test_file_that_grows_while_it_is_read(desk, monkeypatch, small_blocks):
    path = desk.write(hands(*range(9)))

    def grow():
        with path.open("ab") as file:
            file.write(hands(9, 10)[:-40])

    changing(monkeypatch, grow)
    first = counts(desk.read_files(path))
    ledger = desk.rows("select bytes, sha256, state from sources")
    seen = [(path.stat().st_size, file_sha256(path), "growing")]
    path.write_bytes(hands(*range(11)))
    second = counts(desk.read_files(path))

    assert first == {"lines": 11, "loaded": 10, "truncated": 1}
    assert ledger == seen
    assert second == {"lines": 11, "loaded": 1, "duplicate": 10}


def test_file_that_is_cut_while_it_is_read(desk, monkeypatch, small_blocks):
    path = desk.write(hands(*range(90)))  # more than is read ahead
    at = len(hands(*range(60))) + 30

    changing(monkeypatch, lambda: os.truncate(path, at))
    first = counts(desk.read_files(path))
    path.write_bytes(hands(*range(90)))
    second = counts(desk.read_files(path))

    assert first == {"lines": 61, "loaded": 60, "truncated": 1}
    assert second == {"lines": 90, "loaded": 30, "duplicate": 60}


def test_file_that_was_cut_and_has_grown_past_its_size_is_read_anew(desk):
    path = desk.write(hands(0, 1))
    desk.read_files(path)

    path.write_bytes(hands(5, 1, 6, 7))

    assert counts(desk.read_files(path)) == {"lines": 4, "loaded": 3, "duplicate": 1}


def test_file_of_the_same_size_and_time_with_other_lines_is_read(desk):
    path = desk.write(hands(0, 1))
    times = path.stat()
    desk.read_files(path)

    path.write_bytes(hands(2, 3))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    assert counts(desk.read_files(path)) == {"lines": 2, "loaded": 2}


def test_other_names_of_one_file_are_duplicates(desk):
    path = desk.write(hands(0, 1))
    soft, hard = desk.folder / "soft.jsonl", desk.folder / "hard.jsonl"
    soft.symlink_to(path)
    os.link(path, hard)

    run = desk.read_files(path, soft, hard, desk.folder / "home" / ".." / path.name)

    assert counts(run) == {"lines": 8, "loaded": 2, "duplicate": 6}


def test_renamed_file_is_all_duplicates(desk):
    path = desk.write(hands(0, 1))
    desk.read_files(path)

    again = path.rename(desk.folder / "other.jsonl")

    assert counts(desk.read_files(again)) == {"lines": 2, "duplicate": 2}


def test_archive_that_grows_is_read_anew_and_counts_its_lines_once(desk):
    path = desk.write(gzip.compress(hands(0, 1)))
    first = counts(desk.read_files(path))

    path.write_bytes(gzip.compress(hands(0, 1)) + gzip.compress(hands(2))[:-9])
    second = counts(desk.read_files(path))
    path.write_bytes(gzip.compress(hands(0, 1)) + gzip.compress(hands(2)))
    third = counts(desk.read_files(path))

    assert first == {"lines": 2, "loaded": 2}
    assert (second.pop("truncated"), second["duplicate"]) == (1, 2)
    assert third["duplicate"] + third.get("loaded", 0) == 3
    assert desk.rows("select count(*) from hands") == [(3,)]


@pytest.mark.parametrize("apart_ms", [0, 1])
def test_hands_that_end_nearly_at_once_are_rated_the_same_in_any_order(
    desk, tmp_path, apart_ms
):
    from ingest.warehouse import open_warehouse
    from rating.refresh import refresh
    from tests.unit.hand_records import Desk

    first = as_bytes(hand("a", result=result((900, 0), (0, 0))))
    second = as_bytes(
        hand("b", game_id="g2", ended_at=f"2026-11-01T10:09:00.00{apart_ms}Z")
    )
    found = []
    for number, order in enumerate(((first, second), (second, first))):
        folder = tmp_path / str(number)
        folder.mkdir()
        other = Desk(folder, desk.clock)
        for content in order:
            other.read(content)
            with open_warehouse(other.home) as con:
                refresh(con, other.home, NOW)
        found.append(
            other.rows(
                "select seq, hand_id, player_id, rating_before, rating_after "
                "from rating_changes order by all"
            )
        )

    assert found[0] == found[1]
    assert [row[1] for row in found[0]] == ["a"] * 4 + ["b"] * 4


def test_line_that_a_newer_program_refuses_is_kept_by_a_rebuild(desk):
    """A rule that was wrong and is mended: the line is judged anew, and never lost."""
    desk.read(as_bytes(player(), hand("h1"), hand("h2", hand_no=2)))
    path = segment_path(desk.home, 1)
    manifest = read_manifest(path)
    line = json.dumps(hand("h2", result=result((501, 0), (200, 0)))).encode()
    writer = SegmentWriter(desk.home, 1)
    writer.add(compress(as_bytes(player(), hand("h1"), line)), [1, 2, 3])
    writer.finish(manifest)

    rebuild(desk.home, NOW)

    assert desk.rows("select hand_id from hands") == [("h1",)]
    assert desk.rows("select code, line_no, raw from quarantine") == [
        ("bad_value", 3, line)
    ]
