"""Fixtures of the tests of views."""

import pytest

from tests.views.warehouse_rows import empty_warehouse


@pytest.fixture
def con():
    with empty_warehouse() as connection:
        yield connection
