"""Sides and seats that are stored in the row of their hand, and shown one by one."""

import re

from ingest.publish import publish
from ingest.snapshot import open_snapshot
from ingest.warehouse import open_warehouse
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand, result

HOLDERS = (
    "select seat, side, player_id, partner_id, controller, computer_skill, is_away, "
    "left_in_hand, went_out from hand_seats where hand_id = $id order by seat"
)
STORED = (
    "select (select count(sides) from hands), (select count(*) from plain_hand_sides), "
    "(select count(*) from plain_hand_seats)"
)


def test_every_way_to_hold_a_seat_is_told_from_the_others(desk):
    seats = [
        {"seat": 0, "player_id": "ana", "controller": "player"},
        {"seat": 1, "player_id": None, "controller": "computer", "skill": "expert"},
        {"seat": 2, "player_id": "cy", "controller": "computer", "left_in_hand": True},
        {"seat": 3, "player_id": "di", "controller": "computer"},
    ]
    ended = result((500, 0), (200, 0), ended_by="went_out", went_out_seat=2)
    desk.read(as_bytes(hand(seats=seats, result=ended)))

    assert desk.rows(HOLDERS, {"id": "h1"}) == [
        (0, 0, "ana", "cy", "player", None, False, False, False),
        (1, 1, None, "di", "computer", "expert", False, False, False),
        (2, 0, "cy", "ana", "computer", None, False, True, True),
        (3, 1, "di", None, "computer", None, True, False, False),
    ]


def test_skills_of_computers_are_told_apart(desk):
    skills = ["beginner", "intermediate", "expert"]
    seats = [{"seat": 0, "player_id": "ana", "controller": "player"}] + [
        {"seat": seat, "controller": "computer", "skill": skill}
        for seat, skill in enumerate(skills, 1)
    ]
    desk.read(as_bytes(hand(seats=seats)))

    shown = [row[5] for row in desk.rows(HOLDERS, {"id": "h1"})]
    assert shown == [None, *skills]


def test_margin_is_stored_of_hands_of_two_sides_alone(desk):
    two = result((500, 0), (200, 0))
    three = result((500, 0), (200, 0), (100, 0))
    seats = [
        {"seat": seat, "player_id": f"p{seat}", "controller": "player"}
        for seat in range(6)
    ]
    desk.read(as_bytes(hand("h1", result=two)))
    other = hand("h2", game_id="g2", ruleset="classic-6x3", seats=seats, result=three)
    desk.read(as_bytes(other))

    assert desk.rows("select hand_id, margin from hands order by hand_id") == [
        ("h1", 300),
        ("h2", None),
    ]


def test_home_made_before_keeps_its_sides_and_seats_and_goes_on(desk):
    desk.read(as_bytes(hand("old")))
    before = {
        table: desk.rows(f"from {table} order by all")
        for table in ("hand_sides", "hand_seats")
    }
    with open_warehouse(desk.home) as con:
        for table in before:
            con.execute(f"create table made as from {table}")
            con.execute(f"drop view {table}")
            con.execute(f"drop table plain_{table}")
            con.execute(f"alter table made rename to {table}")
        for column in ("sides", "players", "held_by", "margin", "seated"):
            con.execute(f"alter table hands drop column {column}")
        con.execute("alter table hands drop column replayed_sides")
        con.execute("alter table hands drop column replayed_seats")
        con.execute("comment on table definitions is 'of an earlier release'")

    desk.read(as_bytes(hand("new", hand_no=2)))

    for table, rows in before.items():
        found = desk.rows(f"from {table} where hand_id = 'old' order by all")
        assert found == rows
        assert desk.rows(f"select count(*) from {table}") == [(2 * len(rows),)]
    assert desk.rows(STORED) == [(1, 2, 4)]
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, NOW)
    for schema in ("main", "pub"):
        with open_snapshot(desk.home, analyst=schema == "pub") as con:
            counts = con.sql(
                f"select count(*), count(distinct hand_id) from {schema}.hand_seats "
                f"semi join {schema}.hand_sides using (hand_id)"
            ).fetchall()
        assert counts == [(8, 2)]


def test_filter_on_the_hand_reaches_the_stored_rows(desk):
    desk.read(as_bytes(hand("a"), hand("b", hand_no=2)))

    for table in ("hand_sides", "hand_seats"):
        query = f"explain (format json) select * from {table} where hand_id = 'b'"
        [(_, plan)] = desk.rows(query)
        scans = re.findall(
            r'"Table": "[^"]*hand[^"]*".*?"Filters": "([^"]*)"', plan, re.DOTALL
        )
        assert scans
        assert all("hand_id = 'b'" in scan for scan in scans)
        assert '"FILTER"' not in plan


def test_snapshots_hold_no_player_in_a_row_of_hands(desk):
    desk.read(as_bytes(hand()))
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, NOW)

    for schema in ("main", "pub"):
        with open_snapshot(desk.home, analyst=schema == "pub") as con:
            columns = {row[0] for row in con.sql(f"describe {schema}.hands").fetchall()}
        assert not columns & {"sides", "players", "held_by"}
        assert not columns & {"replayed_sides", "replayed_seats"}
