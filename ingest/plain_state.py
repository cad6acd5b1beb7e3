"""What the reader of plain hands remembers: what it has read, and where it is."""

from typing import Final, NamedTuple

import numpy as np

from ingest.plain_code import inlined, pointer
from ingest.plain_schema import HAND, MAX_ROWS, SCHEMA, SEAT, SIDE, SLOTS, TYPES

N_FIELDS: Final = len(SCHEMA.fields)
LIST: Final = -1  # in place of a type


class State(NamedTuple):
    """What changes while lines are read."""

    values: np.ndarray  # a row a slot: of the hands, or of the seats or the sides
    stride: int  # from one slot of the values to the next
    n_rows: np.ndarray  # of a type: how many objects have been read
    usual: np.ndarray  # of a field: the word that it had last
    following: np.ndarray  # of a field, or of a type behind them: the field after it
    # Of each object or list that is open, the outermost first:
    of: np.ndarray  # its type, or `LIST`
    field: np.ndarray  # the field that it is the value of
    seen: np.ndarray  # bits of the fields seen in it; how many rows before the list
    last: np.ndarray  # its latest field, as in `following`


def new_state(n_lines: int) -> State:
    """The state before so many lines."""
    n_rows = n_lines * MAX_ROWS
    sizes = (len(TYPES), N_FIELDS, N_FIELDS + len(TYPES), *[len(TYPES) + 1] * 4)
    return State(
        np.empty((len(SLOTS), n_rows), np.int64),
        n_rows,
        *(np.zeros(size, np.int64) for size in sizes),
    )


def kept(state: State, is_right: np.ndarray) -> State:
    """The rows of some of the hands, and of their seats and sides."""
    found = new_state(int(is_right.sum()))
    of_hands = state.values[:, : len(is_right)]
    seats, sides = SCHEMA.slots[SEAT, 0], SCHEMA.slots[SIDE, 0]
    for of, first, end, rows in (
        (HAND, 0, seats, is_right),
        (SEAT, seats, sides, np.repeat(is_right, of_hands[SLOTS["seats"]])),
        (SIDE, sides, len(SLOTS), np.repeat(is_right, of_hands[SLOTS["sides"]])),
    ):
        values = state.values[first:end, : len(rows)][:, rows]
        found.n_rows[of] = values.shape[1]
        found.values[first:end, : values.shape[1]] = values
    return found


@inlined
def state_in_place(state: State) -> State:
    """The same, to be handed down in machine code."""
    return State(
        pointer(state.values),
        state.stride,
        pointer(state.n_rows),
        pointer(state.usual),
        pointer(state.following),
        pointer(state.of),
        pointer(state.field),
        pointer(state.seen),
        pointer(state.last),
    )


@inlined
def put(state: State, slot: int, row: int, value: int) -> None:
    """Set the value of a slot in a row."""
    state.values[slot * state.stride + row] = value


@inlined
def get(state: State, slot: int, row: int) -> int:
    """The value of a slot in a row."""
    found: int = state.values[slot * state.stride + row]
    return found
