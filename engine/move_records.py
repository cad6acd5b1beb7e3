"""Making the moves of a hand log: its names of moves, cards and ranks as numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine import (
    asking,
    discards,
    joker_button,
    melds,
    pile,
    special_hands,
    stock,
    turn,
)
from engine.cards import ByName
from engine.records import MoveRecord
from engine.refusals import IllegalMoveError

if TYPE_CHECKING:
    from engine.state import HandState

CardOf = Callable[[str], int]  # by name; raises UnknownNameError


def _expose(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    card = card_of(_only_card(record))
    name = record.replacement
    replacement = None if name is None else card_of(name)
    stock.expose(state, record.seat, card, replacement)


def _draw(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    stock.draw(state, record.seat, [*map(card_of, record.cards or ())])


def _take_pile(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    pile.take_pile(state, record.seat, [*map(card_of, record.cards or ())])


def _meld(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    cards = [*map(card_of, record.cards or ())]
    rank = state.ruleset.deck.rank_ids[record.rank or ""]
    melds.meld(state, record.seat, rank, cards)


def _discard(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    names = record.cards
    if names is None or len(names) != 1:
        raise unreadable(record)
    discards.discard(state, record.seat, card_of(names[0]))


def _talon(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    stock.talon(state, record.seat, [*map(card_of, record.cards or ())])


def _answer(state: HandState, record: MoveRecord, _card_of: CardOf) -> None:
    if record.yes is None:
        raise unreadable(record)
    asking.answer(state, record.seat, record.yes)


def _special_hand(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    cards = [*map(card_of, record.cards or ())]
    special_hands.special_hand(state, record.seat, record.id or "", cards)


def _joker_button(state: HandState, record: MoveRecord, card_of: CardOf) -> None:
    card = card_of(_only_card(record))
    joker_button.joker_button(state, record.seat, card)


MAKE: Final[ByName[Callable[[HandState, MoveRecord, CardOf], None]]] = ByName(
    {
        "expose": _expose,
        "draw": _draw,
        "take_pile": _take_pile,
        "meld": _meld,
        "discard": _discard,
        "talon": _talon,
        "ask": lambda state, record, _: asking.ask(state, record.seat),
        "answer": _answer,
        "special_hand": _special_hand,
        "cancel_opening": lambda state, record, _: pile.cancel_opening(
            state, record.seat
        ),
        "time_out": lambda state, record, _: turn.time_out(state, record.seat),
        "leave": lambda state, record, _: turn.leave(state, record.seat),
        "return": lambda state, record, _: turn.take_seat_back(state, record.seat),
        "joker_button": _joker_button,
    }
)


def _only_card(record: MoveRecord) -> str:
    names = record.cards
    if names is None or len(names) != 1:
        raise unreadable(record)
    return names[0]


def unreadable(record: MoveRecord, unknown_name: str | None = None) -> IllegalMoveError:
    """The refusal of a record that is no move of this ruleset at all."""
    if record.do not in MAKE:
        problem = f"{record.do!r} is no move"
    elif unknown_name is not None:
        problem = f"{record.do} names {unknown_name!r}, no card or rank of the game"
    else:
        problem = f"{record.do} lacks a field, or has not one card"
    return IllegalMoveError(problem, clause="0.3")
