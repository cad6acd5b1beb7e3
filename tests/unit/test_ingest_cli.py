"""The verbs as a person or a script uses them: streams, fields, exit statuses."""

import io
import json
import subprocess
import sys
import threading
import zipfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import duckdb
import pyarrow.parquet
import pytest

import coastal as program
from ingest.export import PUBLIC_TABLES
from ingest.lock import WriterBusyError, writer_lock
from ingest.warehouse import WarehouseError, open_warehouse
from tests.unit.hand_records import as_bytes, hand, player

ROOT = Path(__file__).parents[2]
SUMMARY = [
    "lines",
    "blank",
    "loaded",
    "replaced",
    "duplicate",
    "conflict",
    "quarantined",
    "truncated",
    "players",
    "seconds",
]


class Done(NamedTuple):
    """How one command ended."""

    returncode: int
    output: bytes
    stderr: str

    @property
    def stdout(self):
        return self.output.decode()


def coastal(*arguments, home=None):
    """Run one command in this process, as the console script does."""
    options = [] if home is None else ["--home", str(home)]
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    argv = ["coastal", *options, *map(str, arguments)]
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        patch.setattr(sys, "argv", argv)
        with pytest.raises(SystemExit) as ended:
            program.main()
    out.flush()
    return Done(ended.value.code or 0, out.buffer.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A home into which a log with one bad line was read."""
    folder = tmp_path_factory.mktemp("cli")
    evil = player("evil", name='=HYPERLINK("x")')
    log = as_bytes(player(), evil, hand("h1"), "oops", hand("h2", hand_no=2), "")
    (folder / "log.jsonl").write_bytes(log)
    (folder / "good.jsonl").write_bytes(as_bytes(hand("h3", hand_no=3)))
    return folder


@pytest.fixture(scope="module")
def first_run(folder):
    return coastal("ingest", folder / "log.jsonl", "--json", home=folder / "home")


def test_ingest_prints_its_summary_as_one_object_and_exits_1_when_refusing(first_run):
    summary = json.loads(first_run.stdout)

    assert list(summary) == SUMMARY
    assert summary["lines"] == 6
    assert (summary["loaded"], summary["quarantined"], summary["players"]) == (4, 1, 2)
    assert first_run.returncode == 1
    assert "\r" not in first_run.stderr  # no progress bar without a terminal


def test_ingest_of_sound_lines_exits_0_and_prints_names_and_values(folder, first_run):
    done = coastal("ingest", folder / "good.jsonl", home=folder / "home")

    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == SUMMARY


def test_sql_formats(folder, first_run):
    query = "select player_id, name from players where player_id < 'b' order by all"

    def rows(kind):
        return coastal("sql", query, "--format", kind, home=folder / "home").stdout

    assert json.loads(rows("json")) == [{"player_id": "ana", "name": "Ana"}]
    assert rows("csv") == '"player_id","name"\n"ana","Ana"\n'
    assert rows("table").split() == ["player_id", "name", "ana", "Ana"]


def test_sql_as_parquet_goes_to_stdout_as_bytes(folder, first_run):
    done = coastal("sql", "select 1 as n", "--format", "parquet", home=folder / "home")

    table = pyarrow.parquet.read_table(io.BytesIO(done.output))
    assert table.to_pylist() == [{"n": 1}]


def test_installed_program_runs_as_a_process_of_its_own(folder, first_run):
    command = [sys.executable, "coastal.py", "--home", folder / "home", "status"]

    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)

    assert (done.returncode, done.stderr) == (0, "")
    assert "hands" in done.stdout


def test_sql_that_is_refused_is_one_sentence_and_status_1(folder, first_run):
    done = coastal("sql", "drop table hands", home=folder / "home")

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def test_analyst_sees_the_pseudonymised_snapshot(folder, first_run):
    done = coastal(
        "sql", "select distinct player_id from hand_seats where player_id is not null",
        "--analyst", "--json", home=folder / "home",
    )  # fmt: skip

    found = {row["player_id"] for row in json.loads(done.stdout)}
    assert len(found) == 4
    assert not found & {"ana", "bo", "cy", "di"}


def test_export_writes_every_public_table_twice_and_a_dictionary(folder, first_run):
    out = folder / "export"
    done = coastal("export", out, "--json", home=folder / "home")

    assert done.returncode == 0, done.stderr
    for name in (*PUBLIC_TABLES, "data_dictionary"):
        assert (out / f"{name}.parquet").stat().st_size
        assert (out / f"{name}.csv").stat().st_size
    players = (out / "players.csv").read_text()
    assert """"'=HYPERLINK(""x"")\"""" in players
    dictionary = duckdb.sql(f"from '{out}/data_dictionary.parquet'").fetchall()
    assert all(row[-1] for row in dictionary)


def test_points_below_zero_stay_numbers_in_csv(folder, first_run):
    from ingest.tabular import to_csv

    table = duckdb.sql("select -335 as points, '-335' as text").to_arrow_table()

    assert to_csv(table) == b'"points","text"\n-335,"\'-335"\n'


def test_status_says_what_is_loaded_and_check_runs_the_checks(folder, first_run):
    done = coastal("status", "--json", home=folder / "home")
    checked = coastal("status", "--check", "--json", home=folder / "home")

    facts = json.loads(done.stdout)
    assert facts["quarantined"] == 1
    assert facts["build"]
    names = {check["check"] for check in json.loads(checked.stdout)["checks"]}
    assert {"dealer_rotates", "raw_segments_are_whole"} <= names
    assert checked.returncode == 1  # the hand-made hands have one dealer


def test_verify_writes_nothing_and_names_file_line_and_code(folder):
    done = coastal("verify", folder / "log.jsonl", "--json", home=folder / "none")

    summary = json.loads(done.stdout)
    (finding,) = summary.pop("findings")
    assert (finding["line_no"], finding["code"]) == (4, "bad_json")
    assert summary["unverified"] == 2
    assert done.returncode == 1
    assert not (folder / "none").exists()


WRONG_USE = [
    ("ingest",),
    ("ingest", "no-such-file"),
    ("ingest", "README.md", "--verify", "some"),
    ("ingest", "README.md", "--ruleset", "partnership"),
    ("ingest", "tests/data/evening_score_sheet.csv"),
    ("verify", "no-such-file"),
    ("sql",),
    ("sql", "select 1", "--format", "xml"),
    ("nonsense",),
]


@pytest.mark.parametrize("arguments", WRONG_USE, ids=" ".join)
def test_wrong_use_exits_2(tmp_path, arguments):
    done = coastal(*arguments, home=tmp_path / "home")

    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_published_is_a_sentence_and_status_1(tmp_path):
    done = coastal("sql", "select 1", home=tmp_path)

    assert (done.returncode, done.stdout) == (1, "")
    assert "no published snapshot" in done.stderr


def test_status_of_an_empty_home(tmp_path):
    done = coastal("status", "--json", home=tmp_path)

    assert done.returncode == 0
    assert json.loads(done.stdout)["hands"] == 0


def test_second_writer_is_told_who_writes_and_may_wait(desk):
    held, let_go = threading.Event(), threading.Event()

    def hold():
        with writer_lock(desk.home.writer_lock, holder="coastal demo", wait_s=0):
            held.set()
            let_go.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    with (
        pytest.raises(WriterBusyError, match=r"coastal demo .* has been writing"),
        open_warehouse(desk.home),
    ):
        pass
    threading.Timer(0.3, let_go.set).start()
    with open_warehouse(desk.home, wait_s=5):
        thread.join()


def test_home_that_cannot_be_a_folder_is_a_sentence(tmp_path):
    from ingest.home import Home

    (tmp_path / "file").write_text("x")

    with (
        pytest.raises(WarehouseError, match="cannot be written"),
        open_warehouse(Home(tmp_path / "file" / "home")),
    ):
        pass


def test_zip_of_logs_is_refused_line_by_line_and_not_with_a_traceback(folder):
    with zipfile.ZipFile(folder / "logs.zip", "w") as archive:
        archive.writestr("log.jsonl", as_bytes(hand()))

    done = coastal("verify", folder / "logs.zip")

    assert done.returncode == 1
    assert "Traceback" not in done.stderr
