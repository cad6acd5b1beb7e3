"""Health shows an operator what came in, what was refused and what offends."""

from datetime import UTC, datetime

import pytest

from ingest.home import Home
from ingest.publish import publish
from ingest.warehouse import open_warehouse
from tests.dashboards.conftest import draw_page

AT = datetime(2026, 11, 30, 3, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("refused"))
    with open_warehouse(home) as con:
        con.execute(
            "insert into quarantine values (1, '/in/evening.jsonl', 1, 17, 4096, "
            "'bad_pack', 'the pack has 107 cards, 108 expected', 'x'::blob, ?, null)",
            [AT],
        )
        con.execute(
            "insert into ingest_runs values (1, ?, 1, 5000, 'all', 20, 1, 17, 0, 0, "
            "0, 1, 0, 2, 0.5)",
            [AT],
        )
        publish(home, con, AT)
    return draw_page(home.path, "health", "operator")


def test_refused_line_is_shown_with_file_line_and_reason(page):
    row = next(t.value for t in page.table if "Why" in t.value).iloc[0]

    assert list(row[["File", "Line", "Code"]]) == ["evening.jsonl", "17", "bad_pack"]
    assert row["Why"] == "the pack has 107 cards, 108 expected"


def test_tiles_count_what_waits_in_quarantine(page):
    assert {tile.label: tile.value for tile in page.metric}["In quarantine"] == "1"


def test_run_is_shown_with_its_outcomes(page):
    row = next(t.value for t in page.table if "Loaded" in t.value).iloc[0]

    assert list(row[["Lines", "Loaded", "Refused", "Seconds"]]) == [
        "20",
        "17",
        "1",
        "0.5",
    ]


def test_check_that_finds_rows_comes_first(page):
    checks = next(t.value for t in page.table if "Rows found" in t.value)

    # 1 blank + 17 loaded + 1 quarantined are 19 lines; the run says 20.
    assert checks["Looks for"].iloc[0].startswith("files or runs whose outcomes")
    assert list(checks["Rows found"])[:2] == ["1", "0"]
    assert any("1 of " in message.value for message in page.warning)
