"""Cards coming into a holding, and what is asked of holdings everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import THREE

if TYPE_CHECKING:
    from engine.state import HandState


def receive(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Put cards into a holding."""
    place = state.place
    rank = state.rank
    row = state.counts[seat]
    for card in cards:
        place[card] = seat
        row[rank[card]] += 1
    state.n_held[seat] += len(cards)


def n_bonus_threes(state: HandState, seat: int) -> int:
    """Threes in a holding that the ruleset has exposed."""
    if not state.counts[seat][THREE]:
        return 0
    is_bonus_three = state.is_bonus_three
    return sum([is_bonus_three[card] for card in state.cards_held(seat, THREE)])
