"""Fixtures that several folders of tests share."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from dashboards.demo import make_season
from ingest.home import Home

DEMO_GAMES = 12
DEMO_PEOPLE = 10


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a small season: played, loaded, rated and published."""
    home = Home(tmp_path_factory.mktemp("demo"))
    make_season(
        home,
        n_games=DEMO_GAMES,
        n_people=DEMO_PEOPLE,
        seed=1,
        clock=lambda: datetime(2026, 7, 1, tzinfo=UTC),
        n_workers=1,
    )
    return home.path
