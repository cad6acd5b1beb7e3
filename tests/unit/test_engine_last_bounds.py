"""Bounds that earlier tests of the engine left open, by clause."""

import json
from collections import Counter
from io import StringIO
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest

from engine import moves as m
from engine import opening, way_out
from engine.cards import NATURAL_RANKS, THREE
from engine.conservation import check_conservation
from engine.forced import draw_move, forced_move
from engine.joker_button import joker_on_offer
from engine.legal_moves import legal_moves
from engine.move_records import MAKE
from engine.phases import DRAW, EXPOSED, PILE, STOCK, TALON
from engine.position import PositionError, score_lines, score_position
from engine.refusals import IllegalMoveError
from engine.rulesets import get_ruleset
from engine.score import score_hand
from tests.golden.engine_positions import position
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


def laid_aside_threes(table):
    state = table.state
    return [
        card
        for card in state.ruleset.deck.cards_of_rank(THREE)
        if state.place[card] == EXPOSED and state.is_bonus_three[card]
    ]


def red_three_below(table):
    state = table.state
    red = laid_aside_threes(table)[0]
    state.place[red] = PILE
    state.red_threes[1] -= 1
    state.pile.insert(0, red)
    state.is_frozen = True
    check_conservation(state)
    return red


def first_card_on_top(table):
    """The pile's top becomes card 0 of the deck."""
    state = table.state
    top = state.pile[-1]
    state.place[0], state.place[top] = state.place[top], state.place[0]
    state.pile[-1] = 0
    check_conservation(state)


# asking


def test_tiles_ask_nobody_though_there_is_a_way_out_5_7():
    table = Table("tiles", holding="9 6", melds="7*9", pile="8")

    assert clause_of(table, m.Ask(0)) == "5.7"


def test_nobody_asks_while_the_first_card_of_the_deck_is_due_3_9():
    table = Table(
        "classic", holding="A A 5 6", melds="7*9", pile="8 A", has_drawn=False
    )
    first_card_on_top(table)
    table.state.apply(table.take())

    assert not table.state.can(m.Ask(0))


# draws


def test_the_next_step_of_drawing():
    drawing = Table(holding="K 5", stock="9 8", has_drawn=False)
    assert draw_move(drawing.state) == m.Draw(0, drawing.state.stock[:1])
    playing = Table(holding="K 5", stock="9 8")
    assert draw_move(playing.state) is None
    empty = Table(holding="K 5", n_stock=0, has_drawn=False)
    assert draw_move(empty.state) is None


def test_a_three_on_top_of_the_bonus_cards_is_exposed_2_6():
    table = Table(holding="A A A A K K K Q Q Q 4 5", stock="3 9 8 8 6")
    for rank, cards in (("A", "4*A"), ("K", "3*K"), ("Q", "3*Q")):
        table.lay(rank, cards)
    state = table.state
    state.apply(table.discard("4"))
    assert state.phase == TALON

    three, nine = state.stock[:2]
    assert forced_move(state) == m.Expose(0, three, nine)


def test_a_three_that_is_the_last_bonus_card_stays_and_ends_the_hand_2_10_4():
    table = Table(holding="A A A A K K K Q Q Q 4 5", stock="9 8 8", n_stock=3)
    state = table.state
    reds = laid_aside_threes(table)
    assert len(reds) >= 6
    # five threes to be exposed, three cards, and a three as the ninth card
    state.stock[0:0] = reds[:5]
    state.stock.append(reds[5])
    for red in reds[:6]:
        state.place[red] = STOCK
    state.red_threes[1] -= 6
    check_conservation(state)
    for rank, cards in (("A", "4*A"), ("K", "3*K"), ("Q", "3*Q")):
        table.lay(rank, cards)
    state.apply(table.discard("4"))
    while state.phase == TALON:
        state.apply(forced_move(state))

    assert state.ended_by == "stock_three"
    assert state.place[reds[5]] == 0


def test_the_last_two_of_a_stock_from_which_was_drawn_before_3_10():
    table = Table(
        "classic-2",
        holding="K 5",
        others=["6 7"],
        stock="9 8",
        n_stock=2,
        has_drawn=False,
    )
    state = table.state
    red = laid_aside_threes(table)[0]
    state.stock += [red, table.cards("J")[0]]
    for card in state.stock[2:]:
        state.place[card] = STOCK
    state.red_threes[1] -= 2
    check_conservation(state)
    state.apply(m.Draw(0, state.stock[:2]))
    state.apply(table.discard("K"))

    assert draw_move(state) == m.Expose(1, red, None)


def test_a_wrong_replacement_is_refused_with_the_card_of_the_pack_2_1():
    table = Table(holding="K 5", stock="3 9", has_drawn=False)
    three, nine = table.state.stock[:2]
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(m.Expose(0, three, None))

    assert table.state.ruleset.deck.names[nine] in str(refused.value)
    table.state.check(m.Expose(0, three, nine))


def test_a_pile_three_is_replaced_and_play_goes_on_while_cards_are_left_4_11():
    table = Table(
        "partnership",
        holding="Q Q 5 6",
        melds="3*9",
        pile="Q",
        n_stock=2,
        has_drawn=False,
        options={"stock_end": "immediate"},
    )
    state = table.state
    red = red_three_below(table)
    state.apply(table.take())
    table.lay("Q", "Q Q", with_top=True)
    state.apply(m.Expose(0, red, state.stock[0]))

    assert state.ended_by is None
    assert state.n_stock == 1


def test_a_red_three_as_the_last_thing_held_leaves_it_concealed_3_9():
    table = Table("classic", holding="2*Q 7*K", others=["9"], pile="Q", has_drawn=False)
    state = table.state
    red = red_three_below(table)
    state.apply(table.take())
    table.lay("Q", "2*Q", with_top=True)
    table.lay("K", "7*K")
    if not state.is_over:
        state.apply(m.Expose(0, red, None))

    assert state.went_out_seat == 0
    assert state.is_concealed


# going out


@pytest.mark.parametrize(
    ("preset", "last", "melds"), [("coastal", "K", "7*9 · 7*8"), ("tiles", "13", "7*9")]
)
def test_only_classic_knows_a_concealed_way_out_2_10_1_5_7(preset, last, melds):
    table = Table(preset, holding=last, melds=melds, pile="5")
    table.state.apply(table.discard(last))

    assert table.state.went_out_seat == 0
    assert not table.state.is_concealed


def test_who_does_not_go_out_is_not_concealed_3_10():
    table = Table("classic", holding="K 5", n_stock=0, has_drawn=False)
    table.state.apply(m.TimeOut(0))

    assert table.state.ended_by == "stock"
    assert not table.state.is_concealed


def test_a_second_wild_on_the_mixed_aces_of_the_opening_turn_2_10_1():
    table = Table(
        holding="7*K 7*9 A A 2 2 5",
        others=["J", "J", "J"],
        pile="8",
        options={"talon_bonus": False},
    )
    table.lay("K", "7*K")
    table.lay("9", "7*9")
    table.lay("A", "A A 2")
    table.lay("A", "2")
    table.state.apply(table.discard("5"))

    assert table.state.went_out_seat == 0


PAIR = {"go_out_two_plus_wild": True}


@pytest.mark.parametrize(
    ("more", "n_back"),
    [("", 3), ("Q", 4), ("Q Q", 5), ("Q Q Q", 0)],
)
def test_a_pair_with_a_wild_that_became_five_naturals_stays_0_7(more, n_back):
    table = Table(
        holding=f"Q Q 2 {more} K 5",
        melds="7*9 · 7*8 · 5*K",
        pile="6",
        options=PAIR,
    )
    state = table.state
    table.lay("Q", "Q Q 2")
    if more:
        table.lay("Q", more)
    n_held = state.n_held[0]

    state.apply(m.TimeOut(0))

    assert state.n_held[0] == n_held + n_back
    check_conservation(state)


def test_natural_melds_beside_a_pair_with_a_wild_stay_0_7():
    table = Table(
        holding="Q Q 2 J J J K 5", melds="7*9 · 7*8 · 5*K", pile="6", options=PAIR
    )
    state = table.state
    table.lay("J", "J J J")
    table.lay("Q", "Q Q 2")
    state.apply(m.TimeOut(0))

    assert state.sizes[0][11] == 3
    assert state.sizes[0][12] == 0
    assert state.n_laid[0] == 3
    assert state.n_laid_turn == 3


@pytest.mark.parametrize("preset", ["coastal", "classic"])
def test_melds_of_an_open_side_stay_when_the_clock_runs_out_0_7(preset):
    table = Table(preset, holding="J J J 5*Q 2 K 5", melds="3*9", pile="6")
    state = table.state
    table.lay("J", "J J J")
    table.lay("Q", "5*Q 2")
    state.apply(m.TimeOut(0))

    assert state.sizes[0][11] == 3
    assert state.sizes[0][12] == 6


@pytest.mark.parametrize(
    ("holding", "rank", "cards", "may"),
    [
        ("Q Q 2 J J 2 5", "Q", "Q Q 2", False),  # a second pair would be needed
        ("Q Q 2 J J J 5", "Q", "Q Q 2", True),
        ("Q Q 2 J J J 5", "J", "J J J", True),  # and the pair after it
    ],
)
def test_the_pair_with_a_wild_is_laid_once_on_the_way_out_2_10_1(
    holding, rank, cards, may
):
    table = Table(holding=holding, melds="7*9 · 7*8", pile="6", options=PAIR)

    assert table.state.can(table.meld(rank, cards)) is may
    assert (way_out.find(table.state, table.meld(rank, cards)) is not None) is may


def test_a_red_three_to_be_exposed_is_in_nobodys_way_out_3_6():
    table = Table("classic", holding="Q Q 5", melds="7*9", pile="Q", has_drawn=False)
    red_three_below(table)
    table.state.apply(table.take())
    table.lay("Q", "Q Q", with_top=True)

    assert way_out.find(table.state) is not None  # the five is thrown


@pytest.mark.parametrize(("under", "is_way"), [("5", True), ("5 6", False)])
def test_all_cards_of_a_pile_are_to_be_laid_on_the_way_out_0_4(under, is_way):
    # 7*K and the aces go; one card of the pile may be thrown, two may not
    table = Table(
        "classic",
        holding="2*A 7*K",
        others=["J"] * 3,
        pile=f"{under} A",
        has_drawn=False,
    )
    table.state.apply(table.take())
    meld = table.meld("A", "2*A", with_top=True)

    assert (way_out.find(table.state, meld) is not None) is is_way


# the pile


@pytest.mark.parametrize(
    ("melds", "holding", "may"),
    [
        ("3*9", "Q 2", False),
        ("3*9", "Q 2 5", False),
        ("3*9", "Q 2 5 6", True),
        ("4*Q", "Q 2", True),  # seven with the top card
        ("3*Q", "Q 2", False),
    ],
)
def test_a_natural_and_a_wild_leave_two_cards_or_lead_out_3_6(melds, holding, may):
    table = Table("classic", holding=holding, melds=melds, pile="Q", has_drawn=False)

    assert table.state.can(table.take()) is may


def forced(holding, under, top, minimum, *, red=False):
    """Seat 3 throws the top card of a pile that seat 0, unopened, may have to take."""
    table = Table(
        "classic", holding=holding, others=["J", "J", f"{top} 7"], pile=under, n_stock=0
    )
    state = table.state
    state.opening_minimum[0] = minimum
    if red:
        three = next(
            c for c in laid_aside_threes(table) if state.ruleset.deck.suit[c] in "DH"
        )
        state.place[three] = PILE
        state.red_threes[1] -= 1
        state.pile.insert(0, three)
        state.is_frozen = True
    state.seat = 3
    rank = {"A": 1, "K": 13, "5": 5}[top]
    state.apply(m.Discard(3, state.cards_held(3, rank)[0]))
    return state


@pytest.mark.parametrize(
    ("holding", "under", "top", "minimum", "red", "must_take"),
    [
        ("A A 8", "", "A", 50, False, False),
        ("A A 8", "", "A", 50, True, False),  # the red three is no card to keep
        ("A A 8 9", "", "A", 50, True, True),
        ("6*K", "", "K", 70, False, True),  # exactly 70, and out
        ("6*K", "", "K", 75, False, False),
        ("2*K 7*5", "", "K", 65, False, True),  # all nine cards are needed, and out
        ("2*K 7*5", "", "K", 70, False, False),
        ("2*K 6*5", "", "K", 60, False, False),  # no canasta, so no way out
        ("2*K 6*5 8 9", "", "K", 60, False, True),
    ],
)
def test_what_a_forced_pile_asks_of_an_unopened_seat_3_10(
    holding, under, top, minimum, red, must_take
):
    state = forced(holding, under, top, minimum, red=red)

    assert (state.ended_by is None) is must_take


def most_points_by_trying(state, top_rank, n_cards):
    """The most points of melds with the top card, every choice tried."""
    row = state.counts[state.seat]
    twos, jokers = row[2], row[14]
    value = dict.fromkeys(range(4, 8), 5) | dict.fromkeys(range(8, 14), 10) | {1: 20}
    ranks = [r for r in NATURAL_RANKS if row[r] or r == top_rank]
    best = 0
    choices = []
    for rank in ranks:
        options = [(0, 0)] if rank != top_rank else []
        for n in range(2, row[rank] + (rank == top_rank) + 1):
            if rank == top_rank and n < 3:
                continue
            options += [(n, w) for w in range(min(n, 3) + 1) if n + w >= 3]
        choices.append(options)
    for picked in product(*choices):
        wilds = sum(w for _, w in picked)
        laid = sum(n + w for n, w in picked) - 1
        if wilds > twos + jokers or laid > n_cards:
            continue
        dearest = sorted([50] * jokers + [20] * twos, reverse=True)[:wilds]
        points = sum(n * value[r] for r, (n, _) in zip(ranks, picked, strict=True))
        best = max(best, points + sum(dearest))
    return best


def test_the_most_that_a_first_meld_with_the_pile_can_count_3_5_3_6():
    rng = Random(8)
    n_more = 0
    for _ in range(200):
        ranks = rng.choices(["A", "K", "5", "2", "Jo"], k=rng.randint(2, 8))
        top = rng.choice(["A", "K", "5"])
        try:
            table = Table(
                "classic", holding=" ".join(ranks), others=["J"] * 3, pile=f"8 {top}"
            )
        except IndexError:
            continue
        state = table.state
        rank = state.rank[state.pile[-1]]
        for n_cards in (2, 4, 8):
            expected = most_points_by_trying(state, rank, n_cards)
            n_more += expected > 0

            assert opening.most_points(state, rank, n_cards) == expected
    assert n_more > 50


def test_wilds_of_a_first_meld_are_no_more_than_its_naturals_3_3():
    # K K K with three wilds, A A with two: 30, 40, two jokers and three twos
    table = Table("classic", holding="2*K 2*A 4*2 2*Jo", others=["J"] * 3, pile="8 K")

    assert opening.most_points(table.state, 13, 10) == 30 + 40 + 100 + 60


def test_a_pair_beside_the_top_card_makes_no_clean_triple_with_it_2_5():
    # K K K(top) 20, A A Jo 90, Q Q 2 40: 150 points and no clean triple
    table = Table(holding="2*K 2*A Jo 2*Q 2 5 6", pile="9 K", has_drawn=False)
    table.state.apply(table.take())
    table.lay("K", "2*K", with_top=True)
    table.lay("A", "2*A Jo")
    table.lay("Q", "2*Q 2")

    assert not table.state.is_opened[0]


def test_the_first_card_of_the_deck_is_counted_like_any_other_3_9():
    # 6*A and the top ace are a canasta, but the four is left: not concealed
    table = Table(
        "classic",
        holding="6*A 4",
        others=["J"] * 3,
        pile="A",
        has_drawn=False,
        options={"concealed_exempt_from_minimum": True},
    )
    first_card_on_top(table)
    state = table.state
    state.opening_minimum[0] = 500
    state.apply(table.take())
    state.apply(m.Meld(0, 1, [*state.cards_held(0, 1), 0]))

    assert not state.is_opened[0]


def test_a_meld_of_two_cards_names_two_3_3_1():
    table = Table("classic", holding="Q Q 5 6", melds="3*Q")
    (queen, _) = table.held("Q Q")

    assert clause_of(table, m.Meld(0, 12, [queen, queen])) == "3.3.1"


def test_a_pair_with_a_wild_lies_beside_no_meld_begun_by_others_3_9():
    # concealed by option: the nines are seat 0's of an earlier turn
    table = Table(
        "classic",
        holding="3*9 3*A 5 8",
        others=["6 8", "7*K 9", "6 8"],
        pile="4",
        stock="J J J",
        options={"concealed_allows_discard": True},
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


def test_wilds_held_are_twos_and_jokers():
    table = Table(holding="2 2 Jo K")

    assert table.state.n_wilds_held(0) == 3


@pytest.mark.parametrize(("seat", "phase"), [(1, 2), (2, DRAW)])
def test_only_the_starter_only_discards_5_1(seat, phase):
    rules = get_ruleset("tiles")
    pack = list(range(106))
    threes = [c for c in pack if rules.is_bonus_three[c]]
    state = type(Table("tiles", holding="5").state)(
        rules, [c for c in pack if c not in threes] + threes, 0, [0, 0]
    )
    if seat == 2:
        state.apply(m.Discard(1, state.holding(1)[0]))

    assert state.seat == seat
    assert state.phase == phase
    assert state.may_meld is (seat == 2)


# lists of legal moves


def combinations(table, kind):
    names = table.state.ruleset.deck
    return Counter(
        (*sorted(names.rank[c] for c in move.cards), move.rank)
        for move in legal_moves(table.state)
        if isinstance(move, kind)
    )


def test_every_meld_of_a_holding_is_listed_once_3_3():
    table = Table("classic", holding="Q Q Q 2 Jo 5", melds="3*9", pile="8")
    queens = [(12, 12, 12), (2, 12, 12, 12), (12, 12, 12, 14), (2, 12, 12)]
    queens += [(12, 12, 14), (2, 12, 12, 14)]  # of all five, one card would be left
    nines = [(2,), (14,), (2, 14)]
    expected = [(*cards, 12) for cards in queens] + [(*cards, 9) for cards in nines]

    assert combinations(table, m.Meld) == Counter(expected)


def test_every_meld_with_the_top_card_is_listed_once_3_6():
    table = Table(
        "classic", holding="Q Q 2 5 6", melds="3*9", pile="8 A Q", has_drawn=False
    )
    table.state.apply(table.take())
    expected = [(12, 12, 12), (2, 12, 12), (2, 12, 12, 12)]

    assert combinations(table, m.Meld) == Counter((*c, 12) for c in expected)


def test_melds_with_the_first_card_of_the_deck_on_top_are_listed_3_6():
    table = Table(
        "classic", holding="A A 5 6", melds="3*9", pile="8 A", has_drawn=False
    )
    first_card_on_top(table)
    table.state.apply(table.take())

    assert combinations(table, m.Meld) == Counter([(1, 1, 1, 1)])


def test_wild_melds_of_any_mix_are_listed_2_3_5():
    table = Table(holding="2 2 Jo Jo 5 6", melds="3*9", pile="8")
    wilds = [cards for *cards, rank in combinations(table, m.Meld) if rank == 0]

    assert sorted(map(tuple, wilds)) == [(2, 2, 14), (2, 2, 14, 14), (2, 14, 14)]


def test_one_discard_of_each_rank_is_listed_3_8():
    table = Table("classic", holding="Q Q 2 5 5", melds="3*9", pile="8")
    thrown = [
        table.state.rank[move.card]
        for move in legal_moves(table.state)
        if isinstance(move, m.Discard)
    ]

    assert sorted(thrown) == [2, 5, 12]


def test_draw_pile_and_button_are_listed_at_the_draw_5_9():
    table = Table(
        "tiles",
        holding="12 12 5 6",
        melds="3*9",
        pile="8 12",
        stock="Jo 4",
        has_drawn=False,
    )
    state = table.state
    state.jokers_left[0] = 1
    joker = state.stock[0]

    assert joker_on_offer(state) == joker
    assert legal_moves(state) == [
        m.Draw(0, [joker]),
        m.TakePile(0, list(state.pile)),
        m.JokerButton(0, joker),
    ]
    state.apply(m.JokerButton(0, joker))
    assert state.place[joker] == 0


def test_both_answers_are_listed_3_9():
    table = Table("classic", holding="K 5 6", melds="7*Q", pile="J")
    table.state.apply(m.Ask(0))

    assert legal_moves(table.state) == [m.Answer(2, True), m.Answer(2, False)]


# positions: what no table shows, and why


def side(**fields):
    bare = {"points_before": 0, "melds": [], "threes": [], "holdings": [[], []]}
    return bare | fields


def refused(ruleset, *sides, options=None):
    with pytest.raises(PositionError) as error:
        score_position(
            {"ruleset": ruleset, "sides": list(sides), "options": options or {}}
        )
    return error.value


def test_the_card_that_is_there_too_often_is_named_0_1():
    error = refused("coastal", side(holdings=[["5H", "5H"], ["4H", "4H", "4H"]]))

    assert "4H" in str(error)
    assert "5H" not in str(error)


@pytest.mark.parametrize(("n", "accepted"), [(3, True), (4, True), (5, False)])
def test_how_many_black_threes_a_position_may_show_3_3_5(n, accepted):
    kings = ["KH", "KS", "KD", "KC"] * 2
    threes = ["3S", "3C"] * 3
    table = {
        "ruleset": "classic-6x3",
        "sides": [
            side(
                melds=[kings[:7], ["QH", "QS", "QD", "QC"] * 2, threes[:n]],
                went_out=True,
            ),
            side(),
            side(),
        ],
    }
    if accepted:
        assert score_position(table)["sides"][0]["melded"] == 70 + 80 + 5 * n
    else:
        with pytest.raises(PositionError):
            score_position(table)


def test_black_threes_of_a_position_take_no_wild_3_3_5():
    kings = ["KH", "KS", "KD", "KC", "KH", "KS", "KD"]
    error = refused(
        "classic-4",
        side(melds=[kings, ["3S", "3C", "3S", "2H"]], went_out=True),
        side(),
    )

    assert error.clause == "3.3.5"


@pytest.mark.parametrize(
    ("ruleset", "meld"),
    [
        ("coastal", ["9H", "9S", "2H"]),
        ("classic-4", ["9H", "9S", "2H", "2S"]),
        ("partnership", ["9H", "9S", "2H", "2S"]),
        ("tiles", ["09R", "09B", "02R"]),
    ],
)
def test_two_naturals_are_enough_beside_wilds_2_3_2_3_3_1(ruleset, meld):
    answer = score_position({"ruleset": ruleset, "sides": [side(melds=[meld])]})

    assert answer["sides"][0]["canastas"] == dict.fromkeys(
        ("natural", "mixed", "wild", "aces", "sevens"), 0
    )


def test_two_threes_are_not_the_last_card_of_the_stock_2_10_4():
    error = refused("coastal", side(holdings=[["3S"], ["3C"]]))

    assert error.clause == "2.10.4"


def test_five_wilds_beside_other_groups_are_no_dream_2_11():
    cards = ["KH", "KS", "KD", "QH", "QS", "QD", "JH", "JS", "JD"]
    wilds = ["2H", "2S", "2D", "JK", "JK"]
    declared = side(holdings=[cards + wilds, []], special_hand="dream_plus_5")

    assert refused("coastal", declared).clause == "2.11"


def test_a_declared_hand_is_read_by_its_id_2_11():
    table = Table(holding="2*4 2*5 2*6 2*8 2*9 2*J 2*Q", others=["K"] * 3)
    state = table.state
    names = state.ruleset.deck.names
    record = SimpleNamespace(
        seat=0,
        do="special_hand",
        id="pairs",
        cards=[names[card] for card in state.holding(0)],
    )

    MAKE["special_hand"](state, record, state.ruleset.deck.ids.__getitem__)

    assert state.special_hand == "pairs"


def test_the_size_of_a_refused_meld_is_told():
    error = refused("partnership", side(melds=[["9H", "9S", "2H", "2S", "JK"]]))

    assert "5 cards" in str(error)


DEAD_ACES = [["AS", "AS", "AH", "AD", "AC", "2C", "2D"]]


@pytest.mark.parametrize(
    ("options", "their_melds", "accepted"),
    [
        ({}, DEAD_ACES, False),
        ({"dead_unfinished_exempt": True}, DEAD_ACES, True),
        ({"dead_unfinished_exempt": True}, [], False),
    ],
)
def test_going_out_of_a_position_over_dead_aces_2_10_1(options, their_melds, accepted):
    kings = ["KH", "KS", "KD", "KC", "KH", "KS", "KD"]
    queens = [c.replace("K", "Q") for c in kings]
    sides = [
        side(melds=[kings, queens, ["AC", "AD", "AH"]], went_out=True),
        side(melds=their_melds),
    ]
    if accepted:
        score_position({"ruleset": "coastal", "sides": sides, "options": options})
    else:
        assert refused("coastal", *sides, options=options).clause == "2.10.1"


PAIRS = [rank + suit for rank in "45689JQ" for suit in "HS"]


def test_no_special_hand_of_a_position_where_the_table_plays_without_2_11():
    declared = side(holdings=[PAIRS, []], special_hand="pairs")

    assert (
        refused("coastal", declared, options={"special_hands": False}).clause == "2.11"
    )
    assert refused("classic-4", declared).clause == "3.9"
    score_position({"ruleset": "coastal", "sides": [declared]})


def test_one_side_alone_is_a_position():
    answer = score_position({"ruleset": "coastal", "sides": [side()]})

    assert len(answer["sides"]) == 1
    assert refused("coastal").clause == "2.1"
    assert refused("coastal", side(), side(), side()).clause == "2.1"


@pytest.mark.parametrize("failed", [-1, "1", None, 1.5, True])
def test_failed_asks_are_a_number_from_nought_3_11(failed):
    assert refused("classic-4", side(failed_ask=failed)).clause == "3.9"


@pytest.mark.parametrize("card", ["ZZ", 7, None])
def test_what_is_no_card_is_named(card):
    error = refused("coastal", side(holdings=[["4H", card, "5H"], []]))

    assert repr(card) in str(error)


# positions: the clauses behind the points


def lines(ruleset, options=None, **fields):
    """Line, clause and points of the side, without the opening minimum."""
    answer = score_position(
        {"ruleset": ruleset, "options": options or {}, "sides": [side(**fields)]}
    )
    found = answer["sides"][0]["lines"]
    assert found[-1]["line"] == "opening_minimum"
    return [(f["line"], f["clause"], f["points"]) for f in found[:-1]], found


KINGS = ["KH", "KS", "KD", "KC", "KH", "KS", "KD"]


def test_lines_of_a_side_that_went_out_concealed_3():
    got, found = lines(
        "classic-4",
        melds=[KINGS, ["QH", "QS", "2H"]],
        threes=["3H"],
        holdings=[[], ["5H"]],
        went_out=True,
        concealed=True,
    )

    assert got == [
        ("canasta_bonus", "3.4", 500),
        ("melded", "3.11", 110),
        ("threes", "3.7", 100),
        ("going_out", "3.9", 200),
        ("held", "3.11", -5),
    ]
    assert found[0]["why"] == "natural canasta of K"
    assert "concealed" in found[3]["why"]


def test_lines_of_a_side_with_nothing_but_a_three_that_counts_nought_2_7():
    got, _ = lines("coastal", melds=[KINGS], threes=["3H"])

    assert got == [
        ("canasta_bonus", "2.4", 500),
        ("melded", "2.12", 70),
        ("threes", "2.7", 0),
    ]


def test_lines_of_wilds_mixed_cards_and_penalties_2_12():
    got, found = lines(
        "coastal",
        melds=[["2H", "2S", "2D", "2C", "2H", "2S", "JK"], ["7H", "7S", "7D"]],
        holdings=[["AH", "AS", "AD"], []],
    )

    assert got == [
        ("canasta_bonus", "2.4", 2000),
        ("melded", "2.12", 170 + 15),
        ("held", "2.12", -60),
        ("penalties", "2.12", -4000),
    ]
    assert found[0]["why"] == "wild canasta of wilds"


def test_a_mixed_canasta_is_seven_cards_with_its_wilds_2_4():
    got, _ = lines("coastal", melds=[["KH", "KS", "KD", "KC", "KH", "2H", "2S"]])

    assert got[0] == ("canasta_bonus", "2.4", 300)


def test_nothing_going_out_no_line_for_it_2_12():
    got, _ = lines("coastal", melds=[["KH", "KS", "KD"]])

    assert [line for line, _, _ in got] == ["melded"]


@pytest.mark.parametrize("mode", ["replace", "add"])
def test_lines_of_a_special_hand_2_11(mode):
    got, _ = lines(
        "coastal",
        {"special_score_mode": mode},
        melds=[["KH", "KS", "KD"]],
        holdings=[PAIRS, ["TH"]],
        special_hand="pairs",
    )

    more = [("melded", "2.12", -30), ("held", "2.12", -10)] if mode == "add" else []
    assert got == [("special_hand", "2.11", 2500), *more]


def test_a_special_hand_without_melds_stands_alone_even_where_lines_add_2_11():
    got, _ = lines(
        "coastal",
        {"special_score_mode": "add"},
        holdings=[PAIRS, ["TH"]],
        special_hand="pairs",
    )

    assert got == [("special_hand", "2.11", 2500)]


# positions: reading


def answers(text):
    out = StringIO()
    score_lines(StringIO(text), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_object_over_lines_of_which_one_is_an_object_is_one_position():
    sides = json.dumps([side()])
    text = f'{{"ruleset": "coastal", "options":\n{{}}\n, "sides": {sides}}}'

    assert len(answers(text)) == 1
    assert "sides" in answers(text)[0]


def test_two_lines_of_which_one_is_damaged_are_two_answers():
    good = json.dumps({"ruleset": "coastal", "sides": [side()]})

    found = answers(good + "\n{broken\n")

    assert len(found) == 2
    assert "sides" in found[0]
    assert "error" in found[1]


def test_words_of_other_scripts_are_written_as_they_are():
    out = StringIO()
    score_lines(StringIO(json.dumps({"ruleset": "Канаста"})), out)

    assert "Канаста" in out.getvalue()


def test_score_of_a_played_hand_is_that_of_its_position_2_12():
    table = Table(holding="5 K", melds="7*9 · 3*A", pile="8", options={})
    table.state.red_threes[1] = 0
    by_play = score_hand(table.state)[0]
    by_position = score_position(
        position("coastal", melds="7*9 · 3*A", hands="5 K · 4")
    )["sides"][0]

    assert by_play.points == by_position["points"]
