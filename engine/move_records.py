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


def _cards(record: MoveRecord, ids: Names) -> list[int]:
    names = record.cards
    if names is None:
        raise IllegalMoveError(f"{record.do} without cards", clause="0.3")
    try:
        return [ids[name] for name in names]
    except KeyError as error:
        raise IllegalMoveError(
            f"{error.args[0]!r} is no card of this ruleset", clause="0.3"
        ) from None


def _card(record: MoveRecord, ids: Names) -> int:
    cards = _cards(record, ids)
    if len(cards) != 1:
        raise IllegalMoveError(
            f"{record.do} of {len(cards)} cards, it is of one", clause="0.3"
        )
    return cards[0]


def _expose(record: MoveRecord, ids: Names, _ranks: Names) -> Move:
    name = record.replacement
    replacement = None
    if name is not None:
        replacement = ids.get(name, -1)
    return m.Expose(record.seat, _card(record, ids), replacement)


def _meld(record: MoveRecord, ids: Names, ranks: Names) -> Move:
    rank = ranks.get(record.rank or "")
    if rank is None:
        raise IllegalMoveError(f"no meld has the rank {record.rank!r}", clause="0.3")
    return m.Meld(record.seat, rank, _cards(record, ids))


def _answer(record: MoveRecord, _ids: Names, _ranks: Names) -> Move:
    if record.yes is None:
        raise IllegalMoveError("answer without yes", clause="0.3")
    return m.Answer(record.seat, record.yes)


MOVE_OF: Final[dict[str, Callable[[MoveRecord, Names, Names], Move]]] = {
    "expose": _expose,
    "draw": lambda r, ids, _: m.Draw(r.seat, _cards(r, ids)),
    "take_pile": lambda r, ids, _: m.TakePile(r.seat, _cards(r, ids)),
    "meld": _meld,
    "discard": lambda r, ids, _: m.Discard(r.seat, _card(r, ids)),
    "talon": lambda r, ids, _: m.Talon(r.seat, _cards(r, ids)),
    "ask": lambda r, _ids, _: m.Ask(r.seat),
    "answer": _answer,
    "special_hand": lambda r, ids, _: m.SpecialHand(r.seat, r.id or "", _cards(r, ids)),
    "cancel_opening": lambda r, _ids, _: m.CancelOpening(r.seat),
    "time_out": lambda r, _ids, _: m.TimeOut(r.seat),
    "leave": lambda r, _ids, _: m.Leave(r.seat),
    "return": lambda r, _ids, _: m.Return(r.seat),
    "joker_button": lambda r, ids, _: m.JokerButton(r.seat, _card(r, ids)),
}


def move_of(ruleset: Ruleset, record: MoveRecord) -> Move:
    """The move that a record of the log names.

    Raises
    ------
    IllegalMoveError
        An unknown kind of move, card or rank, or a field that is missing.
    """
    convert = MOVE_OF.get(record.do)
    if convert is None:
        raise IllegalMoveError(f"{record.do!r} is no move", clause="0.3")
    return convert(record, ruleset.deck.ids, ruleset.deck.rank_ids)
