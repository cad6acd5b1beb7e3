"""Health shows an operator what came in, what was refused and what offends."""

from datetime import UTC, datetime

import pytest

from ingest.home import Home
from ingest.lock import writer_lock
from ingest.publish import publish
from ingest.status import read_status
from ingest.warehouse import open_warehouse
from tests.dashboards.conftest import draw_page
from tests.unit.hand_records import Desk, as_bytes, hand, player, result
from tests.unit.test_ingest_retry import read_with_an_older_program

AT = datetime(2026, 11, 30, 3, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    home = Home(tmp_path_factory.mktemp("refused"))
    with open_warehouse(home) as con:
        con.execute(
            "insert into quarantine values (1, '/in/evening.jsonl', 1, 17, 4096, "
            "'bad_pack', 'the pack has 107 cards, 108 expected', 'J\\xE1n'::blob, ?, "
            "null, null)",
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


def test_markup_in_a_refused_line_is_shown_and_not_run(tmp_path):
    desk = Desk(tmp_path, clock=lambda: AT)
    picture = "![i](http://127.0.0.1:9/spy.png)"
    desk.read(as_bytes(player(self_rating=picture)))
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, AT)

    page = draw_page(desk.home.path, "health", "operator")

    why = next(t.value for t in page.table if "Why" in t.value)["Why"].iloc[0]
    assert "![i\\](http" in why
    assert picture in page.code[0].value


def test_refused_lines_are_counted_by_code(page):
    codes = next(
        t.value for t in page.table if "Files" in t.value and "Code" in t.value
    )

    assert list(codes[["Code", "Lines", "Files"]].iloc[0]) == ["bad_pack", "1", "1"]


def test_bytes_of_a_refused_line_are_shown_with_their_place(page):
    assert page.code[0].value == "J\\xe1n"
    assert any("byte 4,096 of the file, 3 bytes" in c.value for c in page.caption)


def test_page_says_how_fresh_the_build_is(page):
    assert any("published 30 Nov 2026, 03:10 UTC" in c.value for c in page.caption)


def test_tiles_count_what_waits_in_quarantine(page):
    assert {tile.label: tile.value for tile in page.metric}["In quarantine"] == "1"


def test_tiles_say_what_status_says_in_the_same_words(tmp_path):
    desk = Desk(tmp_path, clock=lambda: AT)
    given_up = result((500, 0), (200, 0), ended_by="abandoned")
    partial = [hand(f"p{n}", hand_no=3 + n, result=None) for n in range(2)]
    desk.read(
        as_bytes(hand("h1"), hand("h2", hand_no=2, result=given_up), *partial, "oops")
    )
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, AT)

    page = draw_page(desk.home.path, "health", "operator")
    facts = read_status(desk.home).facts

    tiles = {tile.label: tile.value for tile in page.metric}
    assert tiles == {
        "Hands": "2",
        "Not verified": "2",
        "Abandoned": "1",
        "Partial": "2",
        "In quarantine": "1",
    }
    assert (facts["hands"], facts["abandoned_hands"]) == (2, 1)
    assert (facts["partial_hands"], facts["quarantined"]) == (2, 1)


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


def test_rows_that_offend_can_be_unfolded(page):
    (found,) = [e for e in page.expander if "files or runs whose outcomes" in e.label]

    assert list(found.table[0].value.columns)
    assert len(found.table[0].value) == 1


@pytest.fixture
def refused(tmp_path, monkeypatch):
    """A home with a hand that an older program refused, and a line that stays bad."""
    desk = Desk(tmp_path, clock=lambda: AT)
    desk.home.path.mkdir()
    content = as_bytes(player(), hand("h1", ruleset="partnership"), "oops")
    read_with_an_older_program(desk, content, monkeypatch)
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, AT)
    return desk


def test_retry_loads_what_is_sound_now_and_publishes(refused, open_page):
    app = open_page(refused.home.path, "health", "operator")

    app.button(key="retry").click().run()

    assert any("1 are loaded now, 1 stay" in message.value for message in app.info)
    assert {tile.label: tile.value for tile in app.metric}["Hands"] == "1"
    assert refused.rows("select hand_id from hands") == [("h1",)]


def test_retry_says_who_writes_and_changes_nothing(refused, open_page):
    app = open_page(refused.home.path, "health", "operator")

    with writer_lock(refused.home.writer_lock, holder="coastal ingest", wait_s=0.0):
        app.button(key="retry").click().run()

    (busy,) = [w.value for w in app.warning if "Not now" in w.value]
    assert "coastal ingest (process" in busy
    assert "--wait" not in busy
    assert refused.rows("select count(*) from hands") == [(0,)]


@pytest.mark.parametrize("eyes", ["person", "analyst"])
def test_only_an_operator_has_the_button(refused, open_page, eyes):
    app = open_page(refused.home.path, "health", eyes)

    assert "retry" not in {button.key for button in app.button}
