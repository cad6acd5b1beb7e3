"""How a hand comes to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.phases import OVER

if TYPE_CHECKING:
    from engine.state import HandState


def end(state: HandState, ended_by: str) -> None:
    """End the hand."""
    state.phase = OVER
    state.may_stop = False
    state.ended_by = ended_by
