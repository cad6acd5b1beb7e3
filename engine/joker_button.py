"""The joker button of tiles: a joker out of the stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import JOKER
from engine.holdings import receive
from engine.phases import DRAW, PLAY
from engine.refusals import IllegalMoveError, refusal, wrong_time
from engine.stock import drop_from_stock, name_of

if TYPE_CHECKING:
    from engine.state import HandState


def first_joker_at(state: HandState) -> int:
    """Where the first joker of the stock lies, or -1."""
    rank = state.rank
    for at in range(state.stock_at, len(state.stock)):
        if rank[state.stock[at]] == JOKER:
            return at
    return -1


def joker_on_offer(state: HandState) -> int | None:
    """The joker that the seat to act would get; None where the button is dark."""
    at = first_joker_at(state)
    if at < 0:
        return None
    card = state.stock[at]
    try:
        check_joker_button(state, state.seat, card)
    except IllegalMoveError:
        return None
    return card


def check_joker_button(state: HandState, seat: int, card: int) -> None:
    """Raise unless the seat may use the joker button and gets this joker."""
    if state.ruleset.joker_button == "off":
        raise refusal(state, "joker_button", "there is no joker button at this table")
    if state.phase != DRAW or seat != state.seat or state.is_timed_out:
        raise wrong_time(state, seat, "joker_button")
    if state.n_to_expose:
        raise refusal(state, "threes", "a three in the holding is exposed first")
    if state.is_drawing:
        raise refusal(state, "draw", "the draw has begun with an exposed three")
    if state.has_used_button[seat]:
        raise refusal(state, "joker_button", "the joker button works once a hand")
    if state.jokers_left[seat] < 1:
        raise refusal(state, "joker_button", "the account has no extra joker")
    at = first_joker_at(state)
    if at < 0:
        raise refusal(state, "joker_button", "no joker is left in the stock")
    if state.stock[at] != card:
        raise refusal(
            state,
            "deal",
            f"the stock's first joker is {name_of(state, state.stock[at])}",
        )


def joker_button(state: HandState, seat: int, card: int) -> None:
    """Take the first joker of the stock, instead of the draw or beside it."""
    check_joker_button(state, seat, card)
    drop_from_stock(state, first_joker_at(state))
    receive(state, seat, (card,))
    state.has_used_button[seat] = True
    state.jokers_left[seat] -= 1
    if state.ruleset.joker_button == "replace_draw" or not state.n_stock:
        state.phase = PLAY
