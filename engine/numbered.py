"""Replaying moves that have the deck's numbers for cards, as readers in bulk give them.

Every move goes to the function that makes it for a log's names too
(`engine.move_records`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine import asking, discards, joker_button, melds, pile, stock, turn
from engine.records import NumberedMoves, ReplayedHand, SeatRecord
from engine.refusals import IllegalMoveError
from engine.replay import dealt, ended
from engine.ruleset import Ruleset
from engine.state import HandState


def replay_numbered(
    ruleset: Ruleset,
    *,
    dealer_seat: int,
    seats: Sequence[SeatRecord],
    points_before: Sequence[int],
    pack: Sequence[int],
    moves: NumberedMoves,
    hand_no: int,
) -> ReplayedHand:
    """As `replay_hand`; the pack and the number of seats and sides are right.

    Raises
    ------
    BadSeatsError, IllegalMoveError
        Something that the rules do not allow. `replay_hand` tells more of it.
    """
    state = dealt(ruleset, dealer_seat, seats, points_before, pack)
    turns: list[int] = []
    _make_moves(state, moves, turns)
    made = zip(moves.do, moves.seat, strict=True)
    return ended(state, seats, made, turns, hand_no=hand_no)


def _make_moves(state: HandState, moves: NumberedMoves, turns: list[int]) -> None:
    cards = moves.cards
    for do, seat, first, end, other in zip(
        moves.do, moves.seat, moves.first, moves.end, moves.other, strict=True
    ):
        turns.append(state.turn)
        if do == "draw":
            stock.draw(state, seat, cards[first:end])
        elif do == "meld":
            melds.meld(state, seat, other, cards[first:end])
        elif do == "discard" and end - first == 1:
            discards.discard(state, seat, cards[first])
        elif do == "expose" and end - first == 1:
            stock.expose(state, seat, cards[first], None if other < 0 else other)
        elif do == "take_pile":
            pile.take_pile(state, seat, cards[first:end])
        else:
            _make_rare(state, do, seat, cards[first:end], other)


def _make_rare(
    state: HandState, do: str, seat: int, cards: Sequence[int], other: int
) -> None:
    """Make a move of which a hand has few."""
    if do == "talon":
        stock.talon(state, seat, cards)
    elif do == "answer":
        asking.answer(state, seat, bool(other))
    elif do == "joker_button" and len(cards) == 1:
        joker_button.joker_button(state, seat, cards[0])
    elif do in _WITHOUT_CARDS:
        _WITHOUT_CARDS[do](state, seat)
    else:
        raise IllegalMoveError(f"{do} has not one card, or no number", clause="0.3")


_WITHOUT_CARDS: Final[dict[str, Callable[[HandState, int], None]]] = {
    "ask": asking.ask,
    "cancel_opening": pile.cancel_opening,
    "time_out": turn.time_out,
    "leave": turn.leave,
    "return": turn.take_seat_back,
}
