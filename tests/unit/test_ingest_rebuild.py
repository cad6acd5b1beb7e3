"""raw/ is the truth: what was loaded survives the warehouse, a crash and a kill."""

import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
import zstandard

from ingest.forget import forget
from ingest.rebuild import rebuild
from ingest.segments import (
    DamagedSegmentError,
    read_manifest,
    segment_numbers,
    segment_path,
)
from ingest.sheets import SheetOptions
from ingest.status import read_status
from ingest.warehouse import WarehouseError, open_warehouse
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand, player
from tests.unit.killed_programs import is_killed

ROOT = Path(__file__).parents[2]
SHEET = ROOT / "tests" / "data" / "evening_score_sheet.csv"

TABLES = (
    "hands",
    "hand_sides",
    "hand_seats",
    "moves",
    "melds",
    "partial_hands",
    "hand_contents",
    "player_records",
    "quarantine",
    "raw_segments",
    "sources",
    "ingest_runs",
)


# What the hand-made hands of one game disagree in; nothing to do with loading.
ABOUT_GAMES = {
    "clock_goes_forward",
    "dealer_rotates",
    "game_points_continue",
    "hand_no_once_a_game",
}


def failing(home):
    checks = read_status(home, check=True).checks
    return {check.name for check in checks if not check.holds}


def all_rows(desk):
    return {name: desk.rows(f"from {name} order by all") for name in TABLES}


@pytest.fixture
def filled(desk):
    """Logs with everything in them: players, partial hands, conflicts, bad lines."""
    partial = hand("p1", result=None)
    desk.read(
        as_bytes(player(), hand("h1"), "oops", hand("h1", hand_no=9), partial, ""),
        as_bytes(hand("h2", hand_no=2), hand("h1"), hand("p1"), hand("q", result=None)),
        b'{"type":"hand"',
    )
    desk.read_files(SHEET, sheet=SheetOptions("partnership", "Australia/Sydney"))
    return desk


def test_rebuilt_warehouse_has_the_same_rows(filled):
    before = all_rows(filled)
    assert len(before["quarantine"]) == 2

    filled.home.warehouse.unlink()
    rebuild(filled.home, NOW)
    after = all_rows(filled)

    before.pop("ingest_runs")  # raw/ does not tell of runs; nothing was published
    after.pop("ingest_runs")
    assert after == before


def test_rebuild_takes_the_runs_from_the_old_warehouse(filled):
    before = all_rows(filled)

    summary = rebuild(filled.home, NOW)

    assert all_rows(filled) == before
    assert summary == {"segments": 4, "lines": 3 + 3 + 33, "hands": 19}


def test_rebuild_after_damage_to_the_warehouse(filled):
    content = filled.content()
    filled.home.warehouse.write_bytes(b"damage" * 5000)

    rebuild(filled.home, NOW)

    assert filled.content() == content


def test_segment_is_plain_zstd_of_the_lines_as_they_came(desk):
    odd = json.dumps(hand("h2"), indent=1).replace("\n", "  ").encode()
    desk.read(as_bytes(hand("h1"), "", odd, hand("h1")))

    packed = segment_path(desk.home, 1).read_bytes()
    reader = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)

    assert reader.read() == as_bytes(hand("h1"), odd)
    assert read_manifest(segment_path(desk.home, 1)).line_runs == [[1, 1], [3, 1]]


def test_durable_segment_without_its_commit_is_loaded_by_the_next_run(
    desk, monkeypatch
):
    from ingest import file_reading

    desk.read(as_bytes(hand("h1")))
    path = desk.write(as_bytes(hand("h2", hand_no=2), player()))

    def die(*_, **__):
        raise KeyboardInterrupt  # between the rename and the commit

    monkeypatch.setattr(file_reading, "save_segment", die)
    with pytest.raises(KeyboardInterrupt):
        desk.read_files(path)
    monkeypatch.undo()
    assert segment_numbers(desk.home) == [1, 2]
    assert desk.rows("select count(*) from hands") == [(1,)]

    run = desk.read_files(path)

    assert run.counts.duplicate == 2  # recovered from raw/, then found there
    assert desk.rows("select hand_id, source_id, line_no from hands order by 1") == [
        ("h1", 1, 1),
        ("h2", 2, 1),
    ]


@pytest.mark.parametrize("kilobytes", [100, 1_000])
def test_full_disk_is_a_sentence_and_costs_nothing(tmp_path, desk, kilobytes):
    hands = [hand(f"h{number}", hand_no=number + 1) for number in range(4_000)]
    path = desk.write(as_bytes(*hands))
    home = desk.home.path
    command = [sys.executable, "-c", INGEST, str(home), str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10,) * 2)

    full = subprocess.run(
        command, env=environment, preexec_fn=limit, capture_output=True, text=True
    )
    subprocess.run(command, env=environment, check=True)

    assert full.returncode
    assert "cannot be written" in full.stderr
    assert desk.rows("select count(*), count(distinct hand_id) from hands") == [
        (4_000, 4_000)
    ]
    assert failing(desk.home) <= ABOUT_GAMES


def test_unfinished_segment_is_swept_away(desk):
    desk.home.raw.mkdir(parents=True)
    (desk.home.raw / "1.jsonl.zst.part").write_bytes(b"half")

    desk.read(as_bytes(hand("h1")))

    assert [path.name for path in desk.home.raw.iterdir()] == ["1.jsonl.zst"]


def test_cut_segment_is_refused_in_a_sentence(filled):
    path = segment_path(filled.home, 2)
    path.write_bytes(path.read_bytes()[:-9])

    with pytest.raises(DamagedSegmentError, match="no whole segment"):
        rebuild(filled.home, NOW)


@pytest.mark.parametrize("lost", [(1, 2), (1,), (2,)])
def test_rebuild_without_a_segment_says_which_and_changes_nothing(filled, lost):
    before = filled.content()
    for number in lost:
        segment_path(filled.home, number).unlink()

    with pytest.raises(DamagedSegmentError, match=f"{lost[0]}.jsonl.zst") as told:
        rebuild(filled.home, NOW)

    assert "--accept-loss" in str(told.value)
    assert filled.content() == before


def test_rebuild_can_go_on_without_what_is_lost(filled):
    segment_path(filled.home, 1).unlink()

    done = rebuild(filled.home, NOW, accepts_loss=True)

    assert done["segments"] == len(segment_numbers(filled.home))
    assert filled.rows("select min(segment_no) from raw_segments") == [(2,)]


def test_segment_under_the_name_of_another_is_refused(filled):
    last = segment_numbers(filled.home)[-1]
    path = segment_path(filled.home, last + 1)
    shutil.copy(segment_path(filled.home, 1), path)

    with pytest.raises(DamagedSegmentError, match="is segment 1 under another name"):
        rebuild(filled.home, NOW)


def test_names_that_no_segment_has_are_passed_over(filled):
    numbers = segment_numbers(filled.home)
    for name in ("007", "0", "\u00b2", "-1", "1.part", "x", "9" * 30):
        (filled.home.raw / f"{name}.jsonl.zst").write_bytes(b"foreign")

    assert segment_numbers(filled.home) == numbers


def test_empty_warehouse_is_not_begun_beside_a_raw_that_holds_lines(filled):
    filled.home.warehouse.unlink()

    for attempt in (
        lambda: filled.read(as_bytes(hand("new"))),
        lambda: forget(filled.home, "ana", NOW, 0.0),
    ):
        with pytest.raises(WarehouseError, match="coastal rebuild"):
            attempt()

    assert not filled.home.warehouse.exists()


def test_status_check_finds_a_changed_segment(filled):
    from ingest.publish import publish

    with open_warehouse(filled.home) as con:
        publish(filled.home, con, NOW)
    assert failing(filled.home) <= ABOUT_GAMES

    segment_path(filled.home, 1).write_bytes(b"changed")
    segment_path(filled.home, 2).unlink()
    checks = read_status(filled.home, check=True).checks

    assert not read_status(filled.home, check=True).is_sound
    (broken,) = [check for check in checks if check.name == "raw_segments_are_whole"]
    assert [(row[0], row[2]) for row in broken.rows] == [(1, "changed"), (2, "missing")]


INGEST = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from ingest.home import Home
from ingest.files import files_of
from ingest.pipeline import IngestOptions, ingest
from ingest.publish import publish
from ingest.warehouse import WarehouseError, open_warehouse

home = Home(Path(sys.argv[1]))
now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
with open_warehouse(home, wait_s=30) as con:
    files = files_of([Path(sys.argv[2])])
    ingest(con, home, files, IngestOptions(n_workers=1), clock=lambda: now)
    publish(home, con, now)
"""


# A version of the configuration that stands in the log beside the file alone.
CONFIGURE = """
import os, sys
import duckdb

con = duckdb.connect(sys.argv[1])
con.execute("set checkpoint_threshold = '1 GB'")
con.execute(
    "insert into rating_configs by name select 1 as config_id, "
    "timestamptz '2026-11-30 12:00:00+00' as created_at, 'ana' as author, "
    "'a first try' as reason, 'k = 24' as toml, true as is_live"
)
os._exit(0)
"""
REBUILD = """
from ingest.rebuild import rebuild

rebuild(home, now, n_workers=1)
"""


def test_rebuild_killed_at_any_step_keeps_what_only_the_old_log_held(filled):
    configured = "select config_id, author, toml from rating_configs"
    hands = filled.content()
    command = [sys.executable, "-c", CONFIGURE, str(filled.home.warehouse)]
    subprocess.run(command, check=True)
    log = filled.home.warehouse.with_name("warehouse.duckdb.wal")
    assert log.stat().st_size > 0
    step = 1

    while is_killed(REBUILD, filled.home, step):
        # A reader of the moment, who leaves the file and its log as they are.
        with duckdb.connect(str(filled.home.warehouse), read_only=True) as con:
            assert con.execute(configured).fetchall() == [(1, "ana", "k = 24")], step
        step += 1

    assert step > 4  # the part and its log, the old log, the rename
    assert filled.rows(configured) == [(1, "ana", "k = 24")]
    assert filled.content() == hands
