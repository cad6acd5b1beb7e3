"""`coastal players export`: everything about one person, and nothing of others."""

import csv
import json

import pytest

from coastal import app
from engine.rulesets import get_ruleset
from ingest.forgotten import UnknownPlayerError
from ingest.person_export import TABLES, export_person
from ingest.publish import publish
from ingest.warehouse import open_warehouse
from rating.refresh import refresh
from tests.unit.conftest import NOW
from tests.unit.hand_records import Desk, as_bytes, hand, player


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A home of two people's evening, and of others'."""
    desk = Desk(tmp_path_factory.mktemp("desk"), clock=lambda: NOW)
    desk.read(
        as_bytes(
            player("ana", name="=HYPERLINK(0)"),
            player("bo", name="Secret Bo"),
            hand("h1"),
            hand("h2", hand_no=2, dealer_seat=0),
            hand("h9", game_id="g9", seats=others()),
            partial("p1", seats=hand()["seats"]),
            partial("p2", seats=others()),
            json.dumps(player("ana", name="", at="2026-10-03T09:00:00Z")),
            json.dumps(player("bo", name="", at="2026-10-03T09:00:00Z")),
        )
    )
    with open_warehouse(desk.home) as con:
        refresh(con, desk.home, NOW)
        publish(desk.home, con, NOW)
    return desk


@pytest.fixture(scope="module")
def written(desk):
    return export_person(desk.home, "ana", desk.folder / "ana")


def partial(hand_id, **changes):
    return hand(hand_id, game_id=f"of-{hand_id}", result=None, **changes)


def others():
    names = ("bo", "cy", "di", "ed")
    return [
        {"seat": seat, "player_id": name, "controller": "player"}
        for seat, name in enumerate(names)
    ]


def test_every_table_has_the_persons_rows_and_no_others(written):
    assert {name: n for name, n in written.n_rows.items() if n} == {
        "players": 1,
        "player_records": 1,
        "hands": 2,
        "games": 1,
        "hand_seats": 2,
        "hand_sides": 2,
        "rating_changes": 2,
        "player_ratings": 1,
        "partial_hands": 1,
        "quarantine": 1,
    }
    everything = (written.folder / "person.json").read_text()
    assert "Secret Bo" not in everything
    assert "h9" not in everything


def test_partial_hands_are_written_as_they_came(written):
    lines = (written.folder / "partial_hands.jsonl").read_bytes()

    assert lines == as_bytes(partial("p1"))


def test_of_a_partial_hand_that_grew_the_longer_line_is_written(tmp_path):
    desk = Desk(tmp_path, clock=lambda: NOW)
    moved = [{"seat": 0, "do": "leave"}, {"seat": 0, "do": "return"}]
    short, long = (
        partial("p1", pack=list(get_ruleset("coastal").deck.ids), moves=moved[:n])
        for n in (1, 2)
    )
    desk.read(as_bytes(short), as_bytes(long, short))
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, NOW)

    done = export_person(desk.home, "ana", tmp_path / "ana")

    assert done.n_rows["partial_hands"] == 1
    assert (done.folder / "partial_hands.jsonl").read_bytes() == as_bytes(long)


def test_person_is_exported_from_a_home_without_refused_lines(tmp_path):
    desk = Desk(tmp_path, clock=lambda: NOW)
    desk.read(as_bytes(hand("h1")))
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, NOW)

    assert export_person(desk.home, "ana", tmp_path / "ana").n_rows["quarantine"] == 0


def test_json_and_csv_say_the_same(written):
    tables = json.loads((written.folder / "person.json").read_text())["tables"]

    for name in TABLES:
        with (written.folder / f"{name}.csv").open(newline="") as file:
            assert len(list(csv.DictReader(file))) == len(tables[name])
    assert [row["hand_id"] for row in tables["hands"]] == ["h1", "h2"]


def test_names_that_are_formulas_are_harmless_in_csv_and_as_written_in_json(written):
    text = (written.folder / "players.csv").read_text()
    tables = json.loads((written.folder / "person.json").read_text())["tables"]

    assert "'=HYPERLINK(0)" in text
    assert tables["players"][0]["name"] == "=HYPERLINK(0)"


def test_dictionary_says_what_every_column_means(written):
    with (written.folder / "data_dictionary.csv").open(newline="") as file:
        known = {
            (row["table_name"], row["column_name"]): row["comment"]
            for row in csv.DictReader(file)
        }

    for name in TABLES:
        with (written.folder / f"{name}.csv").open(newline="") as file:
            for column in next(csv.reader(file)):
                assert known[name, column]


def test_unknown_player_is_a_sentence_and_writes_nothing(written, desk, tmp_path):
    with pytest.raises(UnknownPlayerError, match="nothing about a player Ana"):
        export_person(desk.home, "Ana", tmp_path / "none")

    assert not (tmp_path / "none").exists()


def test_verbs_export_then_show_then_forget(written, desk, tmp_path, capsys):
    home = ["--home", str(desk.home.path)]

    def run(*arguments):
        status = app([*home, "players", *arguments, "--json"], standalone_mode=False)
        return status, json.loads(capsys.readouterr().out)

    assert run("export", "ana", "--to", str(tmp_path / "out"))[1]["hands"] == 2
    assert run("forget", "ana")[1]["new_id"] is None
    status, done = run("forget", "ana", "--yes")
    assert not status
    assert done["hands"] == 2
    assert run("export", done["new_id"], "--to", str(tmp_path / "out"))[1]["hands"] == 2
