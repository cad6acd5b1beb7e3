"""What content hashes of plain hands are made of: rows of `ingest.contents`, packed.

They are written as msgpack in machine code; a test holds them to `hand_hashes`.
"""

from typing import Final

import numpy as np

from ingest.plain_code import Pointer, compiled, inlined, pointer
from ingest.plain_schema import AT, MAX_ROWS, MAX_TEXT, NULL, SLOTS, TRUE
from ingest.plain_state import State, get, state_in_place
from ingest.plain_words import Words, words_in_place
from ingest.records import CANASTAS, LINES, POINTS

# First bytes of msgpack.
NIL, NO, YES = 0xC0, 0xC2, 0xC3
LIST, TEXT, TEXT_8 = 0x90, 0xA0, 0xD9
WHOLE_8, LOSS_8 = 0xCC, 0xD0  # the next three are those of twice the bytes each

SIDE_SLOTS: Final = tuple(SLOTS[name] for name in (*POINTS, *LINES, *CANASTAS))
# Bytes of a hand without its ruleset, at most: no number takes more than nine.
ROOM: Final = 3 * MAX_TEXT + MAX_ROWS * (2 * MAX_TEXT + 9 * len(SIDE_SLOTS))


@inlined
def put_number(into: Pointer, at: int, number: int) -> int:
    """Pack a number, null for `NULL`; return where it ends."""
    if number == NULL:
        into[at] = NIL
        return at + 1
    if -32 <= number < 128:
        into[at] = number & 0xFF
        return at + 1
    size = number if number >= 0 else 2 * ~number + 1  # needs as many bytes unsigned
    n_bytes, head = 1, WHOLE_8 if number >= 0 else LOSS_8
    while n_bytes < 8 and size >> 8 * n_bytes:
        n_bytes *= 2
        head += 1
    into[at] = head
    for place in range(n_bytes):
        into[at + 1 + place] = (number >> 8 * (n_bytes - 1 - place)) & 0xFF
    return at + 1 + n_bytes


@inlined
def put_text(into: Pointer, at: int, data: Pointer, first: int, length: int) -> int:
    """Pack a text of fewer than 256 letters; a `first` below 0 stands for null."""
    if first < 0:
        into[at] = NIL
        return at + 1
    if length < 32:
        into[at] = TEXT | length
    else:
        into[at] = TEXT_8
        into[at + 1] = length
        at += 1
    for place in range(length):
        into[at + 1 + place] = data[first + place]
    return at + 1 + length


@inlined
def put_word(into: Pointer, at: int, words: Words, number: int) -> int:
    """Pack the text that a word is, without its quotes."""
    if number < 0:
        return put_number(into, at, NULL)
    first, end = words.first[number], words.first[number + 1]
    return put_text(into, at, words.letters, first + 1, end - first - 2)


@inlined
def put_truth(into: Pointer, at: int, word: int) -> int:
    """Pack the word for true or false."""
    into[at] = YES if word == TRUE else NO
    return at + 1


@inlined
def put_seats(
    into: Pointer,
    at: int,
    data: Pointer,
    words: Words,
    state: State,
    first: int,
    end: int,
) -> int:
    """Pack the seats in these rows."""
    into[at] = LIST | (end - first)
    at += 1
    for row in range(first, end):
        into[at] = LIST | 5
        length = get(state, AT.player_id_length, row)
        at = put_text(into, at + 1, data, get(state, AT.player_id, row), length)
        at = put_word(into, at, words, get(state, AT.controller, row))
        at = put_word(into, at, words, get(state, AT.skill, row))
        at = put_truth(into, at, get(state, AT.left_in_hand, row))
        at = put_number(into, at, get(state, AT.extra_jokers, row))
    return at


@inlined
def put_sides(into: Pointer, at: int, state: State, first: int, end: int) -> int:
    """Pack that no side has a special hand, and the numbers of each."""
    into[at] = LIST | (end - first)
    at += 1
    for _ in range(first, end):
        into[at] = NIL
        at += 1
    into[at] = LIST | (end - first)
    at += 1
    for row in range(first, end):
        into[at] = LIST | len(SIDE_SLOTS)
        at += 1
        for slot in SIDE_SLOTS:
            at = put_number(into, at, get(state, slot, row))
    return at


@inlined
def put_end(into: Pointer, at: int, words: Words, state: State, hand: int) -> int:
    """Pack how a hand ended."""
    into[at] = LIST | 5
    at = put_word(into, at + 1, words, get(state, AT.ended_by, hand))
    at = put_number(into, at, get(state, AT.went_out_seat, hand))
    at = put_number(into, at, get(state, AT.special_hand_seat, hand))
    at = put_truth(into, at, get(state, AT.concealed, hand))
    return put_truth(into, at, get(state, AT.game_over, hand))


@compiled
def pack_hands(
    lines: np.ndarray,
    words: Words,
    state: State,
    chunks: np.ndarray,
    ends: np.ndarray,
    ruleset: np.ndarray,
    into: np.ndarray,
    offsets: np.ndarray,
) -> None:
    """Pack each hand into `into`; it begins at its place of `offsets`.

    `chunks` up to each of `ends` are the packed rulesets, `ruleset` the hands' numbers
    among them.
    """
    data, words, state = pointer(lines), words_in_place(words), state_in_place(state)
    out, at, seat, side = pointer(into), 0, 0, 0
    for hand in range(len(ruleset)):
        next_seat = seat + get(state, AT.seats, hand)
        next_side = side + get(state, AT.sides, hand)
        out[at] = LIST | 14
        length = get(state, AT.game_id_length, hand)
        at = put_text(out, at + 1, data, get(state, AT.game_id, hand), length)
        at = put_number(out, at, get(state, AT.hand_no, hand))
        for place in range(ends[ruleset[hand]], ends[ruleset[hand] + 1]):
            out[at] = chunks[place]
            at += 1
        at = put_word(out, at, words, get(state, AT.mode, hand))
        length = get(state, AT.device_id_length, hand)
        at = put_text(out, at, data, get(state, AT.device_id, hand), length)
        at = put_number(out, at, get(state, AT.started_at, hand))
        at = put_number(out, at, get(state, AT.ended_at, hand))
        at = put_number(out, at, get(state, AT.dealer_seat, hand))
        at = put_seats(out, at, data, words, state, seat, next_seat)
        at = put_end(out, at, words, state, hand)
        at = put_sides(out, at, state, side, next_side)
        out[at] = NIL
        at += 1
        offsets[hand + 1] = at
        seat, side = next_seat, next_side
