"""From the hand log's names of moves, cards and ranks to the engine's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine import moves as m
from engine.moves import Move
from engine.records import MoveRecord
from engine.refusals import IllegalMoveError
from engine.ruleset import Ruleset

Names = Mapping[str, int]


def _expose(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    (card,) = record.cards or ()
    name = record.replacement
    return m.Expose(record.seat, ids[card], None if name is None else ids[name])


def _draw(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    return m.Draw(record.seat, [ids[card] for card in record.cards or ()])


def _take_pile(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    return m.TakePile(record.seat, [ids[card] for card in record.cards or ()])


def _meld(record: MoveRecord, ids: Names, ranks: Names) -> Move:
    cards = [ids[card] for card in record.cards or ()]
    return m.Meld(record.seat, ranks[record.rank or ""], cards)


def _discard(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    (card,) = record.cards or ()
    return m.Discard(record.seat, ids[card])


def _talon(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    return m.Talon(record.seat, [ids[card] for card in record.cards or ()])


def _answer(record: MoveRecord, _ids: Names, _ranks: Names) -> Move:
    if record.yes is None:
        raise ValueError("answer without yes")
    return m.Answer(record.seat, record.yes)


def _special_hand(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    cards = [ids[card] for card in record.cards or ()]
    return m.SpecialHand(record.seat, record.id or "", cards)


def _joker_button(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    (card,) = record.cards or ()
    return m.JokerButton(record.seat, ids[card])


# A KeyError (no such card or rank) or a ValueError (not one card) is a refusal.
MOVE_OF: Final[dict[str, Callable[[MoveRecord, Names, Names], Move]]] = {
    "expose": _expose,
    "draw": _draw,
    "take_pile": _take_pile,
    "meld": _meld,
    "discard": _discard,
    "talon": _talon,
    "ask": lambda record, _ids, _ranks: m.Ask(record.seat),
    "answer": _answer,
    "special_hand": _special_hand,
    "cancel_opening": lambda record, _ids, _ranks: m.CancelOpening(record.seat),
    "time_out": lambda record, _ids, _ranks: m.TimeOut(record.seat),
    "leave": lambda record, _ids, _ranks: m.Leave(record.seat),
    "return": lambda record, _ids, _ranks: m.Return(record.seat),
    "joker_button": _joker_button,
}


def unreadable(record: MoveRecord, error: Exception) -> IllegalMoveError:
    """The refusal of a record that is no move of this ruleset at all."""
    if record.do not in MOVE_OF:
        problem = f"{record.do!r} is no move"
    elif isinstance(error, KeyError):
        problem = f"{record.do} names {error.args[0]!r}, no card or rank of the game"
    else:
        problem = f"{record.do} lacks a field, or has not one card"
    return IllegalMoveError(problem, clause="0.3")


def move_of(ruleset: Ruleset, record: MoveRecord) -> Move:
    """The move that a record of the log names.

    Raises
    ------
    IllegalMoveError
        An unknown kind of move, card or rank, or a field that is missing.
    """
    try:
        return MOVE_OF[record.do](record, ruleset.deck.ids, ruleset.deck.rank_ids)
    except (KeyError, ValueError) as error:
        raise unreadable(record, error) from None
