"""A watched inbox."""

import pytest

from engine.errors import CoastalError
from ingest.watch import watch
from tests.unit.hand_records import as_bytes, hand


class EnoughError(Exception):
    """The test has seen what it wanted."""


def passes(inbox, *changes, read=None):
    """Names handed out at each look, with one change made before each next one."""
    seen, left = [], list(changes)

    def look(files):
        seen.append(sorted(file.name for file in files))
        if read is not None:
            read(files)

    def sleep(_seconds):
        if not left:
            raise EnoughError
        left.pop(0)()

    with pytest.raises(EnoughError):
        watch([inbox], look, sleep=sleep)
    return seen


def test_files_are_handed_out_when_they_come_and_when_they_grow(tmp_path):
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"

    seen = passes(
        tmp_path,
        lambda: first.write_bytes(as_bytes(hand("h1"))),
        lambda: None,
        lambda: second.write_bytes(b""),
        lambda: first.write_bytes(as_bytes(hand("h1"), hand("h2"))),
    )

    assert seen == [["a.jsonl"], ["b.jsonl"], ["a.jsonl"]]


def test_inbox_that_is_not_there_yet_is_waited_for(tmp_path):
    inbox = tmp_path / "inbox"

    def make():
        inbox.mkdir()
        (inbox / "a.jsonl").touch()

    assert passes(inbox, make) == [["a.jsonl"]]


def test_pass_that_fails_does_not_end_the_watch(tmp_path, capsys):
    (tmp_path / "a.jsonl").touch()

    def fail(_files):
        raise CoastalError("the disk is full")

    seen = passes(tmp_path, (tmp_path / "b.jsonl").touch, read=fail)

    assert seen == [["a.jsonl"], ["b.jsonl"]]
    assert capsys.readouterr().err.count("error: the disk is full") == 2


def test_growing_file_loads_every_line_once(tmp_path, desk):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    file = inbox / "a.jsonl"
    content = as_bytes(*(hand(f"h{number}", hand_no=number) for number in (1, 2, 3)))
    parts = [len(content) // 5, len(content) // 2, len(content)]
    changes = [lambda end=end: file.write_bytes(content[:end]) for end in parts]

    passes(inbox, *changes, read=lambda files: desk.read_files(*files))

    assert desk.rows("select hand_id, line_no from hands order by 1") == [
        ("h1", 1),
        ("h2", 2),
        ("h3", 3),
    ]
    assert desk.rows("select count(*) from quarantine") == [(0,)]
