"""Corners of the rules in which an engine goes wrong easily, each with its clause."""

import pytest

from engine import moves as m
from engine.forced import draw_move, forced_move
from engine.phases import DRAW
from engine.refusals import IllegalMoveError
from tests.unit.engine_hands import Table


def test_three_on_the_stock_leaves_the_pile_to_be_chosen_0_3():
    table = Table(
        holding="K K 5 6", melds="3*9", pile="K", has_drawn=False, stock="3 4"
    )

    assert forced_move(table.state) is None
    assert table.state.can(table.take())


def test_draw_that_began_with_a_three_is_finished_from_the_stock_0_3():
    table = Table(
        holding="K K 5 6", melds="3*9", pile="K", has_drawn=False, stock="3 4"
    )
    state = table.state

    state.apply(draw_move(state))

    with pytest.raises(IllegalMoveError) as refused:
        state.apply(table.take())
    assert refused.value.clause == "2.1"
    state.apply(draw_move(state))
    assert state.phase != DRAW


def test_joker_button_comes_too_late_after_a_drawn_three_5_9():
    table = Table("tiles-10000", holding="10 10 5 6", melds="3*9", has_drawn=False)
    state = table.state
    state.jokers_left[0] = 1
    red = next(c for c in state.ruleset.deck.cards_of_rank(3) if c not in state.stock)
    state.stock.insert(0, red)
    joker = next(c for c in state.stock if state.rank[c] == 14)
    assert state.can(m.JokerButton(0, joker))

    state.apply(draw_move(state))

    assert not state.can(m.JokerButton(0, joker))
