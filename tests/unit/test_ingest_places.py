"""Homes and machines that are not as one would like: a sentence and nothing damaged."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ingest.lines import Block
from ingest.publish import publish
from ingest.snapshot import open_snapshot
from ingest.warehouse import open_warehouse
from ingest.workers import SMALL, started_workers
from rating.refresh import refresh
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand, player

ROOT = Path(__file__).parents[2]
# linux/prctl.h and linux/capability.h
PR_CAPBSET_DROP = 24
DAC_CAPABILITIES = (1, 2, 3)  # override, read and search, owner


def coastal(home, *arguments, environment=None, **options):
    command = [sys.executable, "-m", "coastal", "--home", str(home), *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
        capture_output=True,
        check=False,
        **options,
    )


# Several runs of the program in one process, for most of a run is its start: what
# each of them writes ends in a NUL, and after it the exit status.
RUNS = """
import json, sys
import coastal

for arguments in json.loads(sys.argv[1]):
    sys.argv = ["coastal", *arguments]
    status = 0
    try:
        coastal.main()
    except SystemExit as end:
        status = end.code
    for stream in (sys.stdout, sys.stderr):
        print(end=chr(0) + str(status) + chr(0), file=stream, flush=True)
"""


def coastal_each(home, *commands, environment=None, **options):
    """What `coastal` says to each of several commands."""
    told = json.dumps([["--home", str(home), *arguments] for arguments in commands])
    done = subprocess.run(
        [sys.executable, "-c", RUNS, told],
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
        capture_output=True,
        check=True,
        **options,
    )
    out, err = (text.split(b"\0")[:-1] for text in (done.stdout, done.stderr))
    assert len(out) == len(err) == 2 * len(commands)
    return [
        subprocess.CompletedProcess(arguments, int(status), said, complained)
        for arguments, said, complained, status in zip(
            commands, out[::2], err[::2], out[1::2], strict=True
        )
    ]


def one_sentence(done):
    text = done.stderr.decode()
    assert "Traceback" not in text
    (line,) = text.splitlines()
    return line


def published(desk):
    desk.read(as_bytes(player(name="Zoë 🂡"), hand("h1")))
    with open_warehouse(desk.home) as con:
        refresh(con, desk.home, NOW)
        publish(desk.home, con, NOW)
    return desk.home


@pytest.fixture
def locked_home(desk):
    """A home that its reader may not write to, and a log; root may write anywhere."""
    home = published(desk)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o755)
        shutil.copytree(home.path, place / "home")
        log = place / "new.jsonl"
        log.write_bytes(as_bytes(hand("h2", hand_no=2)))
        paths = [*(place / "home").rglob("*"), place / "home"]
        for path in paths:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield place / "home", log
        for path in paths:
            path.chmod(0o755)


def bound_by_modes():
    """Options for a process that even as root may not write where a mode forbids it."""
    if os.getuid() != 0:
        return {}
    libc = ctypes.CDLL(None)

    def drop():
        for capability in DAC_CAPABILITIES:
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)

    return {"preexec_fn": drop}


def fingerprint(home):
    return {
        path: (path.stat().st_mtime_ns, path.stat().st_size)
        for path in sorted(home.rglob("*"))
    }


def test_read_only_home_is_a_sentence_and_stays_as_it_is_and_can_be_read(locked_home):
    home, log = locked_home
    before = fingerprint(home)

    *writing, names, status = coastal_each(
        home,
        ["ingest", str(log)],
        ["rebuild"],
        ["replay"],
        ["players", "forget", "ana", "--yes"],
        ["sql", "select name from players"],
        ["status", "--check"],
        **bound_by_modes(),
    )

    for done in writing:
        assert done.returncode == 1, done.args
        sentence = one_sentence(done)
        assert str(home) in sentence
        assert "ermission" in sentence
    assert "Zoë 🂡" in names.stdout.decode()
    assert (names.returncode, status.returncode) == (0, 0)
    assert fingerprint(home) == before


def test_machine_that_knows_no_unicode_reads_and_writes_utf_8(desk):
    home = published(desk)
    log = desk.write(as_bytes(player("bo", name="Bø")), "Bø.jsonl")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    read, shown, told = coastal_each(
        home.path,
        ["ingest", str(log)],
        ["sql", "select name from players order by 1"],
        ["explain", "h1", "Bø"],
        environment=plain,
    )

    assert (read.returncode, shown.returncode) == (0, 0)
    assert "Bø" in shown.stdout.decode()
    assert "Bø" in one_sentence(told)
    with open_snapshot(home) as con:
        assert ("Bø",) in con.execute("select name from players").fetchall()


def test_file_with_a_name_that_is_not_utf_8_is_read_like_any(desk):
    folder = desk.folder / "logs"
    folder.mkdir()
    odd = folder / os.fsdecode(b"J\xe1n.jsonl")
    odd.write_bytes(as_bytes(hand("h1"), "oops"))

    desk.read_files(odd)
    again = coastal(desk.home.path, "ingest", os.fsencode(folder), "--json")

    assert b'"duplicate": 1' in again.stdout
    assert desk.rows("select path from sources") == [(f"{folder}/J\\xe1n.jsonl",)]


def test_name_that_would_command_the_terminal_is_shown(desk):
    home = published(desk)
    desk.read(as_bytes(player("bo", name="B\x1b]0;owned\x07\x9b2J")))
    with open_warehouse(home) as con:
        publish(home, con, NOW)

    table, told = coastal_each(
        home.path,
        ["sql", "select name from players order by 1"],
        ["explain", "h1", "b\x1b[2J"],
    )

    assert "B\\x1b]0;owned\\x07\\x9b2J" in table.stdout.decode()
    assert b"\x1b" not in table.stdout + told.stderr


def test_argument_that_is_not_utf_8_is_a_sentence(desk):
    done = coastal(desk.home.path, "explain", "h1", b"J\xe1n")

    assert done.returncode == 2
    assert "is not UTF-8 text" in one_sentence(done)


def test_one_file_read_by_two_at_once_is_loaded_once(desk):
    log = desk.write(as_bytes(*(hand(f"h{n}", hand_no=n + 1) for n in range(50))))
    command = [sys.executable, "-m", "coastal", "--home", str(desk.home.path)]
    two = [
        subprocess.Popen(
            [*command, "ingest", str(log), "--wait", "60", "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]

    outputs = [process.communicate()[0].decode() for process in two]

    assert [process.returncode for process in two] == [0, 0]
    assert sorted('"loaded": 50' in output for output in outputs) == [False, True]
    assert desk.rows("select count(*) from hands") == [(50,)]


def test_file_of_the_current_folder_never_stands_in_for_a_package(
    tmp_path, monkeypatch
):
    (tmp_path / "zstandard.py").write_text("raise SystemExit('not the package')\n")
    monkeypatch.chdir(tmp_path)

    with started_workers(2, n_bytes=2 * SMALL) as workers:
        [(_, result)] = workers.read([Block(b"\n", 0)], "none", keep=False)

    assert result.blank == 1
