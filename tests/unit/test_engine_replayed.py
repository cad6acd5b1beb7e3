"""What a replay tells of a hand, counted a second time from its moves."""

from collections import Counter
from types import SimpleNamespace

import pytest

from engine import moves as m
from engine.cards import WILD_MELD, card_deck, tile_deck
from engine.conservation import check_conservation
from engine.refusals import (
    BadPackError,
    BadSeatsError,
    IllegalMoveError,
    PointsMismatchError,
)
from engine.replay import check_result, replay_hand
from engine.rulesets import get_ruleset
from engine.state import HandState
from tests.unit.test_engine_replay import Log

PRESETS = ["coastal", "classic-4", "classic-6x3", "partnership", "tiles-10000"]


@pytest.fixture(params=PRESETS)
def log(request):
    return Log(request.param, seed=4)


def openings(log):
    """The own turn of each side in which it opened, found by playing along."""
    final = log.state
    names = final.ruleset.deck.ids
    state = HandState(
        final.ruleset,
        [names[name] for name in log.pack],
        final.dealer_seat,
        final.points_before,
        extra_jokers=[1] * final.ruleset.n_seats,
    )
    n_sides = final.ruleset.n_sides
    own_turns = [0] * n_sides
    found = [None] * n_sides
    turn = 0
    for move in log.made:
        if state.turn != turn:
            turn = state.turn
            own_turns[state.side_of[state.seat]] += 1
        state.apply(move)
        for side in range(n_sides):
            if found[side] is None and state.is_opened[side]:
                found[side] = own_turns[side]
    return found


def test_draws_takes_discards_and_time_outs_are_those_of_the_moves(log):
    done = Counter((move.seat, move.do) for move in log.moves)

    for seat, counted in enumerate(log.replay().seats):
        assert counted.n_draws == done[seat, "draw"]
        assert counted.n_discards == done[seat, "discard"]
        assert counted.n_time_outs == done[seat, "time_out"]
        assert counted.went_out == (log.state.went_out_seat == seat)


def test_the_opening_turn_counts_the_sides_own_turns(log):
    replayed = log.replay()

    assert [side.opening_turn for side in replayed.sides] == openings(log)
    for side in replayed.sides:
        assert (side.opening_points is None) == (side.opening_turn is None)
        if side.opening_points is not None:
            assert side.opening_points % 5 == 0
            assert side.opening_points > 0


def test_melds_are_those_on_the_table_with_their_kinds(log):
    state = log.state
    wild = state.ruleset.deck.is_wild
    expected = Counter()
    for side, melds in enumerate(state.meld_cards):
        for cards in melds.values():
            n_wilds = sum(wild[card] for card in cards)
            expected[side, len(cards) - n_wilds, n_wilds, len(cards) >= 7] += 1

    found = Counter(
        (meld.side, meld.n_naturals, meld.n_wilds, meld.canasta_kind is not None)
        for meld in log.replay().melds
    )

    assert found == expected


def test_a_meld_of_seven_is_a_canasta_and_one_of_six_is_not():
    kinds = {}
    for preset in PRESETS:
        for seed in (4, 5):
            for meld in Log(preset, seed=seed).replay().melds:
                kinds.setdefault(meld.n_naturals + meld.n_wilds, set()).add(
                    meld.canasta_kind is not None
                )

    assert kinds[7] == {True}
    assert kinds[6] == {False}


# who sits where


def test_the_dealer_is_one_of_the_seats_2_1():
    log = Log("coastal", seed=4)
    log.state = SimpleNamespace(
        ruleset=log.state.ruleset, dealer_seat=4, points_before=log.state.points_before
    )

    with pytest.raises(BadSeatsError):
        log.replay()


def test_an_account_without_jokers_is_an_account_5_9():
    log = Log("tiles-10000", seed=4)
    for seat in log.seats:
        seat.extra_jokers = 0
    log.moves = [move for move in log.moves if move.do != "joker_button"][:0]

    assert log.replay().ended_by is None


def test_without_accounts_nobody_has_a_joker_5_9():
    rules = get_ruleset("tiles-10000")

    assert HandState(rules, list(range(106)), 0, [0, 0]).jokers_left == [0] * 4


def test_the_card_that_is_twice_in_the_pack_is_named_2_1():
    log = Log("coastal", seed=4)
    log.pack[50] = log.pack[7]

    with pytest.raises(BadPackError) as refused:
        log.replay()

    assert log.pack[7] in str(refused.value)


def leave(seat, do="leave"):
    empty = dict.fromkeys(("cards", "rank", "replacement", "id", "yes"))
    return SimpleNamespace(seat=seat, do=do, **empty)


def test_the_seat_of_a_computer_is_left_by_nobody_0_6():
    log = Log("coastal", seed=4)
    log.seats[1].controller = "computer"
    log.moves.insert(3, leave(1))

    with pytest.raises(IllegalMoveError) as refused:
        log.replay()

    assert refused.value.move_index == 3


def test_the_hand_over_that_disagrees_is_the_seats_own_last_one_0_6():
    log = Log("coastal", seed=4)
    log.moves[5:5] = [leave(0), leave(0, "return"), leave(1)]
    log.seats[1].controller = "player"  # yet the last move says that seat 1 left

    with pytest.raises((IllegalMoveError, BadSeatsError)) as refused:
        log.replay()

    assert getattr(refused.value, "move_index", 7) == 7


# special hands


def declared(name, holding, drawn, totals):
    """Seat 0 declares what it was dealt and drew; the others hold cards of no use."""
    rules = get_ruleset("coastal")
    dealt = holding.split()
    rest = [n for n in rules.deck.names if n not in dealt and n != drawn]
    useless = [n for n in rest if n[0] in "569TJQ"]  # no three: none is exposed
    pack = []
    for card in dealt:  # one card at a time, seat 0 first
        pack += [card, *(useless.pop(0) for _ in range(3))]
    pack += [drawn, *(n for n in rest if n not in pack)]
    moves = [
        SimpleNamespace(seat=0, do="draw", cards=[drawn]),
        SimpleNamespace(seat=0, do="special_hand", id=name, cards=[*dealt, drawn]),
    ]
    return replay_hand(
        rules,
        dealer_seat=3,
        seats=Log("coastal", seed=4).seats,
        points_before=totals,
        pack=pack,
        moves=moves,
    )


def test_a_dream_hand_wins_the_game_under_the_target_too_2_13():
    fours_and_kings = "4C1 4C2 4D1 4D2 4H1 KC1 KC2 KD1 KD2 2C1 2C2 2D1 JK1"
    replayed = declared("dream_plus_5", fours_and_kings, "JK2", [-500, 7900])

    assert replayed.sides[0].points_after == 8000  # 8,500 less the debt of 500
    assert replayed.is_dream
    assert replayed.is_game_over


def test_another_special_hand_leaves_the_game_to_the_totals_2_13():
    fours_and_kings = "4C1 4C2 4D1 4D2 KC1 KC2 KD1 KD2 8C1 8C2 8D1 7C1 7C2"
    under = declared("garbage", fours_and_kings, "7D1", [5495, 0])
    reached = declared("garbage", fours_and_kings, "7D1", [5500, 0])

    assert not under.is_dream
    assert not under.is_game_over  # 3,000 more are 8,495
    assert not reached.is_dream
    assert reached.is_game_over


# claims that leave lines out


def test_an_id_without_lines_is_compared_and_no_id_without_lines_is_not():
    log = Log("coastal", seed=4)
    side = log.result.sides[0]
    side.melded = None
    log.check()

    side.special_hand = "garbage"

    with pytest.raises(PointsMismatchError) as refused:
        log.check()
    assert refused.value.line == "sides[0].special_hand"


def test_with_lines_a_special_hand_is_compared_both_ways():
    log = Log("coastal", seed=4)
    replayed = log.replay()
    replayed.sides[0].special_hand = "garbage"

    with pytest.raises(PointsMismatchError) as refused:
        check_result(replayed, log.result)
    assert refused.value.line == "sides[0].special_hand"
    log.result.sides[0].melded = None
    check_result(replayed, log.result)


# records that are no moves


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"do": "shuffle"}, "'shuffle' is no move"),
        ({"do": "discard", "cards": ["4H1", "5H1"]}, "not one card"),
        ({"do": "discard", "cards": []}, "not one card"),
        ({"do": "discard", "cards": None}, "not one card"),
        ({"do": "discard", "cards": ["ZZ9"]}, "'ZZ9'"),
        ({"do": "expose", "cards": ["3H1", "3D1"]}, "not one card"),
        ({"do": "expose", "cards": []}, "not one card"),
        ({"do": "joker_button", "cards": ["JK1", "JK2"]}, "not one card"),
        ({"do": "joker_button", "cards": None}, "not one card"),
        ({"do": "special_hand", "cards": None, "id": None}, "special_hand"),
        ({"do": "special_hand", "cards": ["ZZ9"], "id": "pairs"}, "'ZZ9'"),
        ({"do": "talon", "cards": ["ZZ9"]}, "'ZZ9'"),
    ],
)
def test_a_record_that_is_no_move_is_refused_by_its_name_0_3(change, words):
    log = Log("coastal", seed=4)
    vars(log.moves[4]).update(change)

    with pytest.raises(IllegalMoveError) as refused:
        log.replay()

    assert words in str(refused.value)
    assert refused.value.move_index == 4


# cards


@pytest.mark.parametrize(
    "make_deck", [lambda: card_deck(2), lambda: card_deck(3), tile_deck]
)
def test_every_card_is_among_those_of_its_rank(make_deck):
    deck = make_deck()

    assert list(deck.cards_of_rank(WILD_MELD)) == []
    by_rank = [card for rank in range(1, 15) for card in deck.cards_of_rank(rank)]
    assert by_rank == list(range(deck.n_cards))
    assert all(
        deck.rank[card] == rank
        for rank in range(1, 15)
        for card in deck.cards_of_rank(rank)
    )
    assert deck.rank_names[-1] == "JK"
    assert len(deck.rank_names) == 15


def test_black_threes_too_are_in_one_place_11():
    rules = get_ruleset("coastal")
    state = HandState(rules, list(range(108)), 0, [0, 0])
    while state.phase == 0:
        three = state.cards_held(state.seat, 3)[0]
        state.apply(m.Expose(state.seat, three, state.stock[state.stock_at]))

    assert sum(state.black_threes) > 0
    check_conservation(state)
