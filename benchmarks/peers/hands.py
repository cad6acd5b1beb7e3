"""The hands file that every peer reads: seats and margins, in order of time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PeerHands:
    """Hands of two against two; seats 0 and 2 are side 0.

    Attributes
    ----------
    player : int32 array, shape (n_hands, 4)
        A number for each person; computers share the last one.
    margin : int64 array, shape (n_hands,)
        Points of side 0 minus points of side 1.
    n_players : int
        Persons and the computer.
    """

    player: NDArray[np.int32]
    margin: NDArray[np.int64]
    n_players: int

    def __len__(self) -> int:
        return len(self.margin)


def write_hands(
    path: str, player: NDArray[np.int32], margin: NDArray[np.int64]
) -> None:
    """Write the hands file; seats with player -1 are the computer's."""
    n_players = int(player.max(initial=-1)) + 2
    seats = np.where(player < 0, n_players - 1, player).astype(np.int32)
    np.savez(path, player=seats, margin=margin, n_players=n_players)


def read_hands(path: str, limit: int) -> PeerHands:
    """The first `limit` hands of the file."""
    with np.load(path) as file:
        return PeerHands(
            player=file["player"][:limit],
            margin=file["margin"][:limit],
            n_players=int(file["n_players"]),
        )
