"""Rated hands and seats in files beside the warehouse: what a person sees of them."""

from datetime import UTC, datetime

import pytest

from ingest.forget import forget
from ingest.home import Home
from ingest.publish import publish
from ingest.snapshot import open_snapshot
from ingest.warehouse import WarehouseError, open_warehouse, told_in_a_sentence
from rating.change import COLUMNS
from rating.check import check_stored
from rating.refresh import ensure_live_version, rate, refresh
from tests.golden.rating_warehouse import fill, open_memory
from tests.golden.seasons import random_season
from tests.unit.test_rating_rows import stored

NOW = datetime(2026, 3, 1, tzinfo=UTC)
PIECE = 30  # hands: a season has several files a ladder


@pytest.fixture(autouse=True)
def in_files(monkeypatch):
    """Whatever is rated goes into files."""
    monkeypatch.setattr("rating.store.history.FILE_ROWS", 1)


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


@pytest.fixture
def season():
    return random_season(31, n_hands=140)


def bring_up_to_date(con, home, **options):
    version = ensure_live_version(con, home, NOW)
    return rate(con, version, NOW, piece_size=PIECE, **options)


@pytest.fixture
def rated(home, season):
    """The rows of the season as tables hold them; the home holds them in files."""
    with open_warehouse(home) as con:
        fill(con, *season)
        bring_up_to_date(con, home, is_forced=True)
    con = open_memory()
    fill(con, *season)
    # In memory there is no folder for files.
    refresh(con, home, NOW)
    yield stored(con)
    con.close()


def files(home):
    return sorted(path.name for path in home.history.iterdir())


def named_files(con):
    rows = con.execute("select file_no from rated_files").fetchall()
    kinds = ("hands", "seats")
    return sorted(f"{number}.{kind}.parquet" for (number,) in rows for kind in kinds)


def test_files_hold_what_tables_would(home, rated):
    with open_warehouse(home) as con:
        assert len(named_files(con)) > 10
        assert con.execute("select count(*) from rated_seat_rows").fetchall() == [(0,)]
        assert stored(con) == rated
        check_stored(con, None)


def test_files_and_tables_hold_one_history(home, season, monkeypatch):
    hands, records = season
    with open_warehouse(home) as con:
        fill(con, hands[:90], records)
        bring_up_to_date(con, home)
        monkeypatch.setattr("rating.store.history.FILE_ROWS", 10**6)
        fill(con, hands[90:], [])
        bring_up_to_date(con, home)

        assert con.execute("select count(*) from rated_seat_rows").fetchall() > [(0,)]
        assert named_files(con)
        check_stored(con, None)


def test_late_hand_replaces_only_the_files_behind_it(home, season):
    hands, records = season
    in_time = sorted(hands, key=lambda hand: hand["ended_at"])
    of_ladder = [h for h in in_time if h["ruleset"].startswith("coastal")]
    late = of_ladder[-2]
    with open_warehouse(home) as con:
        fill(con, [hand for hand in hands if hand != late], records)
        bring_up_to_date(con, home, is_forced=True)
        before = named_files(con)
        fill(con, [late], [])
        bring_up_to_date(con, home)

        kept = set(before) & set(named_files(con))
        assert kept
        assert kept < set(before)
        assert files(home) == named_files(con)
        check_stored(con, None)


def test_nothing_new_touches_no_file(home, rated):
    before = {path: path.stat().st_mtime_ns for path in home.history.iterdir()}

    with open_warehouse(home) as con:
        assert not refresh(con, home, NOW).ladders

    assert before == {p: p.stat().st_mtime_ns for p in home.history.iterdir()}


@pytest.mark.parametrize("name", ["moved", "a [b]*c", "o'clock", "ä, b"])
def test_home_may_have_any_name_and_be_moved(home, rated, name):
    moved = Home(home.path.rename(home.path.with_name(name)))

    with open_warehouse(moved) as con:
        assert stored(con) == rated


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), cut_short])
@pytest.mark.parametrize("kind", ["hands", "seats"])
def test_file_that_is_lost_is_rated_anew(home, rated, damage, kind):
    damage(sorted(home.history.glob(f"*.{kind}.parquet"))[1])

    with open_warehouse(home) as con:
        bring_up_to_date(con, home)

        assert stored(con) == rated
        check_stored(con, None)


def test_lost_folder_is_rated_anew(home, rated):
    home.history.rename(home.path / "gone")

    with open_warehouse(home) as con:
        bring_up_to_date(con, home)

        assert stored(con) == rated


def test_lost_file_is_told_in_a_sentence_with_what_to_do(home, rated):
    home.history.rename(home.path / "gone")

    with (
        open_warehouse(home) as con,
        pytest.raises(WarehouseError, match=r"history/.*coastal replay.* anew"),
        told_in_a_sentence(home),
    ):
        con.execute("select count(rating_before) from rating_changes").fetchall()


def test_files_left_over_go_and_others_stay(home, rated):
    left_over = home.history / "999.seats.parquet"
    left_over.write_bytes(b"half a file")
    notes = home.history / "notes.txt"
    notes.write_text("mine")

    with open_warehouse(home) as con:
        refresh(con, home, NOW)
        bring_up_to_date(con, home, is_forced=True)

        assert files(home) == [*named_files(con), "notes.txt"]
        assert stored(con) == rated


def test_rows_that_cannot_be_written_leave_the_files_as_they_were(
    home, rated, monkeypatch
):
    def refuse(*_):
        raise OSError("no space left")

    monkeypatch.setattr("rating.ladder_run.write_checkpoint", refuse)
    with open_warehouse(home) as con:
        with pytest.raises(OSError, match="no space left"):
            bring_up_to_date(con, home, is_forced=True)

        assert stored(con) == rated
    with open_warehouse(home) as con:
        refresh(con, home, NOW)

        assert files(home) == named_files(con)
        assert stored(con) == rated


def test_hands_that_are_gone_take_their_files_along(home, rated):
    with open_warehouse(home) as con:
        con.execute("delete from hands")
        bring_up_to_date(con, home)

        assert files(home) == named_files(con) == []
        assert con.execute("select count(*) from rating_changes").fetchall() == [(0,)]


def test_snapshot_holds_the_rows_of_the_files(home, rated):
    with open_warehouse(home) as con:
        publish(home, con, NOW)
    home.history.rename(home.path / "gone")

    with open_snapshot(home) as con:
        rows = con.execute(
            "select hand_id, seat, rating_after, form_after from rating_changes "
            "order by ladder, seq"
        ).fetchall()
    names = [column for column in COLUMNS if column != "rating_run_id"]
    wanted = ("hand_id", "seat", "rating_after", "form_after")
    places = [names.index(name) for name in wanted]
    assert rows == [tuple(row[p] for p in places) for row in rated["rating_changes"]]


def test_forgetting_a_player_keeps_the_history_of_the_others(home, rated):
    with open_warehouse(home) as con:
        [(player_id,)] = con.execute(
            "select player_id from player_ratings order by rated_hands desc limit 1"
        ).fetchall()
    forget(home, player_id, NOW, 0.0)

    with open_warehouse(home) as con:
        n_rows = con.execute("select count(*) from rating_changes").fetchall()
        assert n_rows == [(len(rated["rating_changes"]),)]
        of_player = "select count(*) from rating_changes where player_id = ?"
        assert con.execute(of_player, [player_id]).fetchall() == [(0,)]
        refresh(con, home, NOW)
        check_stored(con, None)
