"""The cases of clause 1, one by one, by arithmetic: E and S are worked out here."""

import math
from itertools import pairwise

import pytest

from rating.config import RatingConfig
from rating.config_file import with_values
from rating.replay import replay
from rating.tables import changes_table, ratings_table
from tests.golden.seasons import (
    MINUTE,
    away,
    computer,
    hand_arrays,
    left,
    make_hand,
    person,
)

A, B, C, D = (person(name) for name in "abcd")
FOUR = [A, B, C, D]
POLICIES = ("on_return", "always", "never")


def score(own, other):
    return 1 / (1 + 10 ** ((other - own) / 400))


def actual(margin, scale=900):
    return 1 / (1 + math.exp(-margin / scale))


def rated(hands, records=(), **values):
    """Rows of rating_changes by (hand, player), and those of player_ratings."""
    config = with_values(RatingConfig(), values)
    result = replay(hand_arrays(hands, list(records)), config)
    rows = {
        (row["hand_id"], row["player_id"]): row
        for row in changes_table(result).to_pylist()
    }
    return rows, {row["player_id"]: row for row in ratings_table(result).to_pylist()}


def hand(number, seats, points=(900, 0), **values):
    return make_hand(
        f"h{number}", seats, list(points), ended_at=number * MINUTE, **values
    )


def said(player_id, word, at):
    return {"player_id": player_id, "at": at * MINUTE, "self_rating": word}


@pytest.mark.parametrize("policy", POLICIES)
def test_away_hand_under_each_policy(policy):
    hands = [hand(1, [A, B, away("c"), D]), hand(2, FOUR, (0, 0))]

    rows, players = rated(hands, **{"seats.away_hands": policy})

    # The seat of c counts 1,300, in the mean of side 0.
    change = 24 * (actual(900) - score(1150, 1000))
    row = rows.get(("h1", "c"))
    if policy == "never":
        assert row is None
        assert players["c"]["rated_hands"] == 1
        return
    assert row["rating_change"] == pytest.approx(change, abs=1e-12)
    assert row["settled_by_hand_id"] == ("h2" if policy == "on_return" else None)
    assert row["seq"] == 4
    assert players["c"]["rated_hands"] == 2


def test_several_missed_hands_are_settled_in_their_order_each_with_its_own_k():
    missed = [hand(n, [A, B, away("c"), D], (100 * n, 0)) for n in (1, 2, 3)]
    steps = [{"from_hand": 0, "k": 40}, {"from_hand": 2, "k": 10}]

    rows, _ = rated([*missed, hand(4, FOUR)], **{"change.k": steps})

    settled = [rows[f"h{n}", "c"] for n in (1, 2, 3)]
    assert [row["k_factor"] for row in settled] == [40, 40, 10]
    assert [row["seq"] for row in settled] == [10, 11, 12]
    assert {row["settled_by_hand_id"] for row in settled} == {"h4"}
    for before, after in pairwise(settled):
        assert after["rating_before"] == before["rating_after"]
    assert rows["h4", "c"]["rating_before"] == settled[2]["rating_after"]


def test_two_partners_away_are_settled_each_on_their_own_return():
    hands = [
        hand(1, [away("a"), B, away("c"), D]),
        hand(2, [A, B, computer(), D]),
        hand(3, [computer(), B, C, D]),
    ]

    rows, _ = rated(hands)

    change = 24 * (actual(900) - score(1300, 1000))
    for player, by in (("a", "h2"), ("c", "h3")):
        assert rows["h1", player]["rating_change"] == pytest.approx(change, abs=1e-12)
        assert rows["h1", player]["settled_by_hand_id"] == by


def test_two_returns_in_one_hand_are_settled_by_the_seat_they_return_to():
    hands = [
        hand(1, [away("a"), B, away("c"), D]),
        hand(2, [C, B, A, D]),
    ]

    rows, _ = rated(hands)

    assert rows["h1", "c"]["seq"] == rows["h1", "a"]["seq"] - 1


def test_return_in_another_seat_of_another_game_keeps_the_side_of_the_away_hand():
    hands = [hand(1, [A, B, away("c"), D]), hand(2, [A, C, B, D], game_id="other")]

    rows, _ = rated(hands)

    row = rows["h1", "c"]
    assert (row["seat"], row["side"], row["game_id"]) == (2, 0, "g")
    assert row["rating_change"] > 0
    assert row["settled_by_hand_id"] == "h2"
    assert rows["h2", "c"]["side"] == 1


def test_hand_of_a_game_that_is_never_finished_is_settled_all_the_same():
    hands = [
        hand(1, [A, B, away("c"), D], game_id="left"),
        hand(2, [A, B, C, D], game_id="new", game_over=True),
    ]

    rows, players = rated(hands)

    assert rows["h1", "c"]["settled_by_hand_id"] == "h2"
    assert players["c"]["finished_games"] == 1


def test_another_ladder_or_a_hand_that_is_not_rated_settles_nothing():
    hands = [
        hand(1, [A, B, away("c"), D]),
        hand(2, FOUR, ruleset="classic-4"),
        hand(3, [computer(), computer(), C, computer()]),
    ]

    rows, players = rated(hands)

    assert ("h1", "c") not in rows
    assert ("h3", "c") not in rows
    assert players["c"]["n_pending_hands"] == 0  # c's row is that of classic/live


def test_away_hand_with_one_person_counts_for_the_absent_and_for_nobody_else():
    hands = [hand(1, [A, computer(), away("c"), computer()]), hand(2, FOUR)]

    rows, _ = rated(hands)

    assert ("h1", "a") not in rows
    row = rows["h1", "c"]
    assert row["side_rating"] == 1150
    assert row["other_side_rating"] == 1300


def test_settled_hand_finishes_no_game_and_that_of_a_leaver_finishes_none():
    hands = [
        hand(1, [A, left("b"), away("c"), D], game_over=True),
        hand(2, FOUR, game_id="next"),
    ]

    _, players = rated(hands)

    finished = {name: row["finished_games"] for name, row in players.items()}
    assert finished == {"a": 1, "b": 0, "c": 0, "d": 1}


def test_player_who_left_is_rated_as_if_they_had_stayed():
    rows, _ = rated([hand(1, [A, left("b"), C, D])])
    stayed, _ = rated([hand(1, FOUR)])

    for player in "abcd":
        row, wanted = rows["h1", player], stayed["h1", player]
        assert row["rating_after"] == wanted["rating_after"]


def test_two_people_on_one_side_against_two_computers_are_rated():
    rows, _ = rated([hand(1, [A, computer("beginner"), C, computer()])])

    change = 24 * (actual(900) - score(1000, 1300))
    assert rows["h1", "a"]["rating_change"] == pytest.approx(change, abs=1e-12)
    assert len(rows) == 2


def test_one_person_among_computers_is_not_rated_live_but_is_solo():
    seats = [A, computer("beginner"), computer("expert"), computer("intermediate")]

    live, _ = rated([hand(1, seats)])
    solo, _ = rated([hand(1, seats, mode="solo", device_id="phone")])

    assert live == {}
    change = 24 * (actual(900) - score((1000 + 1300) / 2, (850 + 1050) / 2))
    row = solo["h1", "a"]
    assert row["rating_change"] == pytest.approx(change, abs=1e-12)
    assert (row["ladder"], row["device_id"]) == ("coastal/solo", "phone")


def test_solo_is_kept_by_device_and_an_unknown_device_is_one_of_its_own():
    seats = [A, computer(), computer(), computer()]
    hands = [
        hand(n, seats, mode="solo", device_id=device)
        for n, device in enumerate(("phone", None, "tablet", "phone"), 1)
    ]

    rows, _ = rated(hands)

    counts = [rows[f"h{n}", "a"]["rated_hands"] for n in (1, 2, 3, 4)]
    assert counts == [1, 1, 1, 2]
    assert [rows[f"h{n}", "a"]["seq"] for n in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_three_sides_and_abandoned_hands_rate_nobody():
    six = [person(name) for name in "abcdef"]
    hands = [
        hand(1, six, (900, 0, 0), ruleset="classic-6x3"),
        hand(2, FOUR, ended_by="abandoned"),
    ]

    rows, players = rated(hands)

    assert (rows, players) == ({}, {})


def test_tie_counts_one_half():
    rows, _ = rated([hand(1, FOUR, (70, 70))], [said("a", "expert", 0)])

    assert rows["h1", "a"]["actual_score"] == 0.5
    change = 24 * (0.5 - score(1150, 1000))
    assert rows["h1", "a"]["rating_change"] == pytest.approx(change, abs=1e-12)


def test_equal_times_are_applied_by_game_number_and_id():
    hands = [
        make_hand(name, FOUR, [5, 0], game_id=game, hand_no=n, ended_at=MINUTE)
        for name, game, n in (
            ("z", "a", 1),
            ("b", "a", 2),
            ("a", "a", 2),
            ("0", "b", 1),
        )
    ]

    rows, _ = rated(hands)

    order = sorted(rows, key=lambda key: rows[key]["seq"])
    assert [hand_id for hand_id, player in order if player == "a"] == list("zab0")


@pytest.mark.parametrize(
    ("records", "start"),
    [
        ([], 1000),
        ([said("a", None, 0)], 1000),
        ([said("a", "expert", 1)], 1300),
        ([said("a", "expert", 2)], 1000),
        ([said("a", "learning", 0), said("a", "expert", 1)], 850),
        ([said("a", "expert", 0), said("a", "casual", 0)], 1000),
        ([said("a", None, 0), said("a", "experienced", 1)], 1150),
        ([said("a", "expert", 0), said("a", "learning", 5)], 1300),
    ],
    ids=(
        "no record",
        "nothing said",
        "said at the instant of the first hand",
        "said later than the first hand",
        "changed before the first hand",
        "lowest of several at an instant",
        "said after a record that says nothing",
        "changed later",
    ),
)
def test_start_is_the_first_self_rating_in_time(records, start):
    rows, _ = rated([hand(1, FOUR), hand(9, FOUR)], records)

    assert rows["h1", "a"]["rating_before"] == start


def test_first_counting_hand_dates_the_start_even_where_the_player_is_not_rated():
    hands = [hand(1, [A, computer(), computer(), computer()]), hand(3, FOUR)]

    rows, _ = rated(hands, [said("a", "expert", 2)])

    assert rows["h3", "a"]["rating_before"] == 1000


def test_options_never_change_the_ladder_but_the_family_does():
    hands = [
        hand(1, FOUR, ruleset="coastal-cla-strict"),
        hand(2, FOUR, ruleset="coastal"),
        hand(3, FOUR, ruleset="partnership"),
    ]

    rows, _ = rated(hands)

    ladders = [rows[f"h{n}", "a"]["ladder"] for n in (1, 2, 3)]
    assert ladders == ["coastal/live", "coastal/live", "partnership/live"]
