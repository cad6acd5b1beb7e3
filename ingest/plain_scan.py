"""Results-only hands that are plainly well formed, read from the bytes of a block.

Plain is a line of printable ASCII without an escape, whose keys are all known, stand
once and hold what their types say, whose numbers are short, whose times have at most
six digits of a second's fraction, and between whose tokens there is nothing but
spaces. A line that is not plain may still be right: `ingest.decode` judges it.

No line feed is part of anything that is read here. The bytes that are read end with
one, so that nothing reads on behind them.
"""

from typing import Final

import numpy as np

from ingest.json_bytes import (
    CLOSE,
    CLOSE_LIST,
    COLON,
    COMMA,
    LINE_FEED,
    MINUS,
    NINE,
    OPEN,
    OPEN_LIST,
    QUOTE,
    RETURN,
    SPACE,
    ZERO,
)
from ingest.lines import MAX_LINE
from ingest.plain_code import Pointer, compiled, inlined, pointer
from ingest.plain_instants import instant
from ingest.plain_schema import (
    ARRAY,
    AT,
    BIT,
    HAND,
    HIGH,
    IS_NULLABLE,
    KEY,
    KIND,
    LOW,
    MAX_ROWS,
    MORE,
    NONE,
    NULL,
    NUMBER,
    OBJECT,
    ROWS_OF,
    SCHEMA,
    SEAT,
    SIDE,
    SLOT,
    SPAN,
    TEXT,
    TIME,
    WORD,
)
from ingest.plain_state import LIST, N_FIELDS, State, put, state_in_place
from ingest.plain_words import Words, is_word, text_end, word, words_in_place

FIELDS, FIELD_OF, REQUIRED, SLOTS_OF, DEFAULTS, _ = SCHEMA
N_WORDS: Final = FIELD_OF.shape[1]
N_BITS: Final = 63  # words that can be in a set of bits


@inlined
def behind(data: Pointer, at: int) -> int:
    """Where the spaces from `at` on end."""
    while data[at] == SPACE:
        at += 1
    return at


@inlined
def whole(data: Pointer, at: int, about: np.ndarray) -> tuple[int, int]:
    """The whole number at `at` and its end; -1 if it is not plain or not in bounds."""
    first = at + 1 if data[at] == MINUS else at
    end, size = first, 0
    while ZERO <= data[end] <= NINE:
        size = size * 10 + int(data[end]) - ZERO
        end += 1
    number = size if first == at else -size
    is_plain = 1 <= end - first <= 16 and (data[first] != ZERO or end == at + 1)
    is_right = about[LOW] <= number <= about[HIGH] and number % about[MORE] == 0
    return number, end if is_plain and is_right else -1


@inlined
def value(
    data: Pointer, at: int, field: int, row: int, state: State, words: Words
) -> int:
    """Read a value that is no object and no array; return where it ends, or -1."""
    about = FIELDS[field]
    slot, kind = about[SLOT], about[KIND]
    if about[IS_NULLABLE] and is_word(data, at, words, NONE):
        put(state, slot, row, NULL)
        return at + 4
    found, end = 0, -1
    if kind == NUMBER:
        found, end = whole(data, at, about)
    elif kind == WORD or (kind == SPAN and data[at] == about[LOW]):
        found, end = word(data, at, words, state.usual[field], kind == SPAN)
        if kind == WORD and not (0 <= found < N_BITS and about[LOW] >> found & 1):
            return -1
        state.usual[field] = max(found, 0)
    elif kind == TIME and data[at] == QUOTE:
        found, end = instant(data, at + 1)
        end = end + 1 if end >= 0 and data[end] == QUOTE else -1
    elif kind == TEXT and data[at] == QUOTE:
        found, end = at + 1, text_end(data, at + 1, about[MORE])
        length = end - found
        put(state, slot + 1, row, length)
        is_text = data[end] == QUOTE and about[LOW] <= length <= about[HIGH]
        end = end + 1 if is_text else -1
    put(state, slot, row, found)
    return end


@inlined
def key(
    data: Pointer, at: int, level: int, state: State, words: Words
) -> tuple[int, int]:
    """The field whose key is at `at`, and where its value is; -1 if it has no place."""
    guess = state.following[state.last[level]]
    field, end = -1, -1
    number, end = word(data, at, words, FIELDS[guess, KEY], False)
    if 0 <= number < N_WORDS:  # words of this block come behind those of the schema
        field = FIELD_OF[state.of[level], number]
    if field < 0 or state.seen[level] & FIELDS[field, BIT]:
        return -1, -1
    end = behind(data, end)
    if data[end] != COLON:
        return -1, -1
    state.seen[level] |= FIELDS[field, BIT]
    state.following[state.last[level]] = state.last[level] = field
    return field, behind(data, end + 1)


@inlined
def begin(of: int, field: int, level: int, state: State) -> None:
    """Begin an object, or the list of `field`, on a level."""
    state.of[level] = of
    state.field[level] = field
    state.seen[level] = 0
    state.last[level] = N_FIELDS + of
    if of == LIST:
        state.seen[level] = state.n_rows[FIELDS[field, MORE]]
        return
    row = state.n_rows[ROWS_OF[of]]
    for slot in range(SLOTS_OF[of, 0], SLOTS_OF[of, 1]):
        put(state, slot, row, DEFAULTS[of, slot])


@inlined
def end_objects(data: Pointer, at: int, level: int, state: State) -> tuple[int, int]:
    """End all that ends at `at`; return what is next, and its level, -1 without."""
    at = behind(data, at)
    while data[at] == CLOSE or data[at] == CLOSE_LIST:
        of, seen = state.of[level], state.seen[level]
        if (of == LIST) != (data[at] == CLOSE_LIST):
            return -1, -1
        if of == LIST:
            about = FIELDS[state.field[level]]
            n_new = state.n_rows[about[MORE]] - seen
            put(state, about[SLOT], state.n_rows[HAND], n_new)
        elif seen & REQUIRED[of] != REQUIRED[of]:
            return -1, -1
        elif level == 0 or state.of[level - 1] == LIST:
            state.n_rows[of] += 1
        at += 1
        level -= 1
        if level < 0:
            return at, -1
        at = behind(data, at)
    return (behind(data, at + 1), level) if data[at] == COMMA else (-1, -1)


@inlined
def what_comes(
    data: Pointer, at: int, level: int, state: State, words: Words
) -> tuple[int, int, int, int]:
    """Field, kind and type of the value that is next, and its place; -1: none fits."""
    if level < 0:
        return 0, OBJECT, HAND, at
    if state.of[level] != LIST:
        field, at = key(data, at, level, state, words)
        return field, FIELDS[field, KIND], FIELDS[field, MORE], at
    field = state.field[level]
    of = FIELDS[field, MORE]
    is_full = state.n_rows[of] - state.seen[level] == MAX_ROWS
    return field, OBJECT, of, -1 if is_full else at


@inlined
def read_hand(data: Pointer, at: int, state: State, words: Words) -> int:
    """Read the hand at `at` into new rows; return where it ends, -1: not plain."""
    level = -1
    while True:
        field, kind, of, at = what_comes(data, at, level, state, words)
        if at < 0:
            return -1
        if kind >= OBJECT and data[at] == (OPEN_LIST if kind == ARRAY else OPEN):
            level += 1
            begin(LIST if kind == ARRAY else of, field, level, state)
            at = behind(data, at + 1)
            if kind == ARRAY or data[at] != CLOSE:
                continue
        elif level >= 0 and state.of[level] != LIST:
            row = state.n_rows[ROWS_OF[state.of[level]]]
            at = value(data, at, field, row, state, words)
        else:
            return -1
        if at >= 0:
            at, level = end_objects(data, at, level, state)
        if at < 0 or level < 0:
            return at


@compiled
def read_hands(lines: np.ndarray, state: State, words: Words) -> None:
    """Read the plain hands among `lines`, of which each has its line feed."""
    data, state, words = pointer(lines), state_in_place(state), words_in_place(words)
    n_rows, at, line = state.n_rows, 0, 0
    while at < len(lines):
        start = at
        n_hands, n_seats, n_sides = n_rows[HAND], n_rows[SEAT], n_rows[SIDE]
        at = read_hand(data, start, state, words)
        if at >= 0 and data[at] == RETURN:
            at += 1
        if at >= 0 and data[at] == LINE_FEED and at - start <= MAX_LINE:
            put(state, AT.line, n_hands, line)
            put(state, AT.start, n_hands, start)
            put(state, AT.end, n_hands, at + 1)
        else:
            n_rows[HAND], n_rows[SEAT], n_rows[SIDE] = n_hands, n_seats, n_sides
            at = start
            while data[at] != LINE_FEED:
                at += 1
        at += 1
        line += 1
