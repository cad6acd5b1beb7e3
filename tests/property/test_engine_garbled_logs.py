"""A garbled log is refused with a sentence, never with a fault of ours."""

from copy import copy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import CoastalError
from engine.position import score_position
from engine.refusals import IllegalMoveError
from tests.golden.engine_positions import position
from tests.unit.test_engine_replay import Log

KINDS = [
    "expose",
    "draw",
    "take_pile",
    "meld",
    "discard",
    "talon",
    "ask",
    "answer",
    "special_hand",
    "cancel_opening",
    "time_out",
    "leave",
    "return",
    "joker_button",
    "shuffle",
]


def garbled(move, log, rng):
    """The record with one field that was written at random."""
    move = copy(move)
    names = rng.sample(log.pack, rng.randrange(4))
    field, value = rng.choice(
        [
            ("seat", rng.randrange(-2, 9)),
            ("do", rng.choice(KINDS)),
            ("cards", rng.choice([None, [], names, ["ZZ9"], names * 2])),
            ("rank", rng.choice([None, "wild", "3", "A", "2", "JK", "99"])),
            ("replacement", rng.choice([None, "ZZ9", *names])),
            ("id", rng.choice([None, "garbage", "straight"])),
            ("yes", rng.choice([None, True, False])),
        ]
    )
    setattr(move, field, value)
    return move


@pytest.mark.parametrize(
    "preset", ["coastal", "classic-4", "partnership", "tiles-10000"]
)
def test_any_garbled_move_is_refused_politely(preset):
    log = Log(preset)
    rng = Random(9)
    true_moves = log.moves
    refusals = []

    for _ in range(150):
        log.moves = list(true_moves)
        index = rng.randrange(len(true_moves))
        log.moves[index] = garbled(true_moves[index], log, rng)
        try:
            log.replay()
        except CoastalError as error:
            refusals.append((index, error))

    assert len(refusals) > 50
    for index, error in refusals:
        assert str(error)
        if isinstance(error, IllegalMoveError):
            assert error.move_index >= index
            assert error.clause


POSITIONS = [
    ("coastal", {"melds": "7*4 · 3*7 · 4*9 2*2", "hands": "A A A 8 · 7 7 7"}),
    ("classic-4", {"melds": "4*Q 3*Jo · 3*8", "hands": "2 2 K", "red": 4}),
    ("tiles", {"melds": "4*12 3*2 · 3*6", "hands": "10 3 · 1 3", "red": 1}),
]


@pytest.mark.parametrize(("ruleset", "example"), POSITIONS)
@settings(max_examples=15, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_points_do_not_depend_on_the_order_of_cards(ruleset, example, random):
    table = position(ruleset, **example)
    expected = [side["points"] for side in score_position(table)["sides"]]

    for side in table["sides"]:
        for cards in [*side["melds"], *side["holdings"], side["melds"]]:
            random.shuffle(cards)

    assert [side["points"] for side in score_position(table)["sides"]] == expected
