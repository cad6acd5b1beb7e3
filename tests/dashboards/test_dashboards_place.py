"""Where a player stands: who is counted, and that no bar singles anybody out."""

from datetime import timedelta
from pathlib import Path

import duckdb
import pytest

from dashboards.data import place as data
from dashboards.data.progress import Ladder
from dashboards.data.snapshot import current_snapshot
from dashboards.place import place_chart
from ingest.home import Home
from ingest.publish import publish
from ingest.warehouse import open_warehouse
from tests.dashboards.conftest import draw_page
from tests.dashboards.fixture_season import FIRST, N_HANDS, PUBLISHED, write_home

NEWEST = FIRST + timedelta(hours=5 * (N_HANDS - 1))
LIVE = Ladder("coastal/live", None, 140)
ROW = """
    insert into player_ratings (
        ladder, player_id, device_id, start_rating, rating, form, rated_hands,
        finished_games, protected_hands_left, is_at_risk, n_pending_hands,
        peak_rating, last_change, last_hand_id, last_hand_at
    ) values ('coastal/live', ?, null, 1000, ?, ?, ?, 0, 0, false, 0, 0, 0, 'h', ?)
"""


def add(con, player_id, rating, *, hands=20, at=NEWEST):
    con.execute(ROW, [player_id, rating, rating - 7.0, hands, at])


@pytest.fixture(scope="module")
def crowded_home(tmp_path_factory) -> Path:
    """The hand-made season with 56 more players, Ratings 800.5, 810.5 … 1350.5.

    Of the season's people Ana (1,086), Ben (1,543, private), Dev and Eve (1,000) are
    established: 60 in all. Two more are not counted: one new, one long gone.
    """
    path = tmp_path_factory.mktemp("crowded")
    write_home(path)
    home = Home(path)
    with open_warehouse(home) as con:
        for number in range(56):
            add(con, f"p{number}", 800.5 + 10 * number)
        add(con, "new", 700.0, hands=9)
        add(con, "gone", 710.0, at=NEWEST - timedelta(days=91))
        publish(home, con, PUBLISHED)
    return path


@pytest.fixture
def snapshot(crowded_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(crowded_home))
    return current_snapshot()


def test_established_players_active_of_late_are_counted(snapshot):
    assert data.place(snapshot, "ana", LIVE, "rating").n_players == 60


def test_share_of_the_others_below_is_whole_percent_rounded_down(snapshot):
    # Below 1,086: 29 of the made-up ones (800.5 to 1,080.5), Dev and Eve: 31 of 59,
    # which is 52.5 %.
    assert data.place(snapshot, "ana", LIVE, "rating").percent_below == 52


def test_who_is_first_is_above_all_others(snapshot):
    assert data.place(snapshot, "ben", LIVE, "rating").percent_below == 100


@pytest.mark.parametrize("player_id", ["new", "gone"])
def test_who_is_not_counted_has_no_share(snapshot, player_id):
    place = data.place(snapshot, player_id, LIVE, "rating")

    assert not place.is_counted
    assert place.percent_below is None


def test_bars_hold_everybody_and_none_fewer_than_six(snapshot):
    bars = data.bars(snapshot, LIVE, "rating")

    assert sum(bar.n_players for bar in bars) == 60
    assert all(bar.n_players >= 6 for bar in bars)
    assert len({bar.width for bar in bars}) == 1


def test_outermost_bars_are_open_so_that_the_best_is_not_told(snapshot):
    bars = data.bars(snapshot, LIVE, "rating")

    assert bars[0].low is None
    assert bars[-1].high is None
    # Six of the highest: Ben's 1,543 and five of at most 1,350.5.
    assert bars[-1].low <= 1310
    assert [bar.low for bar in bars[1:]] == [bar.high for bar in bars[:-1]]


def rows_of(ratings: list[float]) -> list[tuple]:
    """The bars of a ladder with these Ratings."""
    con = duckdb.connect()
    sql = "select unnest($ratings::double[]) as points"
    text = data._of_counted("places")
    text = text.replace(data.query("counted_players"), sql)
    return con.execute(
        text, {"ratings": ratings, "fewest_players": 50, "fewest_in_bar": 6}
    ).fetchall()


def test_fewer_than_fifty_players_have_no_bars():
    assert rows_of([1000.0 + i for i in range(49)]) == []


def test_bars_are_25_wide_where_that_fills_them():
    # 10 players in each 25 points from 1,000 to 1,250.
    rows = rows_of([1000.0 + 2.5 * i for i in range(100)])

    assert [row[0] for row in rows] == [25] * 10
    assert [row[3] for row in rows] == [10] * 10
    assert [row[1] for row in rows] == [None, *range(1025, 1250, 25)]
    assert [row[2] for row in rows] == [*range(1025, 1250, 25), None]


def test_gap_between_players_makes_bars_wider():
    # Half at 1,010, half at 1,110. Bars of 25 to 60 would leave an empty one between;
    # of 75 they lie in 975 to 1,050 and 1,050 to 1,125.
    assert rows_of([1010.0] * 30 + [1110.0] * 30) == [
        (75, None, 1050, 30),
        (75, 1050, None, 30),
    ]


def test_all_of_one_rating_are_one_open_bar():
    assert rows_of([1000.0] * 50) == [(25, None, None, 50)]


def test_players_too_far_apart_for_any_width_have_no_bars():
    assert rows_of([0.0] * 30 + [10_000.0] * 3 + [90_000.0] * 30) == []


def test_open_bar_is_drawn_as_wide_as_the_others_and_the_mark_stays_within():
    bars = [data.Bar(50, None, 1000, 8), data.Bar(50, 1000, None, 9)]

    spec = place_chart(bars, 1234.0, [], title="Rating")

    drawn = [(v["low"], v["high"]) for v in spec["layer"][0]["data"]["values"]]
    assert drawn == [(950, 1000), (1000, 1050)]
    assert spec["layer"][-1]["data"]["values"] == [{"here": 1050}]


def test_page_marks_the_viewer_and_says_who_is_counted(crowded_home):
    app = draw_page(crowded_home, "progress", "person:ana")

    (line,) = [m.value for m in app.markdown if "where you stand" in m.value]
    assert "1,086 is above that of **52 %** of the 59 other active players" in line
    (caption,) = [c.value for c in app.caption if "(n = 60)" in c.value]
    assert "90 days" in caption
    assert "10 in all" in caption


def test_private_player_is_told_who_sees_the_mark(crowded_home):
    app = draw_page(crowded_home, "progress", "person:ben")

    assert any("only you see this mark" in c.value for c in app.caption)


def test_new_player_reads_how_many_hands_are_missing(crowded_home):
    app = draw_page(crowded_home, "progress", "person:cho")

    assert any("after 6 more rated hands" in m.value for m in app.markdown)


def test_small_ladder_says_why_there_is_no_percentile(hand_made_home):
    app = draw_page(hand_made_home, "progress", "person:ana")

    assert any("this ladder has 4 active players" in m.value for m in app.markdown)
    assert not any("where you stand" in m.value for m in app.markdown)
