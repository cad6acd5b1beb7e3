"""Corners of the rules in which an engine goes wrong easily, each with its clause."""

import pytest

from engine import moves as m
from engine.cards import WILD_MELD
from engine.forced import draw_move, forced_move
from engine.phases import DRAW, PILE, STOCK
from engine.position import PositionError, score_position
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


def test_yes_still_binds_after_a_cancelled_opening_2_10_1():
    table = Table(holding="7*5 7*6 K", others=["8", "9", "8"], turn=1)
    state = table.state
    state.apply(m.Ask(0))
    state.apply(m.Answer(2, True))
    table.lay("5", "5 5 5")

    state.apply(m.CancelOpening(0))

    assert not state.can(table.discard("K"))
    table.lay("5", "7*5")
    table.lay("6", "7*6")
    state.apply(table.discard("K"))
    assert state.went_out_seat == 0


@pytest.mark.parametrize("is_allowed", [True, False])
def test_minimum_is_waived_only_for_a_hand_that_counts_as_concealed_3_9(is_allowed):
    # 7*8 and K K K are 100 points, 120 are needed
    table = Table(
        "classic-4",
        holding="7*8 K K",
        others=["9"],
        pile="K",
        has_drawn=False,
        totals=[3000, 0],
        options={
            "concealed_exempt_from_minimum": True,
            "concealed_allows_pile": is_allowed,
        },
    )
    table.state.apply(table.take())
    table.lay("K", "K K", with_top=True)
    table.lay("8", "7*8")

    assert (table.state.ended_by == "went_out") is is_allowed


def with_red_three_under_the_pile(table):
    """Put a red three under the pile, as an upcard would lie there."""
    state = table.state
    red = next(
        card
        for card in state.ruleset.deck.cards_of_rank(3)
        if state.ruleset.is_bonus_three[card]
    )
    state.place[red] = PILE
    state.red_threes[1] -= 1
    state.pile.insert(0, red)
    state.is_frozen = True
    return red


def test_red_three_of_the_pile_is_no_card_to_keep_3_6():
    # after Q Q Q the 5 alone would be left: no canasta, so no going out
    table = Table("classic-4", holding="Q Q 5", pile="Q", melds="3*9", has_drawn=False)
    with_red_three_under_the_pile(table)

    assert not table.state.can(table.take())


def test_pile_with_a_red_three_may_leave_two_cards_3_6():
    table = Table(
        "classic-4", holding="Q Q 5 6", pile="Q", melds="3*9", has_drawn=False
    )
    red = with_red_three_under_the_pile(table)
    state = table.state
    state.apply(table.take())
    table.lay("Q", "Q Q", with_top=True)
    state.apply(m.Expose(0, red, None))

    state.apply(table.discard("5"))

    assert state.n_held[0] == 1


def test_last_stock_card_that_replaces_a_three_of_the_pile_ends_the_hand_4():
    table = Table(
        "partnership",
        holding="Q Q 5 6 7",
        pile="Q",
        melds="3*9",
        has_drawn=False,
        n_stock=0,
    )
    red = with_red_three_under_the_pile(table)
    state = table.state
    last = next(c for c in state.ruleset.deck.cards_of_rank(3) if c > red)
    assert state.ruleset.is_bonus_three[last]
    state.red_threes[1] -= 1
    state.place[last] = STOCK
    state.stock = [last]
    state.apply(table.take())
    table.lay("Q", "Q Q", with_top=True)

    state.apply(m.Expose(0, red, last))
    assert not state.is_over
    state.apply(m.Expose(0, last, None))

    assert state.ended_by == "stock_three"


def test_black_threes_may_be_laid_before_the_melds_that_open_3_3():
    table = Table("classic-4", holding="3*3 7*K 4 4 4 5", others=["6", "6", "6"])

    table.lay("3", "3*3")
    table.lay("K", "7*K")
    table.lay("4", "3*4")
    table.state.apply(table.discard("5"))

    assert table.state.ended_by == "went_out"


def test_two_last_cards_may_complete_both_canastas_3_9():
    table = Table("classic-6x3", holding="4 9", melds="6*4 · 6*9")

    table.lay("4", "4")
    assert not table.state.can(table.discard("9"))
    table.lay("9", "9")

    assert table.state.ended_by == "went_out"


def test_dead_wilds_that_are_exempt_still_bar_wilds_elsewhere_2_3_5():
    # only a wild on the eights would make the second canasta
    table = Table(
        holding="8 2 K 4",
        melds="7*9 · 5*8 · 2 2 Jo",
        options={"dead_unfinished_exempt": True},
    )
    table.state.is_dead[WILD_MELD] = True

    assert not table.state.can(m.Ask(0))


def test_red_threes_are_in_no_black_set_of_a_position_3_3():
    bare = {"points_before": 0, "melds": [], "threes": [], "holdings": [[], []]}
    side = bare | {
        "went_out": True,
        "melds": [["KH", "KS", "KD", "KC", "KH", "KS", "KD"], ["3H", "3D", "3C"]],
    }

    with pytest.raises(PositionError) as refused:
        score_position({"ruleset": "classic-4", "sides": [side, bare]})

    assert refused.value.clause == "3.7"


@pytest.mark.parametrize(("last", "may_take"), [("9", True), ("5", False)])
def test_pile_may_be_taken_if_the_one_card_left_makes_the_canasta_3_9(last, may_take):
    table = Table(
        "classic-4",
        holding=f"Q Q {last}",
        pile="Q",
        melds="6*9",
        has_drawn=False,
        n_stock=0,
    )
    assert table.state.can(table.take()) is may_take
    if may_take:
        table.state.apply(table.take())
        table.lay("Q", "Q Q", with_top=True)
        table.lay("9", "9")
        assert table.state.ended_by == "went_out"


def test_hand_ends_when_only_a_red_three_of_the_pile_is_left_3_9():
    table = Table("classic-4", holding="Q Q", pile="Q", melds="7*9", has_drawn=False)
    red = with_red_three_under_the_pile(table)
    state = table.state
    state.apply(table.take())
    table.lay("Q", "Q Q", with_top=True)

    state.apply(m.Expose(0, red, None))

    assert state.went_out_seat == 0
    assert state.red_threes[0] == 1


def test_clock_does_not_strand_a_last_card_that_can_only_be_melded_3_9():
    table = Table("classic-6x3", holding="4 9", melds="6*4 · 6*9")
    assert table.state.can(m.TimeOut(0))
    table.lay("4", "4")

    assert not table.state.can(m.TimeOut(0))
