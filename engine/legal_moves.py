"""All legal moves of the seat to act: for people, hints and tests.

Cards of one rank are alike to the rules, so each choice is listed once, with
the first such cards of the holding. Listing tries every move on and is slow.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.cards import ACE, JOKER, MELD_RANKS, THREE, TWO, WILD_MELD
from engine.forced import draw_move, forced_move
from engine.joker_button import first_joker_at
from engine.moves import (
    Answer,
    Ask,
    CancelOpening,
    Discard,
    JokerButton,
    Meld,
    Move,
    SpecialHand,
    TakePile,
)
from engine.phases import ANSWER, DRAW, OVER
from engine.special_hands import best_special_hand
from engine.state import HandState


def legal_moves(state: HandState) -> list[Move]:
    """Every legal move of the seat to act, time-outs and leaving left aside.

    Empty when the hand is over, and when the stock is empty and the pile cannot
    be taken; with `state.may_stop` the hand may also end without a move.
    """
    if state.phase == OVER:
        return []
    if state.phase == ANSWER:
        partner = state.ruleset.partner_of(state.seat)
        return (
            [] if partner is None else [Answer(partner, True), Answer(partner, False)]
        )
    forced = forced_move(state)
    if forced is not None:
        return [forced]
    candidates = _draws(state) if state.phase == DRAW else _plays(state)
    return [move for move in candidates if state.can(move)]


def _draws(state: HandState) -> Iterator[Move]:
    draw = draw_move(state)
    if draw is not None:
        yield draw
    if state.pile:
        yield TakePile(state.seat, list(state.pile))
    joker_at = first_joker_at(state)
    if joker_at >= 0:
        yield JokerButton(state.seat, state.stock[joker_at])


def _plays(state: HandState) -> Iterator[Move]:
    seat = state.seat
    yield Ask(seat)
    yield CancelOpening(seat)
    special = best_special_hand(state.counts[seat])
    if special is not None:
        yield SpecialHand(seat, special.special_hand, state.holding(seat))
    for rank in MELD_RANKS:
        yield from _melds(state, rank)
    for rank in range(ACE, JOKER + 1):
        for card in state.cards_held(seat, rank)[:1]:
            yield Discard(seat, card)
    for cards in state.meld_cards[state.side_of[seat]].values():
        for card in cards:
            yield Discard(seat, card)  # taken back, where an option says so


def _melds(state: HandState, rank: int) -> Iterator[Move]:
    """Melds of the rank by number of naturals, twos and jokers."""
    seat = state.seat
    naturals = [] if rank == WILD_MELD else state.cards_held(seat, rank)
    top = state.pending_top
    if top >= 0:
        if state.rank[top] != rank:
            return
        naturals = [card for card in naturals if card not in state.taken]
    n_fixed = 1 if top >= 0 else 0
    twos = state.cards_held(seat, TWO)
    jokers = state.cards_held(seat, JOKER)
    if rank == THREE:
        twos = jokers = []
    most_wilds = len(twos) + len(jokers)
    if rank != WILD_MELD:
        most_wilds = min(most_wilds, state.ruleset.max_wilds)
    n_missing = 3 - state.sizes[state.side_of[seat]][rank] - n_fixed
    for n_naturals, n_twos, n_jokers in product(
        range(len(naturals) + 1), range(len(twos) + 1), range(len(jokers) + 1)
    ):
        n_wilds = n_twos + n_jokers
        if n_wilds <= most_wilds and n_naturals + n_wilds >= n_missing:
            cards = naturals[:n_naturals] + twos[:n_twos] + jokers[:n_jokers]
            cards += [top] * n_fixed
            if cards:
                yield Meld(seat, rank, cards)
