"""What computer players choose in positions laid out by hand."""

from dataclasses import replace
from random import Random

import pytest

from engine.cards import ACE, JOKER, SEVEN, TWO, WILD_MELD
from engine.history import PublicHistory
from engine.moves import Answer, CancelOpening, Discard, Meld, SpecialHand, TakePile
from engine.phases import DRAW, EXPOSED, MELDED, PILE, PLAY, STOCK
from engine.players.chances import chance_of
from engine.players.computer import ComputerPlayer
from engine.players.skill import Skill
from engine.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.state import HandState
from engine.view import SeatView

RULESET = get_ruleset("coastal")
DECK = RULESET.deck
CLASSIC = get_ruleset("classic-4")
QUEEN = 12
INTERMEDIATE, EXPERT = RULESET.skills["intermediate"], RULESET.skills["expert"]


def table(
    holding: str,
    *,
    own_melds: str = "",
    their_melds: str = "",
    pile: str = "",
    phase: int = PLAY,
    points_before: tuple[int, int] = (0, 0),
    n_stock: int = 40,
    n_others: int = 11,
    ruleset: Ruleset = RULESET,
) -> HandState:
    """A position with seat 0 to act; cards as ranks, "KKK 22" or "A A 7 JK".

    The other three seats hold `n_others` cards each of what is left.
    """
    free = list(range(DECK.n_cards))
    state = HandState(ruleset, free, 3, points_before)
    for row in state.counts:
        row[:] = [0] * len(row)
    state.place = [STOCK] * DECK.n_cards
    melds = [[take(free, word) for word in m.split()] for m in (own_melds, their_melds)]
    held, discards = take(free, holding), take(free, pile)
    state.pile, state.is_frozen = [], False
    for card in [c for c in free if DECK.rank[c] == 3]:
        free.remove(card)
        state.place[card] = EXPOSED
    for side, side_melds in enumerate(melds):
        state.is_opened[side] = bool(side_melds)
        for cards in side_melds:
            put_meld(state, side, cards)
    state.pile = discards
    for card in discards:
        state.place[card] = PILE
    rest = free[::-1]
    Random(1).shuffle(rest)
    for seat in range(4):
        cards = held if seat == 0 else [rest.pop() for _ in range(n_others)]
        for card in cards:
            state.place[card] = seat
            state.counts[seat][DECK.rank[card]] += 1
        state.n_held[seat] = len(cards)
    state.stock, state.stock_at = rest[:n_stock], 0
    state.seat, state.phase, state.turn, state.n_to_expose = 0, phase, 9, 0
    state.may_meld = True
    return state


def take(free: list[int], text: str) -> list[int]:
    """Cards of the ranks in `text`, no longer free."""
    cards = []
    for word in text.split():
        for rank in ["JK"] * word.count("JK") or list(word):
            card = next(
                c
                for c in free
                if DECK.names[c].startswith(rank)
                and (rank != "3" or DECK.suit[c] in "CS")
            )
            free.remove(card)
            cards.append(card)
    return cards


def put_meld(state: HandState, side: int, cards: list[int]) -> None:
    ranks = {DECK.rank[c] for c in cards if not DECK.is_wild[c]}
    rank = ranks.pop() if ranks else WILD_MELD
    state.sizes[side][rank] = len(cards)
    state.wilds[side][rank] = (
        sum(DECK.is_wild[c] for c in cards) if rank else len(cards)
    )
    state.meld_cards[side][rank] = cards
    for card in cards:
        state.place[card] = MELDED
    if len(cards) >= 7:
        state.n_canastas[side] += 1
        state.is_dead[rank] = True


def play(state: HandState, skill: Skill = EXPERT) -> list:
    view = SeatView(state, 0, PublicHistory(4))
    skill = state.ruleset.skills[skill.name]
    return ComputerPlayer(skill, Random(0)).finish_turn(view)


def take_or_draw(state: HandState, skill: Skill = EXPERT) -> list | None:
    view = SeatView(state, 0, PublicHistory(4))
    skill = state.ruleset.skills[skill.name]
    return ComputerPlayer(skill, Random(0)).take_or_draw(view)


def melded_ranks(moves: list) -> list[int]:
    return [move.rank for move in moves if isinstance(move, Meld)]


def thrown_rank(moves: list) -> int:
    assert isinstance(moves[-1], Discard)
    return DECK.rank[moves[-1].card]


both = pytest.mark.parametrize("skill", [INTERMEDIATE, EXPERT], ids=lambda s: s.name)


@both
def test_opens_with_a_clean_triple_and_the_fewest_wilds(skill):
    # KKK = 30 and QQ with one joker = 70: 100; a two more makes 120, so JJ + 2 = 40
    state = table("KKK QQ JJ JK 22 4 5 6 8")

    moves = play(state, skill)

    points = sum(RULESET.value[c] for m in moves[:-1] for c in m.cards)
    assert points >= 125
    assert any(not any(DECK.is_wild[c] for c in m.cards) for m in moves[:-1])
    assert state.is_opened[0] is False
    for move in moves:
        state.apply(move)
    assert state.is_opened[0]


@pytest.mark.parametrize("skill", ["beginner", "intermediate", "expert"])
def test_wilds_of_an_opening_make_no_meld_of_eight(skill):
    # aces 80 and six fours 30: 70 of 180 are missing, one wild has room on the fours
    strict = get_ruleset("coastal-cla-strict")
    state = table("AAAA 444444 2 JK T Q", ruleset=strict, points_before=(5000, 0))

    for move in play(state, strict.skills[skill]):
        state.apply(move)

    assert max(state.sizes[0]) <= 7


@both
def test_without_a_clean_triple_does_not_lay_anything(skill):
    moves = play(table("KK QQ JJ AA JKJK 4 5 6 8"), skill)

    assert melded_ranks(moves) == []


@both
def test_an_opening_lays_no_eighth_card_on_a_meld(skill):
    # 999 and TTTTTT with both twos would be 130 of 125, but eight cards on the tens
    strict = get_ruleset("coastal-cla-strict")
    state = table("999 TTTTTT 22 4 5", ruleset=strict)

    for move in play(state, skill):
        state.apply(move)

    assert not state.is_opened[0]


@both
def test_three_jokers_do_not_open_at_155(skill):
    moves = play(table("JKJKJK K Q J T 9 8 6 5 4", points_before=(3000, 0)), skill)

    assert melded_ranks(moves) == []


@both
def test_three_sevens_are_not_started(skill):
    moves = play(table("777 4 5 8 9 T", own_melds="KKK QQQ"), skill)

    assert SEVEN not in melded_ranks(moves)


@both
def test_the_seventh_seven_is_laid(skill):
    moves = play(table("77 4 5 8 9 T", own_melds="77777 QQQ"), skill)

    assert SEVEN in melded_ranks(moves)


@both
def test_one_of_three_aces_is_thrown_when_the_stock_is_nearly_gone(skill):
    moves = play(table("AAA 5 8 9", own_melds="KKK", pile="4 6", n_stock=6), skill)

    assert thrown_rank(moves) == ACE


@both
def test_a_card_that_the_next_side_could_lay_off_is_not_thrown_on_a_large_pile(skill):
    moves = play(
        table("9 5 8 Q", own_melds="KKK", their_melds="999", pile="4 6 T J A 4 6 T"),
        skill,
    )

    assert thrown_rank(moves) != 9


@both
def test_a_dead_card_is_the_safest_discard(skill):
    moves = play(
        table("9 5 8 Q", own_melds="KKK", their_melds="9999999 QQQ", pile="4 6 T J"),
        skill,
    )

    assert thrown_rank(moves) == 9


@both
@pytest.mark.parametrize(("says", "ended_by"), [(True, "went_out"), (False, None)])
def test_asks_a_partner_with_many_cards_and_obeys(skill, says, ended_by):
    state = table("QQQ 5", own_melds="KKKKKKK JJJJJJJ", pile="4")

    state.apply(play(state, skill)[0])
    state.apply(Answer(2, says))
    for move in play(state, skill):
        state.apply(move)

    assert state.ended_by == ended_by


@both
def test_goes_out_unasked_when_the_partner_holds_few_cards(skill):
    state = table("QQQ 5", own_melds="KKKKKKK JJJJJJJ", pile="4", n_others=5)

    for move in play(state, skill):
        state.apply(move)

    assert state.ended_by == "went_out"


@both
def test_does_not_go_out_over_unfinished_sevens(skill):
    state = table("QQQ 5", own_melds="KKKKKKK JJJJJJJ 777", pile="4")

    for move in play(state, skill):
        state.apply(move)

    assert state.ended_by is None


@both
def test_seven_pairs_are_declared(skill):
    moves = play(table("44 55 66 88 99 TT JJ"), skill)

    assert isinstance(moves[0], SpecialHand)
    assert moves[0].special_hand == "pairs"


@both
def test_six_pairs_are_kept_together(skill):
    moves = play(table("44 55 66 88 99 TT J K", pile="Q 8 4"), skill)

    assert melded_ranks(moves) == []
    assert DECK.rank_names[thrown_rank(moves)] in ("J", "K")


@both
def test_a_large_pile_is_taken_by_a_lay_off(skill):
    state = table("5 8 Q 4", own_melds="KKK", pile="4 6 T J 8 Q K", phase=DRAW)

    moves = take_or_draw(state, skill)

    assert moves is not None
    assert isinstance(moves[0], TakePile)


@both
def test_the_pile_is_left_when_nothing_fits_its_top(skill):
    state = table("5 8 Q 4", own_melds="KKK", pile="4 6 T J 8 Q 9", phase=DRAW)

    assert take_or_draw(state, skill) is None


def test_expert_keeps_a_meld_small_enough_to_take_the_pile_with():
    moves = play(table("KK 5 8 9 T", own_melds="KKK"), EXPERT)

    assert melded_ranks(moves) == []


def test_expert_closes_a_meld_at_once_when_it_can():
    moves = play(table("KKKK 5 8 9 T", own_melds="KKK"), EXPERT)

    assert len(moves[0].cards) == 4


@both
def test_wilds_close_a_meld_of_five_naturals(skill):
    moves = play(table("2 JK 5 8 9 T", own_melds="KKKKK QQQ"), skill)

    assert {DECK.rank[c] for c in moves[0].cards} == {TWO, JOKER}


@both
def test_a_wild_is_kept_to_be_the_last_discard(skill):
    state = table("QQ 2", own_melds="KKKKKKK JJJJJJJ QQQ", pile="4", n_others=5)

    for move in play(state, skill):
        state.apply(move)

    assert state.ended_by == "went_out"


@both
def test_black_threes_are_melded_on_the_way_out(skill):
    state = table("333 5", own_melds="KKKKKKK", n_others=5, ruleset=CLASSIC)

    for move in play(state, skill):
        state.apply(move)

    assert state.ended_by == "went_out"


@both
def test_a_seat_that_must_take_the_pile_does_so_even_if_one_card_is_left(skill):
    # rules.md 3.10: with the stock empty a pile that can be taken must be taken
    state = table(
        "6 JK",
        own_melds="KKKKKKK 666",
        pile="3 6",
        phase=DRAW,
        n_stock=0,
        ruleset=CLASSIC,
    )

    moves = take_or_draw(state, skill)
    assert moves is not None
    for move in moves:
        state.apply(move)

    assert state.n_held[0] == 1


def test_expert_holds_a_set_back_while_the_pile_is_worth_taking():
    state = table(
        "QQQ 5 8 9 T", own_melds="KKK", pile="4 6 T J A 4 6 T", ruleset=CLASSIC
    )

    assert melded_ranks(play(state, EXPERT)) == []
    assert melded_ranks(play(state, INTERMEDIATE)) == [QUEEN]


def test_expert_freezes_a_large_pile_that_every_other_card_would_give_away():
    state = table(
        "9 5 8 2",
        own_melds="KKK",
        their_melds="999 555 888",
        pile="4 6 T J A 4 6 T J Q 4 6",
        ruleset=get_ruleset("partnership"),
    )

    assert thrown_rank(play(state, EXPERT)) == TWO
    assert thrown_rank(play(state, INTERMEDIATE)) != TWO


def test_expert_blocks_a_small_pile_with_a_black_three_and_keeps_the_wild():
    state = table(
        "9 3 8 2",
        own_melds="KKK",
        their_melds="999 888",
        pile="4 6",
        ruleset=get_ruleset("partnership"),
    )

    assert thrown_rank(play(state, EXPERT)) == 3


def test_a_beginner_who_miscounts_takes_the_opening_back_and_pays_ten_points_for_it():
    # KKK = 30 of 125; rules.md 2.5: the minimum rises by 10
    state = table("KKK 4 5 6 8 9 J Q T")
    view = SeatView(state, 0, PublicHistory(4))
    miscounting = replace(RULESET.skills["beginner"], miscounts=1.0)

    moves = ComputerPlayer(miscounting, Random(0)).finish_turn(view)
    for move in moves:
        state.apply(move)

    assert [type(move) for move in moves] == [Meld, CancelOpening, Discard]
    assert state.opening_minimum == [135, 125]
    assert not state.is_opened[0]


def test_chance_of_two_cards_of_three_in_half_of_the_unseen():
    # binomial on paper: 3 * 1/8 + 1/8
    assert chance_of(2, 3, 0.5) == pytest.approx(0.5)
