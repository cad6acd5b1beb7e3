"""The errors with which the engine refuses a move, a pack, seats or a result.

Each carries the hand log's `code`, the `clause` of docs/rules.md and, once the
log is known, the index of the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import CoastalError
from engine.phases import OVER, PHASE_NAMES

if TYPE_CHECKING:
    from engine.state import HandState


class HandRefusedError(CoastalError, ValueError):
    """Something in a hand does not agree with the rules."""

    code = "illegal_move"

    def __init__(
        self, message: str, *, clause: str | None = None, move_index: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause
        self.move_index = move_index

    def __str__(self) -> str:
        where = "" if self.move_index is None else f"move {self.move_index}: "
        clause = "" if self.clause is None else f" (clause {self.clause})"
        return f"{where}{self.message}{clause}"


class IllegalMoveError(HandRefusedError):
    """A move that the rules do not allow here."""

    code = "illegal_move"


class BadPackError(HandRefusedError):
    """A pack with a wrong, missing or repeated card."""

    code = "bad_pack"


class BadSeatsError(HandRefusedError):
    """Seats that do not fit the ruleset or the moves."""

    code = "bad_seats"


class PointsMismatchError(HandRefusedError):
    """A result that differs from what the moves give; `line` names where."""

    code = "points_mismatch"

    def __init__(self, message: str, *, line: str, clause: str | None = None) -> None:
        super().__init__(message, clause=clause)
        self.line = line


def refusal(state: HandState, topic: str, sentence: str) -> IllegalMoveError:
    """An illegal move, with the clause of the topic in this ruleset."""
    return IllegalMoveError(sentence, clause=state.ruleset.clauses[topic])


def wrong_time(state: HandState, seat: int, do: str) -> IllegalMoveError:
    """The refusal of a move by the wrong seat or at the wrong point of a turn."""
    if state.phase == OVER:
        return refusal(state, "turn", f"{do} by seat {seat} after the hand has ended")
    if seat != state.seat:
        return refusal(
            state, "turn", f"{do} by seat {seat}, it is the turn of seat {state.seat}"
        )
    phase = PHASE_NAMES[state.phase]
    return refusal(state, "turn", f"{do} does not fit here: the phase is {phase}")
