"""The arrays that the kernel reads and writes.

numba keys its cache by these types, so that a change here compiles anew.
"""

from collections import deque
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
# A constant has a type of its own for numba, and each combination of types is
# compiled anew: constants are handed down as numbers of numpy.
Whole = int | np.int64 | np.uint32 | np.uint64
Truth = bool | np.bool_

CACHE_LINE: Final = 64  # bytes; a player's state fills one
STATE = np.dtype(
    [
        ("rating", "f8"),
        ("form", "f8"),
        # Nothing can happen to the level while lower < Form < upper, fewer than
        # `judge_at` hands are rated and no game is finished.
        ("lower", "f8"),
        ("upper", "f8"),
        ("rated_hands", "i4"),
        ("finished_games", "i4"),
        ("promoted_at", "i4"),  # rated hands then
        ("step_at", "i4"),  # rated hands at the last change of level
        ("judge_at", "i4"),
        ("first_pending", "i4"),  # place in `Memory.held`, or NO_HAND
        ("n_pending", "i4"),
        ("level", "i2"),
        ("is_at_risk", "u1"),
        ("was_safe", "u1"),  # not at risk before this hand's settlements
    ]
)


def new_states(n_rows: int) -> NDArray[np.void]:
    """Zeroed states that begin at a cache line, so that each lies in one."""
    room = np.zeros(n_rows * STATE.itemsize + CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return room[start : start + n_rows * STATE.itemsize].view(STATE)


# One rated seat of one hand, in the order of application.
CHANGE = np.dtype(
    [
        ("rating_before", "f8"),
        ("rating_after", "f8"),
        ("form_before", "f8"),
        ("form_after", "f8"),
        ("rating_change", "f8"),
        ("hand", "i4"),
        ("row", "i4"),
        ("settled_by", "i4"),  # hand, or NO_HAND
        ("rated_hands", "i4"),
        ("finished_games", "i4"),
        ("level", "i2"),
        ("seat", "u1"),
        ("event", "u1"),
    ]
)


class Room:
    """Memory for changes that is used again and again: fresh pages cost time.

    What it gives lasts until it has been asked `n_lasting` times more.
    """

    def __init__(self, n_lasting: int = 1) -> None:
        self._rooms = deque(np.empty(0, dtype=CHANGE) for _ in range(n_lasting))

    def of(self, n_rows: int) -> NDArray[np.void]:
        """Room for `n_rows`."""
        rows = self._rooms.popleft()
        if len(rows) < n_rows:
            # Pieces are about equally long: an eighth more does for those that follow.
            rows = np.empty(n_rows + n_rows // 8, dtype=CHANGE)
        self._rooms.append(rows)
        return rows


# An away hand that waits for its player; `last` is kept in the first of a chain.
HELD_HAND = np.dtype([("hand", "i4"), ("seat", "i4"), ("next", "i4"), ("last", "i4")])


# A configuration as the kernel reads it: one row of numbers, one row a level.
NUMBERS = np.dtype(
    [
        ("scale", "f8"),
        ("keep_margin", "f8"),
        ("protected_hands", "i8"),
        ("provisional_hands", "i8"),
        ("is_window", "i8"),
        ("away", "i8"),
    ]
)
# The first line is -inf; one more row, with the line +inf, is above the highest level.
LEVEL = np.dtype([("line", "f8"), ("hands", "i8"), ("games", "i8")])


class Hands(NamedTuple):
    """The hands as `rating.seating` gives them, and what the kernel finds out."""

    rows: NDArray[np.uint32]  # unsigned: numba then looks for no negative index
    flags: NDArray[np.uint8]
    side_size: NDArray[np.uint8]
    margin_no: NDArray[np.int32]
    expected: Floats  # of side 0; NaN while not known
    actual: Floats  # of side 0; likewise
    side_ratings: Floats  # (n_hands, 2)


class Constants(NamedTuple):
    """What the configuration sets."""

    numbers: NDArray[np.void]  # one row of NUMBERS
    levels: NDArray[np.void]  # rows of LEVEL
    actual: Floats  # actual score of side 0 by `margin_no`
    k: Floats  # by rated hands so far; the last one for all that follow
    weights: Floats  # of the Rating in Form, by rated hands so far; likewise


class Memory(NamedTuple):
    """What the kernel remembers from one hand to the next."""

    states: NDArray[np.void]
    ring_start: NDArray[np.int64]  # a window's Ratings of row i start here in `ring`
    ring: Floats
    held: NDArray[np.void]
    n_held: NDArray[np.int64]  # [entries used in `held`, entries not yet settled]


class Described(NamedTuple):
    """Each change and what stands behind it."""

    hand: NDArray[np.int32]
    row: NDArray[np.int32]
    settled_by: NDArray[np.int32]  # hand, or NO_HAND
    seat: NDArray[np.uint8]
    k_factor: Floats
    opponents_part: Floats
    result_part: Floats
    rating_before: Floats
    rating_change: Floats
    rating_after: Floats
    form_before: Floats
    form_after: Floats
    rated_hands: NDArray[np.int32]
    finished_games: NDArray[np.int32]
    level: NDArray[np.int16]  # place, or NO_LEVEL
    event: NDArray[np.int8]  # place in EVENTS
