"""The names that pack and moves are made of, as tables for compiled code.

A name has at most 14 letters: two whole numbers hold them, the first one lowest, and in
the highest byte how many they are. They give the slot of the name, or one before it.
"""

from typing import Final

import numpy as np

from ingest.packed_moves import CARDS, KINDS, RANKS, SPECIAL_HANDS
from ingest.records import MOVE_FIELDS

LONGEST: Final = 14
LENGTH_AT: Final = np.uint64(56)  # bits of the second number below the length
FIELDS: Final = ("seat", "do", "cards", "rank", "replacement", "id", "yes", "ms")

# What a name is. Its code counts from 1 as in `ingest.packed_moves`, a field's from 0.
TOP: Final = 0
FIELD: Final = 1
CARD: Final = 2
RANK: Final = 3
KIND: Final = 4
SPECIAL: Final = 5
_LISTS: Final = (("pack", "moves"), FIELDS, CARDS, RANKS, KINDS, SPECIAL_HANDS)
_NAMES: Final = tuple(
    (name, what, code)
    for what, names in enumerate(_LISTS)
    for code, name in enumerate(names, start=int(what >= CARD))
)
PACK: Final = 0
MOVES: Final = 1

# By field: what its text names, -1 if it is no text.
NAMED: Final = np.array([-1, KIND, -1, RANK, CARD, SPECIAL, -1, -1], np.int64)
# By what a name is, and by field: the row in `PACKED` that would have code 0.
FIRST: Final = np.array(
    [sum(map(len, _LISTS[:what])) - int(what >= CARD) for what in range(len(_LISTS))],
    np.int64,
)
PACKED_WIDTH: Final = 16
BITS: Final = 10  # of a slot's number
N_SLOTS: Final = 1 << BITS
FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
SHIFT: Final = np.uint64(64 - BITS)


def _halves(name: str) -> tuple[int, int]:
    letters = name.encode("ascii").ljust(15, b"\0") + bytes([len(name)])
    return int.from_bytes(letters[:8], "little"), int.from_bytes(letters[8:], "little")


def _slots() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """By slot: the halves of a name, what it is (-1: no name) and its code."""
    low, high = np.zeros((2, N_SLOTS), np.uint64)
    what, code = np.full((2, N_SLOTS), -1, np.int16)
    for name, kind, number in _NAMES:
        first, second = _halves(name)
        slot = ((first ^ second) * int(FACTOR) & (1 << 64) - 1) >> int(SHIFT)
        while what[slot] >= 0:
            slot = (slot + 1) % N_SLOTS
        low[slot], high[slot], what[slot], code[slot] = first, second, kind, number
    return low, high, what, code


def _packed() -> tuple[np.ndarray, np.ndarray]:
    """Each name as msgpack, and how many bytes that are."""
    rows = np.zeros((len(_NAMES), PACKED_WIDTH), np.uint8)
    for row, (name, _, _) in enumerate(_NAMES):
        letters = bytes([0xA0 | len(name)]) + name.encode("ascii")
        rows[row, : len(letters)] = list(letters)
    return rows, np.array([len(name) + 1 for name, _, _ in _NAMES], np.int64)


LOW, HIGH, WHAT, CODE = _slots()
PACKED, N_PACKED = _packed()

# By code of a kind: bits of the fields it needs, among those that only some have.
NEEDED: Final = np.array(
    [0, *(sum(1 << FIELDS.index(f) for f in MOVE_FIELDS[kind]) for kind in KINDS)],
    np.int64,
)
IN_QUESTION: Final = sum(1 << FIELDS.index(f) for f in ("cards", "rank", "id", "yes"))
