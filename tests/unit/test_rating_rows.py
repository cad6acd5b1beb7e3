"""What the warehouse stores of a replay, and the view that is made from it."""

from datetime import UTC, datetime

import pytest

from ingest.home import Home
from ingest.warehouse import define
from rating.change import COLUMNS
from rating.check import check_stored
from rating.checkpoints import to_bytes
from rating.live import LiveChange
from rating.refresh import rate, refresh
from rating.store import live_version, read_checkpoints, read_state
from tests.golden.rating_warehouse import fill, open_memory
from tests.golden.seasons import MINUTE, make_hand, person, random_season

NOW = datetime(2026, 3, 1, tzinfo=UTC)
EVERYTHING = {
    "rating_changes": "ladder, seq",
    "player_ratings": "ladder, player_id, device_id",
    "level_changes": "ladder, seq",
    "rated_hands": "ladder, place",
    "rated_seats": "ladder, seq",
    "rated_players": "ladder, player_no",
}
FOUR = [person(name) for name in "abcd"]


@pytest.fixture
def con():
    con = open_memory()
    yield con
    con.close()


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


def stored(con):
    """Every row, without the number of the run, which tells how often there was one."""
    shown = "columns(lambda c: c <> 'rating_run_id')"
    return {
        table: con.execute(f"select {shown} from {table} order by {order}").fetchall()
        for table, order in EVERYTHING.items()
    } | {
        "rating_runs": con.execute(
            "select ladder, n_hands, n_rated_seats, log_loss, brier from rating_runs "
            "qualify row_number() over (partition by ladder order by rating_run_id "
            "desc) = 1 order by ladder"
        ).fetchall()
    }


def test_pieces_of_any_size_give_the_same_bits(con, home):
    fill(con, *random_season(21, n_hands=110))
    refresh(con, home, NOW)
    wanted = stored(con)

    for piece_size in (1, 2, 7, 33, 10**6):
        version = live_version(con)
        rate(con, version, NOW, is_forced=True, piece_size=piece_size)
        assert stored(con) == wanted, piece_size
        check_stored(con, None)


@pytest.mark.parametrize(("window", "piece_size"), [(1, 1), (20, 7), (30, 30)])
def test_windows_of_any_size_give_the_same_bits(
    con, home, monkeypatch, window, piece_size
):
    fill(con, *random_season(22, n_hands=110))
    refresh(con, home, NOW)
    wanted = stored(con)
    monkeypatch.setattr("rating.store.hands.WINDOW", window)

    version = live_version(con)
    rate(con, version, NOW, is_forced=True, piece_size=piece_size)

    assert stored(con) == wanted
    assert not rate(con, version, NOW, piece_size=piece_size).ladders
    check_stored(con, None)


def test_view_has_the_columns_of_the_list(con):
    found = [row[0] for row in con.execute("describe rating_changes").fetchall()]

    assert set(found) == {*COLUMNS, "rating_run_id"}


def test_live_changes_are_named_as_their_columns():
    assert set(LiveChange._fields) <= set(COLUMNS)


def test_rows_of_a_ladder_belong_to_its_last_run(con, home):
    hands, records = random_season(8, n_hands=60)
    fill(con, hands[:50], records)
    refresh(con, home, NOW)
    fill(con, hands[50:], [])
    refresh(con, home, NOW)

    rows = con.execute(
        "select distinct rating_changes.ladder, rating_run_id, last_run_id "
        "from rating_changes inner join (select ladder, max(rating_run_id) as "
        "last_run_id from rating_runs group by all) as runs using (ladder)"
    ).fetchall()

    assert rows
    assert all(of_row == last for _, of_row, last in rows)


def test_warehouse_with_the_wide_table_is_rated_anew(con, home):
    fill(con, *random_season(4, n_hands=60))
    refresh(con, home, NOW)
    wanted = stored(con)
    # As version 0.1.0 of the tables had it.
    con.execute("create table wide as from rating_changes")
    con.execute("drop view rating_changes")
    con.execute("alter table wide rename to rating_changes")
    for table in ("rated_hands", "rated_seats", "rated_players"):
        con.execute(f"drop table {table}")
    con.execute("comment on table definitions is 'older'")

    define(con)
    refresh(con, home, NOW)

    assert stored(con) == wanted
    check_stored(con, None)


def games(n_games, n_hands=3):
    """Games of the same four, each ended by its last hand."""
    return [
        make_hand(
            f"g{game:05}-{hand_no}",
            FOUR,
            [100 * hand_no, 35],
            game_id=f"g{game:05}",
            hand_no=hand_no,
            ended_at=(game * n_hands + hand_no) * MINUTE,
            game_over=hand_no == n_hands,
        )
        for game in range(n_games)
        for hand_no in range(1, n_hands + 1)
    ]


def newest_state(con):
    return read_state(con, read_checkpoints(con, "coastal/live")[-1])


def test_stored_state_does_not_grow_with_finished_games(con, home):
    hands = games(400)
    fill(con, hands[:60], [])
    refresh(con, home, NOW)
    few = newest_state(con)
    fill(con, hands[60:], [])
    refresh(con, home, NOW)
    many = newest_state(con)

    assert len(few.waiting.game_ids) == len(many.waiting.game_ids) == 0
    assert len(many.seated.finished_rows) == 0
    assert len(to_bytes(many)) < len(to_bytes(few)) + 200  # numbers with more digits
    [(finished,)] = con.execute(
        "select distinct finished_games from player_ratings"
    ).fetchall()
    assert finished == 400


def test_game_that_ends_again_after_a_checkpoint_counts_once(con, home):
    hands = games(30)
    fill(con, hands, [])
    refresh(con, home, NOW)
    again = make_hand(
        "again",
        FOUR,
        [10, 0],
        game_id="g00004",
        hand_no=4,
        game_over=True,
        ended_at=1000 * MINUTE,
    )
    later = make_hand(
        "later",
        FOUR,
        [10, 0],
        game_id="g00004",
        hand_no=5,
        game_over=True,
        ended_at=2000 * MINUTE,
    )
    fill(con, [again], [])
    refresh(con, home, NOW)
    fill(con, [later], [])
    refresh(con, home, NOW)

    [(finished,)] = con.execute(
        "select distinct finished_games from player_ratings"
    ).fetchall()
    assert finished == 30
    check_stored(con, None)
