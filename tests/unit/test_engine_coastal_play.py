"""Melds, the pile, discards and going out in coastal: clauses 2.3 to 2.11."""

import pytest

from engine import moves as m
from engine.refusals import IllegalMoveError
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


def test_four_queens_take_no_wild():
    table = Table(holding="2 5 6 8", melds="4*Q")

    assert clause_of(table, table.meld("Q", "2")) == "2.3.3"


def test_the_fifth_queen_brings_a_wild_along():
    table = Table(holding="Q 2 Jo 5 6 8", melds="4*Q")

    table.lay("Q", "Q 2")
    table.lay("Q", "Jo")

    assert table.state.n_canastas[0] == 1
    assert table.state.is_dead[12]


def test_five_naturals_and_a_wild_may_be_a_new_meld():
    table = Table(holding="9 9 9 9 9 2 5 6 8", melds="4*Q")

    assert table.state.can(table.meld("9", "9 9 9 9 9 2"))


def test_a_third_wild_is_one_too_many():
    table = Table(holding="5 5 5 5 5 2 2 2 9", melds="4*Q")

    assert clause_of(table, table.meld("5", "5 5 5 5 2 2 2")) == "2.3.3"
    assert clause_of(table, table.meld("5", "5 5 5 5 5 2 2 2")) == "2.3.1"


def test_without_the_rule_of_five_a_wild_joins_any_meld():
    table = Table(
        holding="2 7 7 7 A A A 5 6", melds="4*Q · 4*A", options={"rule_of_five": False}
    )

    assert table.state.can(table.meld("Q", "2"))
    assert clause_of(table, table.meld("7", "7 7 7 2")) == "2.3.4"
    assert clause_of(table, table.meld("A", "2")) == "2.3.4"


def test_sevens_never_take_wilds_not_even_in_the_opening():
    table = Table(holding="7 7 7 7 7 2 5 6 8")

    assert clause_of(table, table.meld("7", "7 7 7 7 7 2")) == "2.3.4"


@pytest.mark.parametrize("is_frozen", [True, False])
def test_mixed_aces_get_a_second_wild_by_option_only(is_frozen):
    table = Table(
        holding="2 5 6 8",
        melds="5*A 2",
        options={"mixed_aces_frozen": is_frozen},
    )

    assert table.state.can(table.meld("A", "2")) is not is_frozen


def test_unfinished_wilds_keep_wilds_from_other_melds():
    table = Table(holding="2 5 6 8", melds="2 2 Jo · 5*9")

    assert clause_of(table, table.meld("9", "2")) == "2.3.5"


def test_a_complete_canasta_kills_the_rank_for_both():
    table = Table(holding="J J J 5 6", melds="4*Q", their_melds="5*J 2 2")

    assert clause_of(table, table.meld("J", "J J J")) == "2.3.6"


def test_a_meld_closes_at_seven():
    table = Table(holding="9 9 9 5 6", melds="5*9 · 4*Q")

    assert clause_of(table, table.meld("9", "9 9 9")) == "2.3.1"


def test_two_melded_cards_are_no_meld():
    table = Table(holding="9 9 5 6", melds="4*Q")

    assert clause_of(table, table.meld("9", "9 9")) == "2.3.1"


def test_a_meld_of_five_bars_the_pile():
    table = Table(holding="9 9 5 6", melds="5*9 2", pile="9", has_drawn=False)

    assert clause_of(table, table.take()) == "2.8"


def test_a_dead_top_card_bars_the_pile():
    table = Table(
        holding="J 5 6", melds="4*Q", their_melds="5*J 2 2", pile="J", has_drawn=False
    )

    assert clause_of(table, table.take()) == "2.8"


@pytest.mark.parametrize(("is_on", "is_legal"), [(True, True), (False, False)])
def test_laying_off_takes_the_pile(is_on, is_legal):
    table = Table(
        holding="5 6 8",
        melds="4*Q",
        pile="9 Q",
        options={"take_by_lay_off": is_on},
        has_drawn=False,
    )

    assert table.state.can(table.take()) is is_legal


def test_a_buried_wild_does_not_freeze():
    table = Table(holding="Q 5 6 8", melds="3*Q", pile="2 Q", has_drawn=False)

    assert table.state.can(table.take())


def test_the_top_card_must_be_melded_at_once():
    table = Table(holding="9 9 9 6 8", melds="4*Q", pile="5 Q", has_drawn=False)

    table.state.apply(table.take())

    assert clause_of(table, table.meld("9", "9 9 9")) == "2.8"
    assert clause_of(table, table.discard("9")) == "2.8"
    assert table.state.can(table.meld("Q", "Q"))


def test_cards_of_the_pile_may_follow_into_other_melds():
    table = Table(holding="5 5 6 8", melds="4*Q", pile="5 Q", has_drawn=False)

    table.state.apply(table.take())
    table.lay("Q", "Q")
    table.lay("5", "5 5 5")

    assert table.state.n_side_pile_takes[0] == 1
    assert table.state.n_pile_cards[0] == 2


@pytest.mark.parametrize("card", ["7", "A", "2", "J"])
def test_swad_stays_off_an_empty_pile(card):
    table = Table(holding="7 A 2 J 5", their_melds="5*J 2 2", melds="4*Q")

    assert clause_of(table, table.discard(card)) == "2.9"
    assert table.state.can(table.discard("5"))


def test_a_holding_of_nothing_but_swad_gives_a_natural():
    table = Table(holding="7 A 2", melds="4*Q")

    assert table.state.can(table.discard("7"))
    assert table.state.can(table.discard("A"))
    assert not table.state.can(table.discard("2"))


def test_swad_may_break_a_meld_instead():
    table = Table(holding="7 A 2", melds="4*Q", options={"swad_fallback": "take_back"})
    queen = table.state.meld_cards[0][12][0]

    assert clause_of(table, table.discard("7")) == "2.9"
    table.state.apply(m.Discard(0, queen))

    assert table.state.sizes[0][12] == 3


@pytest.mark.parametrize("meld", ["3*Q", "2*Q 2*2"])
def test_a_meld_that_is_broken_returns_to_the_holding(meld):
    table = Table(holding="7 A", melds=meld, options={"swad_fallback": "take_back"})
    state = table.state
    queen = state.meld_cards[0][12][0]

    n_cards = state.sizes[0][12]
    state.apply(m.Discard(0, queen))

    assert state.sizes[0][12] == 0
    assert state.n_held[0] == n_cards + 1


def test_a_canasta_is_broken_only_if_nothing_smaller_is_there():
    options = {"swad_fallback": "take_back"}
    alone = Table(holding="7 A", melds="7*Q", options=options)
    queen = alone.state.meld_cards[0][12][0]
    other = Table(holding="7 A", melds="7*Q · 4*9", options=options)

    assert not other.state.can(m.Discard(0, queen))
    alone.state.apply(m.Discard(0, queen))

    assert alone.state.n_canastas[0] == 0
    assert not alone.state.is_dead[12]


def test_cards_of_a_dead_rank_are_not_taken_back():
    table = Table(
        holding="7 A",
        melds="3*Q",
        their_melds="5*Q 2*2",
        options={"swad_fallback": "take_back"},
    )
    queen = table.state.meld_cards[0][12][0]

    assert not table.state.can(m.Discard(0, queen))
    assert table.state.can(table.discard("7"))


def test_wilds_are_discarded_only_from_wilds():
    table = Table(holding="2 Jo", melds="4*Q", pile="5")
    mixed = Table(holding="2 9", melds="4*Q", pile="5")

    assert table.state.can(table.discard("2"))
    assert not mixed.state.can(mixed.discard("2"))


def test_going_out_needs_two_canastas():
    table = Table(holding="K K K 5 6", melds="7*Q", pile="9")

    table.lay("K", "K K K")
    table.state.apply(table.discard("5"))

    assert table.state.ended_by is None


def test_a_seat_may_not_meld_itself_stuck():
    table = Table(holding="K K K 5", melds="7*Q", pile="9")

    assert clause_of(table, table.meld("K", "K K K")) == "2.10.1"


def test_going_out_with_two_canastas():
    table = Table(holding="K K K 5", melds="7*Q · 7*9", pile="9")

    table.lay("K", "K K K")
    table.state.apply(table.discard("5"))

    assert table.state.ended_by == "went_out"
    assert table.state.went_out_seat == 0


@pytest.mark.parametrize("unfinished", ["2 2 Jo", "3*A", "4*7"])
def test_unfinished_melds_forbid_going_out(unfinished):
    table = Table(holding="K K K 5", melds=f"7*Q · 7*9 · {unfinished}", pile="9")

    assert clause_of(table, table.meld("K", "K K K")) == "2.10.1"


def test_mixed_aces_do_not_forbid_it():
    table = Table(holding="K K K 5", melds="7*Q · 7*9 · 3*A 2", pile="9")

    assert table.state.can(table.meld("K", "K K K"))


def test_a_dead_unfinished_meld_forbids_it_unless_exempt():
    wilds = "4*2 3*Jo"
    strict = Table(holding="K K K 5", melds="7*Q · 7*9 · 3*2", their_melds=wilds)
    exempt = Table(
        holding="K K K 5",
        melds="7*Q · 7*9 · 3*2",
        their_melds=wilds,
        options={"dead_unfinished_exempt": True},
    )

    assert not strict.state.can(strict.meld("K", "K K K"))
    assert exempt.state.can(exempt.meld("K", "K K K"))


def test_one_card_is_kept_for_the_discard():
    table = Table(holding="K K K", melds="7*Q · 7*9", pile="9")

    assert clause_of(table, table.meld("K", "K K K")) == "0.3"


@pytest.mark.parametrize("is_on", [True, False])
def test_a_pair_and_a_wild_on_the_way_out(is_on):
    table = Table(
        holding="K K 2 5",
        melds="7*Q · 7*9",
        pile="9",
        options={"go_out_two_plus_wild": is_on},
    )

    assert table.state.can(table.meld("K", "K K 2")) is is_on


def test_a_pair_and_a_wild_bind_to_going_out():
    options = {"go_out_two_plus_wild": True}
    stays = Table(holding="K K 2 5 6", melds="7*Q · 7*9", pile="9", options=options)
    goes = Table(holding="K K 2 5 5 5 6", melds="7*Q · 7*9", pile="9", options=options)

    assert clause_of(stays, stays.meld("K", "K K 2")) == "2.10.1"
    goes.lay("K", "K K 2")
    assert clause_of(goes, goes.discard("6")) == "2.10.1"
    goes.lay("5", "5 5 5")
    goes.state.apply(goes.discard("6"))
    assert goes.state.ended_by == "went_out"


def test_asking_needs_a_way_out():
    table = Table(holding="K K 4 5", melds="7*Q · 7*9", pile="9")

    assert clause_of(table, m.Ask(0)) == "2.10.1"


def test_a_yes_binds_to_going_out():
    table = Table(holding="K K K 5", melds="7*Q · 7*9", pile="9")

    table.state.apply(m.Ask(0))
    assert clause_of(table, m.Answer(1, True)) == "2.10.1"
    table.state.apply(m.Answer(2, True))
    assert clause_of(table, table.discard("5")) == "2.10.1"
    table.lay("K", "K K K")
    table.state.apply(table.discard("5"))

    assert table.state.ended_by == "went_out"


def test_a_no_binds_to_staying_in():
    table = Table(holding="K K K 5", melds="7*Q · 7*9", pile="9")

    table.state.apply(m.Ask(0))
    table.state.apply(m.Answer(2, False))

    assert clause_of(table, table.meld("K", "K K K")) == "2.10.1"
    assert table.state.can(table.discard("5"))


@pytest.mark.parametrize(("limit", "may"), [("player", True), ("side", False)])
def test_how_often_a_side_may_ask(limit, may):
    table = Table(
        holding="K K K 5", melds="7*Q · 7*9", pile="9", options={"ask_limit": limit}
    )
    table.state.asks[2] = 1

    assert table.state.can(m.Ask(0)) is may


def test_asking_a_second_time_is_refused():
    table = Table(holding="K K K 5", melds="7*Q · 7*9", pile="9")
    table.state.asks[0] = 1

    assert clause_of(table, m.Ask(0)) == "2.10.1"


def test_the_clock_takes_an_unfinished_opening_back():
    table = Table(holding="K K K 5 6", pile="9")
    state = table.state

    table.lay("K", "K K K")
    state.apply(m.TimeOut(0))

    assert state.opening_minimum[0] == 135
    assert clause_of(table, table.meld("K", "K K K")) == "2.14"
    state.apply(table.discard("K"))
    assert state.n_time_outs[0] == 1


def test_the_clock_may_be_off():
    table = Table(holding="K 5", options={"turn_clock_seconds": None})

    assert clause_of(table, m.TimeOut(0)) == "2.14"


def test_the_last_three_of_the_stock_stays_and_stops_the_hand():
    table = Table(holding="K 5 6", stock="3", n_stock=1, has_drawn=False)
    three = table.state.stock[0]

    assert not table.state.can(m.Expose(0, three, None))
    table.state.apply(table.draw())

    assert table.state.ended_by == "stock_three"
    assert table.state.counts[0][3] == 1


def test_a_three_is_exposed_before_the_draw():
    table = Table(holding="K 5 6", stock="3 9", has_drawn=False)
    three, nine = table.state.stock[:2]

    assert clause_of(table, table.draw()) == "2.7"
    table.state.apply(m.Expose(0, three, nine))
    table.state.apply(m.Draw(0, [nine]))

    assert table.state.black_threes[0] == 1


def test_an_empty_stock_ends_the_hand_when_a_draw_is_due():
    table = Table(holding="K 5 6", melds="4*Q", pile="9", n_stock=0)

    table.state.apply(table.discard("5"))

    assert table.state.ended_by == "stock"


def test_an_empty_stock_lets_the_next_seat_take_the_pile():
    table = Table(
        holding="K 5 6", others=["5 5 8"], their_melds="4*Q", pile="9", n_stock=0
    )
    state = table.state

    state.apply(table.discard("5"))
    assert state.ended_by is None
    assert state.may_stop
    assert state.can(m.TakePile(1, list(state.pile)))

    state.stop()
    assert state.ended_by == "stock"
