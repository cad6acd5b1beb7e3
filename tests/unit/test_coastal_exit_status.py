"""The command line ends with 0, 1 or 2, and says why in one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import coastal
from ingest.home import Home
from ingest.snapshot import open_snapshot
from tests.unit.hand_records import as_bytes, hand

ROOT = Path(__file__).parents[2]


def run(home, *words):
    return subprocess.run(
        [sys.executable, "-m", "coastal", "--home", str(home), *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--ruleset", "bridge", "--out", "never"),
        ("play", "--option", "target", "--out", "never"),
        ("play", "--games", "0", "--out", "never"),
        ("ingest", "no-such-file.jsonl"),
        ("score", "no-such-file.json"),
        ("replay", "--ladder", "bridge/live"),
        ("config", "try", "pyproject.toml", "--ladder", "bridge/live"),
        ("no-such-verb",),
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_sentence_and_status_2(tmp_path, words):
    done = run(tmp_path, *words)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def test_reading_before_anything_is_published_is_status_1(tmp_path):
    done = run(tmp_path, "sql", "select 1")

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_home_that_is_a_file_is_named_in_one_sentence(tmp_path):
    home = tmp_path / "home"
    home.write_text("not a folder")

    done = run(home, "ingest", "tests/data")

    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert "Errno" not in done.stderr


def test_home_of_a_person_who_is_not_there_is_told(tmp_path):
    done = run("~no-such-person/x", "status")

    assert done.returncode == 1
    assert "this machine does not know" in done.stderr
    assert done.stderr.count("\n") == 1


def test_pipe_in_place_of_a_file_is_wrong_use(tmp_path):
    os.mkfifo(tmp_path / "pipe.jsonl")

    done = run(tmp_path / "home", "ingest", tmp_path / "pipe.jsonl")

    assert done.returncode == 2
    assert "is no file but a pipe" in done.stderr


@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-"])
def test_streams_that_the_caller_closed_are_no_fault(tmp_path, closed):
    log = tmp_path / "log.jsonl"
    log.write_bytes(as_bytes(*(hand(f"h{n}", note="x" * 999) for n in range(1_200))))
    home = tmp_path / "home"
    command = f"{sys.executable} -m coastal --home {home} ingest --no-replay {log}"

    done = subprocess.run(f"{command} {closed}", shell=True, cwd=ROOT, check=False)

    assert done.returncode == 0
    with open_snapshot(Home(home)) as con:
        assert con.execute("select count(*) from hands").fetchall() == [(1_200,)]


@pytest.mark.parametrize("words", [("--watch",), ("--watch", "--retry-quarantined")])
def test_watch_needs_a_folder(tmp_path, words):
    assert run(tmp_path, "ingest", *words).returncode == 2


def test_one_id_for_two_sheets_is_wrong_use(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).touch()
    sheets = ("--ruleset", "partnership", "--timezone", "Europe/Vienna")

    done = run(tmp_path / "home", "ingest", tmp_path, *sheets, "--sheet-id", "may")

    assert done.returncode == 2
    assert "--sheet-id names one sheet, found 2" in done.stderr


def test_verbose_shows_the_traceback(tmp_path):
    done = run(tmp_path, "-v", "play", "--ruleset", "bridge")

    assert done.returncode != 0
    assert "Traceback" in done.stderr


def test_fault_of_our_own_is_one_sentence_and_no_traceback(monkeypatch, capsys):
    def fail(**_):
        raise ZeroDivisionError("by nought\nsecond line")

    monkeypatch.setattr(coastal, "app", fail)
    monkeypatch.setattr(sys, "argv", ["coastal", "status"])

    with pytest.raises(SystemExit) as ended:
        coastal.main()

    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert said.startswith("error: a fault of coastal itself, ZeroDivisionError: by n")
    assert said.count("\n") == 1


def test_query_that_ctrl_c_stopped_is_no_fault(monkeypatch, capsys):
    def stop(standalone_mode):
        assert not standalone_mode
        raise RuntimeError("Query interrupted")

    monkeypatch.setattr(coastal, "app", stop)

    with pytest.raises(SystemExit) as ended:
        coastal.main()

    assert ended.value.code == 130
    assert (
        capsys.readouterr().err == "error: stopped; what was committed before is kept\n"
    )
