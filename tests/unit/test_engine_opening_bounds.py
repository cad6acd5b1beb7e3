"""First melds, one point and one card to each side of what the clauses allow."""

import pytest

from engine import moves as m
from engine.conservation import check_conservation
from engine.phases import TALON
from engine.refusals import IllegalMoveError
from tests.unit.engine_hands import Table


def table_of(preset="coastal", *, others=("J", "J", "J"), **rest):
    """A table at which the other seats hold jacks."""
    return Table(preset, others=others, **rest)


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


def lay_all(table, *melds):
    for notation in melds:
        words = [w.rpartition("*")[2] for w in notation.split()]
        naturals = [w for w in words if w not in ("2", "Jo")]
        table.lay(naturals[0] if naturals else "wild", notation)


def opens(table, *melds):
    """Whether these melds, laid one after the other, open the side."""
    lay_all(table, *melds)
    return table.state.is_opened[0]


# 2.5: what opens


@pytest.mark.parametrize(
    ("holding", "melds", "expected"),
    [
        # exactly the minimum of 125: three kings, three aces and 35 of fours and fives
        ("3*K 3*A 4*4 3*5 6", ["3*K", "3*A", "4*4", "3*5"], True),
        ("3*K 3*A 3*4 3*5 6", ["3*K", "3*A", "3*4", "3*5"], False),  # 120
        # a triple with a wild is no clean one, whenever the wild came
        ("2*A Jo 2*K 2 K 2 5", ["2*A Jo", "2*K 2", "K 2"], False),
        ("3*A Jo 2*K 2 5 6", ["3*A Jo", "2*K 2"], False),  # 110 and 40
        ("3*A 2*K Jo 5 6", ["3*A", "2*K Jo"], True),  # 60 and 70
        ("3*4 3*A 2*K Jo 6", ["3*4", "2*K Jo", "3*A"], True),
        # sevens and aces are clean triples too
        ("3*7 2*A 2 2*K Jo 6", ["3*7", "2*A 2", "2*K Jo"], True),  # 15, 60, 70
    ],
)
def test_clean_triple_and_points_2_5(holding, melds, expected):
    assert opens(table_of(holding=holding), *melds) is expected


@pytest.mark.parametrize(
    ("wilds", "total", "expected"),
    [
        ("2*Jo 2*2", 0, True),  # 140 of 125
        ("2*Jo 2", 0, False),  # 120
        ("3*Jo 2*2", 5000, True),  # 190 of 180
        ("3*Jo 2", 5000, False),  # 170
        ("2*Jo 3*2", 3000, True),  # 160 of 155
        ("3*Jo", 3000, False),  # 150
    ],
)
def test_wilds_open_by_their_own_points_2_5(wilds, total, expected):
    table = table_of(holding=f"{wilds} 4 5 6", totals=[total, 0])

    assert opens(table, wilds) is expected


def test_wilds_exactly_at_the_minimum_open_2_5():
    table = table_of(holding="2*Jo 2*2 5 6")
    table.state.opening_minimum[0] = 140  # 125 and failed openings

    assert opens(table, "2*Jo 2*2")


def test_wilds_under_the_minimum_open_with_nothing_beside_a_clean_triple_2_5():
    # 120 of wilds alone do not open; other melds' points do not make them open
    table = table_of(holding="2*Jo 2 4*A 5 6")

    assert not opens(table, "2*Jo 2")
    table.lay("A", "4*A")  # a clean triple, 200 points
    assert table.state.is_opened[0]


@pytest.mark.parametrize(("cards", "expected"), [("7*4", True), ("6*4", False)])
def test_seven_cards_open_whatever_their_points_2_5(cards, expected):
    assert opens(table_of(holding="7*4 5 6"), cards) is expected


def test_a_canasta_of_several_moves_opens_when_it_is_complete_2_5():
    table = table_of(holding="7*4 5 6")

    assert not opens(table, "6*4")
    table.lay("4", "4")

    assert table.state.is_opened[0]


def test_a_mixed_canasta_opens_too_2_5():
    assert opens(table_of(holding="5*4 2*2 5 6"), "5*4 2*2")


def test_a_canasta_with_the_piles_top_card_does_not_open_by_itself_2_5():
    # A-6b: all seven come from the holding; 7*4 is 35 of 125
    table = table_of(holding="6*4 5 6", pile="4", has_drawn=False)
    table.state.apply(table.take())
    table.lay("4", "6*4", with_top=True)

    assert not table.state.is_opened[0]


def test_a_canasta_beside_the_meld_of_the_pile_opens_2_5():
    table = table_of(holding="7*4 2*5 6 8", pile="5", has_drawn=False)
    table.state.apply(table.take())
    table.lay("5", "2*5", with_top=True)
    assert not table.state.is_opened[0]

    table.lay("4", "7*4")

    assert table.state.is_opened[0]


@pytest.mark.parametrize(
    ("count", "points"), [("exclude_top", 140), ("exclude_top_meld", 120)]
)
def test_opening_points_leave_out_what_does_not_count_2_5(count, points):
    # K K 20 beside the top king; A A A A 80; Q Q 2 40
    table = table_of(
        holding="2*K 4*A 2*Q 2 5 6",
        pile="9 K",
        has_drawn=False,
        options={"opening_pile_count": count},
    )
    state = table.state
    state.apply(table.take())
    table.lay("K", "2*K", with_top=True)
    state.opening_minimum[0] = points
    lay_all(table, "4*A", "2*Q 2")

    assert state.opening_points[0] == points


def test_opening_points_are_those_that_reach_the_minimum_2_5():
    table = table_of(holding="3*A 2*K Jo 5 6")

    lay_all(table, "3*A", "2*K Jo")

    assert table.state.opening_points == [130, 0]
    assert table.state.opening_turn == [9, 0]
    assert table.state.opening_seat == [0, -1]


@pytest.mark.parametrize(
    ("preset", "total", "minimum_reached", "just_below"),
    [
        # classic counts the top card: 2*K with the top king, and more
        ("classic", 0, ["4*5"], ["3*5"]),  # 30 and 20: 50
        ("partnership", 0, ["4*5"], ["3*5"]),
    ],
)
def test_the_top_card_counts_to_the_point_3_5_4_6(
    preset, total, minimum_reached, just_below
):
    for melds, expected in ((minimum_reached, True), (just_below, False)):
        table = table_of(
            preset,
            holding="2*K 4*5 6 8",
            pile="9 K",
            has_drawn=False,
            totals=[total, 0],
        )
        table.state.apply(table.take())
        table.lay("K", "2*K", with_top=True)

        assert opens(table, *melds) is expected


# 2.5: unfinished wilds in an opening


def test_wilds_beside_an_opening_of_complete_wilds_are_free_2_5():
    table = table_of(holding="5*2 2*Jo 2*K Jo 5 6")
    lay_all(table, "5*2 2*Jo")

    assert table.state.can(table.meld("K", "2*K Jo"))


def test_six_wilds_are_unfinished_in_an_opening_2_5():
    table = table_of(holding="2*K Jo 5*2 Jo 5 6")
    table.lay("K", "2*K Jo")

    assert clause_of(table, table.meld("wild", "5*2 Jo")) == "2.3.5"


def test_naturals_beside_unfinished_wilds_are_free_2_5():
    table = table_of(holding="3*K 4*2 5 6")
    table.lay("K", "3*K")

    assert table.state.can(table.meld("wild", "4*2"))


# 2.5: what a failed opening leaves behind


def strict_canasta():
    """Seven fours are 35 points: no opening where canastas do not open."""
    table = table_of(
        "coastal-cla-strict", holding="7*4 3*K 5 6", others=["J", "J", "J"]
    )
    lay_all(table, "7*4")
    assert not table.state.is_opened[0]
    return table


def test_a_canasta_taken_back_counts_no_more_2_5():
    table = strict_canasta()
    state = table.state
    assert state.n_canastas == [1, 0]
    assert state.is_dead[4]

    state.apply(m.CancelOpening(0))

    assert state.n_canastas == [0, 0]
    assert not any(state.is_dead)
    assert state.sizes[0] == [0] * 15
    check_conservation(state)
    assert state.can(table.meld("4", "7*4"))


def test_points_taken_back_count_no_more_2_5():
    table = table_of(holding="3*A 2*K Jo 5 6")
    table.lay("A", "3*A")
    table.state.apply(m.CancelOpening(0))
    table.lay("K", "2*K Jo")

    assert not table.state.is_opened[0]  # 70 points


def test_wilds_taken_back_count_no_more_2_5():
    table = table_of(holding="3*A 2*2 2*K Jo 4*9 5 6")
    table.lay("A", "3*A 2*2")
    table.state.apply(m.CancelOpening(0))
    lay_all(table, "3*A", "4*9", "2*K Jo")

    assert table.state.is_opened[0]  # 60 + 40 + 70, three clean aces


def test_a_question_may_follow_a_cancelled_opening_3_9():
    table = table_of("classic", holding="3*4 K 5 6", others=["9", "8", "J"])
    table.lay("4", "3*4")
    table.state.apply(m.CancelOpening(0))

    assert table.state.can(m.Ask(0))


def test_cards_that_were_taken_back_do_not_spoil_a_concealed_way_out_3_9():
    table = table_of("classic", holding="7*K 3*4", others=["J", "J", "J"])
    state = table.state
    table.lay("4", "3*4")
    state.apply(m.CancelOpening(0))
    lay_all(table, "7*K", "3*4")

    assert state.went_out_seat == 0
    assert state.is_concealed


# 2.6: the bonus cards


@pytest.mark.parametrize("is_second", [False, True])
def test_the_first_side_gets_four_the_second_three_2_6(is_second):
    table = table_of(
        holding="3*A 2*K Jo 5 6", their_melds="3*9" if is_second else "", n_stock=9
    )
    lay_all(table, "3*A", "2*K Jo")
    state = table.state
    state.apply(table.discard("5"))

    assert state.phase == TALON
    assert state.talon_due == (3 if is_second else 4)


def test_no_bonus_cards_where_the_table_plays_without_2_6():
    table = table_of(holding="3*A 2*K Jo 5 6", options={"talon_bonus": False})
    lay_all(table, "3*A", "2*K Jo")
    table.state.apply(table.discard("5"))

    assert table.state.seat == 1


# 3.9: a concealed way out needs no minimum by option

EXEMPT = {"concealed_exempt_from_minimum": True}
# 7*4 and 3*5 are 50 points; 3,000 points ask for 120


@pytest.mark.parametrize(
    ("holding", "melds", "options", "goes_out"),
    [
        ("7*4 3*5", ["3*5", "7*4"], EXEMPT, True),
        ("7*4 3*5", ["7*4", "3*5"], EXEMPT, True),
        ("7*4 3*5 6", ["3*5", "7*4"], EXEMPT, False),  # a card would be left
        (
            "7*4 3*5 6",
            ["3*5", "7*4"],
            EXEMPT | {"concealed_allows_discard": True},
            True,
        ),
        (
            "7*4 3*5 6 8",
            ["3*5", "7*4"],
            EXEMPT | {"concealed_allows_discard": True},
            False,
        ),
        ("6*4 3*5", ["3*5", "6*4"], EXEMPT, False),  # no canasta
        ("7*4 3*5", ["3*5", "7*4"], {}, False),
    ],
)
def test_a_concealed_way_out_under_the_minimum_3_9(holding, melds, options, goes_out):
    table = table_of(
        "classic",
        holding=holding,
        others=["J", "J", "J"],
        totals=[3000, 0],
        options=options,
    )
    state = table.state
    lay_all(table, *melds)
    if goes_out and state.n_held[0]:
        state.apply(table.discard("6"))

    assert state.is_opened[0] is goes_out
    assert (state.ended_by == "went_out") is goes_out


@pytest.mark.parametrize(
    ("holding", "pile", "melds", "is_opened"),
    [
        ("7*4 2*5", "5", ["7*4"], True),  # nothing is left
        ("7*4 2*5", "9 5", ["7*4"], False),  # the nine is left
        ("7*4 2*5 6", "5", ["7*4"], False),
        ("4*4 2*5", "5", ["4*4"], False),
        ("7*4 2*5 2*9", "9 5", ["7*4"], False),  # 9 9 9 may follow only once open
    ],
)
def test_a_concealed_way_out_by_the_pile_under_the_minimum_3_9(
    holding, pile, melds, is_opened
):
    table = table_of(
        "classic",
        holding=holding,
        others=["J", "J", "J"],
        pile=pile,
        has_drawn=False,
        totals=[3000, 0],
        options=EXEMPT,
    )
    state = table.state
    state.apply(table.take())
    table.lay("5", "2*5", with_top=True)
    lay_all(table, *melds)

    assert state.is_opened[0] is is_opened
    assert (state.ended_by == "went_out") is is_opened
