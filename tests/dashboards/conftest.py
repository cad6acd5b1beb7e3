"""Homes that pages are drawn from, and how a test opens a page."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ingest.home import Home
from ingest.publish import publish
from ingest.warehouse import open_warehouse
from tests.dashboards.fixture_season import write_home

APP = Path(__file__).parents[2] / "dashboards" / "app.py"
PAGES = APP.parent / "pages"
OpenPage = Callable[..., AppTest]


@pytest.fixture(scope="session")
def hand_made_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hand-made")
    write_home(path)
    return path


@pytest.fixture(scope="session")
def handless_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose build has no hand and no player."""
    home = Home(tmp_path_factory.mktemp("handless"))
    with open_warehouse(home) as con:
        publish(home, con, datetime(2026, 12, 1, tzinfo=UTC))
    return home.path


def draw_page(home: Path, page: str, eyes: str | None = None) -> AppTest:
    """A page of a home as somebody sees it first; not to be clicked on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COASTAL_HOME", str(home))
        app = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
        if eyes is not None:
            app.session_state["eyes"] = eyes
        return app.run()


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> OpenPage:
    """Open a page that can be used: its home stays chosen until the test ends."""

    def _open(home: Path, page: str, eyes: str | None = None) -> AppTest:
        app = draw_page(home, page, eyes)
        monkeypatch.setenv("COASTAL_HOME", str(home))
        return app

    return _open
