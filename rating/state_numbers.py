"""Number the states that seats belong to: a hash table, filled hand by hand."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined
from rating.records import Whole

# Columns of what is found of each state.
KEY, FIRST_HAND, N_SEATS = range(3)

FEWEST: Final = 1024  # states to begin with room for
SLOTS: Final = 4  # of the table for a state: most are empty, so that searches are short
# 2**64 over the golden ratio: products spread neighbours evenly (Knuth 1973, 6.4).
MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)
EMPTY: Final = -1


def number_states(
    player: NDArray[np.int32],
    table: tuple[NDArray[np.int32], NDArray[np.int32]],
    known: NDArray[np.int64],
    sizes: tuple[int, int],
    first_row: int,
    rows: NDArray[np.uint32],
) -> NDArray[np.int64]:
    """Write the row of each seated player's state, `first_row` that of the first one.

    States are numbered by first appearance, after those of the `known` keys. Where a
    seat has none, the row before the first is written.

    Parameters
    ----------
    player : array, shape (n_hands, n_seats)
        Negative where a seat has no state.
    table : two arrays, shape (n_hands,)
        Ladder and device of each hand, the latter -1 or more.
    sizes : two numbers
        Devices and players there are.

    Returns
    -------
    int64 array, shape (n_states, 3)
        Of each state KEY, FIRST_HAND (0 of known ones) and N_SEATS, the seats taken.
    """
    n, hand, room = len(known), 0, FEWEST
    while room < n + n // 4 + player.shape[1]:
        room *= 2
    states = np.zeros((room, 3), dtype=np.int64)
    states[:n, KEY] = known
    while True:
        slots = table_of(states, n)
        hand, n = number_hands(
            hand, n, player, *table, sizes, slots, states, first_row, rows
        )
        if hand == len(player):
            return states[:n]
        states = np.concatenate((states, np.zeros_like(states)))


@compiled
def keys_of(
    ladder: NDArray[np.int32],
    device: NDArray[np.int32],
    player: NDArray[np.int32],
    sizes: tuple[int, int],
) -> NDArray[np.int64]:
    """The keys of states."""
    keys = np.empty(len(player), dtype=np.int64)
    for i in range(len(keys)):
        keys[i] = first_key(ladder[i], device[i], sizes) + player[i]
    return keys


@inlined
def first_key(ladder: Whole, device: Whole, sizes: tuple[int, int]) -> Whole:
    """The key of the first player's state on a ladder and a device."""
    n_devices, n_players = sizes
    return (ladder * (n_devices + 1) + device + 1) * n_players


@inlined
def first_slot(key: Whole, shift: Whole) -> Whole:
    """Where to look for `key` first: the upper bits of a product, `shift` cut off."""
    return np.uint64(key) * MULTIPLIER >> shift


@inlined
def shift_for(n_slots: int) -> Whole:
    """The bits that a place among a power of two slots leaves of 64."""
    shift = 64
    while n_slots > 1:
        n_slots >>= 1
        shift -= 1
    return np.uint64(shift)


@compiled
def table_of(states: NDArray[np.int64], n: int) -> NDArray[np.int32]:
    """A table with the numbers of the first `n` states."""
    slots = np.full(SLOTS * len(states), EMPTY, dtype=np.int32)
    last_slot, shift = np.uint64(len(slots) - 1), shift_for(len(slots))
    for number in range(n):
        slot = first_slot(states[number, KEY], shift)
        while slots[slot] != EMPTY:
            slot = (slot + np.uint64(1)) & last_slot
        slots[slot] = number
    return slots


@compiled
def number_hands(
    first_hand: int,
    n: int,
    player: NDArray[np.int32],
    ladder: NDArray[np.int32],
    device: NDArray[np.int32],
    sizes: tuple[int, int],
    slots: NDArray[np.int32],
    states: NDArray[np.int64],
    first_row: int,
    rows: NDArray[np.uint32],
) -> tuple[int, int]:
    """Number the states of hands until `states` might not hold those of the next.

    Returns
    -------
    next_hand, n_states
        The first hand that was not looked at, and the states there are now.
    """
    last_slot, shift = np.uint64(len(slots) - 1), shift_for(len(slots))
    for hand in range(first_hand, len(player)):
        if n + player.shape[1] > len(states):
            return hand, n
        base = first_key(ladder[hand], device[hand], sizes)
        for seat in range(player.shape[1]):
            if player[hand, seat] < 0:
                rows[hand, seat] = first_row - 1
                continue
            key = base + player[hand, seat]
            slot = first_slot(key, shift)
            number = slots[slot]
            while number != EMPTY and states[np.uint64(number), KEY] != key:
                slot = (slot + np.uint64(1)) & last_slot
                number = slots[slot]
            if number == EMPTY:
                slots[slot] = number = n
                states[n, KEY], states[n, FIRST_HAND] = key, hand
                n += 1
            states[np.uint64(number), N_SEATS] += 1
            rows[hand, seat] = first_row + number
    return len(player), n
