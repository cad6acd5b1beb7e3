"""The deal: holdings, upcards, and the threes that were dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import turn
from engine.cards import THREE
from engine.holdings import n_bonus_threes, receive
from engine.phases import PILE

if TYPE_CHECKING:
    from engine.state import HandState


def deal(state: HandState) -> None:
    """Deal the pack that lies in the stock, and begin with the dealt threes."""
    state.is_plain = False
    ruleset = state.ruleset
    pack = state.stock
    n_seats = ruleset.n_seats
    n_dealt = ruleset.n_dealt * n_seats
    first = state.seat
    for offset in range(n_seats):
        receive(state, (first + offset) % n_seats, pack[offset:n_dealt:n_seats])
    at = n_dealt + ruleset.n_starter_extra
    receive(state, first, pack[n_dealt:at])
    if ruleset.upcard != "none":
        at = _turn_upcards(state, at)
    state.stock_at = at
    if ruleset.settle_dealt_threes == "turn":
        turn.begin(state, first)
    else:
        state.n_to_expose = n_bonus_threes(state, first)
        next_dealt_three(state)


def _turn_upcards(state: HandState, at: int) -> int:
    """Turn the first upcard and those on it; the place of the stock's top after."""
    ruleset = state.ruleset
    while True:
        card = state.stock[at]
        at += 1
        state.pile.append(card)
        state.place[card] = PILE
        covers = ruleset.deck.is_wild[card] or ruleset.is_bonus_three[card]
        if covers or (ruleset.black_three_upcard_freezes and state.rank[card] == THREE):
            state.is_frozen = True
        if not covers or ruleset.upcard == "one":
            return at


def next_dealt_three(state: HandState) -> None:
    """Pass on to the next seat that was dealt a three, or begin the first turn."""
    first = (state.dealer_seat + 1) % state.ruleset.n_seats
    while not state.n_to_expose:
        state.seat = (state.seat + 1) % state.ruleset.n_seats
        if state.seat == first:
            turn.begin(state, first)
            return
        state.n_to_expose = n_bonus_threes(state, state.seat)
