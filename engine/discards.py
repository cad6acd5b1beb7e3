"""Discarding: which card may be put on the pile, and the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import going_out, turn
from engine.cards import ACE, JOKER, NATURAL_RANKS, SEVEN, TWO
from engine.holdings import receive
from engine.phases import MELDED, OVER, PILE, PLAY, TALON
from engine.refusals import refusal, wrong_time

if TYPE_CHECKING:
    from engine.state import HandState

CANASTA_SIZE = 7


def check_discard(state: HandState, seat: int, card: int) -> None:
    """Raise unless the card may be discarded now."""
    if state.phase != PLAY or seat != state.seat:
        raise wrong_time(state, seat, "discard")
    if not state.is_plain:
        _check_nothing_due(state)
    if state.place[card] != seat:
        _check_take_back(state, card)
    elif (
        state.is_wild[card]
        or not state.pile
        or state.n_held[seat] == 1
        or state.must_go_out
    ):
        _check_held(state, card)


def _check_nothing_due(state: HandState) -> None:
    """Raise if something else comes before the discard of this turn."""
    if state.pending_top >= 0 or state.n_to_expose:
        raise refusal(state, "pile", "the pile's top card or a three comes first")
    if state.n_laid_turn and not state.is_opened[state.side_of[state.seat]]:
        raise refusal(
            state, "opening", "the opening is not complete: cancel_opening comes first"
        )


def _check_take_back(state: HandState, card: int) -> None:
    """Raise unless this card, which is not held, may be taken back and discarded."""
    seat = state.seat
    if not may_take_back(state, state.side_of[seat], card):
        name = state.ruleset.deck.names[card]
        raise refusal(state, "discard", f"seat {seat} does not hold {name}")


def _check_held(state: HandState, card: int) -> None:
    """Raise unless this card of the holding may be discarded."""
    ruleset = state.ruleset
    side = state.side_of[state.seat]
    if ruleset.wild_discard_only_when_all_wild and state.is_wild[card]:
        row = state.counts[state.seat]
        if row[TWO] + row[JOKER] != state.n_held[state.seat]:
            raise refusal(
                state, "discard_wild", "a wild is discarded only when all cards are"
            )
    if ruleset.has_swad and not state.pile:
        _check_swad(state, side, card)
    if state.n_held[state.seat] == 1:
        _check_last_card(state, side)
    elif state.must_go_out:
        raise refusal(state, "must_go_out", "the seat must go out in this turn")


def is_swad(state: HandState, rank: int) -> bool:
    """Whether the rank is not wanted on an empty pile: seven, wild, ace or dead."""
    return rank in (SEVEN, ACE, TWO, JOKER) or state.is_dead[rank]


def _holds_only_swad(state: HandState) -> bool:
    row = state.counts[state.seat]
    return all(is_swad(state, rank) for rank in NATURAL_RANKS if row[rank])


def _check_swad(state: HandState, side: int, card: int) -> None:
    """Raise if the card is SWAD on the empty pile and another one is not."""
    if not is_swad(state, state.rank[card]):
        return
    if not _holds_only_swad(state):
        raise refusal(
            state, "swad", "no seven, wild, ace or dead card on an empty pile"
        )
    if state.ruleset.swad_fallback == "take_back" and any(
        may_take_back(state, side, other)
        for cards in state.meld_cards[side].values()
        for other in cards
    ):
        raise refusal(state, "swad", "a melded card must be taken back and discarded")


def may_take_back(state: HandState, side: int, card: int) -> bool:
    """Whether a melded card may be taken back and discarded (option take_back).

    Only when the pile is empty and the whole holding is SWAD; a canasta is
    broken only if no smaller meld has a card for it.
    """
    ruleset = state.ruleset
    if (
        ruleset.swad_fallback != "take_back"
        or not ruleset.has_swad
        or state.pile
        or state.place[card] != MELDED
        or not _holds_only_swad(state)
    ):
        return False
    usable = [
        rank
        for rank in state.meld_cards[side]
        if rank in NATURAL_RANKS and rank not in (SEVEN, ACE)
    ]
    smaller = [r for r in usable if not state.is_dead[r]]
    canastas = [r for r in usable if state.sizes[side][r] >= CANASTA_SIZE]
    rank = state.rank[card]
    return rank in (smaller or canastas) and card in state.meld_cards[side][rank]


def _check_last_card(state: HandState, side: int) -> None:
    """Raise if the last card would leave an empty holding without going out."""
    problem = going_out.obstacle(state, side)
    if not state.is_opened[side]:
        problem = ("opening", "the side has not opened")
    if problem is None or (state.talon_due and not state.must_go_out):
        return
    raise refusal(state, problem[0], f"the last card must be kept: {problem[1]}")


def discard(state: HandState, seat: int, card: int) -> None:
    """Put the card on the pile: the hand ends, bonus cards come, or the turn passes."""
    check_discard(state, seat, card)
    if state.place[card] == MELDED:
        _take_back(state, card)
    state.place[card] = PILE
    state.counts[seat][state.rank[card]] -= 1
    state.n_held[seat] = n_left = state.n_held[seat] - 1
    state.pile.append(card)
    state.n_discards[seat] += 1
    if state.is_wild[card] and state.ruleset.frozen_by_wild:
        state.is_frozen = True
    if not n_left:
        going_out.end_if_out(state, seat, discarded=True)
        if state.phase == OVER:
            return
    if state.talon_due:
        state.phase = TALON
    else:
        turn.pass_on(state)


def _take_back(state: HandState, card: int) -> None:
    """Return a melded card to the holding, and the rest of a meld under three."""
    seat = state.seat
    side = state.side_of[seat]
    rank = state.rank[card]
    cards = state.meld_cards[side][rank]
    if len(cards) == CANASTA_SIZE:
        state.n_canastas[side] -= 1
        state.is_dead[rank] = False
    cards.remove(card)
    back = [card]
    is_wild = state.ruleset.deck.is_wild
    n_naturals = sum(not is_wild[c] for c in cards)
    if len(cards) < 3 or n_naturals < state.ruleset.min_naturals:
        back += cards
        cards.clear()
        del state.meld_cards[side][rank]
    state.sizes[side][rank] -= len(back)
    state.wilds[side][rank] -= sum(is_wild[c] for c in back)
    state.meld_points[side][rank] -= sum(state.value[c] for c in back)
    receive(state, seat, back)
