"""Melds, discards and the way out, one card to each side of what is allowed."""

import pytest

from engine import moves as m
from engine.cards import WILD_MELD
from engine.conservation import check_conservation
from engine.refusals import IllegalMoveError
from engine.score import score_hand
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


# 2.3, 3.3, 4.4, 5.3: what a meld may look like


@pytest.mark.parametrize(
    ("preset", "rank", "cards", "may"),
    [
        ("classic", "9", "9 9", False),
        ("classic", "9", "9 9 9", True),
        ("classic", "9", "9 9 2", True),
        ("classic", "9", "9 2 2", False),
        ("classic", "9", "9 9 2 2", True),
        ("classic", "9", "9 9 2 2 2", False),
        ("classic", "9", "9 9 9 2 2 2", True),
        ("classic", "9", "4*9 4*2", False),
        ("partnership", "9", "9 9 2 2", True),
        ("partnership", "9", "9 9 9 2 2 2", False),
        ("partnership", "9", "9 2 2", False),
        ("tiles", "9", "9 9 2", True),
        ("tiles", "9", "9 9 2 2", False),
        ("tiles", "9", "9 9 9 2 2", True),
        ("tiles", "9", "9 9 9 2 2 2", False),
        ("tiles", "9", "4*9 3*2", True),
        ("tiles", "9", "4*9 4*2", False),
        ("classic", "3", "3*3", False),
        ("coastal", "9", "5*9 2 2", True),
        ("coastal", "9", "5*9 2", True),
        ("coastal", "9", "4*9 2", False),
        ("coastal", "wild", "2 2 2", True),
        ("coastal", "wild", "2 2", False),
        ("coastal", "wild", "4*2 3*Jo", True),
        ("partnership", "wild", "2 2 2", False),
    ],
)
def test_what_a_meld_may_look_like(preset, rank, cards, may):
    table = Table(
        preset,
        holding="6*9 5*2 5 6" if preset == "tiles" else "6*9 4*2 4*Jo 5 6",
        melds="3*10",
    )
    if rank == "3":
        table = Table(preset, holding="3*3 9 9 5 6", melds="3*10")

    assert table.state.can(table.meld(rank, cards)) is may


def test_tiles_have_no_meld_of_wilds_5_3():
    table = Table("tiles", holding="2 2 2 5 6", melds="3*10")

    assert clause_of(table, m.Meld(0, WILD_MELD, table.held("2 2 2"))) == "5.3"


@pytest.mark.parametrize(("added", "may"), [("Q", True), ("Q Q", False)])
def test_coastal_melds_close_at_seven_2_3_1(added, may):
    table = Table(holding="Q Q 5 6", melds="6*Q")

    assert table.state.can(table.meld("Q", added)) is may


def test_other_melds_have_no_largest_size_3_3_3():
    table = Table("classic", holding="Q 2 5 6", melds="7*Q")

    assert table.state.can(table.meld("Q", "Q"))
    assert table.state.can(table.meld("Q", "2"))


@pytest.mark.parametrize("repeated", [0, 1, 2])
def test_no_card_is_in_a_meld_twice_3_3_1(repeated):
    table = Table("classic", holding="Q Q Q 5 6", melds="3*9")
    cards = table.held("Q Q Q")
    cards[(repeated + 1) % 3] = cards[repeated]

    assert clause_of(table, m.Meld(0, 12, cards)) == "3.3.1"


def test_a_meld_has_cards_3_3_1():
    table = Table("classic", holding="Q 5 6", melds="3*Q")

    assert clause_of(table, m.Meld(0, 12, [])) == "3.3.1"
    assert table.state.can(table.meld("Q", "Q"))


def test_cards_of_another_seat_or_rank_do_not_fit_3_3_1():
    table = Table("classic", holding="Q Q 9 5 6", others=["Q"], melds="3*Q")
    (theirs,) = table.state.cards_held(1, 12)

    assert clause_of(table, m.Meld(0, 12, [theirs])) == "3.3.1"
    assert clause_of(table, table.meld("Q", "Q 9")) == "3.3.1"
    assert clause_of(table, m.Meld(0, 2, table.held("Q"))) == "3.3.1"


@pytest.mark.parametrize(("n", "may"), [(2, False), (3, True), (4, True), (5, False)])
def test_three_or_four_black_threes_3_3_5(n, may):
    # with three packs there are six of them
    table = Table(
        "classic-6x3",
        holding=f"{n}*3 5",
        others=["9"],
        melds="7*9 · 7*8",
    )

    assert table.state.can(table.meld("3", f"{n}*3")) is may


def test_black_threes_take_no_wild_3_3_5():
    table = Table("classic", holding="3*3 2 5", melds="7*9")

    assert clause_of(table, m.Meld(0, 3, table.held("3 3 3 2"))) == "3.3.5"


@pytest.mark.parametrize(("n_held", "may"), [(1, True), (2, False)])
def test_black_threes_only_when_the_rest_goes_too_3_3_5(n_held, may):
    table = Table("classic", holding="3*3 " + "5 6"[: 2 * n_held - 1], melds="7*9")

    assert table.state.can(table.meld("3", "3*3")) is may


@pytest.mark.parametrize("wild", ["2", "Jo"])
def test_sevens_take_no_wild_ever_2_3_4(wild):
    table = Table(holding=f"5*7 {wild} K", melds="3*9")

    assert clause_of(table, table.meld("7", f"5*7 {wild}")) == "2.3.4"


@pytest.mark.parametrize(
    ("melds", "holding", "added", "options", "may"),
    [
        ("3*A", "2 K 5", "2", {}, False),
        ("4*A 2", "2 A K 5", "2", {}, False),
        ("4*A 2", "2 A K 5", "A", {}, True),
        ("4*A 2", "2 A K 5", "2", {"mixed_aces_frozen": False}, False),
        ("4*A 2", "2 A K 5", "A 2", {"mixed_aces_frozen": False}, True),
        ("5*A 2", "2 A K 5", "2", {"mixed_aces_frozen": False}, True),
        ("5*A", "2 A K 5", "2", {"mixed_aces_frozen": False}, False),
        ("5*A", "2 A K 5", "2", {"rule_of_five": False}, False),
    ],
)
def test_when_aces_take_wilds_2_3_4(melds, holding, added, options, may):
    table = Table(holding=holding, melds=melds, options=options)

    assert table.state.can(table.meld("A", added)) is may


def test_a_wild_in_the_opening_turn_joins_what_it_likes_2_3_3():
    table = Table(holding="3*A 2*K Jo 2 Q Q Q 5 6")
    table.lay("A", "3*A")
    table.lay("K", "2*K Jo")
    assert table.state.is_opened[0]

    assert table.state.can(table.meld("Q", "Q Q 2"))
    assert table.state.can(table.meld("A", "2"))


# 2.9: discards


@pytest.mark.parametrize("card", ["7", "A", "2", "Jo", "9"])
def test_what_an_empty_pile_does_not_take_2_9(card):
    table = Table(holding=f"{card} K 5", melds="3*Q", their_melds="6*9 2")

    assert clause_of(table, table.discard(card)) == "2.9"
    assert table.state.can(table.discard("K"))


@pytest.mark.parametrize("card", ["7", "A", "9"])
def test_what_a_pile_with_cards_takes_2_9(card):
    table = Table(holding=f"{card} K 5", melds="3*Q", their_melds="6*9 2", pile="8")

    assert table.state.can(table.discard(card))


@pytest.mark.parametrize(
    ("holding", "card", "may"),
    [
        ("2 2 Jo", "2", True),
        ("2 2 Jo", "Jo", True),
        ("2 2 Jo 5", "2", False),
        ("2 2 A", "2", False),
        ("2 2 A", "A", True),
        ("2 2 A 7", "7", True),
    ],
)
@pytest.mark.parametrize("pile", ["", "8"])
def test_wilds_are_thrown_only_from_wilds_2_9(holding, card, may, pile):
    table = Table(holding=holding, melds="3*Q", pile=pile)

    assert table.state.can(table.discard(card)) is may


def test_a_two_and_any_card_are_thrown_in_classic_3_8():
    table = Table("classic", holding="2 K 3 5", melds="3*Q")

    assert all(table.state.can(table.discard(card)) for card in ("2", "K", "3"))


def test_nobody_throws_what_another_holds_2_9():
    table = Table(holding="K 5", others=["9"], melds="3*Q", pile="8")

    assert clause_of(table, m.Discard(0, table.state.cards_held(1, 9)[0])) == "2.9"


def test_an_unfinished_opening_is_taken_back_before_the_discard_0_4():
    table = Table(holding="K K K 5 6", pile="8")
    table.lay("K", "K K K")

    assert clause_of(table, table.discard("5")) == "2.5"


# 2.9, option take_back

TAKE_BACK = {"swad_fallback": "take_back"}


@pytest.mark.parametrize(
    ("holding", "melds", "pile", "options", "may"),
    [
        ("7 A", "4*Q", "", TAKE_BACK, True),
        ("7 A", "4*Q", "8", TAKE_BACK, False),  # the pile is not empty
        ("7 K", "4*Q", "", TAKE_BACK, False),  # a king may go
        ("7 A", "4*Q", "", {}, False),
        ("2 Jo", "4*Q", "", TAKE_BACK, True),
    ],
)
def test_when_a_melded_card_is_taken_back_2_9(holding, melds, pile, options, may):
    table = Table(holding=holding, melds=melds, pile=pile, options=options)
    queen = table.state.meld_cards[0][12][0]

    assert table.state.can(m.Discard(0, queen)) is may


@pytest.mark.parametrize("melds", ["4*7", "4*A", "3*2", "3*A · 3*7"])
def test_swad_on_the_table_is_not_taken_back_2_9(melds):
    table = Table(holding="7 A", melds=melds, options=TAKE_BACK)
    state = table.state
    cards = [c for cards in state.meld_cards[0].values() for c in cards]

    assert not any(state.can(m.Discard(0, card)) for card in cards)
    assert state.can(table.discard("7"))  # the ordinary fallback holds


def test_one_meld_with_a_card_for_it_is_enough_2_9():
    table = Table(holding="7 A", melds="3*7 · 4*Q", options=TAKE_BACK)

    assert clause_of(table, table.discard("A")) == "2.9"
    assert table.state.can(m.Discard(0, table.state.meld_cards[0][12][0]))


def test_the_other_sides_melds_are_left_alone_2_9():
    table = Table(holding="7 A", melds="3*7", their_melds="4*Q", options=TAKE_BACK)

    assert not table.state.can(m.Discard(0, table.state.meld_cards[1][12][0]))


@pytest.mark.parametrize(
    ("meld", "size", "wilds", "points", "n_held"),
    [
        ("4*Q", 3, 0, 30, 2),
        ("3*Q", 0, 0, 0, 4),  # two queens are no meld: they come back
        ("3*Q 2", 3, 1, 40, 2),
        ("2*Q 2*2", 0, 0, 0, 5),  # one natural is left, so all come back
        ("3*Q 2*2", 4, 2, 60, 2),
        ("5*Q 2", 5, 1, 60, 2),
    ],
)
def test_what_stays_when_a_card_is_taken_back_2_9(meld, size, wilds, points, n_held):
    table = Table(holding="7 A", melds=meld, options=TAKE_BACK)
    state = table.state

    state.apply(m.Discard(0, state.meld_cards[0][12][0]))

    assert state.sizes[0][12] == size
    assert state.wilds[0][12] == wilds
    assert state.meld_points[0][12] == points
    assert state.n_held[0] == n_held
    check_conservation(state)


def test_a_broken_canasta_is_none_any_more_2_9():
    table = Table(holding="7 A", melds="7*Q", options=TAKE_BACK)
    state = table.state

    state.apply(m.Discard(0, state.meld_cards[0][12][0]))

    assert state.n_canastas == [0, 0]
    assert not state.is_dead[12]
    assert state.sizes[0][12] == 6


# 2.10.1, 3.9: going out


def test_the_second_canasta_may_be_one_of_wilds_2_10_1():
    table = Table(holding="2 K", melds="7*9 · 5*2 Jo", pile="8")
    table.lay("wild", "2")
    table.state.apply(table.discard("K"))

    assert table.state.went_out_seat == 0


def test_a_canasta_that_grows_is_one_still_3_9():
    table = Table("classic-6x3", holding="9 5", melds="7*9", pile="8")

    assert clause_of(table, table.meld("9", "9")) == "3.9"


@pytest.mark.parametrize(
    ("melds", "may"),
    [
        ("7*9 · 7*8", True),
        ("7*9 · 6*8", False),
        ("7*9 · 7*8 · 3*7", False),
        ("7*9 · 7*8 · 6*7", False),
        ("7*9 · 7*7", True),
        ("7*9 · 7*8 · 3*A", False),
        ("7*9 · 7*8 · 6*A", False),
        ("7*9 · 7*8 · 3*A 2", True),
        ("7*9 · 7*A", True),
        ("7*9 · 7*8 · 3*2", False),
        ("7*9 · 7*8 · 6*2", False),
        ("7*9 · 7*2", True),
    ],
)
def test_what_lets_coastal_go_out_2_10_1(melds, may):
    table = Table(holding="K", melds=melds, pile="5")

    assert table.state.can(table.discard("K")) is may


@pytest.mark.parametrize(("bonus", "discards"), [(200, False), (100, True)])
def test_concealed_is_without_a_discard_3_9(bonus, discards):
    table = Table(
        "classic", holding="7*K 3*Q" + " 5" * discards, others=["9"], pile="8"
    )
    table.lay("K", "7*K")
    table.lay("Q", "3*Q")
    if discards:
        table.state.apply(table.discard("5"))

    assert table.state.went_out_seat == 0
    assert table.state.is_concealed is (bonus == 200)


@pytest.mark.parametrize(
    ("allows", "takes", "is_concealed"),
    [
        (True, True, True),
        (True, False, True),
        (False, True, False),
        (False, False, True),
    ],
)
def test_concealed_with_the_pile_is_an_option_3_9(allows, takes, is_concealed):
    table = Table(
        "classic",
        holding="7*K 2*Q" + ("" if takes else " Q"),
        others=["9"],
        pile="Q" if takes else "8",
        has_drawn=not takes,
        options={"concealed_allows_pile": allows},
    )
    if takes:
        table.state.apply(table.take())
    table.lay("Q", "2*Q" if takes else "3*Q", with_top=takes)
    table.lay("K", "7*K")

    assert table.state.went_out_seat == 0
    assert table.state.is_concealed is is_concealed


def test_concealed_needs_a_canasta_of_ones_own_3_9():
    table = Table("classic", holding="3*K 3*Q", others=["9"], melds="7*9", pile="8")
    table.lay("K", "3*K")
    table.lay("Q", "3*Q")

    assert table.state.went_out_seat == 0
    assert not table.state.is_concealed


def test_a_meld_of_an_earlier_turn_is_the_partners_too_3_9():
    # seat 0 begins the nines, seat 2 adds to them and goes out: not concealed
    table = Table(
        "classic",
        holding="3*9 3*A 5 8",
        others=["6 8", "7*K 9", "6 8"],
        pile="4",
        stock="J J J",
    )
    state = table.state
    table.lay("9", "3*9")
    table.lay("A", "3*A")
    state.apply(table.discard("5"))
    state.apply(m.Draw(1, state.stock[:1]))
    state.apply(m.Discard(1, state.cards_held(1, 6)[0]))
    state.apply(m.Draw(2, state.stock[1:2]))
    state.apply(m.Meld(2, 13, state.cards_held(2, 13)))
    state.apply(m.Meld(2, 9, state.cards_held(2, 9)))
    state.apply(m.Discard(2, state.holding(2)[0]))

    assert state.went_out_seat == 2
    assert not state.is_concealed


# 2.10.1: a pair with a wild

PAIR = {"go_out_two_plus_wild": True}


def test_ordinary_melds_are_free_where_a_pair_with_a_wild_is_allowed_2_10_1():
    table = Table(holding="Q Q Q J 5 6", melds="3*9", pile="8", options=PAIR)
    table.lay("Q", "Q Q Q")

    assert not table.state.must_go_out
    assert table.state.can(table.discard("5"))


@pytest.mark.parametrize("rank", ["A", "7"])
def test_no_pair_of_aces_or_sevens_with_a_wild_2_10_1(rank):
    table = Table(
        holding=f"{rank} {rank} 2 5", melds="7*9 · 7*8 · 3*K", pile="8", options=PAIR
    )

    assert not table.state.can(table.meld(rank, f"{rank} {rank} 2"))


@pytest.mark.parametrize(
    ("cards", "may"),
    [("Q Q 2", True), ("Q Q 2 2", False), ("Q Q Q 2", False)],
)
def test_a_pair_with_one_wild_and_no_more_2_10_1(cards, may):
    table = Table(holding=f"{cards} 5", melds="7*9 · 7*8", pile="8", options=PAIR)

    assert table.state.can(table.meld("Q", cards)) is may


def test_one_pair_with_a_wild_a_turn_2_10_1():
    # J J J may be laid without the second two, which goes to the kings
    table = Table(
        holding="Q Q 2 J J J 2 5", melds="7*9 · 7*8 · 5*K", pile="8", options=PAIR
    )
    table.lay("Q", "Q Q 2")

    assert clause_of(table, table.meld("J", "J J 2")) in ("2.3.3", "2.10.1")
    table.lay("J", "J J J")
    table.lay("K", "2")
    table.state.apply(table.discard("5"))
    assert table.state.went_out_seat == 0


def test_without_the_rule_of_five_a_pair_with_a_wild_binds_to_nothing_2_10_1():
    table = Table(
        holding="Q Q 2 J 5 6",
        melds="3*9",
        pile="8",
        options=PAIR | {"rule_of_five": False},
    )
    table.lay("Q", "Q Q 2")

    assert not table.state.must_go_out
    assert table.state.can(table.discard("5"))


def test_in_the_opening_turn_a_pair_with_a_wild_binds_to_nothing_2_3_3():
    table = Table(holding="3*A 2*K Jo 2*Q 2 5 6", pile="8", options=PAIR)
    table.lay("A", "3*A")
    table.lay("K", "2*K Jo")
    table.lay("Q", "2*Q 2")

    assert not table.state.must_go_out
    assert table.state.can(table.discard("5"))


def test_a_pair_with_a_wild_is_a_new_meld_2_10_1():
    # the queens are on the table: a two joins five of them only
    table = Table(holding="Q 2 5", melds="7*9 · 7*8 · 3*Q", pile="8", options=PAIR)

    assert clause_of(table, table.meld("Q", "Q 2")) == "2.3.3"


# 2.10.1, 3.9, 4.10: asking


def test_the_question_after_the_meld_of_the_pile_and_no_later_3_9():
    table = Table(
        "classic", holding="Q Q K K K 5 6", melds="7*9", pile="8 Q", has_drawn=False
    )
    state = table.state
    state.apply(table.take())
    assert clause_of(table, m.Ask(0)) == "3.9"  # the top card is due
    table.lay("Q", "Q Q", with_top=True)
    assert state.can(m.Ask(0))

    table.lay("K", "K K K")

    assert clause_of(table, m.Ask(0)) == "3.9"


@pytest.mark.parametrize(("holding", "may"), [("K", False), ("K 5", True)])
def test_a_seat_with_one_card_asks_nobody_3_9(holding, may):
    table = Table("classic", holding=holding, melds="7*9", pile="8")

    assert table.state.can(m.Ask(0)) is may


def test_a_second_question_in_one_turn_is_refused_3_9():
    table = Table("classic", holding="K 5 6", melds="7*9", pile="8")
    table.state.apply(m.Ask(0))
    table.state.apply(m.Answer(2, True))

    assert clause_of(table, m.Ask(0)) == "3.9"


@pytest.mark.parametrize("preset", ["tiles", "classic-2"])
def test_where_nobody_is_asked_5_7_3_1(preset):
    table = Table(preset, holding="5 6", others=["9"], melds="7*9", pile="8")

    assert clause_of(table, m.Ask(0)) == ("5.7" if preset == "tiles" else "3.9")


@pytest.mark.parametrize(
    ("limit", "asked", "may"),
    [
        ("player", [0, 0, 0, 0], True),
        ("player", [1, 0, 0, 0], False),
        ("player", [0, 0, 1, 0], True),
        ("player", [0, 1, 0, 1], True),
        ("side", [0, 0, 1, 0], False),
        ("side", [1, 0, 0, 0], False),
        ("side", [0, 1, 0, 1], True),
    ],
)
def test_how_many_questions_a_hand_has_2_10_1(limit, asked, may):
    table = Table(
        holding="K 9",
        melds="7*Q · 7*8 · 3*9",
        pile="5",
        options={"ask_limit": limit},
    )
    table.state.asks[:] = asked

    assert table.state.can(m.Ask(0)) is may


def test_questions_are_counted_by_seat_2_10_1():
    table = Table(holding="K 9", melds="7*Q · 7*8 · 3*9", pile="5")
    table.state.apply(m.Ask(0))

    assert table.state.asks == [1, 0, 0, 0]


@pytest.mark.parametrize("yes", [True, False])
def test_what_an_answer_binds_to_in_partnership_4_10(yes):
    table = Table("partnership", holding="K 9", melds="7*Q · 3*9", pile="5")
    state = table.state
    state.apply(m.Ask(0))
    state.apply(m.Answer(2, yes))

    assert state.must_go_out is yes
    assert state.can(table.discard("K")) is not yes  # that would be staying in
    assert state.can(table.meld("9", "9")) is yes  # and that the way out


# 2.11: special hands


def pairs(**kwargs):
    return Table(holding="2*4 2*5 2*6 2*8 2*9 2*J 2*Q", others=["K"] * 3, **kwargs)


def declare(table, cards=None, seat=0):
    cards = table.state.holding(0) if cards is None else cards
    return m.SpecialHand(seat, "pairs", cards)


def test_fourteen_cards_of_the_holding_are_declared_2_11():
    table = pairs()
    held = table.state.holding(0)
    king = table.state.cards_held(1, 13)[0]

    assert clause_of(table, declare(table, held[:13])) == "2.11"
    assert clause_of(table, declare(table, [*held[:13], held[0]])) == "2.11"
    assert clause_of(table, declare(table, [*held[:13], king])) == "2.11"
    assert clause_of(table, declare(table, [*held, held[0]])) == "2.11"
    assert table.state.can(declare(table))


@pytest.mark.parametrize(
    ("opening_seat", "turns_since", "may"),
    [(2, 1, True), (2, 2, True), (2, 3, True), (2, 4, False), (0, 2, False)],
)
def test_the_courtesy_turn_2_11(opening_seat, turns_since, may):
    table = pairs(melds="3*A")
    state = table.state
    state.opening_seat[0] = opening_seat
    state.opening_turn[0] = state.turn - turns_since

    assert state.can(declare(table)) is may


def test_no_special_hand_after_taking_the_pile_or_melding_2_11():
    table = Table(holding="2*4 2*5 2*6 2*8 2*9 2*J 2*Q", others=["K"] * 3, melds="3*A")
    table.state.opening_seat[0] = 2
    table.state.opening_turn[0] = table.state.turn - 2
    assert table.state.can(declare(table))
    table.state.took_pile = True

    assert clause_of(table, declare(table)) == "2.11"


def test_a_special_hand_gives_its_points_alone_or_beside_the_lines_2_11():
    for mode, points in (("replace", 2500), ("add", 2500 - 30 - 10)):
        table = Table(
            holding="2*4 2*5 2*6 2*8 2*9 2*J 2*Q",
            others=["9", "K", "9"],
            melds="3*10",
            options={"special_score_mode": mode},
        )
        state = table.state
        state.opening_seat[0] = 2
        state.opening_turn[0] = state.turn - 2
        state.red_threes[1] = 0
        state.apply(declare(table))
        score = score_hand(state)[0]

        assert state.ended_by == "special_hand"
        assert score.points == points  # no canasta: 30 of tens against, a king held
        assert score.held == (0 if mode == "replace" else -10)


def test_the_partner_declares_with_the_partners_cards_left_in_2_11():
    table = Table(
        holding="K",
        others=["9", "2*4 2*5 2*6 2*8 2*9 2*J 2*Q", "9"],
        melds="3*10",
        options={"special_score_mode": "add"},
    )
    state = table.state
    state.seat = 2
    state.opening_seat[0] = 0
    state.opening_turn[0] = state.turn - 2
    state.red_threes[1] = 0
    state.apply(m.SpecialHand(2, "pairs", state.holding(2)))

    assert score_hand(state)[0].points == 2500 - 30 - 10


@pytest.mark.parametrize(
    ("melds", "their_melds", "is_exempt", "penalties"),
    [
        ("3*2", "4*2 3*Jo", False, -2000),
        ("3*2", "4*2 3*Jo", True, 0),  # dead, and not finished
        ("3*2", "", True, -2000),  # not dead
        ("4*7", "", True, -2500),
        ("4*A", "", False, -2500),
        ("7*2", "", True, 0),
        ("7*A", "", False, 0),
    ],
)
def test_unfinished_melds_of_a_played_hand_2_12(
    melds, their_melds, is_exempt, penalties
):
    table = Table(
        holding="5 6",
        melds=melds,
        their_melds=their_melds,
        pile="8",
        options={"dead_unfinished_exempt": is_exempt},
    )
    table.state.red_threes[1] = 0

    assert score_hand(table.state)[0].penalties == penalties


def test_jokers_of_a_played_wild_canasta_are_counted_2_4():
    for melds, bonus in (("7*2", 3000), ("6*2 Jo", 2000), ("3*2 4*Jo", 2500)):
        table = Table(holding="5", melds=melds, pile="8")
        table.state.red_threes[1] = 0

        assert score_hand(table.state)[0].canasta_bonus == bonus
