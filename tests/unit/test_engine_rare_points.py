"""Points of the rules that play meets once in thousands of hands."""

import json
from datetime import UTC, datetime
from random import Random

import pytest

from engine import moves as m
from engine.conservation import check_conservation
from engine.forced import draw_move
from engine.game import Chair, GameSetting, play_game
from engine.history import PublicHistory
from engine.phases import DRAW, EXPOSED, PLAY
from engine.refusals import IllegalMoveError
from engine.rulesets import get_ruleset
from engine.view import SeatView
from tests.unit.engine_hands import Table


def clause_of(table, move):
    """The clause with which the move is refused."""
    with pytest.raises(IllegalMoveError) as refused:
        table.state.apply(move)
    return refused.value.clause


# 0.7: the clock takes back what is provisional, and what only a way out allows


def test_the_clock_takes_a_pair_with_a_wild_back_0_7():
    table = Table(
        holding="Q Q 2 K 5",
        melds="7*9 · 7*8 · 5*K",
        pile="6",
        options={"go_out_two_plus_wild": True},
    )
    state = table.state
    table.lay("Q", "Q Q 2")
    assert state.must_go_out

    state.apply(m.TimeOut(0))

    assert 12 not in state.meld_cards[0]
    assert state.n_held[0] == 5
    check_conservation(state)
    state.apply(table.discard("5"))  # any legal discard, though it ends nothing
    assert state.seat == 1


def test_the_clock_leaves_the_melds_that_any_turn_allows_0_7():
    table = Table(
        holding="Q Q 2 K 5",
        melds="7*9 · 7*8 · 5*K",
        pile="6",
        options={"go_out_two_plus_wild": True},
    )
    state = table.state
    table.lay("K", "K")
    table.lay("Q", "Q Q 2")

    state.apply(m.TimeOut(0))

    assert state.sizes[0][13] == 6
    assert state.sizes[0][12] == 0
    assert state.n_held[0] == 4


def test_the_clock_takes_black_threes_of_the_way_out_back_0_7():
    table = Table("classic", holding="3*3 K K K 5", melds="7*9", pile="6")
    state = table.state
    table.lay("3", "3*3")

    state.apply(m.TimeOut(0))

    assert state.sizes[0][3] == 0
    assert state.n_held[0] == 7
    check_conservation(state)
    state.apply(table.discard("5"))
    assert state.seat == 1


def test_the_clock_frees_a_seat_whose_last_card_was_to_be_melded_0_7():
    # 4 and 9 together make the two canastas; black threes bind to laying them
    table = Table("classic-6x3", holding="3*3 4 9", melds="6*4 · 6*9", pile="6")
    state = table.state
    table.lay("3", "3*3")
    table.lay("4", "4")
    assert state.n_held[0] == 1

    state.apply(m.TimeOut(0))

    assert state.n_held[0] == 4
    assert state.can(table.discard("9"))


# 3.10: the stock of classic-2, and the pile that must be taken


def with_red_threes_in_the_stock(table, *places):
    """Put red threes into the stock at these places."""
    state = table.state
    reds = [
        c
        for c in state.ruleset.deck.cards_of_rank(3)
        if state.ruleset.is_bonus_three[c] and state.place[c] == EXPOSED
    ]
    for at, card in zip(places, reds, strict=False):
        state.stock.insert(at, card)
        state.place[card] = 10
        state.red_threes[1] -= 1
    check_conservation(state)
    return reds[: len(places)]


@pytest.mark.parametrize("at", [0, 1])
def test_a_red_three_among_the_last_two_is_not_replaced_3_10(at):
    table = Table("classic-2", holding="K 5", stock="9", n_stock=1, has_drawn=False)
    state = table.state
    (red,) = with_red_threes_in_the_stock(table, at)
    nine = next(c for c in state.stock if c != red)

    assert draw_move(state) == m.Expose(0, red, None)
    state.apply(m.Expose(0, red, None))
    assert draw_move(state) == m.Draw(0, [nine])  # a full draw
    state.apply(m.Draw(0, [nine]))

    assert state.phase == PLAY
    assert state.n_held[0] == 3
    assert state.red_threes[0] == 1


def test_two_red_threes_as_the_last_two_end_the_hand_3_10():
    table = Table("classic-2", holding="K 5", n_stock=0, has_drawn=False)
    state = table.state
    first, last = with_red_threes_in_the_stock(table, 0, 1)

    state.apply(m.Expose(0, first, None))
    state.apply(m.Expose(0, last, None))

    assert state.ended_by == "stock_three"
    assert state.n_held[0] == 2


def test_a_red_three_before_the_last_two_is_replaced_3_10():
    table = Table("classic-2", holding="K 5", stock="9 8", n_stock=2, has_drawn=False)
    state = table.state
    (red,) = with_red_threes_in_the_stock(table, 0)

    assert draw_move(state) == m.Expose(0, red, state.stock[1])


@pytest.mark.parametrize(
    ("holding", "pile", "must_take"),
    [
        ("A A", "4 5 A", True),  # A A A 60 of 50, two cards come with the pile
        ("A A", "4 A", False),  # one card would be left: none to keep
        ("A A 8", "4 A", True),  # 8 and 4: one to discard, one to keep
        ("A A", "A", False),
        ("A A 8", "A", False),
        ("K K 2", "4 A K", True),  # K K K 2 is 50 with the top card
        ("K K 2", "4 K", False),  # all of 50 is needed, the 4 alone is left
        ("K K 2 8", "4 K", True),
        ("K K 4 4", "5 6 K", False),  # 30 of 50
    ],
)
def test_a_forced_pile_must_leave_a_card_to_keep_3_10(holding, pile, must_take):
    *under, top = pile.split()
    table = Table(
        "classic",
        holding=holding,
        others=["6", "6", f"{top} 7"],
        pile=" ".join(under),
        n_stock=0,
    )
    state = table.state
    state.seat = 3

    state.apply(m.Discard(3, state.cards_held(3, state.rank[table.cards(top)[0]])[0]))

    assert (state.ended_by is None) is must_take
    if must_take:
        assert state.seat == 0
        assert not state.may_stop


def test_a_forced_pile_may_also_lead_out_at_once_3_10():
    # K*6 and the top king: a natural canasta, 70 of 50 points, and nothing left
    table = Table("classic", holding="6*K", others=["6", "6", "K 7"], n_stock=0)
    state = table.state
    state.seat = 3

    state.apply(m.Discard(3, state.cards_held(3, 13)[0]))

    assert state.ended_by is None
    state.apply(table.take())
    table.lay("K", "6*K", with_top=True)
    assert state.went_out_seat == 0
    assert state.is_concealed


# 2.10.1: a side that has not opened


def test_an_unopened_seat_of_coastal_never_holds_enough_to_go_out():
    # two canastas and a discard are fifteen cards: one more than it can hold
    rules = get_ruleset("coastal-cla-strict")

    assert rules.n_dealt + rules.n_drawn < 7 * rules.n_canastas_to_go_out + 1


# 3.12: what every player may see


@pytest.mark.parametrize(
    "preset", ["classic-4", "classic-2", "classic-6x3", "coastal", "tiles"]
)
def test_a_view_tells_minimum_holdings_and_stock_of_all_3_12(preset):
    table = Table(
        preset,
        holding="K 5",
        others=["6 7 8"],
        n_stock=11,
        totals=[1500 if n == 1 else 0 for n in range(3 if "6x3" in preset else 2)],
    )
    state = table.state
    n_seats = state.ruleset.n_seats
    view = SeatView(state, n_seats - 1, PublicHistory(n_seats))

    minimum = {"coastal": [125, 125], "tiles": [50, 90]}.get(preset, [50, 90])
    assert list(view.opening_minimum)[:2] == minimum
    assert list(view.n_held) == [2, 3] + [1] * (n_seats - 2)
    assert view.n_stock == 11


def test_a_view_tells_a_minimum_that_has_risen_2_5():
    table = Table(holding="K K K 5")
    table.lay("K", "K K K")
    table.state.apply(m.CancelOpening(0))

    view = SeatView(table.state, 1, PublicHistory(4))

    assert list(view.opening_minimum) == [135, 125]


# 5.9: the joker button and absent seats


def test_the_joker_button_takes_one_from_the_balance_5_9():
    table = Table("tiles", holding="10 11 5 6", has_drawn=False)
    state = table.state
    state.jokers_left[0] = 2
    n_stock = state.n_stock
    joker = next(c for c in state.stock if state.rank[c] == 14)

    state.apply(m.JokerButton(0, joker))

    assert state.jokers_left[0] == 1
    assert state.n_stock == n_stock - 1
    assert state.place[joker] == 0
    assert state.phase == PLAY  # it replaces the draw
    check_conservation(state)


def test_the_joker_button_works_once_a_hand_whatever_the_balance_5_9():
    table = Table("tiles", holding="10 11 5 6", has_drawn=False)
    state = table.state
    state.jokers_left[0] = 2
    jokers = [c for c in state.stock if state.rank[c] == 14]
    state.apply(m.JokerButton(0, jokers[0]))
    state.apply(table.discard("5"))
    state.seat, state.phase = 0, DRAW

    assert clause_of(table, m.JokerButton(0, jokers[1])) == "5.9"


def played_by_nobody(seed):
    """The record of a round of tiles in which every seat is away."""
    chairs = [
        Chair(player_id=f"p{i}", skills=["intermediate"], extra_jokers=1, is_away=True)
        for i in range(4)
    ]
    setting = GameSetting(game_id="g", started_at=datetime(2026, 1, 1, tzinfo=UTC))
    rules = get_ruleset("tiles-1", {"tie_allowed": True})
    (hand,) = play_game(rules, setting, chairs, Random(seed))
    return json.loads(hand.line)


def number(tile):
    """The number of a tile by its name; 14 for a joker."""
    return 14 if tile.startswith("JK") else int(tile[:2])


def value(tile):
    """Clause 5.2."""
    n = number(tile)
    return {1: 25, 2: 20, 3: 0, 14: 50}.get(n, 5 if n < 10 else 10)


@pytest.mark.parametrize("seed", range(6))
def test_an_absent_seat_throws_what_it_drew_or_its_cheapest_natural_5_9(seed):
    record = played_by_nobody(seed)
    first = (record["dealer_seat"] + 1) % 4
    holdings = {(first + i) % 4: set(record["pack"][i:56:4]) for i in range(4)}
    holdings[first].add(record["pack"][56])
    drawn = None
    n_thrown = 0
    for move in record["moves"]:
        held = holdings[move["seat"]]
        cards = move.get("cards", [])
        assert move["do"] in ("expose", "draw", "discard")
        if move["do"] == "expose" and cards[0] in held:  # dealt
            held.remove(cards[0])
            held.add(move["replacement"])
        elif move["do"] == "draw":
            (drawn,) = cards
            held.add(drawn)
        elif move["do"] == "discard":
            (thrown,) = cards
            naturals = [c for c in held if number(c) not in (2, 3, 14)]
            cheapest = min(map(value, naturals), default=None)
            if drawn is None or number(drawn) in (2, 14):
                assert value(thrown) == cheapest
                assert number(thrown) not in (2, 3, 14)
            else:
                assert thrown == drawn
            held.remove(thrown)
            drawn = None
            n_thrown += 1
    assert n_thrown > 40
    assert record["result"]["ended_by"] in ("stock", "stock_three")
