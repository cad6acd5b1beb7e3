"""The arrays that a sweep's kernel reads and writes: many configurations at once.

A lane is one configuration of a block. Who is rated, how many hands and games a player
has and which hands wait for whom depends on no number of a configuration, so that is
kept once; Ratings and Forms are kept per lane, side by side, so that one instruction
moves several.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating.records import Floats, Memory, Whole

# Fields of `LaneMemory.values`; the last two are there only with levels.
RATING, FORM, LOWER, UPPER = range(4)
N_VALUES: Final = 4

# Unsigned where it is hot: numba then looks for no negative index.
Index = Whole

# What a level needs of each player and lane; names as in records.STATE.
STANDING = np.dtype(
    [
        ("promoted_at", "i4"),
        ("step_at", "i4"),
        ("judge_at", "i4"),
        ("level", "i2"),
        ("is_at_risk", "u1"),
        ("was_safe", "u1"),
    ]
)


class Lanes(NamedTuple):
    """What the configurations of a block set; the last axis is the lane."""

    steepness: Floats
    actual: Floats  # (n_margins, n_lanes)
    k_tier: NDArray[np.int32]  # row of `k` by rated hands so far
    k: Floats  # (n_tiers, n_lanes)
    weights: Floats  # (n_weights, n_lanes), by rated hands so far
    numbers: NDArray[np.void]  # (n_lanes,) of records.NUMBERS
    levels: NDArray[np.void]  # (n_lanes, n_levels) of records.LEVEL
    slopes: Floats  # of the chance to win


class Scored(NamedTuple):
    """Where each hand counts and how it ended, whatever the configuration."""

    block: NDArray[np.int32]
    is_counted: NDArray[np.bool_]
    won: Floats  # by margin_no: 1, ½ or 0 for side 0


class LaneMemory(NamedTuple):
    """What a sweep remembers from one hand to the next."""

    shared: Memory  # counts and waiting hands of each player, in its states
    values: Floats  # (n_rows, N_VALUES or 2, n_lanes)
    standing: NDArray[np.void]  # (n_rows or 0, n_lanes) of STANDING
    waits: NDArray[np.uint8]  # (n_rows,): a level waits for a finished game in a lane
    ring_start: NDArray[np.int64]  # of row and lane, (n_rows * n_lanes + 1,)
    ring: Floats
    expected: Floats  # (n_lanes,): of side 0 in the present hand if somebody is away
    held_expected: Floats  # (n_held, n_lanes): the same of hands that wait
    sums: Floats  # (n_blocks, N_SUMS, n_lanes)
    scratch: NDArray[np.void]  # one records.STATE
    plan: NDArray[np.uint64]  # (3, n_seats): rows of `values`, `k` and `weights`
