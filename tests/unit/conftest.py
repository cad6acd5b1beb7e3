"""Fixtures of the unit tests."""

from datetime import UTC, datetime

import pytest

from tests.unit.hand_records import Desk

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path, clock=lambda: NOW)
