"""What is loaded, published and live, how fresh it is, and whether the checks hold."""

from dataclasses import dataclass
from pathlib import Path

import duckdb

from ingest.checks import CheckResult, run_checks
from ingest.home import Home
from ingest.segments import file_sha256, segment_numbers, segment_path
from ingest.snapshot import NoSnapshotError, current_build, open_snapshot

_COUNTS = {
    "hands": "select count(*) from hands",
    "abandoned_hands": "select count(*) from hands where ended_by = 'abandoned'",
    "partial_hands": "select count(*) from partial_hands",
    "games": "select count(*) from games",
    "players": "select count(*) from players",
    "moves": "select count(*) from moves",
    "unverified_hands": "select count(*) from hands where status = 'unverified'",
    "quarantined": "select count(*) from quarantine where resolved_at is null",
    "sources": "select count(*) from sources",
    "rating_changes": "select count(*) from rating_changes",
    "live_config_id": "select max(config_id) from rating_configs where is_live",
    "last_hand_at": "select max(ended_at) from hands",
    "last_ingest_at": "select max(started_at) from ingest_runs",
    "published_at": "select max(published_at) from builds",
}


@dataclass(frozen=True, slots=True)
class Status:
    """The facts, and the results of the checks if they were run."""

    facts: dict[str, object]
    checks: tuple[CheckResult, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether every check that ran holds."""
        return all(check.holds for check in self.checks)

    def to_json(self) -> dict[str, object]:
        """Everything, ready for JSON."""
        if not self.checks:
            return self.facts
        checks = [
            {"check": c.name, "finds": c.finds, "n_rows": c.n_rows, "rows": _rows(c)}
            for c in self.checks
        ]
        return {**self.facts, "checks": checks}


def _rows(check: CheckResult) -> list[dict[str, object]]:
    return [dict(zip(check.columns, row, strict=True)) for row in check.rows]


def read_status(home: Home, *, check: bool = False) -> Status:
    """The status of a home folder, as its current snapshot and raw/ tell it.

    The warehouse itself is the writer's alone, so that asking never gets in the
    way of writing.
    """
    facts: dict[str, object] = {"home": str(home.path), "build": None}
    segments = segment_numbers(home)
    try:
        facts["build"] = current_build(home)
        con = open_snapshot(home)
    except NoSnapshotError:
        facts |= dict.fromkeys(_COUNTS, 0)
        for name in _COUNTS:
            if name.endswith(("_at", "_id")):
                facts[name] = None
        facts |= {"segments": len(segments), "unpublished_segments": len(segments)}
        return Status(facts)
    try:
        for name, query in _COUNTS.items():
            facts[name] = con.execute(query).fetchall()[0][0]
        known = _segments(con)
        unpublished = [number for number in segments if number not in known]
        facts |= {
            "segments": len(segments),
            "unpublished_segments": len(unpublished),
        }
        checks: list[CheckResult] = []
        if check:
            checks = [*run_checks(con), check_segments(home, known)]
        return Status(facts, tuple(checks))
    finally:
        con.close()


def _segments(con: duckdb.DuckDBPyConnection) -> dict[int, str]:
    rows = con.execute("select segment_no, sha256 from raw_segments").fetchall()
    return dict(rows)


def check_segments(home: Home, known: dict[int, str]) -> CheckResult:
    """Whether every published segment is in raw/ with the bytes it was written with."""
    rows: list[tuple[object, ...]] = []
    for number, sha256 in sorted(known.items()):
        path = segment_path(home, number)
        fault = _fault(path, sha256)
        if fault is not None:
            rows.append((number, str(path), fault))
    return CheckResult(
        "raw_segments_are_whole",
        "files of raw/ that are missing or no longer what was written",
        len(rows),
        ("segment_no", "path", "fault"),
        tuple(rows),
    )


def _fault(path: Path, sha256: str) -> str | None:
    if not path.exists():
        return "missing"
    return None if file_sha256(path) == sha256 else "changed"
