"""From the hand log's names of moves, cards and ranks to the engine's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import moves as m
from engine.moves import Move
from engine.records import MoveRecord
from engine.refusals import IllegalMoveError
from engine.ruleset import Ruleset

Lookup = Callable[[str], int]  # of a name; raises KeyError


def _expose(record: MoveRecord, card_of: Lookup, _rank_of: Lookup) -> Move:
    (card,) = record.cards or ()
    name = record.replacement
    return m.Expose(record.seat, card_of(card), None if name is None else card_of(name))


def _draw(record: MoveRecord, card_of: Lookup, _rank_of: Lookup) -> Move:
    return m.Draw(record.seat, [*map(card_of, record.cards or ())])


def _take_pile(record: MoveRecord, card_of: Lookup, _rank_of: Lookup) -> Move:
    return m.TakePile(record.seat, [*map(card_of, record.cards or ())])


def _meld(record: MoveRecord, card_of: Lookup, rank_of: Lookup) -> Move:
    cards = [*map(card_of, record.cards or ())]
    return m.Meld(record.seat, rank_of(record.rank or ""), cards)


def _discard(record: MoveRecord, card_of: Lookup, _rank_of: Lookup) -> Move:
    (card,) = record.cards or ()
    return m.Discard(record.seat, card_of(card))


def _talon(record: MoveRecord, card_of: Lookup, _rank_of: Lookup) -> Move:
    return m.Talon(record.seat, [*map(card_of, record.cards or ())])


def _answer(record: MoveRecord, _card_of: Lookup, _rank_of: Lookup) -> Move:
    if record.yes is None:
        raise ValueError("answer without yes")
    return m.Answer(record.seat, record.yes)


def _special_hand(record: MoveRecord, card_of: Lookup, _rank_of: Lookup) -> Move:
    cards = [*map(card_of, record.cards or ())]
    return m.SpecialHand(record.seat, record.id or "", cards)


def _joker_button(record: MoveRecord, card_of: Lookup, _rank_of: Lookup) -> Move:
    (card,) = record.cards or ()
    return m.JokerButton(record.seat, card_of(card))


# A KeyError (no such card or rank) or a ValueError (not one card) is a refusal.
MOVE_OF: Final[dict[str, Callable[[MoveRecord, Lookup, Lookup], Move]]] = {
    "expose": _expose,
    "draw": _draw,
    "take_pile": _take_pile,
    "meld": _meld,
    "discard": _discard,
    "talon": _talon,
    "ask": lambda record, _card_of, _rank_of: m.Ask(record.seat),
    "answer": _answer,
    "special_hand": _special_hand,
    "cancel_opening": lambda record, _card_of, _rank_of: m.CancelOpening(record.seat),
    "time_out": lambda record, _card_of, _rank_of: m.TimeOut(record.seat),
    "leave": lambda record, _card_of, _rank_of: m.Leave(record.seat),
    "return": lambda record, _card_of, _rank_of: m.Return(record.seat),
    "joker_button": _joker_button,
}


def lookups(ruleset: Ruleset) -> tuple[Lookup, Lookup]:
    """From names to cards and to ranks of the ruleset, for MOVE_OF."""
    return ruleset.deck.ids.__getitem__, ruleset.deck.rank_ids.__getitem__


def unreadable(record: MoveRecord, error: Exception) -> IllegalMoveError:
    """The refusal of a record that is no move of this ruleset at all."""
    if record.do not in MOVE_OF:
        problem = f"{record.do!r} is no move"
    elif isinstance(error, KeyError):
        problem = f"{record.do} names {error.args[0]!r}, no card or rank of the game"
    else:
        problem = f"{record.do} lacks a field, or has not one card"
    return IllegalMoveError(problem, clause="0.3")
