"""What a rated seat needs beside its three numbers, in the bits of two whole ones.

The table packed_seats holds them, the view rated_seats takes them apart again.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import CoastalError
from rating.compiled import compiled
from rating.level_steps import EVENTS
from rating.records import Floats
from rating.seating import FIRST_PLAYER_ROW

# Bits of each field, the highest first: of `who`, then of `what`.
PLACE_BITS, PLAYER_BITS, SEAT_BITS = 32, 28, 4
HANDS_BITS, GAMES_BITS, KIND_BITS, LADDER_BITS = 22, 22, 15, 5
N_EVENTS: Final = len(EVENTS)


class TooManyError(CoastalError, OverflowError):
    """The warehouse has no room for numbers this large."""


class Kind(NamedTuple):
    """What many rated seats have in common."""

    k_factor: float
    level: str | None
    level_event: str | None


class PackedSeats(NamedTuple):
    """Columns of packed_seats; `kind` is a code for each combination there may be."""

    who: NDArray[np.uint64]
    what: NDArray[np.uint64]
    kind: NDArray[np.int32]
    rating_before: Floats
    form_before: Floats
    form_after: Floats


def refuse_too_many(**numbers: tuple[int, int]) -> None:
    """Raise TooManyError for a number that has more bits than are given with it."""
    for name, (number, bits) in numbers.items():
        if number >> bits:
            raise TooManyError(
                f"a ladder of the warehouse holds {2**bits - 1:,} {name} at most, "
                f"found {number:,}"
            )


@compiled
def pack_seats(
    changes: NDArray[np.void],
    places: NDArray[np.int64],
    k_places: NDArray[np.int64],
    n_levels: int,
    ladder_no: int,
) -> PackedSeats:
    """Each change in its columns; the kind is not in `what` yet.

    One pass: a row of `changes` is a cache line, read once for all its columns.
    """
    n = len(changes)
    who, what = np.empty(n, np.uint64), np.empty(n, np.uint64)
    kind = np.empty(n, np.int32)
    rating_before = np.empty(n)
    form_before, form_after = np.empty(n), np.empty(n)
    k_last = len(k_places) - 1
    for i in range(n):
        change = changes[i]
        place = places[np.int64(change["hand"])]
        player = np.int64(change["row"]) - FIRST_PLAYER_ROW
        hands = np.int64(change["rated_hands"])
        games = np.int64(change["finished_games"])
        level = np.int64(change["level"]) + 1
        who[i] = ((place << PLAYER_BITS | player) << SEAT_BITS) | change["seat"]
        what[i] = (hands << GAMES_BITS | games) << KIND_BITS + LADDER_BITS | ladder_no
        k_place = hands - 1 if hands <= k_last else k_last
        k = k_places[k_place]
        kind[i] = (k * (n_levels + 1) + level) * N_EVENTS + change["event"]
        rating_before[i] = change["rating_before"]
        form_before[i] = change["form_before"]
        form_after[i] = change["form_after"]
    return PackedSeats(who, what, kind, rating_before, form_before, form_after)


@compiled
def find_first(codes: NDArray[np.int32], first: NDArray[np.int64]) -> None:
    """Write into `first` where each of the codes stands first."""
    for i in range(len(codes) - 1, -1, -1):
        first[codes[i]] = i
