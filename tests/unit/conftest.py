"""Fixtures of the unit tests."""

import shutil
from datetime import UTC, datetime

import pytest

from ingest.home import Home
from ingest.warehouse import open_warehouse
from tests.unit.hand_records import Desk

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def empty_home(tmp_path_factory):
    """A home with an empty warehouse, made once: a copy costs less than the DDL."""
    home = Home(tmp_path_factory.mktemp("empty"))
    with open_warehouse(home):
        pass
    return home


@pytest.fixture
def desk(tmp_path, empty_home):
    made = Desk(tmp_path, clock=lambda: NOW)
    made.home.path.mkdir()
    shutil.copy(empty_home.warehouse, made.home.warehouse)
    return made
