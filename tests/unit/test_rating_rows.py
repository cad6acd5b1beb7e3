"""What the warehouse stores of a replay, and the view that is made from it."""

from datetime import UTC, datetime

import pytest

from ingest.home import Home
from ingest.warehouse import define
from rating.change import COLUMNS
from rating.check import check_stored
from rating.checkpoints import to_bytes
from rating.live import LiveChange
from rating.rated_columns import TooManyError, refuse_too_many
from rating.refresh import rate, refresh
from rating.store import live_version, read_checkpoints, read_state
from rating.store.runs import RATED_TABLES
from tests.golden.rating_warehouse import fill, open_memory, take_out
from tests.golden.seasons import MINUTE, away, make_hand, person, random_season

NOW = datetime(2026, 3, 1, tzinfo=UTC)
EVERYTHING = {
    "rating_changes": "ladder, seq",
    "player_ratings": "ladder, player_id, device_id",
    "level_changes": "ladder, seq",
    "rated_hands": "ladder_no, place",
    "rated_seats": "ladder_no, seq",
    "rated_kinds": "ladder_no, kind_no",
    "rated_margins": "ladder_no, margin_no",
    "rated_settlements": "ladder_no, seq",
    "rated_players": "ladder_no, player_no",
    "rated_ladders": "ladder_no",
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


def drop_rated(con):
    """Take away what an older warehouse does not have."""
    for view in ("rated_hands", "rated_seats"):
        con.execute(f"drop view {view}")
    for table in RATED_TABLES:
        con.execute(f"drop table {table}")


def test_warehouse_with_the_wide_table_is_rated_anew(con, home):
    fill(con, *random_season(4, n_hands=60))
    refresh(con, home, NOW)
    wanted = stored(con)
    # As version 0.1.0 of the tables had it.
    con.execute("create table wide as from rating_changes")
    con.execute("drop view rating_changes")
    con.execute("alter table wide rename to rating_changes")
    drop_rated(con)
    con.execute("comment on table definitions is 'older'")

    define(con)
    refresh(con, home, NOW)

    assert stored(con) == wanted
    check_stored(con, None)


# The tables of the version that stored a seat in sixteen columns.
SIXTEEN_COLUMNS = """
create table rated_hands (
    ladder varchar, place bigint, hand_id varchar, game_id varchar, hand_no bigint,
    ended_at timestamptz, margin bigint, side_rating_0 double, side_rating_1 double,
    expected_score_0 double, expected_score_1 double, actual_score_0 double,
    actual_score_1 double, zero_margin_0 double, zero_margin_1 double
);
create table rated_seats (
    ladder varchar, seq bigint, place bigint, player_no integer, seat utinyint,
    k_factor double, opponents_part double, result_part double, rating_before double,
    form_before double, form_after double, rated_hands integer,
    finished_games integer, level varchar, level_event varchar, settled_by bigint
);
create table rated_players (
    ladder varchar, player_no integer, player_id varchar, device_id varchar
);
create view rating_changes as
select rated_seats.*, rated_hands.hand_id
from rated_seats join rated_hands using (ladder, place);
"""


def test_warehouse_with_sixteen_columns_a_seat_is_rated_anew(con, home):
    fill(con, *random_season(4, n_hands=60))
    refresh(con, home, NOW)
    wanted = stored(con)
    con.execute("drop view rating_changes")
    drop_rated(con)
    con.execute(SIXTEEN_COLUMNS)
    con.execute("comment on table definitions is 'older'")

    define(con)
    refresh(con, home, NOW)

    assert stored(con) == wanted
    check_stored(con, None)


SIX_COLUMNS = """
create table rated_hands (ladder_no utinyint, place bigint, hand_id varchar);
create table packed_seats (
    seq bigint, who ubigint, what ubigint, rating_before double, form_before double,
    form_after double
);
create view rated_seats as select (what & 31)::utinyint as ladder_no from packed_seats;
create view rating_changes as
select rated_seats.*, hand_id from rated_seats join rated_hands using (ladder_no);
create table rated_kinds (
    ladder_no utinyint, kind_no integer, first_seq bigint, k_factor double,
    level varchar, level_event varchar
);
create table rated_settlements (ladder_no utinyint, seq bigint, settled_by bigint);
create table rated_players (
    ladder_no utinyint, player_no integer, player_id varchar, device_id varchar
);
insert into rated_kinds values (0, 0, 1, 32, null, null);
"""


def test_warehouse_with_six_columns_a_seat_is_rated_anew(con, home):
    fill(con, *random_season(4, n_hands=60))
    refresh(con, home, NOW)
    wanted = stored(con)
    con.execute("drop view rating_changes")
    drop_rated(con)
    con.execute(SIX_COLUMNS)
    con.execute("comment on table definitions is 'older'")

    define(con)
    refresh(con, home, NOW)

    assert stored(con) == wanted
    check_stored(con, None)


# The table of the version that stored hands and seats in lists, and what read it.
LISTS = """
create table packed_changes (ladder_no utinyint, who ubigint[], place uinteger[]);
create view rated_hands as
select ladder_no, unnest(place)::bigint as place from packed_changes;
create view rated_seats as
select ladder_no, unnest(who) >> 32 as place from packed_changes;
create view rating_changes as
select rated_seats.* from rated_seats join rated_hands using (ladder_no, place);
create table rated_margins (
    ladder_no utinyint, margin_no integer, first_place bigint, margin bigint,
    actual_score double, result_share_0 double, result_share_1 double
);
insert into rated_margins values (0, 0, 0, 100, 0.5, 0, 0);
insert into packed_changes values (0, [1, 2], [0]);
"""


def test_warehouse_with_lists_is_rated_anew(con, home):
    fill(con, *random_season(4, n_hands=60))
    refresh(con, home, NOW)
    wanted = stored(con)
    con.execute("drop view rating_changes")
    drop_rated(con)
    con.execute(LISTS)
    con.execute("comment on table definitions is 'older'")

    define(con)
    refresh(con, home, NOW)

    assert stored(con) == wanted
    check_stored(con, None)


def test_place_that_has_no_room_is_refused_in_a_sentence():
    refuse_too_many(2**32 - 1)

    with pytest.raises(TooManyError, match=r"4,294,967,295 hands at most, found 4,29"):
        refuse_too_many(2**32)


def test_kinds_are_numbered_as_they_appear(con, home):
    hands, records = random_season(23, n_hands=110)
    fill(con, hands[:30] + hands[50:], records)
    refresh(con, home, NOW)
    fill(con, hands[30:50], [])
    refresh(con, home, NOW)

    first = con.execute(
        "select ladder_no, kind_no, min(seq) from rated_seats group by all order by all"
    ).fetchall()
    kinds = con.execute(
        "select ladder_no, kind_no, first_seq from rated_kinds order by all"
    ).fetchall()

    assert max(kind_no for _, kind_no, _ in kinds) > 1
    assert kinds == first
    assert kinds == sorted(kinds, key=lambda kind: (kind[0], kind[2]))


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


def test_rows_that_cannot_be_written_leave_everything_as_it_was(con, home, monkeypatch):
    hands, records = random_season(24, n_hands=80)
    fill(con, hands[:60], records)
    refresh(con, home, NOW)
    before = stored(con)
    fill(con, hands[60:], [])

    def refuse(*_):
        raise OSError("no space left")

    monkeypatch.setattr("rating.ladder_run.write_checkpoint", refuse)
    with pytest.raises(OSError, match="no space left"):
        refresh(con, home, NOW)

    assert stored(con) == before
    monkeypatch.undo()
    refresh(con, home, NOW)
    check_stored(con, None)


def test_last_hand_that_is_gone_leaves_nothing_waiting(con, home):
    fill(con, [make_hand("h1", FOUR, [10, 0], ended_at=MINUTE)], [])
    refresh(con, home, NOW)
    wanted = stored(con)
    waiting = [person("a"), *(away(name) for name in "bcd")]
    fill(con, [make_hand("h2", waiting, [10, 0], ended_at=2 * MINUTE)], [])
    refresh(con, home, NOW)
    pending = "select sum(n_pending_hands)::bigint from player_ratings"
    assert con.execute(pending).fetchall() == [(3,)]
    take_out(con, ["h2"])

    refresh(con, home, NOW)

    assert con.execute(pending).fetchall() == [(0,)]
    assert stored(con) == wanted
    check_stored(con, None)
