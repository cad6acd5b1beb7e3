"""A watched inbox."""

import os

import pytest

from engine.errors import CoastalError, UsageError
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


def test_pass_that_fails_is_told_once_and_tried_again(tmp_path, capsys):
    (tmp_path / "a.jsonl").touch()
    left = [CoastalError("another writes"), CoastalError("still"), None]

    def fail(_files):
        if (error := left.pop(0)) is not None:
            raise error

    seen = passes(
        tmp_path, (tmp_path / "b.jsonl").touch, *[lambda: None] * 2, read=fail
    )

    assert seen == [["a.jsonl"], *[["a.jsonl", "b.jsonl"]] * 2]
    assert capsys.readouterr().err == "error: another writes\n"


def test_file_that_cannot_be_read_is_tried_again_when_it_has_changed(tmp_path, capsys):
    file = tmp_path / "a.jsonl"
    file.touch()

    def fail(_files):
        raise UsageError("closed to this user")

    seen = passes(tmp_path, lambda: None, lambda: file.chmod(0o400), read=fail)

    assert seen == [["a.jsonl"], ["a.jsonl"]]
    assert capsys.readouterr().err == "error: closed to this user\n"


def test_file_that_is_put_in_the_place_of_another_of_its_size_is_read(tmp_path):
    file, other = tmp_path / "a.jsonl", tmp_path / "b.tmp"
    file.write_bytes(b"1\n")
    other.write_bytes(b"2\n")
    times = (file.stat().st_atime_ns, file.stat().st_mtime_ns)

    def replace():
        os.utime(other, ns=times)
        other.replace(file)

    assert passes(tmp_path, replace) == [["a.jsonl"], ["a.jsonl"]]


def test_hidden_names_and_what_is_no_file_are_passed_over(tmp_path):
    (tmp_path / ".a.jsonl").touch()
    (tmp_path / ".rsync").mkdir()
    (tmp_path / ".rsync" / "b.jsonl").touch()
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "never")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "SITE.JSONL").touch()

    assert passes(tmp_path) == [["SITE.JSONL"]]


def test_inbox_that_is_missing_does_not_hide_the_others(tmp_path):
    (tmp_path / "a.jsonl").touch()
    seen = []

    def stop(_seconds):
        raise EnoughError

    with pytest.raises(EnoughError):
        watch([tmp_path / "never", tmp_path], seen.append, sleep=stop)

    assert seen == [[tmp_path / "a.jsonl"]]


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
