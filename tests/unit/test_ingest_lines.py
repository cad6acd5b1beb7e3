"""Bytes to lines: every kind of file that a site may send."""

import gzip

import pytest
import zstandard

from ingest.lines import MAX_KEPT, LogFile, UnreadableFileError
from tests.unit.hand_records import as_bytes, hand, player


def lines_of(path):
    with LogFile(path) as file:
        data = b"".join(block.data for block in file.blocks())
        return data.splitlines(), file


def counts(desk, content, name=None):
    run = desk.read_files(desk.write(content, name))
    return {
        key: value for key, value in run.summary().items() if value and key != "seconds"
    }


def test_byte_order_mark_crlf_blank_lines_and_no_final_newline_are_fine(desk):
    content = b"\xef\xbb\xbf" + as_bytes(hand("h1"), "", "  \t", hand("h2"))
    content = content.replace(b"\n", b"\r\n") + as_bytes(hand("h3"))[:-1]

    assert counts(desk, content) == {"lines": 5, "blank": 2, "loaded": 3}


def test_second_byte_order_mark_is_refused(desk):
    content = (
        b"\xef\xbb\xbf" + as_bytes(hand("h1")) + b"\xef\xbb\xbf" + as_bytes(hand("h2"))
    )

    assert counts(desk, content) == {"lines": 2, "loaded": 1, "quarantined": 1}


@pytest.mark.parametrize("name", ["log.jsonl", "log.jsonl.gz", "log.jsonl.zst"])
def test_compression_is_told_by_content_and_not_by_name(desk, name):
    content = as_bytes(hand("h1"))
    packed = [content, gzip.compress(content), zstandard.compress(content)]

    found = [counts(desk, data, name) for data in packed]

    assert found == [
        {"lines": 1, "loaded": 1},
        {"lines": 1, "duplicate": 1},
        {"lines": 1, "duplicate": 1},
    ]


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_archive_of_several_members_is_read_through(desk, compress):
    content = as_bytes(*(hand(f"h{number}") for number in range(6)))
    at = len(content) // 3

    packed = compress(content[:at]) + compress(content[at:])

    assert counts(desk, packed) == {"lines": 6, "loaded": 6}


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_cut_archive_gives_its_whole_lines_and_one_truncated(desk, compress):
    content = as_bytes(*(hand(f"h{number}", note="x" * 999) for number in range(400)))
    first, second = compress(content), compress(as_bytes(hand("last")))

    found = counts(desk, first + second[:-20])

    assert found == {"lines": 401, "loaded": 400, "truncated": 1}


def test_gzip_cut_in_the_middle_keeps_the_lines_before_the_cut(desk):
    import random

    noise = random.Random(1)
    content = as_bytes(
        *(hand(f"h{n}", note=noise.randbytes(99).hex()) for n in range(400))
    )

    found = counts(desk, gzip.compress(content)[:-3000])

    assert found["truncated"] == 1
    assert 300 < found["loaded"] == found["lines"] - 1 < 400


def test_garbage_after_an_archive_is_one_truncated(desk):
    packed = gzip.compress(as_bytes(hand("h1"))) + b"garbage"

    assert counts(desk, packed) == {"lines": 2, "loaded": 1, "truncated": 1}


@pytest.mark.parametrize(
    ("packed", "what"),
    [
        (gzip.compress(as_bytes(hand("h1"))) + b"garbage", "gzip archive is damaged"),
        (b"\x1f\x8b" + b"no archive at all", "gzip archive is damaged"),
        (gzip.compress(as_bytes(hand("h1"), hand("h2")))[:-9], "archive ends early"),
    ],
)
def test_what_an_archive_lacks_is_said_and_damage_each_time(desk, packed, what):
    is_damaged = "damaged" in what
    path = desk.write(packed)

    first, second = desk.read_files(path), desk.read_files(path)

    (note,) = first.notes
    assert what in note
    assert first.is_clean is second.is_clean is not is_damaged
    assert len(second.notes) == is_damaged


def test_empty_file_has_no_lines(desk):
    assert counts(desk, b"") == {}
    assert counts(desk, b"\xef\xbb\xbf") == {}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_in_plain_words(desk, encoding):
    content = as_bytes(hand("h1"), hand("h2")).decode().encode(encoding)

    found = counts(desk, content)

    assert found == {"lines": 1, "quarantined": 1}
    ((code, message, raw),) = desk.rows("select code, message, raw from quarantine")
    assert (code, raw) == ("bad_utf8", content)
    assert "UTF-16" in message


@pytest.mark.parametrize("n_lost", [1, 2, 30, 120])
def test_incomplete_last_line_is_truncated_and_not_corrupt(desk, n_lost):
    content = as_bytes(hand("h1"), player(name="Jaén"))[: -1 - n_lost]

    assert counts(desk, content) == {"lines": 2, "loaded": 1, "truncated": 1}


def test_last_line_cut_within_a_character_is_truncated(desk):
    content = as_bytes(hand("h1"), '{"name":"é')[:-2]

    assert counts(desk, content) == {"lines": 2, "loaded": 1, "truncated": 1}


def test_last_line_that_no_more_bytes_could_mend_is_quarantined(desk):
    assert counts(desk, b"oops") == {"lines": 1, "quarantined": 1}


def test_bad_line_is_kept_byte_for_byte_with_its_place(desk):
    bad = b'{"hand_id":oops, "x":"\xff"}\r'
    first = as_bytes(player(name="Jaén"))

    desk.read(first + bad + b"\n" + as_bytes(hand("h1")))

    ((line_no, offset, raw),) = desk.rows(
        "select line_no, byte_offset, raw from quarantine"
    )
    assert (line_no, offset, raw) == (2, len(first), bad)


def test_line_over_many_blocks_is_kept_whole(desk):
    long_line = b'{"x":"' + b"a" * (9 << 20) + b'"}'

    found = counts(desk, as_bytes(hand("h1"), long_line, hand("h2")))

    assert found == {"lines": 3, "loaded": 2, "quarantined": 1}
    ((code, raw),) = desk.rows("select code, raw from quarantine")
    assert (code, raw) == ("line_too_long", long_line)


@pytest.mark.soak
def test_endless_line_does_not_take_endless_memory(desk):
    content = b"a" * (MAX_KEPT + (9 << 20)) + b"\n" + as_bytes(hand("h1"))

    assert counts(desk, content) == {"lines": 2, "loaded": 1, "quarantined": 1}
    ((size, message),) = desk.rows("select octet_length(raw), message from quarantine")
    assert size == MAX_KEPT
    assert f"{MAX_KEPT + (9 << 20):,}" in message


def test_offsets_count_decompressed_bytes(desk):
    good = as_bytes(hand("h1"))

    desk.read(gzip.compress(good + b"oops\n"))

    assert desk.rows("select byte_offset from quarantine") == [(len(good),)]


def test_folder_is_no_file(tmp_path):
    with pytest.raises(UnreadableFileError):
        LogFile(tmp_path)
