"""Hands as arrays: what a replay needs to know of each counting hand."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.config import SKILLS

# Who held a seat: the codes in `HandArrays.held_by`.
NOBODY: Final = 0  # the hand has no such seat
PRESENT: Final = 1  # the player, to the end
LEFT: Final = 2  # the player, who left during the hand
AWAY: Final = 3  # the computer, for a player who was away the whole hand
COMPUTER: Final = 4  # a computer's own seat; + its place in SKILLS

NO_DEVICE: Final = -1  # live, or a solo hand on an unknown device
NEVER: Final = np.iinfo(np.int64).max  # microseconds; no self-rating was given
NOT_SAID: Final = -1  # no self-rating; else its place in SELF_RATINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class HandArrays:
    """Hands that count, in the order in which Ratings apply them.

    A hand counts if it has two sides and was finished; side = seat % 2. The order
    is (ended_at, game_id, hand_no, hand_id), ids byte by byte.

    Attributes
    ----------
    hand_id : string array, shape (n_hands,)
    game : int32 array, shape (n_hands,)
        Place of the game's id in `game_ids`.
    hand_no : int64 array, shape (n_hands,)
    ended_at : int64 array, shape (n_hands,)
        Microseconds since 1970, UTC.
    ladder : int32 array, shape (n_hands,)
        Place in `ladders`.
    device : int32 array, shape (n_hands,)
        Place in `device_ids`; NO_DEVICE on live ladders and where it is unknown.
    margin : int64 array, shape (n_hands,)
        Points of side 0 minus points of side 1.
    is_game_over : bool array, shape (n_hands,)
    ends_again : bool array, shape (n_hands,)
        Of hands that end their game, those whose game has, or may get, another such
        hand: who finished it must be remembered, for that counts once.
    player : int32 array, shape (n_hands, n_seats)
        Place in `player_ids`; -1 where no player has the seat.
    held_by : uint8 array, shape (n_hands, n_seats)
        One of the codes above.
    said_at, said : int64 and int8 arrays, shape (n_players,)
        When each player first gave a self-rating (NEVER) and which (NOT_SAID).
    """

    hand_id: pa.StringArray
    game: NDArray[np.int32]
    hand_no: NDArray[np.int64]
    ended_at: NDArray[np.int64]
    ladder: NDArray[np.int32]
    device: NDArray[np.int32]
    margin: NDArray[np.int64]
    is_game_over: NDArray[np.bool_]
    ends_again: NDArray[np.bool_]
    player: NDArray[np.int32]
    held_by: NDArray[np.uint8]
    said_at: NDArray[np.int64]
    said: NDArray[np.int8]
    ladders: tuple[str, ...]
    game_ids: pa.StringArray
    player_ids: pa.StringArray
    device_ids: pa.StringArray

    def __len__(self) -> int:
        return len(self.margin)

    @property
    def n_seats(self) -> int:
        """Seats of the largest table."""
        return int(self.player.shape[1])

    def take(self, chosen: NDArray[np.int64] | slice) -> "HandArrays":
        """The chosen hands, which must be given in the order they have here.

        Those of a slice stay in the memory where they are.
        """
        if isinstance(chosen, slice):
            hand_id = self.hand_id[chosen]
        else:
            hand_id = self.hand_id.take(pa.array(chosen))
        return replace(
            self,
            hand_id=hand_id,
            game=self.game[chosen],
            hand_no=self.hand_no[chosen],
            ended_at=self.ended_at[chosen],
            ladder=self.ladder[chosen],
            device=self.device[chosen],
            margin=self.margin[chosen],
            is_game_over=self.is_game_over[chosen],
            ends_again=self.ends_again[chosen],
            player=self.player[chosen],
            held_by=self.held_by[chosen],
        )

    def on_ladder(self, ladder: str) -> "HandArrays":
        """The hands of one ladder."""
        if ladder not in self.ladders:
            return self.take(slice(0, 0))
        return self.take(np.flatnonzero(self.ladder == self.ladders.index(ladder)))


def family_of(ladder: str) -> str:
    """The ruleset family of a ladder: `coastal` of `coastal/live`."""
    return ladder.partition("/")[0]


def is_live(ladder: str) -> bool:
    """Whether people meet people on this ladder."""
    return ladder.endswith("/live")


def computer_code(skill: str) -> int:
    """The code in `HandArrays.held_by` of a computer of this skill."""
    return COMPUTER + SKILLS.index(skill)
