"""What one side shows when a hand ends: all that scoring needs, and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class MeldTally(NamedTuple):
    """One meld on the table, as counts."""

    rank: int  # `cards.WILD_MELD` for a meld of wilds
    n_naturals: int
    n_wilds: int
    n_jokers: int  # of the wilds
    card_points: int


@dataclass(slots=True)
class SideTally:
    """One side at the end of a hand.

    `holdings` has one list per seat of the side, the number of cards held of
    each rank. `special_holding` is the index of the declaring seat in it.
    """

    melds: Sequence[MeldTally]
    n_red_threes: int  # exposed; for tiles red and yellow together
    n_black_threes: int
    holdings: Sequence[Sequence[int]]
    went_out: bool = False
    is_concealed: bool = False
    n_failed_asks: int = 0
    special_hand: str | None = None
    special_holding: int = 0
    dead_ranks: frozenset[int] = frozenset()  # completed by the other side
