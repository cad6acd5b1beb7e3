"""Who may move when, and what is counted: every kind of move, one step aside."""

import pytest

from engine import moves as m
from engine.cards import THREE
from engine.conservation import check_conservation
from engine.phases import ANSWER, DRAW, EXPOSED, PILE, PLAY, STOCK, TALON
from engine.refusals import IllegalMoveError
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


def laid_aside_three(state):
    """A three that the table holds as exposed and that may be laid elsewhere."""
    return next(
        card
        for card in state.ruleset.deck.cards_of_rank(THREE)
        if state.place[card] == EXPOSED and state.is_bonus_three[card]
    )


def coastal(*, has_drawn):
    return Table(
        holding="K K K 5 6",
        others=["9 9 9 4", "8 8 4", "4"],
        melds="3*Q",
        pile="J",
        has_drawn=has_drawn,
    )


# 0.3: only the seat whose turn it is moves, and only in the order of the turn


def moves_of_play(table, seat):
    state = table.state
    card = state.holding(seat)[0]
    return [
        m.Meld(seat, 9, state.cards_held(1, 9)),
        m.Discard(seat, card),
        m.Ask(seat),
        m.SpecialHand(seat, "garbage", state.holding(seat)),
        m.CancelOpening(seat),
        m.TimeOut(seat),
    ]


def test_another_seat_makes_no_move_of_a_turn_0_3():
    table = coastal(has_drawn=True)

    clauses = [clause_of(table, move) for move in moves_of_play(table, 1)]

    assert clauses == ["0.3"] * 6


def test_another_seat_makes_no_move_of_the_draw_0_3():
    table = coastal(has_drawn=False)
    state = table.state
    moves = [m.Draw(1, state.stock[:1]), m.TakePile(1, list(state.pile))]

    assert [clause_of(table, move) for move in moves] == ["0.3", "0.3"]


def test_nothing_is_played_before_the_draw_0_3():
    table = coastal(has_drawn=False)
    moves = moves_of_play(table, 0)[:5]

    assert [clause_of(table, move) for move in moves] == ["0.3"] * 5


def test_nothing_is_drawn_twice_0_3():
    table = coastal(has_drawn=True)
    state = table.state
    moves = [m.Draw(0, state.stock[:1]), m.TakePile(0, list(state.pile))]

    assert [clause_of(table, move) for move in moves] == ["0.3", "0.3"]


def test_the_joker_button_is_the_own_seats_at_the_draw_0_3():
    table = Table("tiles", holding="5 6", has_drawn=False)
    state = table.state
    state.jokers_left = [1, 1, 1, 1]
    joker = next(c for c in state.stock if state.rank[c] == 14)

    assert clause_of(table, m.JokerButton(1, joker)) == "0.3"


def test_no_joker_button_after_the_clock_ran_out_0_7():
    table = Table("tiles", holding="5 6", has_drawn=False)
    state = table.state
    state.jokers_left[0] = 1
    joker = next(c for c in state.stock if state.rank[c] == 14)
    state.apply(m.TimeOut(0))

    assert clause_of(table, m.JokerButton(0, joker)) == "0.3"


def test_only_the_answer_follows_a_question_0_3():
    table = Table("classic", holding="K 5 6", others=["4", "4"], melds="7*Q", pile="J")
    table.state.apply(m.Ask(0))
    moves = [table.discard("K"), m.Ask(0), m.CancelOpening(0)]

    assert [clause_of(table, move) for move in moves] == ["0.3"] * 3
    assert clause_of(table, m.Answer(1, True)) == "3.9"
    assert clause_of(table, m.Answer(0, True)) == "3.9"


def test_an_answer_needs_a_question_0_3():
    table = Table("classic", holding="K 5 6", melds="7*Q", pile="J")

    assert clause_of(table, m.Answer(2, True)) == "0.3"


def test_the_clock_may_run_out_while_the_partner_is_asked_0_7():
    table = Table("classic", holding="K 5 6", melds="7*Q", pile="J")
    state = table.state
    state.apply(m.Ask(0))
    assert state.phase == ANSWER

    state.apply(m.TimeOut(0))

    assert state.phase == PLAY
    assert state.can(table.discard("K"))


def test_after_the_clock_nobody_is_asked_and_nothing_is_melded_0_7():
    table = Table("classic", holding="K K K 5 6", melds="7*Q", pile="J")
    state = table.state
    state.apply(m.TimeOut(0))

    assert clause_of(table, m.Ask(0)) == "0.3"
    assert clause_of(table, table.meld("K", "K K K")) == "3.1"
    assert clause_of(table, m.TimeOut(0)) == "3.1"


def bonus_cards_due():
    table = Table(holding="A A A A K K K Q Q Q 4 5", stock="9 9 8 8")
    table.lay("A", "A A A A")
    table.lay("K", "K K K")
    table.lay("Q", "Q Q Q")
    table.state.apply(table.discard("4"))
    assert table.state.phase == TALON
    return table


def test_bonus_cards_are_the_opening_seats_0_3():
    table = bonus_cards_due()
    due = table.state.stock[:4]

    assert clause_of(table, m.Talon(1, due)) == "2.6"
    assert clause_of(table, m.TimeOut(0)) == "0.3"
    assert clause_of(table, m.Draw(0, due[:1])) == "0.3"


def test_the_last_bonus_card_is_dealt_out_and_play_goes_on_2_6():
    table = Table(holding="A A A A K K K Q Q Q 4 5", n_stock=9)
    table.lay("A", "A A A A")
    table.lay("K", "K K K")
    table.lay("Q", "Q Q Q")
    state = table.state
    state.apply(table.discard("4"))
    state.apply(m.Talon(0, state.stock[:4]))

    assert state.ended_by is None
    assert state.n_stock == 5
    assert state.talon_due == 0
    assert (state.seat, state.phase) == (1, DRAW)


def test_an_answer_is_forgotten_with_the_turn_3_9():
    table = Table(
        "classic", holding="K 5 6", others=["4 5"], melds="7*Q", pile="J", stock="8 9"
    )
    state = table.state
    state.apply(m.Ask(0))
    state.apply(m.Answer(2, False))
    state.apply(table.discard("K"))
    state.apply(m.Draw(1, state.stock[:1]))

    assert state.can(m.Discard(1, state.holding(1)[0]))
    assert state.can(m.Ask(1))


# 0.6: leaving and coming back


def test_first_and_last_seat_may_leave_and_come_back_0_6():
    table = coastal(has_drawn=True)
    state = table.state
    for seat in (0, 3):
        state.apply(m.Leave(seat))
        state.apply(m.Return(seat))
    state.apply(m.Leave(3))

    assert state.is_away == [False, False, False, True]
    assert state.n_hand_overs == [2, 0, 0, 3]


@pytest.mark.parametrize("seat", [-1, 4])
def test_no_such_seat_leaves_or_comes_back_0_6(seat):
    table = coastal(has_drawn=True)

    assert clause_of(table, m.Leave(seat)) == "2.1"
    assert clause_of(table, m.Return(seat)) == "2.1"


def test_who_sits_there_does_not_come_back_0_6():
    table = coastal(has_drawn=True)

    assert clause_of(table, m.Return(0)) == "2.1"
    table.state.apply(m.Leave(0))
    assert clause_of(table, m.Leave(0)) == "2.1"


def test_nobody_leaves_a_hand_that_is_over_0_6():
    table = Table(holding="K", melds="7*Q · 7*J", pile="5")
    table.state.apply(table.discard("K"))
    assert table.state.is_over

    assert clause_of(table, m.Leave(1)) == "0.3"
    assert clause_of(table, m.Return(1)) == "0.3"


# what a seat did is counted


def test_draws_takes_and_discards_are_counted_by_seat():
    table = coastal(has_drawn=False)
    state = table.state
    state.apply(table.draw())
    state.apply(table.discard("K"))
    state.apply(m.Draw(1, state.stock[state.stock_at :][:1]))
    state.apply(m.Discard(1, state.cards_held(1, 9)[0]))

    assert state.n_draws == [1, 1, 0, 0]
    assert state.n_discards == [1, 1, 0, 0]
    assert state.n_pile_takes == [0, 0, 0, 0]


def test_a_pile_that_was_taken_is_counted_with_its_cards():
    table = Table(holding="Q Q 5 6", melds="3*Q", pile="9 8 Q", has_drawn=False)
    state = table.state
    state.apply(table.take())
    table.lay("Q", "Q Q", with_top=True)

    assert state.n_pile_takes == [1, 0, 0, 0]
    assert state.n_side_pile_takes == [1, 0]
    assert state.n_pile_cards == [3, 0]
    assert state.n_draws == [0, 0, 0, 0]


def test_time_outs_are_counted_by_seat():
    table = coastal(has_drawn=False)
    table.state.apply(m.TimeOut(0))

    assert table.state.n_time_outs == [1, 0, 0, 0]


# 2.1: dealt threes that wait for the own turn


def dealt_three(seat, turn):
    """The seat is to act and was dealt a three, the option being `turn`."""
    table = Table(
        holding="K 5",
        others=["9 5", "9 5", "9 5"],
        pile="J",
        options={"settle_dealt_threes": "turn"},
        turn=turn,
    )
    state = table.state
    three = laid_aside_three(state)
    state.place[three] = seat
    state.counts[seat][THREE] += 1
    state.n_held[seat] += 1
    state.red_threes[1] -= 1
    check_conservation(state)
    return table, three


def test_the_fourth_seat_too_exposes_dealt_threes_in_its_first_turn_2_1():
    table, three = dealt_three(3, turn=3)
    state = table.state
    state.seat = 2
    state.apply(m.Discard(2, state.cards_held(2, 9)[0]))

    assert state.n_to_expose == 1
    state.apply(m.Expose(3, three, state.stock[0]))
    assert state.n_to_expose == 0


def test_a_seat_that_holds_a_dealt_three_does_nothing_before_2_1():
    table, three = dealt_three(1, turn=1)
    state = table.state
    state.apply(table.discard("K"))

    assert clause_of(table, m.Draw(1, state.stock[:1])) == "2.7"
    assert clause_of(table, m.TakePile(1, list(state.pile))) == "2.7"
    assert clause_of(table, m.Expose(1, state.cards_held(1, 9)[0], state.stock[0])) == (
        "2.7"
    )
    assert clause_of(table, m.Expose(0, three, state.stock[0])) == "2.7"
    assert clause_of(table, m.Expose(1, three, state.stock[1])) == "2.1"


# 3.10, 2.10.4, 4.11: the stock's last cards


def test_a_draw_of_what_does_not_lie_on_the_stock_is_refused_3_1():
    table = Table("classic-2", holding="K 5", stock="9 8 7", has_drawn=False)
    state = table.state
    nine, eight, seven = state.stock[:3]

    assert clause_of(table, m.Draw(0, [nine])) == "3.1"
    assert clause_of(table, m.Draw(0, [eight, nine])) == "3.1"
    assert clause_of(table, m.Draw(0, [nine, seven])) == "3.1"
    assert clause_of(table, m.Draw(0, [nine, eight, seven])) == "3.1"
    assert state.can(m.Draw(0, [nine, eight]))


@pytest.mark.parametrize("at", [0, 1])
def test_a_three_among_the_cards_drawn_is_not_kept_3_7(at):
    table = Table("classic-2", holding="K 5", stock="9 8 7", has_drawn=False)
    state = table.state
    red = laid_aside_three(state)
    state.place[red] = STOCK
    state.red_threes[1] -= 1
    state.stock.insert(at, red)

    assert clause_of(table, m.Draw(0, state.stock[:2])) == "3.7"
    # the replacement is the next card behind it
    assert clause_of(table, m.Expose(0, red, None)) == "3.1"
    assert state.can(m.Expose(0, red, state.stock[at + 1]))


def test_only_the_three_that_comes_up_is_exposed_2_7():
    table = Table(holding="K 5", stock="3 9 3 8", has_drawn=False)
    state = table.state

    assert clause_of(table, m.Expose(0, state.stock[2], state.stock[3])) == "2.7"
    assert clause_of(table, m.Expose(0, state.stock[1], state.stock[2])) == "2.7"
    assert clause_of(table, m.Expose(1, state.stock[0], state.stock[1])) == "2.7"


def test_no_three_is_exposed_when_none_came_up_2_7():
    table = Table(holding="K 5", stock="9 3", has_drawn=False)
    state = table.state

    assert clause_of(table, m.Expose(0, state.stock[1], None)) == "2.7"
    assert clause_of(table, m.Expose(0, state.stock[-1], None)) == "2.7"


@pytest.mark.parametrize(
    ("stock_end", "ended_by"), [("after_turn", None), ("immediate", "stock")]
)
def test_a_replacement_for_a_three_of_the_pile_may_be_the_last_card_4_11(
    stock_end, ended_by
):
    table = Table(
        "partnership",
        holding="Q Q 5 6",
        melds="3*9",
        pile="Q",
        n_stock=1,
        has_drawn=False,
        options={"stock_end": stock_end},
    )
    state = table.state
    red = laid_aside_three(state)
    state.place[red] = PILE
    state.red_threes[1] -= 1
    state.pile.insert(0, red)
    state.is_frozen = True
    state.apply(table.take())
    table.lay("Q", "Q Q", with_top=True)

    state.apply(m.Expose(0, red, state.stock[0]))

    assert state.ended_by == ended_by
    assert state.n_held[0] == 3


@pytest.mark.parametrize("has_drawn", [True, False])
def test_the_clock_with_an_empty_stock_ends_the_hand_only_at_the_draw_2_10_3(has_drawn):
    table = Table(
        holding="Q Q 5 6", melds="3*Q", pile="9 Q", n_stock=0, has_drawn=has_drawn
    )
    state = table.state
    state.may_stop = not has_drawn

    state.apply(m.TimeOut(0))

    assert state.ended_by == (None if has_drawn else "stock")


def test_no_cards_are_no_draw_from_an_empty_stock_3_10():
    table = Table(
        "classic", holding="K K 8 9", melds="3*Q", pile="K", has_drawn=False, n_stock=0
    )

    with pytest.raises(IllegalMoveError) as refused:
        table.state.check(m.Draw(0, []))

    assert refused.value.clause == "3.10"
