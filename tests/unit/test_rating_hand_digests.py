"""Whatever changes of a hand changes its digest, and nothing else does."""

from itertools import chain, permutations

import numpy as np
import pyarrow as pa
import pytest

from rating.hand_digests import DigestedHands, add_digests, hand_digests
from rating.texts import text_digests

HAND = {
    "hand_ids": "h1",
    "game_ids": "g1",
    "device_ids": None,
    "hand_no": 1,
    "ended_at": 1_700_000_000_000_000,
    "margin": 500,
    "is_game_over": True,
    "ends_again": False,
    "seated": "ana,ben,,dora",
    "held_by": [1, 1, 4, 2],
}
CHANGES = (
    {"hand_ids": "h2"},
    {"hand_ids": "g1", "game_ids": "h1"},
    {"game_ids": "g2"},
    {"device_ids": "phone"},
    {"hand_no": 2},
    {"ended_at": HAND["ended_at"] + 1},
    {"margin": -500},
    {"margin": 501},
    {"is_game_over": False},
    {"ends_again": True},
    {"is_game_over": False, "ends_again": True},
    {"seated": "ana,ben,cy,dora"},
    {"seated": "ben,ana,,dora"},
    {"seated": "ana,ben,,Dora"},
    {"held_by": [1, 1, 5, 2]},
    {"held_by": [1, 2, 4, 1]},
    {"held_by": [1, 1, 4]},
    {"seated": "ana,ben", "held_by": [1, 1]},
    {"seated": "ana,ben,,dora,", "held_by": [1, 1, 4, 2, 4]},
    {"seated": "ana,ben,,dora,ed", "held_by": [1, 1, 4, 2, 0]},
)


def digests_of(hands):
    def texts(values):
        return text_digests(pa.array(values, pa.string()))

    def of(name):
        return [hand[name] for hand in hands]

    return hand_digests(
        DigestedHands(
            hand_ids=texts(of("hand_ids")),
            game_ids=texts(of("game_ids")),
            device_ids=texts(of("device_ids")),
            hand_no=np.array(of("hand_no"), dtype=np.int64),
            ended_at=np.array(of("ended_at"), dtype=np.int64),
            margin=np.array(of("margin"), dtype=np.int64),
            is_game_over=np.array(of("is_game_over"), dtype=np.bool_),
            ends_again=np.array(of("ends_again"), dtype=np.bool_),
            seated=texts(of("seated")),
            seat_ends=np.cumsum([len(h) for h in of("held_by")], dtype=np.int32),
            held_by=np.array([*chain(*of("held_by"))], dtype=np.uint8),
        )
    ).tolist()


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_every_change_of_a_hand_shows(change):
    before, after = digests_of([HAND, HAND | change])

    assert before != after


def test_no_two_hands_that_differ_in_a_few_things_are_taken_for_each_other():
    hands = [HAND | first | second for first, second in permutations(CHANGES, 2)]
    distinct = {str(hand) for hand in hands}

    assert len(set(digests_of(hands))) == len(distinct)


def test_digest_does_not_depend_on_the_hands_beside_it():
    hands = [HAND | change for change in CHANGES]

    together = digests_of(hands)

    assert together == [digests_of([hand])[0] for hand in hands]
    assert together[::-1] == digests_of(hands[::-1])


def test_digests_are_added_up_by_part_of_the_time_of_a_ladder():
    instants = np.array([[10, 20, 2**62], [15, 2**62, 2**62]])
    counts, totals = np.zeros((2, 3), np.int64), np.zeros((2, 3), np.uint64)
    ladder = np.array([0, 0, 0, 1, 1, -1, 0], dtype=np.int32)
    ended_at = np.array([25, 9, 10, 15, 14, 14, 19])
    digests = np.array([1, 2, 4, 8, 16, 32, 2**64 - 1], dtype=np.uint64)

    add_digests(digests, ladder, ended_at, instants, counts, totals)

    assert counts.tolist() == [[1, 2, 1], [1, 1, 0]]
    assert totals.tolist() == [[2, 3, 1], [16, 8, 0]]  # 4 + (2**64 - 1), cut off
