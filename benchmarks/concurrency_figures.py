"""Two writers and ten readers at once: what a reader waits, and that nothing fails.

Every one is a process of its own, as in service: `python -m
benchmarks.concurrency_figures reader|writer HOME SECONDS NUMBER` is one of them.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from benchmarks.timing import Figure
from ingest.home import Home
from ingest.pipeline import IngestOptions, ingest
from ingest.publish import publish
from ingest.snapshot import open_snapshot
from ingest.warehouse import open_warehouse
from rating.refresh import refresh

SECONDS = 60.0
N_WRITERS, N_READERS = 2, 10
HANDS_A_FILE = 200
PAUSE_S = 0.05  # between two looks of one reader
WAIT_S = 60.0  # that a writer is ready to wait for the other
START = datetime(2026, 11, 1, tzinfo=UTC)
# Every hand is rated for its four people, so that a whole build is told by counts.
WHOLE = """
select
    (select count(*) from hands),
    (select count(*) from hand_seats),
    (select count(*) from rating_changes),
    (select avg(rating) from player_ratings)
"""


@dataclass(slots=True)
class Told:
    """What one process tells: seconds of each read or write, and what went wrong.

    `cpu_seconds` are those of its own work: the rest it waited for a turn.
    """

    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Crowd:
    """What all of them told."""

    readers: list[Told]
    writers: list[Told]

    @property
    def faults(self) -> list[str]:
        """Everything that went wrong."""
        return [fault for one in (*self.readers, *self.writers) for fault in one.faults]


def crowd(home: Home, *, seconds: float, n_writers: int, n_readers: int) -> Crowd:
    """Let them all work on `home` for some seconds."""
    write(home, number=99, round_=0)  # so that there is something to read
    started = {
        role: [_start(role, home, seconds, number) for number in range(count)]
        for role, count in (("writer", n_writers), ("reader", n_readers))
    }
    told = {role: [_told(one) for one in ones] for role, ones in started.items()}
    return Crowd(told["reader"], told["writer"])


def _start(
    role: str, home: Home, seconds: float, number: int
) -> subprocess.Popen[bytes]:
    arguments = [role, str(home.path), str(seconds), str(number)]
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.concurrency_figures", *arguments],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _told(process: subprocess.Popen[bytes]) -> Told:
    out, error = process.communicate()
    if process.returncode:
        return Told(faults=[error.decode().strip()])
    return Told(**json.loads(out))


def read(home: Home) -> str | None:
    """One look at the current build; what is wrong with it, if anything is."""
    with open_snapshot(home) as con:
        ((n_hands, n_seats, n_rated, _),) = con.execute(WHOLE).fetchall()
    if (n_seats, n_rated) != (4 * n_hands, 4 * n_hands):
        return f"half a build: {n_hands} hands, {n_seats} seats, {n_rated} rated"
    return None


def write(home: Home, *, number: int, round_: int) -> None:
    """One file more: read, rated and published."""
    lines = [_line(number, round_, place) for place in range(HANDS_A_FILE)]
    log = home.path / "inbox" / f"{number}-{round_}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("".join(lines), encoding="utf-8")
    options = IngestOptions(n_workers=1)
    now = datetime.now(UTC)
    with open_warehouse(home, wait_s=WAIT_S, holder="benchmark") as con:
        ingest(con, home, [log], options, clock=lambda: now)
        refresh(con, home, now)
        publish(home, con, now)


def _line(number: int, round_: int, place: int) -> str:
    at = START + timedelta(minutes=10 * place, seconds=round_, milliseconds=number)
    points = (5 * (place * 37 % 300), 5 * (place * 53 % 300))
    hand = {
        "type": "hand",
        "v": 1,
        "hand_id": f"{number}-{round_}-{place}",
        "game_id": f"{number}-{round_}-{place}",
        "hand_no": 1,
        "ruleset": "coastal",
        "options": {},
        "mode": "live",
        "device_id": None,
        "started_at": at.isoformat(),
        "ended_at": (at + timedelta(minutes=9)).isoformat(),
        "dealer_seat": 0,
        "seats": [
            {"seat": seat, "player_id": f"p{who}", "controller": "player"}
            for seat, who in enumerate(range(place, place + 4))
        ],
        "result": {
            "ended_by": "stock",
            "game_over": False,
            "sides": [
                {"points": won, "points_before": 0, "points_after": won}
                for won in points
            ],
        },
    }
    return json.dumps(hand) + "\n"


def work(role: str, home: Home, seconds: float, number: int) -> Told:
    """Read or write again and again; faults are collected and not raised."""
    told = Told()
    end = time.monotonic() + seconds
    round_ = 0
    while time.monotonic() < end:
        round_ += 1
        started, cpu_started = time.perf_counter(), time.process_time()
        try:
            if role == "reader":
                fault = read(home)
            else:
                fault = write(home, number=number, round_=round_)
        except Exception as error:
            fault = repr(error)
        told.seconds.append(time.perf_counter() - started)
        told.cpu_seconds.append(time.process_time() - cpu_started)
        if fault is not None:
            told.faults.append(fault)
        if role == "reader":
            time.sleep(PAUSE_S)
    return told


def figures() -> Iterator[Figure]:
    """A minute of two writers and ten readers."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        found = crowd(home, seconds=SECONDS, n_writers=N_WRITERS, n_readers=N_READERS)
    reads = np.concatenate([one.seconds for one in found.readers])
    cpu = np.concatenate([one.cpu_seconds for one in found.readers])
    writes = np.concatenate([one.seconds for one in found.writers])
    crowded = f"{N_WRITERS} writers, {N_READERS} readers"
    note = "; ".join(found.faults[:1])
    yield Figure("share", crowded, len(found.faults), "faults", note)
    yield Figure("share", "reads of a whole build", len(reads), "reads")
    for what, value in (("median", np.median(reads)), ("longest", reads.max())):
        yield Figure("share", f"a read, {what}", 1000 * float(value), "ms")
    yield Figure("share", "a read, its own work, median", 1000 * np.median(cpu), "ms")
    yield Figure(
        "share", f"files of {HANDS_A_FILE} hands published", len(writes), "files"
    )
    yield Figure("share", "a write and its wait, longest", float(writes.max()), "s")


if __name__ == "__main__":
    role, folder, seconds, number = sys.argv[1:]
    told = work(role, Home(Path(folder)), float(seconds), int(number))
    sys.stdout.write(json.dumps(asdict(told)))
