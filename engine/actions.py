"""Which functions check and make each kind of move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine import (
    asking,
    discards,
    joker_button,
    melds,
    moves,
    pile,
    special_hands,
    stock,
    turn,
)

if TYPE_CHECKING:
    from engine.state import HandState

# Each function takes its own class of move, which a plain dict cannot say.
Action = Callable[["HandState", Any], object]

CHECK: Final[dict[type, Action]] = {
    moves.Expose: stock.check_expose,
    moves.Draw: stock.check_draw,
    moves.TakePile: pile.check_take_pile,
    moves.Meld: melds.check_meld,
    moves.Discard: discards.check_discard,
    moves.Talon: stock.check_talon,
    moves.Ask: asking.check_ask,
    moves.Answer: asking.check_answer,
    moves.SpecialHand: special_hands.check_special_hand,
    moves.CancelOpening: pile.check_cancel_opening,
    moves.TimeOut: turn.check_time_out,
    moves.Leave: turn.check_leave,
    moves.Return: turn.check_return,
    moves.JokerButton: joker_button.check_joker_button,
}

DO: Final[dict[type, Action]] = {
    moves.Expose: stock.expose,
    moves.Draw: stock.draw,
    moves.TakePile: pile.take_pile,
    moves.Meld: melds.meld,
    moves.Discard: discards.discard,
    moves.Talon: stock.talon,
    moves.Ask: asking.ask,
    moves.Answer: asking.answer,
    moves.SpecialHand: special_hands.special_hand,
    moves.CancelOpening: pile.cancel_opening,
    moves.TimeOut: turn.time_out,
    moves.Leave: turn.leave,
    moves.Return: turn.take_seat_back,
    moves.JokerButton: joker_button.joker_button,
}
