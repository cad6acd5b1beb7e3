"""Corners of play that need a hand laid out just so."""

import pytest

from engine import moves as m
from engine.conservation import check_conservation
from engine.errors import ConservationError
from engine.forced import forced_move
from engine.phases import DRAW, TALON
from engine.position import score_position
from engine.refusals import IllegalMoveError
from tests.golden.engine_positions import position
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


def test_the_clock_gives_a_pile_back_whose_top_card_was_not_melded():
    table = Table(holding="Q Q 5 6", melds="3*Q", pile="9 8 Q", has_drawn=False)
    state = table.state
    pile = list(state.pile)

    state.apply(table.take())
    state.apply(m.TimeOut(0))

    assert state.phase == DRAW
    assert state.pile == pile
    assert state.n_held[0] == 4
    assert state.n_side_pile_takes == [0, 0]
    check_conservation(state)
    assert clause_of(table, table.take()) == "0.3"
    state.apply(table.draw())


def opened_with_talon(stock):
    table = Table(holding="A A A A K K K Q Q Q 4 5", stock=stock)
    table.lay("A", "A A A A")
    table.lay("K", "K K K")
    table.lay("Q", "Q Q Q")
    table.state.apply(table.discard("4"))
    return table


def test_bonus_cards_come_after_the_discard():
    table = opened_with_talon("9 9 8 8")
    state = table.state
    due = state.stock[:4]

    assert state.phase == TALON
    assert clause_of(table, m.Talon(0, due[:3])) == "2.6"
    assert clause_of(table, m.Talon(0, list(reversed(due)))) == "2.1"
    state.apply(m.Talon(0, due))

    assert state.n_held[0] == 5
    assert state.seat == 1


def test_threes_among_the_bonus_cards_are_exposed_first():
    table = opened_with_talon("9 3 8 8 6")
    state = table.state
    three = state.stock[1]

    assert clause_of(table, m.Talon(0, state.stock[:4])) == "2.7"
    state.apply(forced_move(state))
    assert state.black_threes[0] == 1
    assert three not in state.stock[state.stock_at :]
    state.apply(forced_move(state))

    assert state.n_held[0] == 5


def test_bonus_cards_that_are_not_due():
    table = Table(holding="K 5 6", melds="3*Q", stock="9 9")

    assert clause_of(table, m.Talon(0, table.state.stock[:2])) == "2.6"


def test_a_lost_card_is_noticed():
    table = Table(holding="K 5 6")
    table.state.n_held[0] += 1

    with pytest.raises(ConservationError):
        check_conservation(table.state)


def test_complete_wilds_leave_the_openings_other_melds_free():
    table = Table(holding="K K 2 5*2 2*Jo 4 5")

    table.lay("K", "K K 2")

    assert table.state.can(table.meld("wild", "2 2 2 2 2 Jo Jo"))


@pytest.mark.parametrize(("is_exempt", "penalty"), [(False, -2500), (True, 0)])
def test_unfinished_aces_that_the_others_have_killed(is_exempt, penalty):
    table = position(
        "coastal",
        melds="3*A",
        options={"dead_unfinished_exempt": is_exempt},
    )
    table["sides"][1] = {
        **table["sides"][1],
        "melds": [["AS", "AS", "AH", "AD", "AC", "2C", "2D"]],
    }
    table["sides"][0]["melds"] = [["AC", "AD", "AH"]]

    assert score_position(table)["sides"][0]["penalties"] == penalty


def test_the_joker_button_comes_at_the_draw():
    table = Table("tiles", holding="5 6")
    table.state.jokers_left[0] = 1
    joker = table.state.ruleset.deck.ids["JK1"]

    assert clause_of(table, m.JokerButton(0, joker)) == "0.3"


def test_the_joker_button_takes_the_first_joker():
    table = Table("tiles", holding="5 6", has_drawn=False)
    state = table.state
    state.jokers_left[0] = 1
    jokers = [card for card in state.stock if state.rank[card] == 14]

    assert clause_of(table, m.JokerButton(0, jokers[1])) == "5.1"


def test_the_joker_button_needs_a_joker_in_the_stock():
    table = Table("tiles", holding="Jo Jo 5", has_drawn=False)
    table.state.jokers_left[0] = 1
    joker = table.state.ruleset.deck.ids["JK1"]

    assert clause_of(table, m.JokerButton(0, joker)) == "5.9"


def test_dealt_threes_may_wait_for_the_own_turn():
    table = Table(
        holding="3 5 6",
        has_drawn=False,
        turn=1,
        options={"settle_dealt_threes": "turn"},
    )
    state = table.state
    state.n_to_expose = 1
    three = state.cards_held(0, 3)[0]

    assert clause_of(table, table.draw()) == "2.7"
    state.apply(m.Expose(0, three, state.stock[0]))

    assert state.n_held[0] == 3
    assert state.can(table.draw())


def test_melding_from_an_empty_pile_is_refused():
    table = Table(holding="K K 5", melds="3*Q", has_drawn=False)

    assert clause_of(table, m.TakePile(0, [])) == "2.8"
