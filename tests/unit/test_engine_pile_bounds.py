"""Taking the pile, one card to each side of what the clauses allow."""

import pytest

from engine import moves as m
from engine.cards import THREE
from engine.conservation import check_conservation
from engine.phases import DRAW, EXPOSED, PILE
from engine.refusals import IllegalMoveError
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


def with_a_red_three_below(table, n_stock=None):
    """A red three under the pile, which it freezes; the stock cut to `n_stock`."""
    state = table.state
    red = next(
        card
        for card in state.ruleset.deck.cards_of_rank(THREE)
        if state.place[card] == EXPOSED and state.is_bonus_three[card]
    )
    state.place[red] = PILE
    state.red_threes[1] -= 1
    state.pile.insert(0, red)
    state.is_frozen = True
    if n_stock is not None:
        for card in state.stock[n_stock:]:
            state.place[card] = EXPOSED
            state.red_threes[1] += 1
        del state.stock[n_stock:]
    check_conservation(state)
    return red


def with_the_first_card_on_top(table):
    """The pile's top becomes card 0 of the deck, which is a card like any other."""
    state = table.state
    top = state.pile[-1]
    assert state.rank[top] == state.rank[0]
    state.place[0], state.place[top] = state.place[top], state.place[0]
    state.pile[-1] = 0
    for side in state.meld_cards:
        for cards in side.values():
            cards[:] = [top if card == 0 else card for card in cards]
    state.stock = [top if card == 0 else card for card in state.stock]
    check_conservation(state)


# 3.6, 4.7: what takes a pile that is not frozen


@pytest.mark.parametrize(
    ("preset", "melds", "holding", "may"),
    [
        # two wilds join an own meld: naturals then are no fewer than wilds
        ("classic", "3*Q", "2 2 5 6", True),
        ("classic", "2*Q 2", "2 2 5 6", True),  # 3 naturals, 3 wilds
        ("classic", "2*Q 2*2", "2 2 5 6", False),  # a fourth wild
        ("classic", "3*Q 2*2", "2 2 5 6", False),
        ("classic", "3*Q 2*2", "Q 2 5 6", True),  # 5 naturals, 3 wilds
        ("classic", "3*9", "2 2 5 6", False),  # a natural and two wilds
        ("classic", "3*9", "2 2 2 5 6", False),
        ("classic", "3*9", "Q 2 5 6", True),
        ("classic", "3*9", "Q 5 6", False),
        # at least two cards of the holding: one wild, one natural are too few
        ("classic", "3*Q", "2 5 6", False),
        ("classic", "3*Q", "Q 5 6", False),
        ("classic", "3*Q", "5 6 7", False),
        ("partnership", "3*9", "Q 2 5 6", True),
        ("partnership", "3*9", "2 2 5 6", False),  # two naturals are needed
        ("partnership", "3*9", "Q 5 6", False),
        ("partnership", "3*Q", "5 6 7", True),  # laid off
        ("tiles", "3*12", "2 12 5 6", False),
        ("tiles", "3*12", "12 12 5 6", True),
    ],
)
def test_what_takes_an_open_pile_3_6_4_7_5_5(preset, melds, holding, may):
    top = "12" if preset == "tiles" else "Q"
    table = Table(
        preset, holding=holding, melds=melds, pile=f"8 {top}", has_drawn=False
    )

    assert table.state.can(table.take()) is may


@pytest.mark.parametrize(
    ("preset", "cards", "may"),
    [
        ("classic", "Q 2", True),
        ("classic", "Q 2 2", True),  # 2 naturals, 2 wilds
        ("classic", "Q Q", True),
        ("classic", "Q Q Q", True),
        ("classic", "Q 2 2 2", False),
        ("partnership", "Q 2 2", True),
        ("partnership", "Q 2 2 2", False),
    ],
)
def test_the_meld_that_takes_the_pile_3_6_4_7(preset, cards, may):
    table = Table(
        preset,
        holding="Q Q Q 2 2 2 5 6",
        melds="3*9",
        pile="8 Q",
        has_drawn=False,
    )
    table.state.apply(table.take())

    assert table.state.can(table.meld("Q", cards, with_top=True)) is may


def test_a_single_card_with_the_top_is_too_little_3_6():
    table = Table(
        "classic", holding="Q Q 2 5 6", melds="3*Q", pile="8 Q", has_drawn=False
    )
    table.state.apply(table.take())

    assert clause_of(table, table.meld("Q", "2", with_top=True)) == "3.6"
    assert clause_of(table, table.meld("Q", "Q", with_top=True)) == "3.6"


def test_a_frozen_pile_is_taken_by_a_pair_whatever_lies_beside_it_3_6():
    table = Table(
        "classic", holding="Q Q 2 5 6", melds="3*9", pile="2 Q", has_drawn=False
    )
    table.state.apply(table.take())

    assert clause_of(table, table.meld("Q", "Q 2", with_top=True)) == "3.6"
    assert table.state.can(table.meld("Q", "Q Q 2", with_top=True))


def test_cards_of_the_pile_are_no_pair_of_the_holding_3_6():
    table = Table(
        "classic", holding="Q 2 5 6", melds="3*9", pile="Q 8 Q", has_drawn=False
    )
    state = table.state
    state.apply(table.take())
    queens = [card for card in state.taken if state.rank[card] == 12]

    assert clause_of(table, m.Meld(0, 12, [*state.cards_held(0, 12)])) == "3.6"
    assert len(queens) == 2
    assert state.can(table.meld("Q", "Q 2", with_top=True))


# 0.3: a seat is never left with too few cards to go on


@pytest.mark.parametrize(
    ("preset", "holding", "pile", "may"),
    [
        ("classic", "Q Q 5 6", "Q", True),  # 5 and 6 are left
        ("classic", "Q Q 5", "Q", False),
        ("classic", "Q Q 5", "8 Q", True),
        ("classic", "Q Q", "8 Q", False),
        ("classic", "Q Q", "8 7 Q", True),
        ("partnership", "5 6", "Q", True),  # laid off on three queens
        ("partnership", "5", "Q", False),
        ("partnership", "5", "8 Q", True),
        ("tiles", "12 12 5", "12", False),
        ("tiles", "12 12 5 6", "12", True),
        ("coastal", "5 6", "Q", True),
        ("coastal", "5", "Q", False),
        ("coastal", "5", "8 Q", True),
    ],
)
def test_taking_the_pile_leaves_two_cards_0_3(preset, holding, pile, may):
    queens = "12" if preset == "tiles" else "Q"
    melds = "3*9" if preset == "classic" else f"3*{queens}"
    table = Table(preset, holding=holding, melds=melds, pile=pile, has_drawn=False)

    assert table.state.can(table.take()) is may


@pytest.mark.parametrize(
    ("preset", "melds", "holding", "pile", "may"),
    [
        # a canasta is complete: the last card may be melded or thrown
        ("classic", "7*9", "Q Q", "Q", True),
        ("classic", "7*9", "Q Q 5", "Q", True),
        ("classic", "6*Q", "Q 2", "Q", True),  # completes it
        ("classic", "5*Q", "Q Q", "Q", True),  # eight queens
        ("classic", "4*Q", "Q Q", "Q", True),  # seven, and no card is left
        ("classic", "3*Q", "Q Q", "Q", False),  # six
        ("classic", "3*Q", "Q Q 2", "Q", True),  # six and the two
        ("classic", "3*Q", "Q Q 5", "Q", False),
        ("classic-6x3", "4*Q", "Q Q", "Q", False),  # two canastas are needed
        ("classic-6x3", "4*Q · 7*9", "Q Q", "Q", True),
        ("classic-6x3", "3*Q · 7*9", "Q Q", "Q", False),
        ("classic-6x3", "7*Q", "Q Q", "Q", False),  # one canasta, however large
        # tiles keep one for the discard
        ("tiles", "7*9", "12 12", "12", False),
        ("tiles", "7*9", "12 12 5", "12", True),
        ("tiles", "4*12", "12 12 5", "12", True),
        ("tiles", "3*12", "12 12 5", "12", False),
        ("tiles", "3*12", "12 12 2", "12", False),  # the two is to be thrown
        ("coastal", "7*9 · 4*Q", "Q Q 5", "Q", True),
        ("coastal", "7*9 · 3*Q", "Q Q 5", "Q", True),  # laid off: three are left
        ("coastal", "7*9 · 7*8 · 3*Q", "Q Q", "Q", True),  # laid off, Q thrown last
    ],
)
def test_taking_the_pile_may_lead_out_at_once_3_9(preset, melds, holding, pile, may):
    table = Table(preset, holding=holding, melds=melds, pile=pile, has_drawn=False)

    assert table.state.can(table.take()) is may


@pytest.mark.parametrize(
    ("holding", "pile", "cards", "may"),
    [
        ("A A 5 6", "A", "A A", True),
        ("A A 5", "A", "A A", False),  # 60 of 50 points, but the 5 alone is left
        ("A A 5", "4 A", "A A", True),
        ("A A A 5", "4 A", "A A A", True),
        ("A A A 5", "A", "A A A", False),
        ("A A", "4 5 A", "A A", True),
        ("A A", "4 A", "A A", False),
    ],
)
def test_an_opening_with_the_pile_leaves_two_cards_0_3(holding, pile, cards, may):
    table = Table("classic", holding=holding, pile=pile, has_drawn=False)
    table.state.apply(table.take())

    assert table.state.can(table.meld("A", cards, with_top=True)) is may


@pytest.mark.parametrize(("cards", "may"), [("Q Q", True), ("Q Q Q", False)])
def test_a_red_three_of_the_pile_is_none_of_the_two_cards_3_6(cards, may):
    # of Q Q Q 5 with the top queen: 5 and Q are left, or the 5 alone
    table = Table("classic", holding="Q Q Q 5", melds="3*9", pile="Q", has_drawn=False)
    with_a_red_three_below(table)
    table.state.apply(table.take())

    assert table.state.can(table.meld("Q", cards, with_top=True)) is may


@pytest.mark.parametrize(("n_stock", "may"), [(0, False), (1, True)])
def test_a_replaced_three_of_the_pile_is_a_card_to_go_on_with_4_8(n_stock, may):
    table = Table(
        "partnership", holding="Q Q 5", melds="3*9", pile="Q", has_drawn=False
    )
    with_a_red_three_below(table, n_stock)

    assert table.state.can(table.take()) is may


@pytest.mark.parametrize(("n_stock", "may"), [(0, False), (1, True)])
def test_the_meld_too_counts_on_the_replacement_4_8(n_stock, may):
    table = Table(
        "partnership", holding="Q Q Q 5", melds="3*9", pile="Q", has_drawn=False
    )
    with_a_red_three_below(table, n_stock)
    table.state.apply(table.take())

    assert table.state.can(table.meld("Q", "Q Q Q", with_top=True)) is may


def test_a_pile_without_threes_costs_no_card_3_6():
    table = Table(
        "classic", holding="Q Q 5 2", melds="3*9", pile="2 Q", has_drawn=False
    )

    assert table.state.can(table.take())  # 5, 2 and 2 are left
    table.state.apply(table.take())
    assert table.state.can(table.meld("Q", "Q Q", with_top=True))


# 2.8: laying off takes the pile on an own meld of three or four cards


@pytest.mark.parametrize(
    ("melds", "may"),
    [("3*Q", True), ("4*Q", True), ("5*Q", False), ("6*Q", False), ("3*J", False)],
)
def test_how_large_the_own_meld_may_be_2_8(melds, may):
    table = Table(holding="5 6 8", melds=melds, pile="9 Q", has_drawn=False)

    assert table.state.can(table.take()) is may


# the top card is due, whichever card it is


def aces_on_top(has_drawn=False, **kwargs):
    table = Table(
        holding="A A K K K 5 6", melds="3*A", pile="9 A", has_drawn=has_drawn, **kwargs
    )
    with_the_first_card_on_top(table)
    return table


def test_the_first_card_of_the_deck_is_due_like_any_other_2_8():
    table = aces_on_top()
    state = table.state
    state.apply(table.take())

    assert clause_of(table, table.meld("K", "K K K")) == "2.8"
    assert clause_of(table, table.discard("5")) == "2.8"
    assert clause_of(table, m.Ask(0)) == "2.10.1"
    state.apply(m.Meld(0, 1, [0]))
    assert state.can(table.discard("5"))
    assert state.n_side_pile_takes == [1, 0]


def test_the_first_card_of_the_deck_goes_back_like_any_other_0_7():
    table = aces_on_top()
    state = table.state
    pile = list(state.pile)
    state.apply(table.take())

    state.apply(m.TimeOut(0))

    assert state.pile == pile
    assert state.phase == DRAW
    check_conservation(state)


def test_the_first_card_of_the_deck_opens_like_any_other_0_3():
    # A A with the top ace: 60 points of 50, and two cards are left
    table = Table("classic", holding="A A 5 6", pile="A", has_drawn=False)
    with_the_first_card_on_top(table)
    state = table.state
    state.apply(table.take())

    assert state.can(m.Meld(0, 1, [*state.cards_held(0, 1), 0]))
    check_conservation(state)


# 0.4: cancelling, and where the turn then stands


def test_a_pile_given_back_leaves_the_choice_it_was_2_10_3():
    table = Table(holding="K K 5 6", others=["9"], pile="K", n_stock=0, has_drawn=False)
    state = table.state
    state.may_stop = True
    state.apply(table.take())
    assert not state.may_stop

    state.apply(m.CancelOpening(0))

    assert state.may_stop
    state.stop()
    assert state.ended_by == "stock"


def test_a_forced_pile_given_back_stays_forced_3_10():
    table = Table("classic", holding="A A 5 6", pile="A", n_stock=0, has_drawn=False)
    state = table.state
    state.apply(table.take())

    state.apply(m.CancelOpening(0))

    assert not state.may_stop
    assert state.can(table.take())


def test_a_pile_given_back_with_cards_in_the_stock_leaves_the_draw_0_4():
    table = Table(holding="K K 5 6", others=["9"], pile="K", has_drawn=False)
    state = table.state
    state.apply(table.take())

    state.apply(m.CancelOpening(0))

    assert not state.may_stop
    assert state.phase == DRAW
    assert state.can(table.draw())
    with pytest.raises(IllegalMoveError):
        state.stop()


def test_only_an_unfinished_opening_is_cancelled_0_4():
    opened = Table(holding="K K K 5 6", melds="3*Q")
    opened.lay("K", "K K K")
    bare = Table(holding="K K K 5 6")

    assert clause_of(opened, m.CancelOpening(0)) == "2.5"
    assert clause_of(bare, m.CancelOpening(0)) == "2.5"
    taken = Table(holding="K K 5 6", pile="9 K", has_drawn=False)
    taken.state.apply(taken.take())
    assert taken.state.can(m.CancelOpening(0))  # a pile, and nothing laid yet


def test_taking_a_pile_back_before_anything_was_laid_costs_nothing_2_5():
    table = Table(holding="K K 5 6", pile="9 K", has_drawn=False)
    table.state.apply(table.take())
    table.state.apply(m.CancelOpening(0))

    assert table.state.opening_minimum == [125, 125]


def test_who_was_not_asked_is_bound_to_nothing_after_cancelling_2_10_1():
    table = Table(holding="7*5 7*6 K", others=["8", "9", "8"], turn=1)
    table.lay("5", "5 5 5")
    table.state.apply(m.CancelOpening(0))

    assert not table.state.must_go_out
    assert table.state.can(table.discard("K"))


def test_a_yes_binds_no_more_when_the_risen_minimum_shuts_the_way_out_2_10_1():
    table = Table(
        "coastal-cla-strict",
        holding="7*5 7*6 K",
        others=["8", "9", "8"],
        turn=1,
        options={"failed_opening_penalty": 10},
    )
    state = table.state
    state.opening_minimum[0] = 70  # 7*5 and 7*6 are 70
    state.answer = 1
    state.must_go_out = True
    table.lay("5", "5 5 5")

    state.apply(m.CancelOpening(0))

    assert state.opening_minimum[0] == 80
    assert not state.must_go_out
