"""From files to pages: ingest, replay, publish, one page."""

import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import ingest_figures
from benchmarks.timing import Figure
from engine.season import play_season
from ingest.files import files_of
from ingest.home import Home
from ingest.pipeline import IngestOptions, ingest
from ingest.publish import publish
from ingest.warehouse import open_warehouse
from rating.refresh import refresh

N_GAMES = 300
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def figures() -> Iterator[Figure]:
    """The demo's season, step by step, then ten new runs of a page."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        started = time.perf_counter()
        season = play_season(root / "logs", n_games=N_GAMES, seed=1, ends_at=NOW)
        seconds = time.perf_counter() - started
        note = f"{season.n_hands} hands, two processes"
        yield Figure("demo", f"play a season of {N_GAMES} games", seconds, "s", note)
        for verify in ("none", "all"):
            yield from _ingest(root, verify, season.n_hands)
        yield from _publish(Home(root / "all"))
    yield from ingest_figures.figures()


def _ingest(root: Path, verify: str, n_hands: int) -> Iterator[Figure]:
    home = Home(root / verify)
    options = IngestOptions(verify=verify)
    with open_warehouse(home) as con:
        started = time.perf_counter()
        run = ingest(con, home, files_of([root / "logs"]), options, clock=lambda: NOW)
        seconds = time.perf_counter() - started
    note = f"{run.n_bytes / seconds / 1e6:.0f} MB/s, two cores"
    yield Figure("ingest", f"verify {verify}", n_hands / seconds, "hands/s", note)


def _publish(home: Home) -> Iterator[Figure]:
    with open_warehouse(home) as con:
        started = time.perf_counter()
        refresh(con, home, NOW)
        rated = time.perf_counter()
        publish(home, con, NOW)
        published = time.perf_counter()
    yield Figure(
        "rating", "replay all ladders, warehouse to warehouse", rated - started, "s"
    )
    yield Figure("ingest", "publish both snapshots", published - rated, "s")
