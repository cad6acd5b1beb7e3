"""A forgotten player is nowhere in the home folder, and nothing else has changed."""

import contextlib
import gzip
import json
import shutil
from datetime import timedelta
from pathlib import Path

import duckdb
import pytest
import zstandard

from ingest import forget_raw
from ingest.forget import end_unfinished, forget, preview
from ingest.forget_lines import rewritten_line, rewritten_path, rewritten_sheet
from ingest.forgotten import Pseudonym, UnknownPlayerError, read_forgotten
from ingest.home import Home
from ingest.publish import publish
from ingest.rebuild import rebuild
from ingest.segments import read_manifest, refused_rows
from ingest.sheet_rows import COLUMNS
from ingest.sheets import SheetOptions
from ingest.snapshot import current_build, open_snapshot
from ingest.status import read_status
from ingest.warehouse import open_warehouse
from rating.refresh import refresh
from tests.unit.conftest import NOW
from tests.unit.hand_records import Desk, as_bytes, hand, player, result
from tests.unit.killed_programs import is_killed

ROOT = Path(__file__).parents[2]
SHEET = ROOT / "tests" / "data" / "evening_score_sheet.csv"
SHEET_OPTIONS = SheetOptions("partnership", "Australia/Sydney")
LATER = NOW + timedelta(hours=1)
WHO = "queen.of-spades"  # an id that no other text holds
NAME = "Rosalind Überall"
PHONE = "rosalinds-phone"
ABOUT_GAMES = {
    "clock_goes_forward",
    "dealer_rotates",
    "game_points_continue",
    "hand_no_once_a_game",
}
RATINGS = ("rating_changes", "player_ratings", "level_changes")


def seats(*players):
    return [
        {"seat": seat, "player_id": who, "controller": "player"}
        for seat, who in enumerate(players)
    ]


def with_her(hand_id, hand_no, **changes):
    return hand(hand_id, hand_no=hand_no, seats=seats(WHO, "bo", "cy", "di"), **changes)


def lines():
    """Her hands and records, others', a partial one, and refused lines."""
    solo = hand(
        "solo-1",
        game_id="s1",
        mode="solo",
        device_id=PHONE,
        seats=[
            {"seat": 0, "player_id": WHO, "controller": "player"},
            *(
                {"seat": n, "player_id": None, "controller": "computer", "skill": s}
                for n, s in ((1, "expert"), (2, "beginner"), (3, "intermediate"))
            ),
        ],
    )
    return [
        player(WHO, name=NAME, email="rosalind@example.org"),
        player(WHO, name="Roz", at="2026-10-02T09:00:00Z"),
        player("bo", name="Bo"),
        with_her("h1", 1, note=f"{WHO} was late"),
        with_her("h2", 2, result=result((300, 500), (900, 200))),
        hand("h3", game_id="g2"),
        solo,
        with_her("p1", 3, result=None),
        with_her("h1", 7),  # a conflict
        with_her("bad", 1, result=result((501, 0), (200, 0))),
        json.dumps(player(WHO, name=NAME, self_rating="great")),
        f"{WHO},{NAME} wrote no JSON",
        json.dumps(player("cy", name="x" * 81)),
    ]


def settle(home, now=NOW):
    with open_warehouse(home) as con:
        refresh(con, home, now)
        return publish(home, con, now)


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """One folder with the home, and where its states are kept."""
    return tmp_path_factory.mktemp("desk"), tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def filled(places):
    """A home with her in every place that can hold a person."""
    folder, kept = places
    desk = Desk(folder, clock=lambda: NOW)
    desk.home.inbox.mkdir(parents=True)
    content = as_bytes(*lines())
    for name, data in {
        "a.jsonl": content,
        "b.jsonl.gz": gzip.compress(content),
        "c.jsonl.zst": zstandard.compress(content),
    }.items():
        (desk.home.inbox / name).write_bytes(data)
    sheet = desk.write(SHEET.read_bytes().replace(b"p3", WHO.encode()), "club.csv")
    desk.read_files(*sorted(desk.home.inbox.iterdir()))
    desk.read_files(sheet, sheet=SHEET_OPTIONS)
    settle(desk.home)
    settle(desk.home, NOW + timedelta(minutes=1))
    shutil.copytree(desk.home.path, kept / "told")
    return desk


@pytest.fixture(scope="module")
def done(filled, places):
    """Her forgetting, done once."""
    done = forget(filled.home, WHO, LATER, 0.0)
    shutil.copytree(filled.home.path, places[1] / "forgotten")
    return done


def test_hands_that_a_cut_off_run_left_unrated_are_rated_in_the_new_build(tmp_path):
    desk = Desk(tmp_path, clock=lambda: NOW)
    desk.read(
        as_bytes(with_her("h1", 1))
    )  # committed, and the run ends before it rates

    forget(desk.home, WHO, LATER, 0.0, refresh)

    with open_snapshot(desk.home) as con:
        rated = con.execute(
            "select hand_id, count(*) from rating_changes group by all"
        ).fetchall()
    assert rated == [("h1", 4)]


def put_back(desk, state):
    shutil.rmtree(desk.home.path)
    shutil.copytree(state, desk.home.path)
    return desk


@pytest.fixture
def told(filled, places):
    return put_back(filled, places[1] / "told")


@pytest.fixture
def silent(filled, done, places):
    """The home after the forgetting."""
    return put_back(filled, places[1] / "forgotten")


def all_tables(con):
    names = con.execute(
        "select table_name from duckdb_tables() where not internal order by 1"
    ).fetchall()
    return {
        name: sorted(con.execute(f'from "{name}"').fetchall(), key=repr)
        for (name,) in names
        if name != "definitions"
    }


def warehouse(home):
    with duckdb.connect(str(home.warehouse)) as con:
        con.execute("set TimeZone = 'UTC'")
        return all_tables(con)


def unpacked(path):
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    if path.suffix == ".zst":
        reader = zstandard.ZstdDecompressor()
        manifest = repr(read_manifest(path)) if path.parent.name == "raw" else ""
        if manifest:
            manifest += repr([*refused_rows(path, read_manifest(path))])
        with reader.stream_reader(data, read_across_frames=True) as stream:
            return stream.read() + manifest.encode()
    return data


def places_with(home, *words):
    """Files of the home whose bytes hold one of the words, decompressed."""
    found = {word.encode() for word in words}
    found |= {json.dumps(word)[1:-1].encode() for word in words}
    return {
        str(path.relative_to(home.path))
        for path in home.path.rglob("*")
        if path.is_file() and any(word in unpacked(path) for word in found)
    }


def test_preview_counts_and_changes_nothing(told):
    before = {p: p.read_bytes() for p in told.home.raw.iterdir()}

    seen = preview(told.home, WHO, LATER, 0.0)

    assert seen.new_id is None
    # h1, h2, the solo hand and 16 hands of the sheet; the partial one is no row.
    assert seen.counts["hands"] == 19
    assert seen.counts["player_records"] == 2
    assert seen.counts["quarantined"] == 12  # four lines in each of three files
    assert seen.counts["devices"] == 1
    assert seen.counts["segments"] == 4
    (sheet,) = seen.left
    assert sheet.path == str(told.folder / "club.csv")
    assert "outside logs/ and inbox/" in sheet.why
    assert {p: p.read_bytes() for p in told.home.raw.iterdir()} == before


def test_files_that_keep_the_person_are_named_with_the_reason(desk):
    log = as_bytes(with_her("h1", 1), with_her("h2", 2))
    inbox = desk.home.inbox
    inbox.mkdir()
    (inbox / "good.jsonl").write_bytes(log)
    (inbox / "cut.jsonl.gz").write_bytes(gzip.compress(log)[:-9])
    (inbox / "wide.jsonl").write_bytes(log.decode().encode("utf-16"))
    (inbox / "note.txt").write_text(f"{WHO} rang")
    (inbox / "club.csv").write_bytes(SHEET.read_bytes().replace(b"p3", WHO.encode()))
    (inbox / "others.csv").write_bytes(SHEET.read_bytes())
    (inbox / "others.jsonl").write_bytes(as_bytes(hand("h3")))
    desk.read_files(*sorted(inbox.glob("*.jsonl*")), desk.write(log, "site.jsonl"))

    before = preview(desk.home, WHO, LATER, 0.0)
    after = forget(desk.home, WHO, LATER, 0.0)

    assert {Path(file.path).name: file.why for file in after.left} == {
        "club.csv": "it is a score sheet, whose ids are made of its rows: once "
        "changed, it must not be read again, or its hands are held twice",
        "cut.jsonl.gz": "it is an archive that ends early or is damaged",
        "note.txt": "it is not named like a hand log",
        "wide.jsonl": "it is UTF-16",
        "site.jsonl": "it lies outside logs/ and inbox/ of the home folder",
    }
    assert before.left == after.left
    assert WHO not in (inbox / "good.jsonl").read_text()


def test_a_log_that_grew_while_it_was_rewritten_is_named(desk, monkeypatch):
    log = desk.home.inbox / "live.jsonl"
    log.parent.mkdir()
    log.write_bytes(as_bytes(with_her("h1", 1)))
    desk.read_files(log)
    copy = forget_raw._copy_log

    def growing(path, part, who):
        is_ready = copy(path, part, who)
        with path.open("ab") as file:
            file.write(as_bytes(hand("h2", hand_no=2)))
        return is_ready

    monkeypatch.setattr(forget_raw, "_copy_log", growing)

    (left,) = forget(desk.home, WHO, LATER, 0.0).left

    assert left == (str(log), "it changed while it was rewritten")


WORDS = (WHO, NAME, "Roz", PHONE, "rosalind@example.org")


def test_the_person_is_in_many_places_before(told):
    assert len(places_with(told.home, *WORDS)) >= 10


def test_nothing_of_the_person_is_left_in_the_home_folder(silent):
    assert places_with(silent.home, *WORDS) == set()
    assert read_forgotten(silent.home).unfinished is None
    assert not list(silent.home.path.rglob("*.part"))


def test_rows_that_a_killed_run_put_beside_the_warehouse_go(told):
    """As DuckDB names them; it leaves them there when it is opened next."""
    for name in ("warehouse.duckdb.tmp", "warehouse.duckdb.part.tmp"):
        put_aside = told.home.path / name
        put_aside.mkdir()
        (put_aside / "duckdb_temp_storage_S32K-0.tmp").write_text(WHO)

    forget(told.home, WHO, LATER, 0.0)

    assert places_with(told.home, *WORDS) == set()


def ratings(home):
    with open_snapshot(home) as con:
        return {name: con.execute(f"from {name}").fetchall() for name in RATINGS}


def renamed(rows, names):
    """The rows with names put in the place of others, in an order of their own."""
    return sorted(repr(tuple(names.get(value, value) for value in r)) for r in rows)


def test_checkpoints_of_the_rating_go_for_they_hold_ids(told, done, places):
    count = "select count(*) > 0 from rating_checkpoints"
    assert told.rows(count) == [(True,)]

    assert put_back(told, places[1] / "forgotten").rows(count) == [(False,)]


def test_others_keep_their_ratings_and_the_persons_go_on(told, done, places):
    before = ratings(told.home)
    after = ratings(put_back(told, places[1] / "forgotten").home)

    ((device,),) = told.rows("select device_id from hands where mode = 'solo'")
    names = {WHO: done.new_id, PHONE: device}
    for table in RATINGS:
        assert before[table]
        assert renamed(after[table], {}) == renamed(before[table], names)


def test_replay_and_rebuild_afterwards_give_the_same_rows(silent):
    before = warehouse(silent.home)

    with open_warehouse(silent.home) as con:
        refresh(con, silent.home, LATER)
        assert rated(all_tables(con)) == rated(before)
    rebuild(silent.home, LATER)
    with open_warehouse(silent.home) as con:
        refresh(con, silent.home, LATER)

    after = warehouse(silent.home)
    # The number of the replay, and what it keeps to go on from.
    run = {"rating_runs", "rating_checkpoints"}
    assert after.keys() == before.keys()
    for table in after.keys() - run:
        assert after[table] == before[table], table
    assert rated(before)["rated_seat_rows"]


def rated(tables):
    """What rating_changes is made from."""
    return {name: tables[name] for name in tables if name.startswith("rated_")}


def test_the_old_logs_read_again_are_duplicates(silent, done):
    run = silent.read(as_bytes(*lines()))
    sheet = silent.read_files(silent.folder / "club.csv", sheet=SHEET_OPTIONS)

    # Both of her records, bo's, four hands and the partial one; the rest is refused.
    assert run.counts.duplicate == 8
    assert run.counts.loaded == 0
    assert run.counts.conflict == 1
    assert sheet.counts.duplicate == 32
    known = silent.rows("select distinct player_id from hand_seats")
    assert (done.new_id,) in known
    assert (WHO,) not in known


def test_the_rewritten_inbox_read_again_is_all_duplicates(silent):
    before = silent.rows("select count(*) from quarantine")

    run = silent.read_files(*sorted(silent.home.inbox.iterdir()))

    assert run.counts.loaded == 0
    assert run.counts.duplicate == 3 * 8
    assert silent.rows("select count(*) from quarantine") == before


def test_what_is_said_after_the_forgetting_is_a_new_player(silent):
    run = silent.read(as_bytes(player(WHO, name="Rosa", at="2027-01-01T00:00:00Z")))

    assert run.counts.players == 1


def test_older_builds_are_gone_and_status_is_sound(silent, done):
    assert current_build(silent.home) == done.build
    assert len(list(silent.home.published.glob("*.duckdb"))) == 2  # and for analysts
    checks = read_status(silent.home, check=True).checks
    assert {c.name for c in checks if not c.holds} <= ABOUT_GAMES
    with open_snapshot(silent.home) as con:
        assert con.execute("from forgotten_players").fetchall() == []
        assert con.execute("from forgotten_hands").fetchall() == []


def test_two_people_are_forgotten_one_after_the_other(silent):
    forget(silent.home, "bo", LATER + timedelta(hours=1), 0.0)

    run = silent.read(as_bytes(*lines()))

    assert (run.counts.loaded, run.counts.duplicate) == (0, 8)


def test_unknown_and_forgotten_players_are_told_apart(silent):
    with pytest.raises(UnknownPlayerError, match="no player nobody"):
        preview(silent.home, "nobody", LATER, 0.0)
    with pytest.raises(UnknownPlayerError, match="was forgotten at 2026-11-30T13"):
        forget(silent.home, WHO, LATER, 0.0)


@pytest.mark.parametrize("who", ["", " ", "line", "points", "great"])
def test_words_of_our_own_sentences_are_no_player(silent, who):
    with pytest.raises(UnknownPlayerError):
        preview(silent.home, who, LATER, 0.0)


def kim(**changes):
    return Pseudonym("kim-1", "new", "secret", ("Kim", 'K "the" M'), NOW)


@pytest.mark.parametrize(
    ("line", "is_about"),
    [
        (player("kim-1", name="Kim"), True),
        (player("kim-2", name="Kim"), False),
        (player("kim-2", name="Kim", v=2), False),
        (player("kim-1", name="Kim", v=2), True),
        ({"type": "player", "v": 1, "name": "Kim"}, True),
        ({"type": "player", "v": 1, "name": 'K "the" M'}, True),
        (hand(host="Kim"), True),
        (hand(host="Kimberly"), False),
        (hand(points="kim-10"), False),
    ],
)
def test_a_name_goes_except_from_the_record_of_another_of_that_name(line, is_about):
    told = json.dumps(line, ensure_ascii=False).encode()

    new = rewritten_line(told, kim())

    assert (new != told) is is_about
    assert (b'"Kim"' in new or b"the" in new) is (b'"kim-2"' in told)


def test_a_sheet_row_that_is_no_csv_loses_the_player_too():
    places = dict.fromkeys(COLUMNS, 0) | {"player_1": 1, "player_2": 2}
    sheet = b"header\n1,kim-1,bo\r9\n2,bo,kim-1\n"

    new = rewritten_sheet(sheet, places, ",", kim())

    assert new == b"header\n1,new,bo\r9\n2,bo,new\n"


@pytest.mark.parametrize(
    ("path", "new"),
    [
        ("/srv/kim-1/home/inbox/kim-1.jsonl", "/srv/kim-1/home/inbox/new.jsonl"),
        ("/h/inbox/kim-1/2026_Kim.jsonl.gz", "/h/inbox/new/2026_new.jsonl.gz"),
        ("/srv/kim-1/of kim-1, Vienna.csv", "/srv/kim-1/of new, Vienna.csv"),
        ("/h/logs/kim-10.jsonl", "/h/logs/kim-10.jsonl"),
        ("/h/logs/Kimberly.jsonl", "/h/logs/Kimberly.jsonl"),
    ],
)
def test_a_path_loses_the_player_below_the_folders_of_logs(path, new):
    assert rewritten_path(path, kim()) == new


def test_paths_of_the_ledger_name_nobody_and_files_that_do_are_told(tmp_path):
    desk = Desk(tmp_path, clock=lambda: NOW)
    desk.home.inbox.mkdir(parents=True)
    log = desk.home.inbox / f"{WHO}.jsonl"
    log.write_bytes(as_bytes(with_her("h1", 1), "oops"))
    plain = desk.write(as_bytes(hand("h2")), "hands.jsonl")
    desk.read_files(log, plain)
    settle(desk.home)
    with pytest.raises(UnknownPlayerError):
        preview(desk.home, "hands", LATER, 0.0)

    (left,) = preview(desk.home, WHO, LATER, 0.0).left
    done = forget(desk.home, WHO, LATER, 0.0)

    assert left.path == str(log)
    assert "its name holds" in left.why
    assert done.left == (left,)
    assert places_with(desk.home, WHO) == set()
    paths = [(f"{desk.home.inbox}/{done.new_id}.jsonl",), (str(plain),)]
    assert desk.rows("select path from sources order by source_id") == paths
    assert desk.rows("select source from quarantine") == paths[:1]
    before = warehouse(desk.home)
    rebuild(desk.home, LATER)
    after = warehouse(desk.home)
    for table in ("sources", "quarantine", "hands", "raw_segments"):
        assert after[table] == before[table]


def test_home_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(UnknownPlayerError):
        preview(Home(tmp_path / "none"), WHO, LATER, 0.0)

    assert not (tmp_path / "none" / "warehouse.duckdb").exists()


FORGET = f"""
from ingest.forget import end_unfinished, forget
from ingest.forgotten import UnknownPlayerError

try:
    end_unfinished(home, now, 0.0)
    forget(home, {WHO!r}, now, 0.0)
except UnknownPlayerError:
    pass  # done by an earlier run
"""


def finished(home):
    """What a home comes to after a forgetting, new ids aside."""
    end_unfinished(home, LATER, 0.0)
    with contextlib.suppress(UnknownPlayerError):  # where it was finished above
        forget(home, WHO, LATER, 0.0)
    assert places_with(home, *WORDS) == set()
    assert len(list(home.published.glob("*.duckdb"))) == 2
    assert read_status(home, check=True).checks[-1].holds  # raw_segments_are_whole
    with open_snapshot(home) as con:
        return [
            con.execute(text).fetchall()
            for text in (
                "select count(*), count(distinct player_id) from hand_seats",
                "select hand_id, rating_after from rating_changes order by all",
                'select name = player_id, "at" from player_records order by all',
                "select line_no, code from quarantine order by all",
            )
        ]


def kills(told, places, steps):
    expected = finished(put_back(told, places[1] / "forgotten").home)
    for step in steps:
        home = put_back(told, places[1] / "told").home
        if not is_killed(FORGET, home, step):
            return step
        with open_snapshot(home) as con:  # readers see a whole build all the time
            assert con.execute("select count(*) from hands").fetchall() == [(20,)]
        assert finished(home) == expected, step
    return None


@pytest.mark.parametrize("step", [4, 14, 24])
def test_forgetting_that_is_killed_is_finished_later(told, done, places, step):
    assert kills(told, places, [step]) is None


@pytest.mark.soak
def test_forgetting_killed_at_each_of_its_steps_is_finished_later(told, done, places):
    assert kills(told, places, range(1, 200))  # until one comes to its end


@pytest.mark.soak
def test_finishing_that_is_killed_again_and_again_ends(told, done, places):
    expected = finished(put_back(told, places[1] / "forgotten").home)
    home = put_back(told, places[1] / "told").home
    step = 3
    while is_killed(FORGET, home, step):
        step += 1

    assert finished(home) == expected
