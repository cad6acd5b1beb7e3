"""Ingest of large logs beside the usual readers of JSON Lines, on the same files.

COASTAL_BENCH_RESULTS and COASTAL_BENCH_LOGS say how many hands the files have: a
million of results only (about 940 bytes each) and 50,000 with all moves by default.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.process_tree import Measured, measured
from benchmarks.result_logs import write_logs, write_results
from benchmarks.timing import Figure

N_RESULTS = int(os.environ.get("COASTAL_BENCH_RESULTS", "1000000"))
N_LOGS = int(os.environ.get("COASTAL_BENCH_LOGS", "50000"))

PEERS = ("duckdb_read_json", "polars_scan_ndjson", "pandas_read_json")
FLOOR = PEERS[0]
OURS = ("coastal_none", "coastal_all")


def figures() -> Iterator[Figure]:
    """Results only against the peers, publish and rebuild of them; full logs."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        results, logs = root / "results.jsonl", root / "logs.jsonl"
        n_bytes = write_results(results, N_RESULTS)
        what = f"{N_RESULTS:,} results, {n_bytes / 1e6:.0f} MB"
        yield from _against_floor(results, root, what, (OURS[0], *PEERS[1:]))
        for name in ("publish", "rebuild"):
            seen = _run(name, results, root / "coastal_none")
            note = f"{what}; {seen.peak_mb:.0f} MB at most, {seen.cpu_s:.1f} CPU s"
            yield Figure("ingest", name, seen.answer["seconds"], "s", note)
        results.unlink()
        n_bytes = write_logs(logs, N_LOGS)
        what = f"{N_LOGS:,} full logs, {n_bytes / 1e6:.0f} MB"
        yield from _against_floor(logs, root / "logs", what, OURS)


def _against_floor(
    file: Path, folder: Path, what: str, names: Sequence[str]
) -> Iterator[Figure]:
    floor = _run(FLOOR, file, folder / FLOOR)
    yield _speed(FLOOR, floor, f"{what}; {_shown(floor)}")
    for name in names:
        seen = _run(name, file, folder / name)
        by_clock = seen.answer["seconds"] / floor.answer["seconds"]
        ratio = f"{by_clock:.2f} x the time of {FLOOR}"
        by_cpu = f"{seen.cpu_s / floor.cpu_s:.2f} x its CPU"
        yield _speed(name, seen, f"{ratio}, {by_cpu}; {_shown(seen)}")


def _run(name: str, file: Path, folder: Path) -> Measured:
    return measured("benchmarks.readers", name, str(file), str(folder))


def _speed(what: str, seen: Measured, note: str) -> Figure:
    rows, seconds = seen.answer["rows"], seen.answer["seconds"]
    return Figure("ingest", what, rows / seconds, "hands/s", note)


def _shown(seen: Measured) -> str:
    return f"{seen.peak_mb:.0f} MB at most, {seen.cpu_s:.1f} CPU s"
