"""The queries behind the page of one hand, by a few rows each."""

import pytest

from dashboards.data.snapshot import query
from tests.views.warehouse_rows import add_hand

BREAKDOWN = ("canasta_bonus", "melded", "threes", "going_out", "held", "penalties")


def ask(con, name, **values):
    return con.execute(query(name), values).fetchall()


def break_down(con, hand_id, side, *points):
    columns = ", ".join(f"{name} = ?" for name in BREAKDOWN)
    con.execute(
        f"update plain_hand_sides set {columns} where hand_id = ? and side = ?",
        [*points, hand_id, side],
    )


def test_hand_is_found_by_who_sat_in_it(con):
    add_hand(con, "h1", n_moves=12, status="verified")

    (row,) = ask(con, "hand_facts", hand_id="h1", player_id="cy")

    assert row[0] == "h1"
    assert row[-4:] == (12, True, 2, 0)  # moves, verified, seat, side


@pytest.mark.parametrize("who", [("h1", "zoe"), ("h2", "ana"), ("", "")])
def test_hand_of_others_and_a_hand_that_is_not_there_look_alike(con, who):
    add_hand(con, "h1")

    assert ask(con, "hand_facts", hand_id=who[0], player_id=who[1]) == []


def test_seats_have_names_of_records_and_computers(con):
    con.execute(
        'insert into player_records (player_id, "at", name, show_skill, source_id, '
        "line_no) values ('ana', '2026-10-01', 'Ana', false, 1, 1)"
    )
    add_hand(con, "h1", players=("ana", "bo", None, "di"))

    found = ask(con, "hand_seats", hand_id="h1")

    assert [(row[0], row[1], row[2]) for row in found] == [
        (0, 0, "Ana"),
        (1, 1, "bo"),
        (2, 0, "computer"),
        (3, 1, "di"),
    ]


def test_lines_that_are_not_zero_make_the_points_of_each_side(con):
    add_hand(con, "h1", sides=((765, 0), (-160, 0)))
    break_down(con, "h1", 0, 500, 165, 0, 100, 0, 0)
    break_down(con, "h1", 1, 0, -60, 0, 0, -100, 0)

    assert ask(con, "hand_lines", hand_id="h1") == [
        (0, "canasta_bonus", 500),
        (0, "melded", 165),
        (0, "going_out", 100),
        (1, "melded", -60),
        (1, "held", -100),
    ]


def test_score_sheet_leaves_what_it_does_not_split(con):
    add_hand(con, "h1", sides=((765, 0), (200, 0)))
    break_down(con, "h1", 0, 500, None, 0, 100, None, -100)  # 500 + 100 - 100 = 500

    assert ask(con, "hand_lines", hand_id="h1") == [
        (0, "canasta_bonus", 500),
        (0, "going_out", 100),
        (0, "not_split", 265),
        (0, "penalties", -100),
        (1, "not_split", 200),
    ]


def test_points_of_a_special_hand_are_its_own_line(con):
    add_hand(con, "h1", sides=((4000, 0), (0, 0)), special_hands=["dream_plus_4", None])
    break_down(con, "h1", 0, 0, 0, 0, 0, 0, 0)

    assert ask(con, "hand_lines", hand_id="h1") == [(0, "special_hand", 4000)]


def test_neighbours_are_hands_of_the_player_by_game_and_by_time(con):
    """ana sits out h2; g2 is played between h3 and h4 of g1."""
    add_hand(con, "h1", hand_no=1)
    add_hand(con, "h2", hand_no=2, players=("eve", "bo", "cy", "di"))
    add_hand(con, "h3", hand_no=3)
    between = {
        "started_at": "2026-11-03 12:00:00+00",
        "ended_at": "2026-11-03 13:00+00",
    }
    add_hand(con, "x1", "g2", 1, **between)
    add_hand(con, "h4", hand_no=4)

    def near(hand_id, player_id="ana"):
        return ask(con, "hand_neighbours", hand_id=hand_id, player_id=player_id)

    assert near("h1") == [(None, "h3", None, "h3")]
    assert near("h3") == [("h1", "h4", "h1", "x1")]
    assert near("x1") == [(None, None, "h3", "h4")]
    assert near("h3", "bo") == [("h2", "h4", "h2", "x1")]
    assert near("h2") == []


def test_points_of_three_sides_come_by_side(con):
    add_hand(
        con,
        "h1",
        ruleset="classic-6x3",
        sides=((500, 0), (200, 100), (700, 50)),
        players=("a", "b", "c", "d", "e", "f"),
    )

    found = ask(con, "hand_points", hand_id="h1")

    # margin: own points less the best other side's
    assert [row[:5] for row in found] == [
        (0, 500, 0, 500, -200),
        (1, 200, 100, 300, -500),
        (2, 700, 50, 750, 200),
    ]
