"""Configurations side by side: what the sweep kernel reads, and its memory."""

import math
import mmap
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rating import records
from rating.away import NEVER, ON_RETURN
from rating.compiled import compiled
from rating.config import AWAY_HANDS, RatingConfig
from rating.formulas import steepness_of
from rating.hands import HandArrays
from rating.lane_records import (
    FORM,
    LOWER,
    N_VALUES,
    RATING,
    STANDING,
    UPPER,
    LaneMemory,
    Lanes,
)
from rating.lane_scores import E_MANTISSA, N_SUMS, P_MANTISSA
from rating.level_steps import NEVER_JUDGED
from rating.records import Truth
from rating.replay import first_ratings, kernel_constants, new_memory
from rating.seating import FIRST_PLAYER_ROW, HELD, RATED, Seating
from rating.stats.blocks import game_blocks
from rating.vectors import VECTOR

MOST_LANES: Final = 56  # with 64, rows of a power of 2 drive each other from the cache
MEMORY_BYTES: Final = 192 * 2**20  # of one block of lanes while it runs


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBlocks:
    """Hands by the block of games that they belong to.

    The hands of a game share their players, so that blocks of whole games are what
    statistics may treat as drawn one by one. Blocks follow the games' beginnings.

    Attributes
    ----------
    block : int32 array, shape (n_hands,)
    is_counted : bool array, shape (n_hands,)
        Whether the hand is rated for somebody under every policy for away hands.
    n_hands : int64 array, shape (n_blocks,)
        Hands that count in each block.
    """

    block: NDArray[np.int32]
    is_counted: NDArray[np.bool_]
    n_hands: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.n_hands)


def block_games(
    hands: HandArrays, seating: Seating, n_blocks: int, away_hands: Collection[str]
) -> GameBlocks:
    """Cut the games, by their beginning, into at most `n_blocks` blocks."""
    block, n_found = game_blocks(hands.game, n_blocks)
    is_counted = rated_under(seating, away_hands)
    return GameBlocks(
        block=block.astype(np.int32),
        is_counted=is_counted,
        n_hands=np.bincount(block[is_counted], minlength=n_found),
    )


def rated_under(seating: Seating, away_hands: Collection[str]) -> NDArray[np.bool_]:
    """Which hands rate somebody under each of these policies, shape (n_hands,).

    A hand that is rated for nobody at its table may still count for who is away:
    always, on their return to a later hand, or never.
    """
    counts = np.empty(len(seating.flags), dtype=np.bool_)
    is_back = np.zeros(FIRST_PLAYER_ROW + len(seating.keys), dtype=np.bool_)
    counts_always = AWAY_HANDS[NEVER] not in away_hands
    is_back[:] = counts_always and AWAY_HANDS[ON_RETURN] not in away_hands
    find_counting(seating.rows, seating.flags, np.bool_(counts_always), is_back, counts)
    return counts


@compiled
def find_counting(
    rows: NDArray[np.uint32],
    flags: NDArray[np.uint8],
    has_away: Truth,
    is_back: NDArray[np.bool_],
    counts: NDArray[np.bool_],
) -> None:
    """Set which hands rate somebody, the last hand first.

    `is_back` says whose away hands count; with `has_away` those of players count who
    are rated later.
    """
    for hand in range(len(rows) - 1, -1, -1):
        found = False
        for seat in range(rows.shape[1]):
            row, flag = np.uint64(rows[hand, seat]), flags[hand, seat]
            found |= flag & RATED != 0
            found |= has_away and flag & HELD != 0 and is_back[row]
            is_back[row] |= flag & RATED != 0
        counts[hand] = found


def plan_blocks(
    configs: Sequence[RatingConfig], n_workers: int, most_lanes: int
) -> list[NDArray[np.intp]]:
    """Places of the configurations of each block of lanes.

    A block has one policy for away hands and one kind of Form. Blocks are whole
    vectors of lanes, about equal, and as many as keep every worker busy.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for place, config in enumerate(configs):
        groups.setdefault((config.seats.away_hands, config.form.kind), []).append(place)
    blocks: list[NDArray[np.intp]] = []
    for places in groups.values():
        vectors = np.array_split(np.array(places), -(-len(places) // VECTOR))
        n_blocks = -(-len(vectors) * VECTOR // most_lanes)
        n_blocks = min(len(vectors), -(-n_blocks // n_workers) * n_workers)
        parts = np.array_split(np.arange(len(vectors)), n_blocks)
        blocks += [np.concatenate([vectors[i] for i in part]) for part in parts]
    return blocks


def most_lanes(seating: Seating, configs: Sequence[RatingConfig], n_blocks: int) -> int:
    """Lanes of a block that stay within `MEMORY_BYTES`; at least one vector."""
    n_states = len(seating.keys)
    n_bytes = n_states * (8 * N_VALUES + STANDING.itemsize) + n_blocks * N_SUMS * 8
    n_bytes += (
        len(seating.margins) * 8 + int(np.count_nonzero(seating.flags & HELD)) * 8
    )
    spans = [c.form.span for c in configs if c.form.kind == "window"]
    if spans:
        n_bytes += int(np.minimum(seating.keys.n_seats, max(spans)).sum()) * 8
    return int(np.clip(MEMORY_BYTES // n_bytes // VECTOR * VECTOR, VECTOR, MOST_LANES))


def new_lanes(
    configs: Sequence[RatingConfig], seating: Seating, hands: HandArrays
) -> Lanes:
    """`configs` as the sweep kernel reads them, a lane each."""
    constants = [kernel_constants(config, seating, hands) for config in configs]
    n_levels = max(len(one.levels) for one in constants)
    levels = np.zeros((len(configs), n_levels), dtype=records.LEVEL)
    for row, one in zip(levels, constants, strict=True):
        row[: len(one.levels)] = one.levels
    k = _beside([one.k for one in constants])
    is_step = np.append(True, (k[1:] != k[:-1]).any(axis=1))
    scales = np.array([config.change.scale for config in configs])
    return Lanes(
        steepness=_beside([np.array([steepness_of(scale)]) for scale in scales])[0],
        actual=_beside([one.actual for one in constants]),
        k_tier=np.cumsum(is_step, dtype=np.int32) - np.int32(1),
        k=_beside(list(k[is_step].T)),
        weights=_beside([one.weights for one in constants]),
        numbers=np.concatenate([one.numbers for one in constants]),
        levels=levels,
        slopes=np.ones(len(configs)),
    )


def _beside(columns: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The columns side by side; the last value of a shorter one goes on."""
    longest = max(map(len, columns))
    table = _pages((longest, len(columns)), np.dtype(np.float64))
    for lane, column in enumerate(columns):
        table[: len(column), lane] = column
        table[len(column) :, lane] = column[-1:]
    return table


def new_lane_memory(
    configs: Sequence[RatingConfig],
    seating: Seating,
    n_blocks: int,
    *,
    has_levels: bool,
) -> LaneMemory:
    """The memory of the sweep kernel before the first hand."""
    n_lanes, shared = len(configs), new_memory(configs[0], seating)
    states = shared.states
    n_rows = len(states)
    n_values = N_VALUES if has_levels else LOWER
    values = _pages((n_rows, n_values, n_lanes), np.dtype(np.float64))
    for lane, config in enumerate(configs):
        values[:, RATING, lane] = first_ratings(config, seating.keys.said)
    values[:, FORM] = values[:, RATING]
    standing = _pages((n_rows if has_levels else 0, n_lanes), STANDING)
    if has_levels:
        values[:, LOWER] = states["lower"][:, None]
        values[:, UPPER] = states["upper"][:, None]
        for name in STANDING.names or ():
            standing[name] = states[name][:, None]
        first_steps = [config.start.provisional_hands for config in configs]
        standing["judge_at"] = np.minimum(first_steps, NEVER_JUDGED)
        states["judge_at"] = standing["judge_at"].min(axis=1)
    sizes = np.zeros((n_rows, n_lanes), dtype=np.int64)
    if configs[0].form.kind == "window":
        spans = np.array([config.form.span for config in configs])
        sizes[FIRST_PLAYER_ROW:] = np.minimum(seating.keys.n_seats[:, None], spans)
    ring_start = np.concatenate(([0], np.cumsum(sizes)))
    is_held = configs[0].seats.away_hands == AWAY_HANDS[ON_RETURN]
    sums = _pages((n_blocks, N_SUMS, n_lanes), np.dtype(np.float64))
    sums[:, (E_MANTISSA, P_MANTISSA)] = 1.0
    return LaneMemory(
        shared=shared,
        values=values,
        standing=standing,
        waits=np.zeros(n_rows, dtype=np.uint8),
        ring_start=ring_start,
        ring=np.zeros(int(ring_start[-1])),
        expected=np.zeros(n_lanes),
        held_expected=np.zeros((is_held * len(shared.held), n_lanes)),
        sums=sums,
        scratch=np.zeros(1, dtype=records.STATE),
        plan=np.zeros((3, seating.rows.shape[1]), dtype=np.uint64),
    )


def _pages(shape: tuple[int, ...], kind: np.dtype[Any]) -> NDArray[Any]:
    """Zeros in pages of their own: the system has them back when they are let go.

    What `np.zeros` gives in a thread stays with the process, block after block. Eight
    numbers of a row lie in one cache line, and large pages are found faster.
    """
    n_bytes = math.prod(shape) * kind.itemsize
    pages = mmap.mmap(-1, max(n_bytes, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        pages.madvise(mmap.MADV_HUGEPAGE)
    return np.ndarray(shape, kind, buffer=pages)
