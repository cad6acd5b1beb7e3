"""Hands of the same players follow one another, and nobody's hands change places."""

import numpy as np
import pytest

from rating.hand_order import gather_players
from rating.seating import COMPUTER_LIVE_ROW, FIRST_PLAYER_ROW, seat_hands
from tests.golden.seasons import hand_arrays, random_season


def order_of(hands, ends=None):
    rows = np.array(
        [[COMPUTER_LIVE_ROW if p is None else FIRST_PLAYER_ROW + p for p in hand]
         for hand in hands],
        dtype=np.uint32,
    )  # fmt: skip
    ends = np.array(ends or [len(hands)])
    return gather_players(rows, 20, ends).tolist()


def test_two_tables_in_turn_are_played_one_after_the_other():
    one, other = (0, 1, 2, 3), (4, 5, 6, 7)

    assert order_of([one, other, one, other, one]) == [0, 2, 4, 1, 3]


def test_computers_bind_no_tables_together():
    one, other = (0, None, 1, None), (2, None, 3, None)

    assert order_of([one, other, one, other]) == [0, 2, 1, 3]


def test_player_who_changes_tables_is_waited_for():
    one, other, mixed = (0, 1, 2, 3), (4, 5, 6, 7), (0, 4, 2, 6)

    assert order_of([one, other, mixed, one, mixed]) == [0, 1, 2, 3, 4]


def test_nothing_moves_across_an_end():
    one, other = (0, 1, 2, 3), (4, 5, 6, 7)

    assert order_of([one, other, one, other, one], [3, 5]) == [0, 2, 1, 3, 4]


@pytest.mark.parametrize("seed", range(5))
def test_every_hand_stands_once_and_every_player_keeps_the_order_of_time(seed):
    seating = seat_hands(hand_arrays(*random_season(seed, n_hands=400)))
    ends = np.array([0, 100, 101, len(seating.rows)])

    order = gather_players(seating.rows, len(seating.keys), ends)

    assert sorted(order) == list(range(len(seating.rows)))
    for row in range(FIRST_PLAYER_ROW, FIRST_PLAYER_ROW + len(seating.keys)):
        own = [hand for hand in order if row in seating.rows[hand]]
        assert own == sorted(own)
