"""The ten special hands of coastal: clause 2.11."""

import pytest

from engine import moves as m
from engine.cards import N_RANKS
from engine.refusals import IllegalMoveError
from engine.special_hands import SPECIAL_HANDS, best_special_hand
from tests.unit.engine_hands import Table

RANK = {"A": 1, "J": 11, "Q": 12, "K": 13, "Jo": 14}


def counts(notation):
    """Cards by rank of `2*6 2*9`."""
    row = [0] * N_RANKS
    for word in notation.split():
        n, _, rank = word.rpartition("*")
        row[RANK.get(rank) or int(rank)] += int(n or 1)
    return row


@pytest.mark.parametrize(
    ("special_hand", "points", "cards"),
    [
        ("pairs", 2500, "2*6 2*7 2*8 2*9 2*J 2*Q 2*K"),
        ("wild_pairs", 2000, "2*6 2*9 2*J 2*Q 2*7 2*A 2*2"),
        ("wild_pairs", 2000, "2*6 2*9 2*J 2*Q 2*7 2*A 2*Jo"),
        ("miami_pairs", 2500, "2*6 2*9 2*Q 2*7 2*A 2*2 2*Jo"),
        ("zip_code", 2500, "2*8 2*Jo 3*Q 3*K 4*4"),
        ("zip_code", 2500, "2*8 2*9 3*2 3*K 4*4"),
        ("garbage", 3000, "4*8 4*Q 3*5 3*K"),
        ("blast_off", 3000, "5*K 4*Q 3*8 2*2"),
        ("triples", 3500, "3*8 3*Q 3*K 3*4 2*Jo"),
        ("quads", 3500, "4*8 4*Q 4*K 2*2"),
        ("dream_plus_4", 8500, "5*4 5*K 4*Jo"),
        ("dream_plus_5", 8500, "5*4 4*K 3*2 2*Jo"),
    ],
)
def test_each_special_hand_is_known(special_hand, points, cards):
    best = best_special_hand(counts(cards))

    assert best is not None
    assert (best.special_hand, best.points) == (special_hand, points)


@pytest.mark.parametrize(
    "cards",
    [
        "4*6 2*8 2*9 2*J 2*Q 2*K",  # four of a kind are not two pairs
        "2*6 2*9 2*J 2*Q 2*8 2*A 2*2",  # wild pairs without sevens
        "4*8 4*Q 4*K 1*2 1*Jo",  # the wilds of quads are alike
        "5*4 5*K 2*2 2*Jo",  # so are the four of a Dream hand
        "4*8 4*Q 3*2 3*K",  # garbage has no wilds
        "1*A 1*2 1*4 1*5 1*6 1*7 1*8 1*9 1*10 1*J 1*Q 1*K 2*Jo",
    ],
)
def test_near_misses_are_nothing(cards):
    assert best_special_hand(counts(cards)) is None


def test_there_are_ten_and_two_win_the_game():
    assert len(SPECIAL_HANDS) == 10
    assert {n for n, rule in SPECIAL_HANDS.items() if rule.wins_game} == {
        "dream_plus_4",
        "dream_plus_5",
    }


HOLDING = "8 8 8 8 Q Q Q Q 5 5 5 K K K"


def declare(table, special_hand="garbage"):
    return m.SpecialHand(0, special_hand, table.state.holding(0))


def test_a_special_hand_ends_the_hand():
    table = Table(holding=HOLDING)

    table.state.apply(declare(table))

    assert table.state.ended_by == "special_hand"
    assert table.state.special_hand_seat == 0


def test_it_must_be_declared_as_what_it_is():
    table = Table(holding=HOLDING)

    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(declare(table, "pairs"))

    assert refused.value.clause == "2.11"


@pytest.mark.parametrize(
    ("opening_seat", "turns_ago", "may"),
    [(2, 2, True), (2, 6, False), (0, 4, False)],
)
def test_the_courtesy_turn_is_the_first_after_the_partner_opened(
    opening_seat, turns_ago, may
):
    table = Table(holding=HOLDING, melds="4*A")
    table.state.opening_seat[0] = opening_seat
    table.state.opening_turn[0] = table.state.turn - turns_ago

    assert table.state.can(declare(table)) is may


def test_no_special_hand_where_the_table_plays_without():
    table = Table(holding=HOLDING, options={"special_hands": False})

    assert not table.state.can(declare(table))


def test_no_special_hand_with_thirteen_cards():
    table = Table(holding=HOLDING.removesuffix(" K"))

    assert not table.state.can(declare(table))
