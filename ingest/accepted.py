"""Records that are sound on their own, before anything is known of others."""

from dataclasses import dataclass

from engine.records import ReplayedHand
from ingest.contents import HandHashes
from ingest.records import Player
from ingest.soundness import SoundHand


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
