"""Which functions check and make each kind of move.

A move is checked and made by functions of plain arguments, so that replaying a
log, which has no `Move` objects, goes through the same ones.
"""

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
    moves.Expose: lambda s, m: stock.check_expose(s, m.seat, m.card, m.replacement),
    moves.Draw: lambda s, m: stock.check_draw(s, m.seat, m.cards),
    moves.TakePile: lambda s, m: pile.check_take_pile(s, m.seat, m.cards),
    moves.Meld: lambda s, m: melds.check_meld(s, m.seat, m.rank, m.cards),
    moves.Discard: lambda s, m: discards.check_discard(s, m.seat, m.card),
    moves.Talon: lambda s, m: stock.check_talon(s, m.seat, m.cards),
    moves.Ask: lambda s, m: asking.check_ask(s, m.seat),
    moves.Answer: lambda s, m: asking.check_answer(s, m.seat),
    moves.SpecialHand: lambda s, m: special_hands.check_special_hand(
        s, m.seat, m.special_hand, m.cards
    ),
    moves.CancelOpening: lambda s, m: pile.check_cancel_opening(s, m.seat),
    moves.TimeOut: lambda s, m: turn.check_time_out(s, m.seat),
    moves.Leave: lambda s, m: turn.check_leave(s, m.seat),
    moves.Return: lambda s, m: turn.check_return(s, m.seat),
    moves.JokerButton: lambda s, m: joker_button.check_joker_button(s, m.seat, m.card),
}

DO: Final[dict[type, Action]] = {
    moves.Expose: lambda s, m: stock.expose(s, m.seat, m.card, m.replacement),
    moves.Draw: lambda s, m: stock.draw(s, m.seat, m.cards),
    moves.TakePile: lambda s, m: pile.take_pile(s, m.seat, m.cards),
    moves.Meld: lambda s, m: melds.meld(s, m.seat, m.rank, m.cards),
    moves.Discard: lambda s, m: discards.discard(s, m.seat, m.card),
    moves.Talon: lambda s, m: stock.talon(s, m.seat, m.cards),
    moves.Ask: lambda s, m: asking.ask(s, m.seat),
    moves.Answer: lambda s, m: asking.answer(s, m.seat, m.yes),
    moves.SpecialHand: lambda s, m: special_hands.special_hand(
        s, m.seat, m.special_hand, m.cards
    ),
    moves.CancelOpening: lambda s, m: pile.cancel_opening(s, m.seat),
    moves.TimeOut: lambda s, m: turn.time_out(s, m.seat),
    moves.Leave: lambda s, m: turn.leave(s, m.seat),
    moves.Return: lambda s, m: turn.take_seat_back(s, m.seat),
    moves.JokerButton: lambda s, m: joker_button.joker_button(s, m.seat, m.card),
}
