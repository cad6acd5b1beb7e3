"""First melds in coastal: clause 2.5 and the talon bonus, 2.6."""

import pytest

from engine import moves as m
from engine.refusals import IllegalMoveError
from tests.unit.engine_hands import Table


def test_clean_triple_with_enough_points_opens():
    table = Table(holding="K K K A A 2 Q Q Jo 4 5")

    table.lay("K", "K K K")
    table.lay("A", "A A 2")
    table.lay("Q", "Q Q Jo")

    assert table.state.is_opened[0]
    assert table.state.opening_points[0] == 160


def test_points_without_a_clean_triple_do_not_open():
    table = Table(holding="K K 2 A A 2 Q Q Jo 4 5")

    table.lay("K", "K K 2")
    table.lay("A", "A A 2")
    table.lay("Q", "Q Q Jo")

    assert not table.state.is_opened[0]
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(table.discard("4"))
    assert refused.value.clause == "2.5"


@pytest.mark.parametrize(
    ("total", "wilds", "options", "opens"),
    [
        (0, "Jo Jo Jo", {}, True),
        (3000, "Jo Jo Jo", {}, False),
        (3000, "Jo Jo Jo 2", {}, True),
        (3000, "Jo Jo Jo 2", {"wild_meld_opens": False}, False),
    ],
)
def test_wilds_open_alone_when_they_reach_the_minimum(total, wilds, options, opens):
    table = Table(holding="Jo Jo Jo 2 4 5", totals=[total, 0], options=options)

    table.lay("wild", wilds)

    assert table.state.is_opened[0] is opens


@pytest.mark.parametrize("is_on", [True, False])
def test_complete_canasta_opens_whatever_its_points(is_on):
    table = Table(
        holding="7*4 8 9",
        others=["5", "5", "5"],
        totals=[5200, 0],
        options={"complete_canasta_opens": is_on},
    )

    table.lay("4", "7*4")

    assert table.state.is_opened[0] is is_on


@pytest.mark.parametrize(
    ("aces", "options", "opens"),
    [
        ("A A A", {}, False),
        ("A A A A", {}, True),
        ("A A A A", {"opening_pile_count": "exclude_top_meld"}, False),
    ],
)
def test_the_piles_top_card_does_not_count(aces, options, opens):
    table = Table(
        holding=f"K K {aces} Q Q 2 4",
        pile="9 8 K",
        options=options,
        has_drawn=False,
    )

    table.state.apply(table.take())
    table.lay("K", "K K", with_top=True)
    table.lay("A", aces)
    table.lay("Q", "Q Q 2")

    assert table.state.is_opened[0] is opens


def test_a_pair_with_the_top_card_is_no_clean_triple():
    table = Table(holding="7 7 A A Jo 2 K K Jo 5", pile="9 7", has_drawn=False)

    table.state.apply(table.take())
    table.lay("7", "7 7", with_top=True)
    table.lay("A", "A A Jo")
    table.lay("K", "K K Jo")

    assert not table.state.is_opened[0]


def test_two_failed_openings_raise_the_minimum_by_twenty():
    table = Table(holding="K K K Q Q Q 4 5 6")
    state = table.state

    for _ in range(2):
        table.lay("K", "K K K")
        state.apply(m.CancelOpening(0))

    assert state.opening_minimum[0] == 145
    assert state.n_held[0] == 9


def test_cancelling_gives_the_pile_back_in_its_order():
    table = Table(holding="K K Q Q Q 4", pile="9 8 K", has_drawn=False)
    state = table.state
    pile = list(state.pile)

    state.apply(table.take())
    table.lay("K", "K K", with_top=True)
    state.apply(m.CancelOpening(0))

    assert state.pile == pile
    assert state.can(table.draw())
    assert state.opening_minimum[0] == 135


def test_cards_deeper_in_the_pile_wait_for_the_opening():
    table = Table(holding="K K Q Q Q 4", pile="Q 8 K", has_drawn=False)
    state = table.state
    deep = state.pile[0]

    state.apply(table.take())
    table.lay("K", "K K", with_top=True)

    assert not state.can(m.Meld(0, 12, [*table.held("Q Q Q"), deep]))


@pytest.mark.parametrize(("n_stock", "n_cards"), [(9, 4), (8, 0)])
def test_talon_needs_nine_cards_in_the_stock(n_stock, n_cards):
    table = Table(holding="A A A A K K K Q Q Q 4 5", n_stock=n_stock)

    table.lay("A", "A A A A")
    table.lay("K", "K K K")
    table.lay("Q", "Q Q Q")

    assert table.state.talon_due == n_cards


def test_the_second_side_to_open_gets_three_bonus_cards():
    table = Table(holding="A A A A K K K Q Q Q 4 5", their_melds="5*8")

    table.lay("A", "A A A A")
    table.lay("K", "K K K")
    table.lay("Q", "Q Q Q")

    assert table.state.talon_due == 3


def test_no_talon_for_an_opening_with_the_pile():
    table = Table(holding="A A A A K K Q Q Q 4 5", pile="9 K", has_drawn=False)

    table.state.apply(table.take())
    table.lay("K", "K K", with_top=True)
    table.lay("A", "A A A A")
    table.lay("Q", "Q Q Q")

    assert table.state.is_opened[0]
    assert table.state.talon_due == 0


def test_last_card_may_go_while_bonus_cards_are_due():
    table = Table(holding="A A A A K K K Q Q Q 4")

    table.lay("A", "A A A A")
    table.lay("K", "K K K")
    table.lay("Q", "Q Q Q")
    table.state.apply(table.discard("4"))

    assert table.state.ended_by is None
    assert table.state.talon_due == 4


def test_unfinished_wilds_bar_wilds_in_the_other_melds_of_an_opening():
    table = Table(holding="K K 2 Jo Jo Jo 4 5")

    table.lay("K", "K K 2")

    assert not table.state.can(table.meld("wild", "Jo Jo Jo"))


@pytest.mark.parametrize(("scope", "is_legal"), [("turn", True), ("action", False)])
def test_scope_of_the_first_meld(scope, is_legal):
    table = Table(
        holding="A A A A K K K Q Q Q 5 5 2 6 8", options={"first_meld_scope": scope}
    )

    table.lay("A", "A A A A")
    table.lay("K", "K K K")
    table.lay("Q", "Q Q Q")

    assert table.state.can(table.meld("5", "5 5 2")) is is_legal
