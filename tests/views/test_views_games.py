"""games, game_awards and players by a few rows each."""

import pytest

from tests.views.warehouse_rows import add_hand, insert


def games(con, columns):
    return con.execute(f"select {columns} from games order by game_id").fetchall()


def test_unfinished_game_has_points_and_no_winner(con):
    add_hand(con, "h1")
    add_hand(con, "h2", hand_no=2, sides=((100, 500), (900, 200)))

    found = games(con, "n_hands, is_finished, winning_side, columns('points_side_')")

    assert found == [(2, False, None, 600, 1100, None)]


def test_side_with_the_most_points_wins_a_finished_game(con):
    add_hand(con, "h1", is_game_over=True, sides=((600, 8000), (700, 8000)))

    assert games(con, "is_finished, winning_side") == [(True, 1)]


def test_dream_hand_wins_whatever_the_points(con):
    add_hand(
        con,
        "h1",
        is_game_over=True,
        ended_by="special_hand",
        sides=((8500, -2000), (100, 8000)),
        special_hands=["dream_plus_4", None],
    )

    assert games(con, "is_finished, winning_side") == [(True, 0)]


def test_finished_tie_has_no_winner(con):
    add_hand(con, "h1", is_game_over=True, sides=((500, 0), (500, 0)))

    assert games(con, "is_finished, winning_side") == [(True, None)]


def test_abandoned_hand_counts_for_no_total_and_finishes_nothing(con):
    add_hand(con, "h1")
    add_hand(
        con,
        "h2",
        hand_no=2,
        ended_by="abandoned",
        is_game_over=True,
        sides=((9000, 500), (0, 200)),
    )

    found = games(con, "n_hands, is_finished, points_side_0, ended_at::varchar")

    assert found == [(1, False, 500, "2026-11-02 10:09:00+00")]


def test_order_of_arrival_does_not_matter_to_a_game(con):
    add_hand(con, "h2", hand_no=2, sides=((100, 500), (900, 200)))
    add_hand(con, "h1")

    assert games(con, "points_side_0, started_at::varchar") == [
        (600, "2026-11-01 10:00:00+00")
    ]


def tiles(con, **columns):
    add_hand(con, "t1", "t", 1, ruleset="tiles-3")
    add_hand(con, "t2", "t", 2, ruleset="tiles-3", sides=((0, 500), (100, 200)))
    add_hand(
        con,
        "t3",
        "t",
        3,
        is_game_over=True,
        sides=((0, 500), (900, 300)),
        players=("ana", "bo", "cy", None),
        **{"ruleset": "tiles-3"} | columns,
    )


def test_winners_of_tiles_get_a_thousand_a_round(con):
    tiles(con)

    assert con.execute("from game_awards order by seat").fetchall() == [
        ("t", 0, "ana", -3000),
        ("t", 1, "bo", 3000),
        ("t", 2, "cy", -3000),
        ("t", 3, None, 3000),
    ]


def test_arena_pays_its_stake_once(con):
    add_hand(
        con,
        "a1",
        "a",
        4,
        ruleset="tiles-arena",
        options='{"stake": 250}',
        is_game_over=True,
    )

    awards = con.execute("select award from game_awards order by seat").fetchall()

    assert awards == [(250,), (-250,), (250,), (-250,)]


@pytest.mark.parametrize(
    ("ruleset", "options", "n_rounds", "award"),
    [
        ("tiles-10000", "{}", 5, 5000),  # rules.md 5.9: five rounds
        ("tiles-3", "{}", 4, 4000),  # three rounds, a tie and one more
        ("tiles-1", "{}", 2, 2000),
        ("tiles-arena", '{"stake": 2500}', 4, 2500),  # more rounds do not multiply it
    ],
)
def test_awards_by_the_rounds_played(con, ruleset, options, n_rounds, award):
    for hand_no in range(1, n_rounds + 1):
        add_hand(
            con,
            f"t{hand_no}",
            "t",
            hand_no,
            ruleset=ruleset,
            options=options,
            is_game_over=hand_no == n_rounds,
        )

    awards = con.execute("select award from game_awards order by seat").fetchall()

    assert awards == [(award,), (-award,), (award,), (-award,)]


def test_a_tie_that_stands_moves_no_points(con):
    add_hand(
        con,
        "t1",
        "t",
        1,
        ruleset="tiles-1",
        options='{"tie_allowed": true}',
        is_game_over=True,
        sides=((500, 0), (500, 0)),
    )

    awards = con.execute("select award from game_awards order by seat").fetchall()

    assert awards == [(0,)] * 4


def test_other_games_and_unfinished_ones_have_no_awards(con):
    add_hand(con, "h1", is_game_over=True)
    add_hand(con, "t1", "t", 1, ruleset="tiles-3")

    assert con.execute("from game_awards").fetchall() == []


def say(con, player_id, at, name, *, self_rating=None, show_skill=True):
    row = {"player_id": player_id, "at": at, "name": name, "self_rating": self_rating}
    row |= {"show_skill": show_skill, "source_id": 1, "line_no": 1}
    insert(con, "player_records", row)


def players(con):
    return con.execute(
        "select player_id, name, self_rating, show_skill from players order by 1"
    ).fetchall()


def test_latest_record_counts_for_name_and_privacy(con):
    say(con, "ana", "2026-02-01 00:00+00", "Ann", self_rating="expert")
    say(con, "ana", "2026-01-01 00:00+00", "Old", show_skill=False)

    assert players(con) == [("ana", "Ann", "expert", True)]


def test_of_several_records_at_the_same_instant_privacy_comes_first(con):
    say(con, "ana", "2026-02-01 00:00+00", "B")
    say(con, "ana", "2026-02-01 00:00+00", "Z", show_skill=False)
    say(con, "ana", "2026-02-01 00:00+00", "a", show_skill=False)

    assert players(con) == [("ana", "Z", None, False)]  # "Z" < "a" byte by byte


def test_rename_without_a_self_rating_keeps_the_one_said_before(con):
    say(con, "ana", "2026-01-01 00:00+00", "Ana", self_rating="casual")
    say(con, "ana", "2026-02-01 00:00+00", "Anna")

    assert players(con) == [("ana", "Anna", "casual", True)]


def test_player_without_a_record_exists_under_the_id(con):
    add_hand(con, "h1", players=("ana", None, None, None))

    assert players(con) == [("ana", "ana", None, True)]
    assert con.execute(
        "select first_seen_at::varchar, last_seen_at::varchar from players"
    ).fetchall() == [("2026-11-01 10:00:00+00", "2026-11-01 10:09:00+00")]
