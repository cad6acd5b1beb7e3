"""What every change of the warehouse goes through: write, rate, publish."""

from collections.abc import Callable
from datetime import datetime

import duckdb

from ingest.forget import end_unfinished
from ingest.home import Home
from ingest.pipeline import IngestOptions, IngestRun
from ingest.publish import publish
from ingest.retry import retry_quarantined
from ingest.warehouse import Refresh, open_warehouse


def write_and_publish(
    home: Home,
    work: Callable[[duckdb.DuckDBPyConnection], IngestRun],
    *,
    refresh: Refresh | None,
    clock: Callable[[], datetime],
    holder: str,
    wait_s: float = 0.0,
    publishes: bool = True,
) -> tuple[IngestRun, str | None]:
    """Do `work` as the only writer, rate what is new and publish.

    `refresh` replays the Ratings; None leaves them as they are. Returns what the
    work came to and the name of the new build.
    """
    end_unfinished(home, clock(), wait_s)
    with open_warehouse(home, wait_s=wait_s, holder=holder) as con:
        run = work(con)
        if refresh is not None:
            refresh(con, home, clock())
        return run, publish(home, con, clock()) if publishes else None


def retry_and_publish(
    home: Home, *, refresh: Refresh, clock: Callable[[], datetime], holder: str
) -> IngestRun:
    """Try every refused line again, rate and publish.

    Raises
    ------
    WriterBusyError
        If another process writes.
    """

    def retry(con: duckdb.DuckDBPyConnection) -> IngestRun:
        return retry_quarantined(con, home, IngestOptions(), clock=clock)

    run, _ = write_and_publish(home, retry, refresh=refresh, clock=clock, holder=holder)
    return run
