"""Classic: clauses 3.3 to 3.10."""

import pytest

from engine import moves as m
from engine.refusals import IllegalMoveError
from engine.rulesets import get_ruleset
from engine.score import score_hand
from engine.state import HandState
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


@pytest.mark.parametrize(
    ("cards", "is_legal"),
    [
        ("9 9 2", True),
        ("9 2 2", False),
        ("9 9 2 2", True),
        ("9 9 2 2 2", False),
        ("9 9 9 2 2 2", True),
        ("9 9 9 9 2 2 2 2", False),
    ],
)
def test_naturals_are_no_fewer_than_wilds_and_wilds_three_at_most(cards, is_legal):
    table = Table("classic", holding="9 9 9 9 2 2 2 2 5 6", melds="3*Q")

    assert table.state.can(table.meld("9", cards)) is is_legal


def test_wilds_alone_are_no_meld():
    table = Table("classic", holding="2 2 Jo 5 6", melds="3*Q")

    assert clause_of(table, table.meld("wild", "2 2 Jo")) == "3.3.2"


@pytest.mark.parametrize(("second", "opens"), [("Q Q Q 2", False), ("A A A 2", True)])
def test_an_opening_at_ninety(second, opens):
    table = Table(
        "classic", holding=f"5 5 5 {second} 8 9", totals=[1500, 0], others=["4"] * 3
    )

    table.lay("5", "5 5 5")
    table.lay(second[0], second)

    assert table.state.is_opened[0] is opens


@pytest.mark.parametrize(("total", "opens"), [(0, True), (1500, False)])
def test_the_top_card_counts_deeper_ones_do_not(total, opens):
    table = Table(
        "classic",
        holding="K K Q Q 2 5 6",
        pile="K K 8 K",
        totals=[total, 0],
        has_drawn=False,
    )

    table.state.apply(table.take())
    table.lay("K", "K K", with_top=True)
    table.lay("Q", "Q Q 2")

    assert table.state.is_opened[0] is opens


def test_a_frozen_pile_needs_a_natural_pair():
    one = Table(
        "classic", holding="Q 2 5 6", melds="3*A", pile="2 9 Q", has_drawn=False
    )
    two = Table(
        "classic", holding="Q Q 5 6", melds="3*A", pile="2 9 Q", has_drawn=False
    )

    assert clause_of(one, one.take()) == "3.6"
    assert two.state.can(two.take())


def test_a_pile_that_is_not_frozen_takes_a_natural_and_a_wild():
    table = Table(
        "classic", holding="Q 2 5 6", melds="3*A", pile="9 Q", has_drawn=False
    )

    table.state.apply(table.take())
    table.lay("Q", "Q 2", with_top=True)

    assert table.state.sizes[0][12] == 3


def test_two_wilds_may_join_an_own_meld_with_the_top_card():
    table = Table(
        "classic", holding="2 2 5 6", melds="4*Q", pile="9 Q", has_drawn=False
    )

    table.state.apply(table.take())

    assert table.state.can(table.meld("Q", "2 2", with_top=True))
    assert not table.state.can(table.meld("Q", "2", with_top=True))


@pytest.mark.parametrize("is_on", [True, False])
def test_laying_off_the_top_card_is_an_option(is_on):
    table = Table(
        "classic",
        holding="7 5 6",
        melds="4*Q",
        pile="9 Q",
        options={"take_by_lay_off": is_on},
        has_drawn=False,
    )

    assert table.state.can(table.take()) is is_on


def test_one_card_does_not_take_a_pile_of_one():
    table = Table(
        "classic",
        holding="7",
        melds="7*Q",
        pile="Q",
        options={"take_by_lay_off": True},
        has_drawn=False,
    )

    assert clause_of(table, table.take()) == "3.6"


@pytest.mark.parametrize("top", ["3", "2", "Jo"])
def test_a_black_three_or_a_wild_blocks_the_pile(top):
    table = Table(
        "classic",
        holding="3 3 2 2 Jo Jo 5",
        melds="4*Q",
        pile=f"9 {top}",
        has_drawn=False,
    )

    assert clause_of(table, table.take()) == "3.6"


def test_a_wild_spoils_a_natural_canasta_and_naturals_do_not_mend_it():
    table = Table("classic", holding="2 Q 5 6", melds="7*Q")

    table.lay("Q", "2 Q")

    assert score_hand(table.state)[0].canasta_bonus == 300
    assert table.state.n_canastas[0] == 1


@pytest.mark.parametrize(("cards", "may"), [("3 3 3 5", True), ("3 3 3 5 6", False)])
def test_black_threes_are_melded_only_on_the_way_out(cards, may):
    table = Table("classic", holding=cards, melds="7*Q", pile="9")

    assert table.state.can(table.meld("3", "3 3 3")) is may


def test_black_threes_before_the_last_meld_bind_to_going_out():
    table = Table("classic", holding="3 3 3 5 5 5 6", melds="7*Q", pile="9")

    table.lay("3", "3 3 3")
    assert clause_of(table, table.discard("6")) == "3.9"
    table.lay("5", "5 5 5")
    table.state.apply(table.discard("6"))

    assert table.state.ended_by == "went_out"


def test_going_out_without_a_discard():
    table = Table("classic", holding="5 5 5", melds="7*Q", pile="9")

    table.lay("5", "5 5 5")

    assert table.state.ended_by == "went_out"
    assert not table.state.is_concealed


def test_the_last_two_cards_may_complete_the_two_canastas():
    table = Table("classic-6x3", holding="4 9", melds="6*4 · 6*9", pile="8")

    table.lay("4", "4")
    table.lay("9", "9")

    assert table.state.ended_by == "went_out"


def test_going_out_concealed_is_the_whole_holding_with_an_own_canasta():
    table = Table("classic", holding="7*Q 4*K", melds="3*5", pile="9")

    table.lay("Q", "Q Q Q Q Q Q Q")
    table.lay("K", "K K K K")

    assert table.state.is_concealed
    assert score_hand(table.state)[0].going_out == 200


def test_adding_to_the_partners_melds_is_not_concealed():
    table = Table("classic", holding="7*Q K", melds="3*K", pile="9")

    table.lay("K", "K")
    table.lay("Q", "Q Q Q Q Q Q Q")

    assert table.state.ended_by == "went_out"
    assert not table.state.is_concealed


def test_adding_to_a_meld_of_the_same_turn_stays_concealed():
    table = Table("classic", holding="7*Q 4*K", melds="3*5", pile="9")

    table.lay("Q", "Q Q Q")
    table.lay("Q", "Q Q Q Q")
    table.lay("K", "K K K K")

    assert table.state.is_concealed


@pytest.mark.parametrize("is_on", [True, False])
def test_a_concealed_holding_with_a_last_discard(is_on):
    table = Table(
        "classic",
        holding="7*Q K",
        melds="3*5",
        pile="9",
        options={"concealed_allows_discard": is_on},
    )

    table.lay("Q", "Q Q Q Q Q Q Q")
    table.state.apply(table.discard("K"))

    assert table.state.ended_by == "went_out"
    assert table.state.is_concealed is is_on


@pytest.mark.parametrize("is_on", [True, False])
def test_a_concealed_holding_under_the_minimum(is_on):
    table = Table(
        "classic",
        holding="7*5 3*6",
        totals=[3000, 0],
        pile="9",
        options={"concealed_exempt_from_minimum": is_on},
    )

    table.lay("5", "5 5 5 5 5 5 5")
    table.lay("6", "6 6 6")

    assert (table.state.ended_by == "went_out") is is_on


def test_asked_allowed_and_not_done_costs_a_hundred():
    table = Table("classic", holding="5 5 5 6", melds="7*Q", pile="9")

    table.state.apply(m.Ask(0))
    table.state.apply(m.Answer(2, True))
    table.state.apply(table.discard("6"))

    assert table.state.n_failed_asks == [1, 0]
    assert score_hand(table.state)[0].penalties == -100


def test_a_no_costs_nothing_and_binds():
    table = Table("classic", holding="5 5 5 6", melds="7*Q", pile="9")

    table.state.apply(m.Ask(0))
    table.state.apply(m.Answer(2, False))

    assert clause_of(table, table.meld("5", "5 5 5")) == "3.9"
    table.state.apply(table.discard("6"))
    assert table.state.n_failed_asks == [0, 0]


def test_the_question_comes_before_melding():
    table = Table("classic", holding="5 5 5 6 6 6 7", melds="7*Q", pile="9")

    table.lay("5", "5 5 5")

    assert clause_of(table, m.Ask(0)) == "3.9"


def test_two_players_have_nobody_to_ask():
    table = Table("classic-2", holding="5 5 5 6", melds="7*Q · 7*9", pile="9")

    assert clause_of(table, m.Ask(0)) == "3.9"


def test_two_players_draw_two_and_need_two_canastas():
    table = Table(
        "classic-2", holding="5 5 5 6", melds="7*Q", stock="9 8", has_drawn=False
    )

    table.state.apply(table.draw())

    assert table.state.n_held[0] == 6
    assert (
        not table.state.can(table.meld("5", "5 5 5")) or table.state.n_canastas[0] == 1
    )


def test_a_lone_last_card_is_a_full_draw_for_two():
    table = Table(
        "classic-2", holding="5 6", melds="3*Q", stock="9", n_stock=1, has_drawn=False
    )

    table.state.apply(table.draw())

    assert table.state.ended_by is None


def test_the_upcard_is_covered_until_a_natural_lies_on_it():
    rules = get_ruleset("classic")
    names = rules.deck.ids
    pack = list(range(rules.deck.n_cards))
    upcards = [names["2H1"], names["3D1"], names["9C1"]]
    rest = [card for card in pack if card not in upcards]
    state = HandState(rules, rest[:44] + upcards + rest[44:], 0, [0, 0])

    assert state.pile == upcards
    assert state.is_frozen


@pytest.mark.parametrize("is_on", [True, False])
def test_a_black_three_as_upcard(is_on):
    rules = get_ruleset("classic", {"black_three_upcard_freezes": is_on})
    three = rules.deck.ids["3C1"]
    rest = [card for card in range(rules.deck.n_cards) if card != three]
    state = HandState(rules, [*rest[:44], three, *rest[44:]], 0, [0, 0])

    assert state.pile == [three]
    assert state.is_frozen is is_on


def test_a_red_three_as_last_card_is_exposed_and_ends_the_hand():
    table = Table("classic", holding="5 6 7", has_drawn=False, n_stock=0)
    state = table.state
    three = state.ruleset.deck.ids["3H2"]
    state.stock = [three]
    state.place[three] = 10
    state.red_threes[1] -= 1

    state.apply(m.Expose(0, three, None))

    assert state.ended_by == "stock_three"
    assert state.red_threes[0] == 1


def test_with_an_empty_stock_the_pile_must_be_taken():
    table = Table(
        "classic",
        holding="5 6",
        others=["9 9 8 8"],
        melds="3*Q",
        their_melds="3*A",
        n_stock=0,
        pile="9",
    )
    table.state.apply(table.discard("5"))
    assert table.state.ended_by == "stock"

    table = Table(
        "classic",
        holding="9 6",
        others=["9 9 8 8"],
        melds="3*Q",
        their_melds="3*A",
        n_stock=0,
        pile="5",
    )
    table.state.apply(table.discard("9"))
    assert table.state.ended_by is None
    assert not table.state.may_stop


def test_an_unopened_side_must_take_only_if_it_can_open():
    poor = Table(
        "classic", holding="9 6", others=["9 9 8 7"], n_stock=0, pile="5", melds="3*Q"
    )
    rich = Table(
        "classic", holding="9 6", others=["9 9 A A 2"], n_stock=0, pile="5", melds="3*Q"
    )

    poor.state.apply(poor.discard("9"))
    rich.state.apply(rich.discard("9"))

    assert poor.state.ended_by == "stock"
    assert rich.state.ended_by is None
