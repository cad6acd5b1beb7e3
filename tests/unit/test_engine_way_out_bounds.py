"""Ways out, one card to each side of what the clauses allow."""

import pytest

from engine import moves as m
from engine import way_out
from engine.refusals import IllegalMoveError
from tests.unit.engine_hands import Table

PAIR = {"go_out_two_plus_wild": True}


@pytest.mark.parametrize(
    ("melds", "holding", "may"),
    [
        # two wilds of the holding take the queen; the eight is left
        ("7*9 · 6*8 · 3*Q", "2 2 8", True),  # and completes the second canasta
        ("7*9 · 6*8 · 3*Q", "2 Jo 8", True),
        ("7*9 · 6*8 · 3*Q", "Jo Jo 8", True),
        ("7*9 · 5*8 · 3*Q", "2 2 8", False),  # six eights
        ("7*9 · 5*8 · 3*Q", "2 Jo 8", False),
        ("7*9 · 5*8 · 3*Q", "Jo Jo 8", False),
        # the queens are a canasta by the take itself
        ("6*8 · 4*Q", "2 2 8", True),
        ("5*8 · 4*Q", "2 2 8", False),
        # eight queens and more are one canasta, not two
        ("5*8 · 7*Q", "Q Q 8", False),
        ("6*8 · 7*Q", "Q Q 8", True),
    ],
)
def test_the_last_card_after_a_pile_may_complete_the_second_canasta_3_6_3_9(
    melds, holding, may
):
    table = Table(
        "classic-6x3", holding=holding, melds=melds, pile="Q", has_drawn=False
    )

    assert table.state.can(table.take()) is may


@pytest.mark.parametrize(
    ("melds", "may"),
    [
        ("3*Q", True),  # four queens and three wilds
        ("2*Q 2", False),  # the fourth wild: three naturals, four wilds
    ],
)
def test_wilds_that_took_the_pile_count_with_those_that_lay_there_3_3(melds, may):
    table = Table("classic", holding="2 2 2", melds=melds, pile="Q", has_drawn=False)

    assert table.state.can(table.take()) is may


# 4.11: the question is for a seat that can go out, here by its first meld


@pytest.mark.parametrize(
    ("holding", "total", "may"),
    [
        ("7*5 3*6 8", 0, True),  # 50 of 50 points, the eight is thrown
        ("7*5 8", 0, False),  # 35
        ("7*5 3*6 8", 1500, False),  # 50 of 90
        # five fives take two of three wilds; the cheapest is thrown
        ("5*5 Jo 2 2", 1500, True),  # 25, 50 and 20: 95 of 90
        ("5*5 2 2 2", 1500, False),  # 65
    ],
)
def test_going_out_by_the_first_meld_takes_its_points_4_6_4_11(holding, total, may):
    table = Table("partnership", holding=holding, totals=[total, 0])

    assert table.state.can(m.Ask(0)) is may


def test_no_question_comes_between_the_melds_of_a_first_meld_4_10():
    table = Table("partnership", holding="7*5 3*6 8")
    before = table.state.can(m.Ask(0))
    table.lay("6", "6 6 6")  # 15 of 50 points: not open yet

    with pytest.raises(IllegalMoveError, match="finished, or taken back") as refused:
        table.state.check(m.Ask(0))

    assert before
    assert refused.value.clause == "4.10"
    table.state.apply(m.CancelOpening(0))
    assert table.state.can(m.Ask(0))
    table.lay("5", "5 5 5 5 5 5")  # 30
    table.lay("6", "6 6 6")  # 45
    assert not table.state.can(m.Ask(0))


def test_the_question_comes_once_the_side_is_open_with_the_pile_2_10_1():
    table = Table(
        holding="A A 6*Q 2*K 8",
        pile="K K K K A",
        has_drawn=False,
        options={"complete_canasta_opens": False},
    )
    table.state.apply(table.take())
    table.lay("A", "A A", with_top=True)  # 40 of 125 points

    with pytest.raises(IllegalMoveError, match="finished, or taken back"):
        table.state.check(m.Ask(0))


# 2.10.1: one pair with a wild


@pytest.mark.parametrize(
    ("holding", "is_way"),
    [
        ("Q Q 2 J J J 5", True),
        ("Q Q 2 J J 2 5", False),  # the option allows one such meld
        ("Q Q 2 J J 2 10 10 2 5", False),
    ],
)
def test_two_pairs_with_wilds_are_no_way_out_2_10_1(holding, is_way):
    table = Table(holding=holding, melds="7*9 · 7*8", pile="6", options=PAIR)

    assert (way_out.find(table.state) is not None) is is_way


# 3.3: black threes are laid as three or four


@pytest.mark.parametrize(
    ("preset", "holding", "melds", "is_way"),
    [
        ("classic", "3*3 5", "7*9", True),
        ("classic", "4*3 5", "7*9", True),  # four are a set, the five is thrown
        ("classic", "2*3 5", "7*9", False),
        ("classic-6x3", "4*3 5", "7*9 · 7*8", True),
        ("classic-6x3", "5*3", "7*9 · 7*8", True),  # one of five is thrown
        ("classic-6x3", "5*3 5", "7*9 · 7*8", False),
    ],
)
def test_how_many_black_threes_go_out_3_3(preset, holding, melds, is_way):
    table = Table(preset, holding=holding, melds=melds, pile="6")

    assert (way_out.find(table.state) is not None) is is_way


def test_a_fourth_black_three_joins_the_set_3_3():
    table = Table("classic", holding="4*3 5", melds="7*9", pile="6")

    table.lay("3", "3 3 3")  # the fourth is to be laid too, the five is thrown

    assert table.state.can(table.meld("3", "3"))
    table.lay("3", "3")
    table.state.apply(table.discard("5"))
    assert table.state.went_out_seat == 0


# 2.3, 2.10.1: wilds of the last turn in coastal

CANASTAS = "7*9 · 7*8"
WILDS = "3*2 4*Jo"


@pytest.mark.parametrize(
    ("melds", "theirs", "options", "holding", "is_way"),
    [
        # 2.3.4: sevens never take one, aces one more if they have one and may
        ("6*7", "", {}, "2 5", False),
        ("6*7", "", {}, "7 5", True),
        ("5*Q", "", {}, "2 5", True),
        ("3*A 2", "", {"rule_of_five": False}, "2 5", False),
        (
            "3*A 2",
            "",
            {"rule_of_five": False, "mixed_aces_frozen": False},
            "2 5",
            True,
        ),
        # 2.3.6: a canasta of wilds leaves single wilds to the melds of ranks
        ("5*Q", WILDS, {}, "2 5", True),
        (f"5*Q · {WILDS}", "", {}, "2 5", True),
        # a meld of wilds takes them all until it is finished
        ("5*Q · 5*2", "", {}, "2 2 2 5", True),
        ("5*Q · 4*2", "", {}, "2 2 2 5", True),
        ("5*Q · 4*2", "", {}, "2 2 5", False),
        # and is never finished once another is
        ("5*Q · 3*2", WILDS, {}, "2 5", False),
        ("5*Q · 3*2", WILDS, {"dead_unfinished_exempt": True}, "2 5", False),
        ("5*Q · 3*2", WILDS, {}, "Q 5", False),
        ("5*Q · 3*2", WILDS, {"dead_unfinished_exempt": True}, "Q 5", True),
    ],
)
def test_what_wilds_do_on_the_way_out_2_3_2_10_1(
    melds, theirs, options, holding, is_way
):
    table = Table(
        holding=holding,
        melds=f"{CANASTAS} · {melds}",
        their_melds=theirs,
        options=options,
        pile="6",
    )

    plan = way_out.find(table.state)

    assert (plan is not None) is is_way
    for move in way_out.moves_of(table.state, plan) if plan else ():
        table.state.apply(move)
    assert table.state.went_out_seat == (0 if is_way else None)


# 2.3.3: how long wilds are free in a first meld that leads out; tables laid by hand


@pytest.mark.parametrize(("scope", "may"), [("turn", True), ("action", False)])
def test_after_the_meld_that_opens_wilds_are_free_by_scope_2_3_3(scope, may):
    table = Table(
        holding="7*2 5*A Jo Jo 8", pile="6", options={"first_meld_scope": scope}
    )
    table.state.apply(m.Ask(0))
    table.state.apply(m.Answer(2, True))

    assert table.state.can(table.meld("wild", "7*2")) is may
    table.lay("A", "5*A Jo Jo")  # a first meld by itself
    table.lay("wild", "7*2")
    table.state.apply(table.discard("8"))
    assert table.state.went_out_seat == 0


def test_a_clean_triple_does_not_open_before_what_needs_the_exemption_2_3_3():
    table = Table(
        holding="9 9 9 Q Q 2 7*K 7*J 5",
        pile="6",
        options={"first_meld_scope": "action"},
    )
    table.state.opening_minimum[0] = 25  # the nines alone would reach it

    plan = way_out.find(table.state)
    for move in way_out.moves_of(table.state, plan):
        table.state.apply(move)

    assert table.state.went_out_seat == 0
