"""Readers of one hand log, each run in a process of its own: ours and the usual ones.

`python -m benchmarks.readers NAME FILE FOLDER` prints {"rows": …, "seconds": …}; the
seconds are those of the reading, without starting Python and importing.
"""

import json
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def coastal_none(file: Path, folder: Path) -> Callable[[], int]:
    """`coastal ingest --verify none`: every line judged, kept, loaded."""
    return _coastal(file, folder, "none")


def coastal_all(file: Path, folder: Path) -> Callable[[], int]:
    """The same with every hand replayed in the engine."""
    return _coastal(file, folder, "all")


def _coastal(file: Path, folder: Path, verify: str) -> Callable[[], int]:
    from ingest.home import Home
    from ingest.pipeline import IngestOptions, ingest
    from ingest.warehouse import open_warehouse

    home = Home(folder)
    options = IngestOptions(verify="all" if verify == "all" else "none")

    def work() -> int:
        with open_warehouse(home) as con:
            run = ingest(con, home, [file], options, clock=lambda: NOW)
        return run.counts.loaded

    return work


def publish(_: Path, folder: Path) -> Callable[[], int]:
    """Publish the home that a reader of ours has filled."""
    from ingest.home import Home
    from ingest.publish import publish
    from ingest.warehouse import open_warehouse

    home = Home(folder)

    def work() -> int:
        with open_warehouse(home) as con:
            publish(home, con, NOW)
            return int(con.execute("select count(*) from hands").fetchall()[0][0])

    return work


def rebuild(_: Path, folder: Path) -> Callable[[], int]:
    """Make that home's warehouse anew from raw/."""
    from ingest.home import Home
    from ingest.rebuild import rebuild

    return lambda: int(str(rebuild(Home(folder), NOW)["hands"]))


def duckdb_read_json(file: Path, folder: Path) -> Callable[[], int]:
    """`duckdb.read_json` of the file into a table, without checks or identity."""
    import duckdb

    folder.mkdir(parents=True, exist_ok=True)
    con = duckdb.connect(str(folder / "peer.duckdb"))

    def work() -> int:
        con.execute("create table logs as from read_json(?)", [str(file)])
        con.execute("checkpoint")
        return int(con.execute("select count(*) from logs").fetchall()[0][0])

    return work


def polars_scan_ndjson(file: Path, _: Path) -> Callable[[], int]:
    """`polars.scan_ndjson` of the file, collected in memory."""
    import polars as pl

    return lambda: pl.scan_ndjson(file).collect().height


def pandas_read_json(file: Path, _: Path) -> Callable[[], int]:
    """`pandas.read_json(lines=True)` of the file, kept in memory."""
    import pandas as pd

    return lambda: len(pd.read_json(file, lines=True))


READERS = {
    reader.__name__: reader
    for reader in (
        coastal_none,
        coastal_all,
        publish,
        rebuild,
        duckdb_read_json,
        polars_scan_ndjson,
        pandas_read_json,
    )
}


def main() -> None:
    """Run one reader."""
    name, file, folder = sys.argv[1:]
    work = READERS[name](Path(file), Path(folder))
    started = time.perf_counter()
    rows = work()
    seconds = time.perf_counter() - started
    sys.stdout.write(json.dumps({"rows": rows, "seconds": seconds}) + "\n")


if __name__ == "__main__":
    main()
