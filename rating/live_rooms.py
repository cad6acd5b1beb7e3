"""The rooms of a live state: arrays that grow by doubling."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating import records
from rating.away import NO_HAND, hold
from rating.config import RatingConfig
from rating.continuation import SavedState, move_rings
from rating.hands import NOT_SAID
from rating.replay import fresh_states
from rating.seating import FIRST_PLAYER_ROW, NOBODY_ROW

FEW: Final = 64  # places to begin with


def moved(old: records.Memory, config: RatingConfig, n_rows: int) -> records.Memory:
    """The same memory with room for more players and held hands."""
    states = fresh_states(config, np.full(n_rows, NOT_SAID, dtype=np.int8))
    players = slice(FIRST_PLAYER_ROW, len(old.states))
    states[players] = old.states[players]
    is_window = config.form.kind == "window"
    size = config.form.span if is_window else 0
    ring_start = np.arange(len(states) + 1, dtype=np.int64) * size
    held = np.zeros(max(len(old.held), FEW), dtype=records.HELD_HAND)
    held[: len(old.held)] = old.held
    memory = records.Memory(
        states=states,
        ring_start=ring_start,
        ring=np.zeros(int(ring_start[-1])),
        held=held,
        n_held=old.n_held,
    )
    move_rings(old, memory)
    return memory


def with_held(state: SavedState) -> records.Memory:
    """The memory of `state` with its held hands in it."""
    memory = moved(state.memory, state.config, 2 * len(state.memory.states))
    n_held = len(state.held_rows)
    memory = memory._replace(
        held=np.zeros(2 * n_held + FEW, dtype=records.HELD_HAND),
        n_held=np.zeros(2, dtype=np.int64),
    )
    memory.states["first_pending"] = NO_HAND
    memory.states["n_pending"] = 0
    entries = zip(state.held_rows, state.held_hands, state.held_seats, strict=True)
    for row, hand, seat in entries:
        hold(row, hand, seat, memory)
    return memory


def room_for_hands(old: records.Hands, n_hands: int, n_seats: int) -> records.Hands:
    """Room for so many hands and seats, with what `old` holds."""
    new = records.Hands(
        rows=np.full((n_hands, n_seats), NOBODY_ROW, dtype=np.uint32),
        flags=np.zeros((n_hands, n_seats), dtype=np.uint8),
        side_size=np.zeros(n_hands, dtype=np.uint8),
        margin_no=np.zeros(n_hands, dtype=np.int32),
        expected=np.zeros(n_hands),
        actual=np.zeros(n_hands),
        side_ratings=np.zeros((n_hands, 2)),
    )
    n_old, n_old_seats = old.rows.shape
    new.rows[:n_old, :n_old_seats] = old.rows
    new.flags[:n_old, :n_old_seats] = old.flags
    new.side_size[:n_old] = old.side_size
    new.expected[:n_old], new.actual[:n_old] = old.expected, old.actual
    new.side_ratings[:n_old] = old.side_ratings
    return new


class Spot(NamedTuple):
    """One hand of the rooms, and all up to it: views, made once and written to."""

    rows: NDArray[np.uint32]  # (1, n_seats)
    flags: NDArray[np.uint8]  # (1, n_seats)
    side_size: NDArray[np.uint8]  # (1,)
    hands: records.Hands


def spot_of(rooms: records.Hands, place: int) -> Spot:
    """The views of one hand of `rooms`."""
    one, n = slice(place, place + 1), place + 1
    hands = records.Hands(
        rows=rooms.rows[:n],
        flags=rooms.flags[:n],
        side_size=rooms.side_size[:n],
        margin_no=rooms.margin_no[:n],
        expected=rooms.expected[:n],
        actual=rooms.actual[:n],
        side_ratings=rooms.side_ratings[:n],
    )
    return Spot(rooms.rows[one], rooms.flags[one], rooms.side_size[one], hands)


def doubled(column: NDArray) -> NDArray:  # type: ignore[type-arg]
    """`column` with as much room again."""
    return np.concatenate((column, np.zeros_like(column)))
