"""Replay hands under many configurations at once; each row is that of a replay."""

import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating import lane_scores, lanes, sweep_kernel
from rating.config import RatingConfig
from rating.hand_order import gather_players
from rating.hands import HandArrays
from rating.lane_records import FORM, RATING, LaneMemory, Lanes, Scored
from rating.level_steps import NO_LEVEL
from rating.records import Floats, Hands
from rating.seating import FIRST_PLAYER_ROW, Seating, seat_hands
from rating.sweep_result import FinalStates, SweepResult
from rating.vectors import VECTOR

T = TypeVar("T", bound=np.generic)

N_BLOCKS: Final = 1000
# Parts of all hands after which the slope of the chance to win is fitted anew: soon
# at first, since it starts from a guess.
SEGMENTS: Final = (
    *(2.0**-i for i in range(10, 5, -1)),
    *(i / 32 for i in range(1, 33)),
)
GUESS_INFORMATION: Final = 5.0  # the first slope, 1, counts as about 100 hands


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """What a worker does with every block of lanes."""

    hands: Hands
    seating: Seating
    order: NDArray[np.int32]  # of the hands; segments stay in place
    scored: Scored
    n_blocks: int
    n_levels: int
    has_levels: bool
    has_wins: bool
    keeps_states: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Swept:
    """What a worker sends back of one block of lanes."""

    sums: Floats
    slopes: Floats
    spread: Floats
    level_counts: NDArray[np.int64]
    states: FinalStates | None

    def first(self, n: int) -> "_Swept":
        """The same of the first `n` lanes: the rest only filled a vector."""
        states = self.states and FinalStates(
            rating=self.states.rating[:, :n],
            form=self.states.form[:, :n],
            standing=self.states.standing[:, :n],
        )
        return _Swept(
            sums=self.sums[:, :, :n],
            slopes=self.slopes[:n],
            spread=self.spread[:n],
            level_counts=self.level_counts[:n],
            states=states,
        )


def sweep(
    hands: HandArrays,
    configs: Sequence[RatingConfig],
    *,
    seating: Seating | None = None,
    n_blocks: int = N_BLOCKS,
    has_levels: bool = True,
    has_wins: bool = False,
    keeps_states: bool = False,
    executor: Executor | None = None,
    on_progress: Callable[[int], None] = lambda _n: None,
) -> SweepResult:
    """Rate `hands` under every one of `configs`.

    Parameters
    ----------
    hands : HandArrays
        Of one ladder or of several.
    configs : at least one RatingConfig
    n_blocks : int
        Blocks of games that the sums are kept for, at most.
    has_levels, has_wins, keeps_states : bool
        Whether to judge levels, to foretell wins, to keep every player's numbers.
    executor : Executor
        Runs the blocks of configurations: e.g. that of a Dask client. Threads, one a
        core, without it.
    on_progress : function
        Called with the number of configurations done since the last call.

    Notes
    -----
    Ratings, Forms and level events equal those of `rating.replay.replay` to the last
    bit, and no number depends on the executor, the number of workers or the order.
    """
    seating = seat_hands(hands) if seating is None else seating
    # Arrow keeps what reading and seating the hands took: as much as the hands.
    pa.default_memory_pool().release_unused()
    policies = {config.seats.away_hands for config in configs}
    blocks = lanes.block_games(hands, seating, n_blocks, policies)
    n_workers = os.cpu_count() or 1
    most = lanes.most_lanes(seating, configs, len(blocks))
    plan = lanes.plan_blocks(configs, n_workers, most)
    ends = _segment_ends(SEGMENTS, len(hands))
    task = _Task(
        hands=_kernel_hands(seating),
        seating=seating,
        order=gather_players(seating.rows, len(seating.keys), ends),
        scored=Scored(
            block=blocks.block,
            is_counted=blocks.is_counted,
            won=0.5 + 0.5 * np.sign(seating.margins),
        ),
        n_blocks=len(blocks),
        n_levels=max(len(config.levels.table) for config in configs),
        has_levels=has_levels,
        has_wins=has_wins,
        keeps_states=keeps_states,
    )
    chosen = [_filled(configs, places) for places in plan]
    given = [lanes.new_lanes(some, seating, hands) for some in chosen]
    parts = []
    own: AbstractContextManager[Executor] = (
        ThreadPoolExecutor(n_workers) if executor is None else nullcontext(executor)
    )
    with own as workers:
        found = workers.map(_sweep_block, [task] * len(plan), chosen, given)
        for places, swept in zip(plan, found, strict=True):
            parts.append(swept.first(len(places)))
            on_progress(len(places))
    return _joined(configs, blocks, task, plan, given, parts)


def _joined(
    configs: Sequence[RatingConfig],
    blocks: lanes.GameBlocks,
    task: "_Task",
    plan: Sequence[NDArray[np.intp]],
    given: Sequence[Lanes],
    parts: Sequence["_Swept"],
) -> SweepResult:
    """What all blocks of lanes found, in the order of the configurations."""

    def in_order(found: Iterable[NDArray[T]]) -> NDArray[T]:
        """Arrays of lanes, on the last axis, in one of configurations."""
        together: NDArray[T] | None = None
        for places, array in zip(plan, found, strict=True):
            if together is None:
                shape = (*array.shape[:-1], len(configs))
                together = np.empty(shape, dtype=array.dtype)
            together[..., places] = array
        assert together is not None
        return together

    states = [part.states for part in parts if part.states is not None]
    return SweepResult(
        configs=tuple(configs),
        blocks=blocks,
        has_levels=task.has_levels,
        has_wins=task.has_wins,
        sums=in_order(part.sums for part in parts),
        slopes=in_order(part.slopes for part in parts),
        spread=in_order(part.spread for part in parts),
        margin_no=task.seating.margin_no,
        actual=in_order(
            lanes.actual[:, : len(places)]
            for lanes, places in zip(given, plan, strict=True)
        ),
        level_counts=in_order(part.level_counts.T for part in parts).T,
        states=FinalStates(
            rating=in_order(one.rating for one in states),
            form=in_order(one.form for one in states),
            standing=in_order(one.standing for one in states),
        )
        if states
        else None,
    )


def _segment_ends(parts: Sequence[float], n_hands: int) -> NDArray[np.int64]:
    return (np.array(parts) * n_hands).astype(np.int64)


def _kernel_hands(seating: Seating) -> Hands:
    """The hands as the kernel reads them; a sweep keeps no scores of each hand."""
    return Hands(
        rows=seating.rows,
        flags=seating.flags,
        side_size=seating.side_size,
        margin_no=seating.margin_no,
        expected=np.empty(0),
        actual=np.empty(0),
        side_ratings=np.empty((0, 2)),
    )


def _filled(
    configs: Sequence[RatingConfig], places: NDArray[np.intp]
) -> tuple[RatingConfig, ...]:
    """The configurations of a block; the last once more until vectors are full."""
    chosen = [configs[place] for place in places]
    return tuple(chosen + chosen[-1:] * (-len(chosen) % VECTOR))


def _sweep_block(
    task: _Task, configs: tuple[RatingConfig, ...], given: Lanes
) -> _Swept:
    """Rate the hands in the lanes of one block."""
    memory = lanes.new_lane_memory(
        configs, task.seating, task.n_blocks, has_levels=task.has_levels
    )
    now = given._replace(slopes=np.ones(len(configs)))
    parts = (0.0, *(SEGMENTS if task.has_wins else (1.0,)))
    ends = _segment_ends(parts, len(task.order))
    seats = (0,) * task.hands.rows.shape[1]
    before = np.zeros(len(configs))
    for first, end in itertools.pairwise(ends):
        sweep_kernel.sweep_hands(
            first,
            end,
            task.order,
            task.hands,
            task.scored,
            task.has_wins,
            now,
            memory,
            seats,
        )
        total = memory.sums[:, lane_scores.SLOPE_SCORE].sum(axis=0)
        information = memory.sums[:, lane_scores.SLOPE_INFORMATION].sum(axis=0)
        # Newton's step with the new hands' score and the information of all so far.
        now.slopes[:] += (total - before) / (information + GUESS_INFORMATION)
        before = total
    return _outcome(task, memory, now.slopes)


def _outcome(task: _Task, memory: LaneMemory, slopes: Floats) -> _Swept:
    """What a worker found, without its memory unless that was asked for."""
    values = memory.values[FIRST_PLAYER_ROW:]
    rating, form = values[:, RATING], values[:, FORM]
    is_rated = memory.shared.states["rated_hands"][FIRST_PLAYER_ROW:] > 0
    standing = memory.standing[FIRST_PLAYER_ROW:]
    counts = np.zeros((len(slopes), task.n_levels + 1), dtype=np.int64)
    if task.has_levels:
        level = standing["level"][is_rated] - NO_LEVEL
        for lane in range(len(slopes)):
            counts[lane] = np.bincount(level[:, lane], minlength=task.n_levels + 1)
    spread = np.zeros(len(slopes))
    if is_rated.any():
        for lane in range(0, len(spread), VECTOR):  # a copy of all would be as large
            eight = slice(lane, lane + VECTOR)
            spread[eight] = rating[is_rated, eight].std(axis=0)
    return _Swept(
        sums=memory.sums,
        slopes=slopes,
        spread=spread,
        level_counts=counts,
        states=FinalStates(rating=rating, form=form, standing=standing)
        if task.keeps_states
        else None,
    )
