"""Records that are sound on their own, before anything is known of others."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.records import ReplayedHand
from ingest.contents import HandHashes
from ingest.records import Player
from ingest.soundness import SoundHand

if TYPE_CHECKING:
    from ingest.columns import Tables


@dataclass(slots=True)
class AcceptedHand:
    """A hand that is sound on its own."""

    line: int
    sound: SoundHand
    hashes: HandHashes
    replayed: ReplayedHand | None  # None: not replayed

    @property
    def is_partial(self) -> bool:
        """Whether the hand's end has not arrived."""
        return self.sound.hand.result is None

    @property
    def n_moves(self) -> int | None:
        """Moves in the log; None for a results-only hand."""
        moves = self.sound.hand.moves
        return None if moves is None else len(moves)


@dataclass(slots=True)
class AcceptedPlayer:
    """A player record; `at` is microseconds since 1970 in UTC."""

    line: int
    player: Player
    at: int


@dataclass(slots=True)
class PlainPart:
    """The plain hands of a block, read at once."""

    places: list[int] = field(default_factory=list)  # of their lines, from 0, rising
    n_bytes: int = 0  # of their lines; 0 with moves
    tables: "Tables" = field(default_factory=dict)
    n_verified: int = 0
