"""Hand-made records of a hand log, sound unless a test makes them otherwise."""

import json
from pathlib import Path

import duckdb

from ingest.home import Home
from ingest.pipeline import IngestOptions, IngestRun, ingest
from ingest.warehouse import open_warehouse


def hand(hand_id="h1", **changes):
    """A results-only live hand of coastal: side 0 wins 500 : 200."""
    record = {
        "type": "hand",
        "v": 1,
        "hand_id": hand_id,
        "game_id": "g1",
        "hand_no": 1,
        "ruleset": "coastal",
        "options": {},
        "mode": "live",
        "device_id": None,
        "started_at": "2026-11-01T10:00:00Z",
        "ended_at": "2026-11-01T10:09:00Z",
        "dealer_seat": 3,
        "seats": [
            {"seat": seat, "player_id": player, "controller": "player"}
            for seat, player in enumerate(("ana", "bo", "cy", "di"))
        ],
        "result": result((500, 0), (200, 0)),
    }
    record.update(changes)
    return record


def result(*sides, **changes):
    """A result; a side is (points, points_before)."""
    made = {
        "ended_by": "stock",
        "sides": [
            {
                "points": points,
                "points_before": before,
                "points_after": before + points,
            }
            for points, before in sides
        ],
        "game_over": False,
    }
    made.update(changes)
    return made


def player(player_id="ana", **changes):
    """A player record."""
    record = {
        "type": "player",
        "v": 1,
        "player_id": player_id,
        "name": "Ana",
        "self_rating": "casual",
        "show_skill": True,
        "at": "2026-10-01T09:00:00Z",
    }
    record.update(changes)
    return record


def without(record, *path):
    """A copy of `record` that lacks the field at `path`."""
    copy = json.loads(json.dumps(record))
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return copy


def with_value(record, value, *path):
    """A copy of `record` with another value at `path`."""
    copy = json.loads(json.dumps(record))
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return copy


def as_bytes(*records):
    """JSON Lines; texts and bytes are taken as lines already."""
    lines = [
        line
        if isinstance(line, bytes)
        else line.encode()
        if isinstance(line, str)
        else json.dumps(line, ensure_ascii=False).encode()
        for line in records
    ]
    return b"".join(line + b"\n" for line in lines)


class Desk:
    """A home folder with a warehouse that files are read into."""

    def __init__(self, folder: Path, clock) -> None:
        self.home = Home(folder / "home")
        self.folder = folder
        self.clock = clock
        self._n_files = 0

    def write(self, content: bytes, name: str | None = None) -> Path:
        self._n_files += 1
        path = self.folder / (name or f"log-{self._n_files}.jsonl")
        path.write_bytes(content)
        return path

    def read(self, *contents: bytes, **options) -> IngestRun:
        """Ingest each content as a file of its own, in one run."""
        return self.read_files(*map(self.write, contents), **options)

    def read_files(self, *paths: Path, **options) -> IngestRun:
        options = IngestOptions(n_workers=1, **options)
        with open_warehouse(self.home) as con:
            return ingest(con, self.home, paths, options, clock=self.clock)

    def rows(self, query: str, parameters=None):
        with duckdb.connect(str(self.home.warehouse)) as con:
            con.execute("set TimeZone = 'UTC'")
            return con.execute(query, parameters).fetchall()

    def content(self) -> dict[str, list]:
        """Every row of what was loaded, in an order that arrival does not change."""
        tables = (
            "hands",
            "hand_sides",
            "hand_seats",
            "melds",
            "moves",
            "partial_hands",
            "hand_contents",
            "player_records",
        )
        arrival = "(columns(lambda c: c not in ('source_id', 'line_no', 'segment_no')))"
        return {
            table: self.rows(f"select {arrival} from {table} order by all")
            for table in tables
        }
