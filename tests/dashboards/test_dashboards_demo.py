"""`coastal demo --no-serve`: a season from nothing, twice, and what it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.snapshot import open_snapshot

ROOT = Path(__file__).parents[2]


def coastal(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "coastal", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    home = tmp_path_factory.mktemp("season")
    options = ("--games", 6, "--players", 8, "--seed", 3, "--no-serve", "--json")
    runs = [coastal("--home", home, "demo", *options) for _ in range(2)]
    return home, runs


def test_demo_publishes_a_rated_season(demo):
    home, (first, _) = demo
    summary = json.loads(first.stdout)

    assert first.returncode == 0
    assert summary["refused"] == 0
    assert summary["rated_seats"] > 0
    # The first build is still kept after the second.
    with open_snapshot(home / "published" / f"{summary['build']}.duckdb") as con:
        rows = con.execute("select count(*) from rating_changes").fetchall()
    assert rows == [(summary["rated_seats"],)]


def test_second_run_loads_nothing_and_publishes_anew(demo):
    home, (first, second) = demo
    before, after = json.loads(first.stdout), json.loads(second.stdout)
    current = (home / "published" / "CURRENT").read_text().strip()

    assert second.returncode == 0
    assert after["loaded"] == 0
    assert after["refused"] == 0
    assert current == after["build"] != before["build"]


def test_demo_prints_no_bars_where_stderr_is_no_terminal(demo):
    _, (first, _) = demo

    assert "\r" not in first.stderr
    assert "\x1b" not in first.stderr


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("--games", 0), "--games is 0, but a season needs at least 1"),
        (("--players", 3), "--players is 3, but a table needs at least 4 people"),
    ],
)
def test_wrong_size_is_one_sentence_and_status_two(tmp_path, option, sentence):
    done = coastal("--home", tmp_path / "home", "demo", "--no-serve", *option)

    assert done.returncode == 2
    assert done.stderr == f"error: {sentence}\n"
    assert not (tmp_path / "home").exists()
