"""kill -9 at random moments of ingest, replay and publish costs nothing."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import duckdb
import pytest

from engine.errors import CoastalError
from ingest.segments import segment_numbers
from ingest.snapshot import NoSnapshotError, open_snapshot
from ingest.status import read_status
from tests.unit.hand_records import Desk, as_bytes, hand, player, result

ROOT = Path(__file__).parents[2]
HANDS_A_FILE = 40

# Ingest, replay, publish: what `coastal ingest` does, by a clock that stands still.
RUN = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from ingest.home import Home
from ingest.files import files_of
from ingest.pipeline import IngestOptions, ingest
from ingest.publish import publish
from ingest.warehouse import open_warehouse
from rating.refresh import refresh

home = Home(Path(sys.argv[1]))
now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
with open_warehouse(home, wait_s=30) as con:
    print("working", flush=True)
    for file in files_of([Path(sys.argv[2])]):
        ingest(con, home, [file], IngestOptions(n_workers=1), clock=lambda: now)
        refresh(con, home, now)
        publish(home, con, now)
"""
ROWS = {
    "hands": "from hands",
    "hand_sides": "from hand_sides",
    "hand_seats": "from hand_seats",
    "partial_hands": "from partial_hands",
    "hand_contents": "from hand_contents",
    "player_records": "from player_records",
    "quarantine": "from quarantine",
    "sources": "select * exclude (seconds, path) from sources",
    "raw_segments": "select segment_no, source_id, n_lines from raw_segments",
    "rating_changes": "select * exclude (rating_run_id) from rating_changes",
    "player_ratings": "from player_ratings",
    "level_changes": "from level_changes",
    "games": "from games",
    "players": "from players",
}
# Everybody in every hand is a person, so a whole build has these counts.
WHOLE = """
select
    (select count(*) from hands) as n_hands,
    (select count(*) from hand_seats) as n_seats,
    (select count(*) from rating_changes) as n_rated,
    (select count(*) from hand_contents where not is_partial) as n_held,
    (select count(distinct game_id) from hands) as n_games,
    (select count(*) from games) as n_games_shown
"""


def write_logs(folder, n_files):
    """Files with players, hands, partial hands that end in the next file, bad lines."""
    folder.mkdir()
    for number in range(n_files):
        hands = [
            hand(
                f"h{number}-{k}",
                game_id=f"g{number}",
                hand_no=k + 1,
                started_at=f"2026-11-{number + 1:02}T10:{k:02}:00Z",
                ended_at=f"2026-11-{number + 1:02}T10:{k:02}:50Z",
                result=result((5 * k, 0), (100, 0)),
            )
            for k in range(HANDS_A_FILE)
        ]
        last = {**hands[-1], "result": None}  # whole only in the next file
        late = [{**hands[-1], "hand_id": f"h{number - 1}-{HANDS_A_FILE - 1}"}]
        records = [player(f"p{number}"), *hands[:-1], last, *late[: bool(number)]]
        (folder / f"{number:02}.jsonl").write_bytes(as_bytes(*records, "oops"))
    return folder


class Reader(threading.Thread):
    """Opens the current build again and again and looks whether it is whole."""

    def __init__(self, home):
        super().__init__(daemon=True)
        self.home = home
        self.ended = threading.Event()
        self.faults = []
        self.n_hands = [0]

    def run(self):
        while not self.ended.wait(0.1):
            try:
                with open_snapshot(self.home) as con:
                    ((n, seats, rated, held, games, shown),) = con.execute(
                        WHOLE
                    ).fetchall()
            except NoSnapshotError:
                if self.n_hands[-1]:
                    self.faults.append("the builds are gone")
            except (CoastalError, duckdb.Error, OSError) as error:
                self.faults.append(repr(error))
            else:
                self.n_hands.append(n)
                if (seats, rated, held, shown) != (4 * n, 4 * n, n, games):
                    self.faults.append((n, seats, rated, held, games, shown))

    def end(self):
        self.ended.set()
        self.join()


def command(home, logs):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    arguments = [sys.executable, "-c", RUN, str(home), str(logs)]
    return arguments, environment


def run_through(home, logs):
    arguments, environment = command(home, logs)
    started = time.perf_counter()
    subprocess.run(arguments, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def kill_at_random(home, logs, *, n_kills, seconds, chances):
    """Start the run `n_kills` times and kill each within its work.

    Returns how often not all was in raw/ yet.
    """
    arguments, environment = command(home.path, logs)
    n_files, n_loading = len(list(logs.iterdir())), 0
    for _ in range(n_kills):
        with subprocess.Popen(
            arguments, env=environment, stdout=subprocess.PIPE
        ) as process:
            process.stdout.readline()  # its work begins
            time.sleep(chances.uniform(0, seconds))
            process.send_signal(signal.SIGKILL)
        n_loading += len(segment_numbers(home)) < n_files
    return n_loading


def contents(folder, home):
    desk = Desk(folder, clock=None)
    desk.home = home
    return {name: desk.rows(f"{text} order by all") for name, text in ROWS.items()}


def survive(tmp_path, *, n_files, n_homes, n_kills, seed):
    """Kill `n_kills` runs on each of some fresh homes; how often it was in loading.

    Once all files are in raw/ a kill only meets what comes after: so homes are many
    and kills of each few.
    """
    logs = write_logs(tmp_path / "logs", n_files)
    straight = Desk(tmp_path / "straight", clock=None).home
    seconds = run_through(straight.path, logs)
    expected = contents(tmp_path, straight)
    assert len(expected["hands"]) == n_files * HANDS_A_FILE - 1
    chances = random.Random(seed)
    n_loading = 0
    for number in range(n_homes):
        killed = Desk(tmp_path / f"killed-{number}", clock=None).home
        readers = [Reader(killed) for _ in range(3)]
        for reader in readers:
            reader.start()
        n_loading += kill_at_random(
            killed, logs, n_kills=n_kills, seconds=seconds / n_kills, chances=chances
        )
        run_through(killed.path, logs)
        for reader in readers:
            reader.end()

        found = contents(tmp_path, killed)
        for name in ROWS:
            assert expected[name] == found[name], name
        assert [fault for reader in readers for fault in reader.faults] == []
        assert all(reader.n_hands == sorted(reader.n_hands) for reader in readers)
        assert read_status(killed, check=True).checks[-1].holds  # raw/ is whole
    return n_loading


def test_killed_runs_that_finish_at_last_give_the_same_rows(tmp_path):
    survive(tmp_path, n_files=2, n_homes=1, n_kills=5, seed=1)


@pytest.mark.soak
def test_a_hundred_kills_give_the_same_rows_half_of_them_in_loading(tmp_path):
    assert survive(tmp_path, n_files=12, n_homes=25, n_kills=4, seed=2) >= 50
