"""The moves in which the rules leave a seat no choice."""

from __future__ import annotations

from engine.moves import Draw, Expose, Move, Talon
from engine.phases import DRAW, TALON
from engine.state import HandState
from engine.stock import next_three_at, replacement_for


def forced_move(state: HandState) -> Move | None:
    """The three to be exposed now or the bonus cards due; None if neither.

    A three on the stock is exposed only by a draw that has begun: until then the
    seat may take the pile and never see it.
    """
    seat = state.seat
    if state.n_to_expose:
        is_bonus_three = state.ruleset.is_bonus_three
        threes = (c for c in state.cards_held(seat, 3) if is_bonus_three[c])
        return Expose(seat, next(threes), replacement_for(state))
    if state.phase == TALON or state.is_drawing:
        at = next_three_at(state)
        if at >= 0:
            return Expose(seat, state.stock[at], replacement_for(state))
    if state.phase == TALON:
        return Talon(seat, state.stock[state.stock_at :][: state.talon_due])
    return None


def draw_move(state: HandState) -> Draw | Expose | None:
    """The next step of drawing for the seat to act; None if the stock is empty.

    Threes on the stock are exposed one by one before the draw itself.
    """
    if state.phase != DRAW or not state.n_stock:
        return None
    at = next_three_at(state)
    if at >= 0:
        return Expose(state.seat, state.stock[at], replacement_for(state))
    cards = state.stock[state.stock_at :][: state.ruleset.n_drawn]
    return Draw(state.seat, cards)
