"""Which configuration holds when, and a replay in pieces that follows it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from rating import records
from rating.config import RatingConfig
from rating.continuation import SavedState, go_on, save
from rating.hands import HandArrays
from rating.replay import ReplayResult, replay

BEGINNING: Final = -(2**62)  # microseconds since 1970: before every hand
END: Final = 2**62


@dataclass(frozen=True, slots=True)
class Phase:
    """A configuration and the instant of `ended_at` from which it holds."""

    starts_at: int  # microseconds since 1970
    config: RatingConfig


# In order of time; the first phase starts at BEGINNING.
Timeline = tuple[Phase, ...]


def always(config: RatingConfig) -> Timeline:
    """`config` from the first hand on."""
    return (Phase(BEGINNING, config),)


def config_at(timeline: Timeline, instant: int) -> RatingConfig:
    """The configuration that rates a hand that ended at `instant`."""
    return max(
        (phase for phase in timeline if phase.starts_at <= instant),
        key=lambda phase: phase.starts_at,
    ).config


def cut(
    hands: HandArrays, timeline: Timeline
) -> Iterator[tuple[HandArrays, RatingConfig]]:
    """`hands` in pieces, each with the configuration that rates it."""
    starts = [phase.starts_at for phase in timeline]
    edges = [*np.searchsorted(hands.ended_at, starts), len(hands)]
    for phase, first, end in zip(timeline, edges, edges[1:], strict=False):
        if end > first:
            yield hands.take(slice(int(first), int(end))), phase.config


def replay_pieces(
    pieces: Iterable[HandArrays],
    timeline: Timeline,
    state: SavedState | None = None,
    room: records.Room | None = None,
) -> Iterator[tuple[ReplayResult, SavedState, SavedState]]:
    """Rate hands piece by piece; the same bits however they are cut.

    Yields
    ------
    result, before, after
        What a piece gave, and the states on both sides of it. `result` holds only
        until the next piece: all write into the same memory.
    """
    room = room or records.Room()
    for piece in pieces:
        for hands, config in cut(piece, timeline):
            if state is None:
                state = save(replay(hands.take(slice(0, 0)), config))
            result = go_on(state, hands, config, room)
            after = save(result, state)
            yield result, state, after
            state = after
