"""Bytes to lines: every kind of file that a site may send."""

import gzip
import json
import struct
import tracemalloc

import pytest
import zstandard

from ingest.block import read_block
from ingest.lines import MAX_KEPT, Block, LogFile, UnreadableFileError
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


def packed_cases():
    text = as_bytes(*(hand(f"h{n}", note="é" * n) for n in range(3)))
    whole_size = zstandard.ZstdCompressor(write_content_size=False)
    checked = zstandard.ZstdCompressor(write_checksum=True)
    return {
        "gzip": gzip.compress(text) + gzip.compress(text),
        "zstd": zstandard.compress(text) + zstandard.compress(text),
        "zstd without size": whole_size.compress(text) * 2,
        "zstd with checksum": checked.compress(text) * 2,
    }


@pytest.mark.parametrize("packed", packed_cases().values(), ids=packed_cases())
def test_archive_that_is_cut_anywhere_gives_its_whole_lines(tmp_path, packed):
    text = as_bytes(*(hand(f"h{n}", note="é" * n) for n in range(3))) * 2
    path, n_before = tmp_path / "log", 0
    for end in range(1, len(packed) + 1):
        path.write_bytes(packed[:end])
        with LogFile(path) as file:
            data = b"".join(block.data for block in file.blocks())

        assert file.format == ("gzip" if packed[0] == 0x1F else "zstd")
        assert text.startswith(data)
        assert not file.is_damaged
        is_between = data in (text, text[: len(text) // 2])
        assert is_between if not file.is_cut else True
        n_lines = data.count(b"\n")
        assert n_lines >= n_before
        n_before = n_lines
    assert (n_before, file.is_cut) == (6, False)


def skippable(mark, content):
    """A frame of zstd that readers pass over (RFC 8878, 3.1.2)."""
    return struct.pack("<II", 0x184D2A50 + mark, len(content)) + content


@pytest.mark.parametrize("mark", [0, 7, 15])
def test_skippable_frames_stand_anywhere_in_an_archive(desk, mark):
    frame = zstandard.compress(as_bytes(hand("h1")))
    skipped = skippable(mark, b"hello")

    packed = skipped + frame + skipped + zstandard.compress(as_bytes(hand("h2")))

    assert counts(desk, packed + skipped) == {"lines": 2, "loaded": 2}


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_byte_order_mark_may_be_cut_between_members(desk, compress, at):
    content = b"\xef\xbb\xbf" + as_bytes(hand("h1"), "oops")

    found = counts(desk, compress(content[:at]) + compress(content[at:]))

    assert found == {"lines": 2, "loaded": 1, "quarantined": 1}
    offset = 3 + len(as_bytes(hand("h1")))
    assert desk.rows("select byte_offset from quarantine") == [(offset,)]


@pytest.mark.parametrize("start", [b"\xef", b"\xef\xbb", b"\xef\xbb\xbf"])
def test_file_of_a_byte_order_mark_alone_is_no_fault(tmp_path, start):
    path = tmp_path / "log"
    path.write_bytes(start)

    with LogFile(path) as file:
        blocks = list(file.blocks())

    assert [block.data for block in blocks] == ([start] if len(start) < 3 else [])


def test_archive_that_expands_thousands_of_times_takes_no_such_memory(tmp_path):
    out = zstandard.ZstdCompressor().compressobj()
    parts = [out.compress(b" " * (32 << 20)) for _ in range(16)]
    path = tmp_path / "bomb.zst"
    path.write_bytes(b"".join(parts) + out.flush())
    assert path.stat().st_size < 1 << 15  # of 512 MiB

    tracemalloc.start()
    try:
        with LogFile(path) as file:
            n_bytes = sum(len(b.data) + b.n_dropped for b in file.blocks())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert n_bytes == 512 << 20
    assert peak < 400 << 20


def test_empty_file_has_no_lines(desk):
    assert counts(desk, b"") == {}
    assert counts(desk, b"\xef\xbb\xbf") == {}


@pytest.mark.parametrize("blank", [b"", b"\n", b" "])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_in_plain_words(desk, encoding, blank):
    content = blank + as_bytes(hand("h1"), hand("h2"))
    content = content.decode().encode(encoding)

    found = counts(desk, content)

    assert found == {"lines": 1, "quarantined": 1}
    ((code, message, raw),) = desk.rows("select code, message, raw from quarantine")
    assert (code, raw) == ("bad_utf8", content)
    assert "UTF-16" in message


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_packed_utf_16_is_refused_with_one_sentence(desk, compress):
    content = as_bytes(hand("h1"), hand("h2")).decode().encode("utf-16")

    found = counts(desk, compress(content))

    assert found == {"lines": 1, "quarantined": 1}
    ((message, raw),) = desk.rows("select message, raw from quarantine")
    assert "UTF-16" in message
    assert raw == content


def with_window(log_2, content):
    """A zstd frame of a stream, whose window has 2 ** log_2 bytes."""
    parameters = zstandard.ZstdCompressionParameters(window_log=log_2)
    stream = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    return stream.compress(content) + stream.flush()


def test_window_of_128_mib_is_read(desk):
    assert counts(desk, with_window(27, as_bytes(hand("h1")))) == {
        "lines": 1,
        "loaded": 1,
    }


def test_wider_window_is_named_with_what_to_do(desk):
    packed = with_window(24, as_bytes(hand("h1")))
    packed += with_window(28, as_bytes(hand("h2")))

    run = desk.read_files(desk.write(packed))
    again = desk.read_files(desk.write(packed))

    assert (run.counts.loaded, run.counts.truncated) == (1, 1)
    (note,) = run.notes
    assert "asks for a window above 128 MiB after 1 whole lines" in note
    assert "zstd -d --long=31" in note
    assert "damaged" not in note + again.notes[0]


@pytest.mark.parametrize("n_lost", [1, 2, 30, 120])
def test_incomplete_last_line_is_truncated_and_not_corrupt(desk, n_lost):
    content = as_bytes(hand("h1"), player(name="Jaén"))[: -1 - n_lost]

    assert counts(desk, content) == {"lines": 2, "loaded": 1, "truncated": 1}


def test_last_line_cut_within_a_character_is_truncated(desk):
    content = as_bytes(hand("h1"), '{"name":"é')[:-2]

    assert counts(desk, content) == {"lines": 2, "loaded": 1, "truncated": 1}


LAST = [
    json.dumps(player(name='Ja\u00e9n \U0001f0a1 " \\ /')),
    json.dumps(player(name="Ja\u00e9n \U0001f0a1"), ensure_ascii=False),
    json.dumps({"x": [True, False, None, -1.5e-10, 2e5, -3, {"a": []}], **hand("h2")}),
]


@pytest.mark.parametrize("last", LAST, ids=["escapes", "characters", "values"])
def test_last_line_that_is_cut_anywhere_is_truncated(last):
    whole = as_bytes(hand("h1"))
    line = last.encode()
    for end in range(1, len(line)):
        result = read_block(
            Block(whole + line[:end], 0, is_last=True), "none", keep=False
        )

        assert (result.n_hands, result.truncated) == (1, 1), line[:end]


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
