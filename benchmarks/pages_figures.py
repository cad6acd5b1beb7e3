"""The pages: seconds of the first run and of a rerun, on the demo's season."""

import logging
import os
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from streamlit.testing.v1 import AppTest

from benchmarks.timing import Figure
from dashboards.demo import make_season
from ingest.home import HOME_VARIABLE, Home

APP = Path(__file__).parents[1] / "dashboards" / "app.py"
PAGES = ("progress", "statistics", "lab", "health", "sql")
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def figures() -> Iterator[Figure]:
    """Every page once new and once again, without a browser."""
    logging.disable(logging.WARNING)  # bare mode is what we want here
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        make_season(home, n_games=300, n_people=60, seed=1, clock=lambda: NOW)
        os.environ[HOME_VARIABLE] = folder
        app = AppTest.from_file(str(APP), default_timeout=60).run()
        for page in PAGES:
            app.switch_page(f"pages/{page}.py")
            for what in ("first run", "rerun"):
                started = time.perf_counter()
                app.run()
                seconds = time.perf_counter() - started
                yield Figure("page", f"{page}, {what}", seconds, "s")
