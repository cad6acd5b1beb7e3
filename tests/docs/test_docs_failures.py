"""docs/failures-elsewhere.md names tests and cases that are there, one in each row."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "failures-elsewhere.md").read_text(encoding="utf-8")
ROWS = [
    row
    for row in PAGE.splitlines()
    if row.startswith("| ") and not row.endswith("| test |")
]


@pytest.fixture(scope="module")
def known():
    """Names of all tests, and the text of the module with the cases."""
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py")]
    names = {name for text in texts for name in re.findall(r"def (test_\w+)", text)}
    return names, (TESTS / "unit" / "test_ingest_hostile.py").read_text()


def test_page_has_the_rows_of_the_collection():
    assert len(ROWS) > 70


@pytest.mark.parametrize("row", ROWS, ids=[row[2:40] for row in ROWS])
def test_row_names_what_is_there(row, known):
    names, cases = known
    last = row.split(" | ")[-1]

    found = re.findall(r"`(test_\w+)`", last)
    told = re.findall(r'case "([^"]+)"', last)

    assert found or told or "`make bench`" in last
    assert set(found) <= names
    assert all(f'"{case}"' in cases for case in told)
