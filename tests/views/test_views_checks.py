"""Each check stays silent on sound hands and finds the fault it is for."""

import pytest

from ingest.checks import run_checks
from tests.views.warehouse_rows import add_hand, insert


def source(con, **columns):
    row = {
        "source_id": 1,
        "path": "/logs/a.jsonl",
        "kind": "log",
        "format": "plain",
        "state": "complete",
        "bytes": 0,
        "sha256": "",
        "next_offset": 0,
        "next_sha256": "",
        "next_line": 0,
        "first_read_at": "2026-12-01 00:00+00",
        "last_read_at": "2026-12-01 00:00+00",
        "seconds": 0.0,
    }
    outcomes = ("blank", "loaded", "replaced", "duplicate", "conflict")
    row |= dict.fromkeys((*outcomes, "quarantined", "truncated", "players", "lines"), 0)
    insert(con, "sources", row | columns)


def sound(con):
    source(con)
    add_hand(con, "h1")
    add_hand(con, "h2", hand_no=2, sides=((100, 500), (900, 200)))
    add_hand(con, "h3", hand_no=3, sides=((0, 600), (0, 1100)), ended_by="abandoned")
    add_hand(con, "h4", hand_no=4, sides=((50, 600), (0, 1100)))
    add_hand(con, "other", "g2")


def failing(con):
    return {check.name: check for check in run_checks(con) if not check.holds}


def test_sound_hands_fail_no_check(con):
    sound(con)

    assert failing(con) == {}


@pytest.mark.parametrize(("n_faults", "n_shown"), [(19, 19), (20, 20), (70, 20)])
def test_all_faults_are_counted_and_twenty_are_shown(con, n_faults, n_shown):
    source(con)
    for number in range(n_faults):
        add_hand(con, f"h{number}", f"g{number}")
    con.execute("update plain_hand_sides set margin = 7 where side = 0")

    check = failing(con)["margins_mirror"]

    assert (check.n_rows, len(check.rows)) == (n_faults, n_shown)


FAULTS = {
    "game_points_continue": "update plain_hand_sides set points_before = 7 "
    "where hand_id = 'h2'",
    "hand_no_once_a_game": "update hands set hand_no = 1, dealer_seat = 0 "
    "where hand_id = 'h2'",
    "players_keep_their_side": "update plain_hand_seats set side = 1 - side "
    "where hand_id = 'h2'",
    "clock_goes_forward": "update hands set started_at = '2026-10-01 00:00+00' "
    "where hand_id = 'h2'",
    "dealer_rotates": "update hands set dealer_seat = 3 where hand_id = 'h2'",
    "hands_are_over": "update hands set ended_at = '2027-01-01 00:00+00' "
    "where hand_id = 'h4'",
    "play_has_one_id": "update hand_contents set play_hash = 'x'::blob "
    "where hand_id in ('h1', 'other')",
    "game_has_one_ruleset": "update hands set options = '{\"rule_of_five\": false}' "
    "where hand_id = 'h2'",
    "game_ends_once": "update hands set is_game_over = true where hand_id = 'h1'",
    "hand_id_once": "insert into hands select * from hands where hand_id = 'other'",
    "hand_sides_once": "insert into plain_hand_seats from plain_hand_seats limit 1",
    "hands_are_whole": "delete from plain_hand_sides where hand_id = 'h1'",
    "lines_add_up": "update plain_hand_sides set points_after = 7 "
    "where hand_id = 'other'",
    "margins_mirror": "update plain_hand_sides set margin = 7 where hand_id = 'other'",
    "outcomes_add_up": "update sources set lines = 7",
}


@pytest.mark.parametrize(("check", "fault"), FAULTS.items(), ids=FAULTS)
def test_check_finds_its_fault(con, check, fault):
    sound(con)

    con.execute(fault)

    found = failing(con)
    assert check in found
    assert found[check].rows
    assert found[check].finds


def test_every_check_has_a_fault_here(con):
    names = {check.name for check in run_checks(con)}

    # the rating's own checks are tested beside the rating
    assert {name for name in names if not name.startswith("rating")} == set(FAULTS)


def test_missing_hand_is_no_fault(con):
    source(con)
    add_hand(con, "h1")
    add_hand(con, "h3", hand_no=3, sides=((0, 700), (0, 1100)))

    assert failing(con) == {}
