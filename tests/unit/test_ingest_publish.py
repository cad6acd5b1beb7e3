"""Published snapshots: whole or not at all, and only what their readers may see."""

from datetime import timedelta

import duckdb
import pytest

from ingest.home import Home
from ingest.publish import KEPT_BUILDS, publish
from ingest.snapshot import (
    NoSnapshotError,
    current_build,
    current_path,
    open_snapshot,
)
from ingest.snapshot_rows import ANALYST_TABLES
from ingest.warehouse import open_warehouse
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand, player, with_value


def publish_again(desk, seconds=0):
    with open_warehouse(desk.home) as con:
        return publish(desk.home, con, NOW + timedelta(seconds=seconds))


@pytest.fixture
def published(desk):
    solo = hand("s1", game_id="g9", mode="solo", device_id="phone-secret")
    for seat in (1, 2, 3):
        solo["seats"][seat] = {
            "seat": seat,
            "controller": "computer",
            "skill": "expert",
        }
    other = with_value(hand("h2", hand_no=2), "aaron", "seats", 1, "player_id")
    desk.read(as_bytes(player(name="Ana Secret"), hand(), other, solo, "oops secret"))
    publish_again(desk)
    return desk


def test_nothing_published_is_said_in_a_sentence(tmp_path):
    with pytest.raises(NoSnapshotError, match="run `coastal ingest"):
        current_build(Home(tmp_path))


def test_empty_warehouse_can_be_published(desk):
    build = publish_again(desk)

    with open_snapshot(desk.home) as con:
        assert con.sql("select build from builds").fetchall() == [(build,)]
        assert con.sql("from games").fetchall() == []


def test_snapshot_has_the_rows_of_the_warehouse_and_its_views_as_tables(published):
    with open_snapshot(published.home) as con:
        tables = {row[0] for row in con.sql("show tables").fetchall()}
        assert {"games", "players", "game_awards", "quarantine", "sources"} <= tables
        assert con.sql("select count(*) from hands").fetchall() == [(3,)]
        assert con.sql("select n_hands from games order by game_id").fetchall() == [
            (2,),
            (1,),
        ]


def test_seats_lie_in_the_order_of_player_and_time(published):
    with open_snapshot(published.home) as con:
        stored = con.sql("select player_id, ended_at from hand_seats").fetchall()

    players = [row for row in stored if row[0] is not None]
    assert players == sorted(players)


def test_every_table_and_column_of_both_snapshots_has_a_comment(published):
    for analyst in (False, True):
        with open_snapshot(published.home, analyst=analyst) as con:
            bare = con.sql(
                "select table_name, column_name from duckdb_columns() "
                "where comment is null and not internal"
            ).fetchall()
            bare += con.sql(
                "select table_name from duckdb_tables() where comment is null"
            ).fetchall()
        assert bare == []


def test_counts_are_bigint(published):
    with open_snapshot(published.home) as con:
        wrong = con.sql(
            "select table_name, column_name, data_type from duckdb_columns() "
            "where (column_name like 'n\\_%' escape '\\' or data_type = 'HUGEINT') "
            "and data_type <> 'BIGINT' and not internal"
        ).fetchall()
    assert wrong == []


def test_analyst_snapshot_has_the_listed_tables_and_nothing_else(published):
    with open_snapshot(published.home, analyst=True) as con:
        tables = con.sql(
            "select schema_name, table_name from duckdb_tables()"
        ).fetchall()
        views = con.sql("select view_name from duckdb_views() where not internal")
        assert sorted(tables) == sorted(("pub", name) for name in ANALYST_TABLES)
        assert views.fetchall() == []


@pytest.mark.parametrize("word", ["secret", "Ana", "phone", "ana", "h2", "g9", "aaron"])
def test_analyst_file_holds_no_id_and_no_name(published, word):
    with open_snapshot(published.home, analyst=True) as con:
        for name in ANALYST_TABLES:
            rows = con.sql(f"from pub.{name}").fetchall()
            assert not [row for row in rows if word in row]
    if len(word) > 4:
        assert (
            word.encode() not in current_path(published.home, analyst=True).read_bytes()
        )


def test_analyst_ids_join_and_are_drawn_anew_for_each_build(published):
    def ids():
        with open_snapshot(published.home, analyst=True) as con:
            return con.sql(
                "select hands.hand_id, partner.player_id from pub.hands "
                "join pub.hand_seats seats using (hand_id) "
                "join pub.hand_seats partner on partner.hand_id = seats.hand_id "
                "and partner.player_id = seats.partner_id order by all"
            ).fetchall()

    first = ids()
    publish_again(published, seconds=1)
    second = ids()

    assert len(first) == len(second) == 9  # two hands of four, one of one
    assert not {value for row in first for value in row} & {
        value for row in second for value in row
    }


def test_analyst_hand_ids_are_the_same_in_every_table(published):
    with open_snapshot(published.home, analyst=True) as con:
        for table in ("hand_sides", "hand_seats", "melds", "moves"):
            strangers = con.sql(
                f"select hand_id from pub.{table} where hand_id is null "
                "or hand_id not in (select hand_id from pub.hands)"
            ).fetchall()
            assert strangers == []
        assert con.sql(
            "select count(*), count(distinct hand_id) from pub.hand_seats"
        ).fetchall() == [(12, 3)]  # three hands of four seats


def test_order_within_a_minute_tells_analysts_nothing(desk):
    # The hands of one game end within a minute; ids are drawn, so after some builds
    # an order that followed the clock or the warehouse would have shown itself.
    desk.read(as_bytes(*(hand(f"h{n}", hand_no=n) for n in range(1, 6))))
    for seconds in range(4):
        publish_again(desk, seconds)
        with open_snapshot(desk.home, analyst=True) as con:
            rows = con.sql(
                "select player_id, ended_at, hand_id, seat from pub.hand_seats"
            ).fetchall()
        assert len(rows) == 20
        assert rows == sorted(rows)


def test_nothing_that_leads_back_stays_in_the_session(desk):
    desk.read(as_bytes(hand()))
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, NOW)
        attached = {row[0] for row in con.sql("show databases").fetchall()}
        temporary = con.sql("select table_name from duckdb_tables() where temporary")
        assert temporary.fetchall() == []
    assert attached == {"memory", "warehouse"}


def test_analyst_times_are_cut_to_the_minute(published):
    with open_snapshot(published.home, analyst=True) as con:
        seconds = con.sql(
            "select distinct second(started_at) + second(ended_at) from pub.hands"
        ).fetchall()
        columns = {row[0] for row in con.sql("describe pub.hands").fetchall()}
    assert seconds == [(0,)]
    assert not columns & {"source_id", "line_no"}


def test_macros_work_in_both_snapshots(published):
    with open_snapshot(published.home) as con:
        assert con.sql("select safe_ratio(1, 4), safe_ratio(1, 0)").fetchall() == [
            (0.25, None)
        ]
        assert con.sql("from explain_rating('h1', 'ana')").fetchall() == []
    with open_snapshot(published.home, analyst=True) as con:
        assert con.sql("select pub.safe_ratio(1, 4)").fetchall() == [(0.25,)]
        assert con.sql("from pub.explain_rating('h1', 'ana')").fetchall() == []


def test_last_builds_are_kept_and_older_ones_removed(desk):
    builds = [publish_again(desk, seconds) for seconds in range(KEPT_BUILDS + 2)]

    files = {path.name for path in desk.home.published.glob("*.duckdb")}

    kept = builds[-KEPT_BUILDS:]
    assert files == {f"{b}{kind}.duckdb" for b in kept for kind in ("", ".analyst")}
    assert current_build(desk.home) == builds[-1]


def test_two_builds_of_the_same_instant_have_two_names(desk):
    assert publish_again(desk) != publish_again(desk)


def test_open_reader_keeps_its_build_when_it_is_removed(desk):
    desk.read(as_bytes(hand()))
    first = publish_again(desk)
    reader = open_snapshot(desk.home)
    for seconds in range(1, KEPT_BUILDS + 2):
        publish_again(desk, seconds)

    assert not (desk.home.published / f"{first}.duckdb").exists()
    assert reader.sql("select count(*) from hands").fetchall() == [(1,)]
    reader.close()


def test_publication_that_fails_leaves_the_old_build_current(desk, monkeypatch):
    from ingest import publish as publish_module

    first = publish_again(desk)
    monkeypatch.setattr(
        publish_module,
        "copy_analyst",
        lambda *_: (_ for _ in ()).throw(OSError("full")),
    )
    with pytest.raises(OSError, match="full"):
        publish_again(desk, 1)
    monkeypatch.undo()

    assert current_build(desk.home) == first
    assert not list(desk.home.published.glob("*.part*"))
    assert publish_again(desk, 2) == current_build(desk.home)


def test_snapshot_cannot_be_written(published):
    with open_snapshot(published.home) as con, pytest.raises(duckdb.Error):
        con.execute("delete from hands")
