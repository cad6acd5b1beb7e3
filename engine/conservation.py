"""Every card is in exactly one place: the check at the end of each hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import ConservationError
from engine.phases import EXPOSED, MELDED, PILE, STOCK

if TYPE_CHECKING:
    from engine.state import HandState


def check_conservation(state: HandState) -> None:
    """Raise ConservationError unless places, counts and sizes agree."""
    count = bytes(state.place).count  # bytes count ten times faster than lists
    is_top_melded = state.is_provisional and state.pending_top < 0
    agrees = (
        count(STOCK) == state.n_stock
        and count(PILE) == len(state.pile) - is_top_melded
        and count(MELDED) == sum(map(sum, state.sizes))
        and count(EXPOSED) == sum(state.red_threes) + sum(state.black_threes)
        and list(map(sum, state.counts)) == state.n_held
        and [count(seat) for seat in range(state.ruleset.n_seats)] == state.n_held
    )
    if not agrees:
        raise ConservationError(f"cards and counts disagree: {state!r}")
