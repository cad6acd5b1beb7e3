"""Compiled readers of the parts of a JSON line: a name, a number, any value.

All take the bytes of a block, behind which `PADDING` bytes of line feeds stand, and a
place in them. They give the place behind what they read, -1 where it is not plain.
"""

from typing import Any, Final

import numpy as np

from ingest.compiled import inlined
from ingest.json_bytes import (
    BACKSLASH,
    CLOSE,
    CLOSE_LIST,
    COMMA,
    LINE_FEED,
    OPEN,
    OPEN_LIST,
    QUOTE,
    SPACE,
    ZERO,
    letters_end,
)
from ingest.play_names import (
    CARD,
    CODE,
    FACTOR,
    HIGH,
    LENGTH_AT,
    LONGEST,
    LOW,
    N_SLOTS,
    SHIFT,
    WHAT,
)

PADDING: Final = 64
MOST_DIGITS: Final = 15  # all such numbers are below 2**53

NULL: Final = np.frombuffer(b"null", np.uint8)
TRUE: Final = np.frombuffer(b"true", np.uint8)
FALSE: Final = np.frombuffer(b"false", np.uint8)
# Letters of a text: whatever is sound JSON there is for another to judge.
_LETTERS: Final = np.ones(256, np.uint8)
_LETTERS[[QUOTE, BACKSLASH, LINE_FEED]] = 0


@inlined
def name_at(data: Any, at: int) -> tuple[int, int]:
    """The slot of the name whose first letter is at `at`, and where its quote is.

    -1 for the slot if that is no name we know.
    """
    low = high = np.uint64(0)
    n = 0
    while n < 8 and data[at + n] != QUOTE:
        low |= np.uint64(data[at + n]) << np.uint64(8 * n)
        n += 1
    while n < LONGEST and data[at + n] != QUOTE:
        high |= np.uint64(data[at + n]) << np.uint64(8 * n - 64)
        n += 1
    high |= np.uint64(n) << LENGTH_AT
    return _slot(low, high) if data[at + n] == QUOTE else -1, at + n


@inlined
def _slot(low: np.uint64, high: np.uint64) -> Any:
    """Where the name with these halves stands, -1 nowhere."""
    slot: Any = np.int64(((low ^ high) * FACTOR) >> SHIFT)
    while WHAT[slot] >= 0:
        if LOW[slot] == low and HIGH[slot] == high:
            return slot
        slot = (slot + 1) & (N_SLOTS - 1)
    return -1


@inlined
def card_at(data: Any, at: int) -> tuple[int, int]:
    """The code of the card in quotes at `at`, 0 if it is none; the place behind it."""
    low = np.uint64(data[at + 1])
    low |= np.uint64(data[at + 2]) << np.uint64(8)
    low |= np.uint64(data[at + 3]) << np.uint64(16)
    end = at + 4
    if data[end] != QUOTE:
        low |= np.uint64(data[end]) << np.uint64(24)
        end += 1
    slot = _slot(low, np.uint64(end - at - 1) << LENGTH_AT)
    is_card = data[at] == QUOTE and data[end] == QUOTE
    is_card = is_card and slot >= 0 and WHAT[slot] == CARD
    return CODE[slot] if is_card else 0, end + 1


@inlined
def cards_at(data: Any, at: int, cards: Any, first: int, most: int) -> tuple[int, int]:
    """The codes of the list at `at` into `cards`: how many, and the place behind."""
    n_cards = 0
    at = behind(data, at, OPEN_LIST)
    is_open = at >= 0 and data[at] != CLOSE_LIST
    while is_open:
        code, at = card_at(data, at)
        if code == 0 or n_cards == most:
            return 0, -1
        cards[first + n_cards] = code
        n_cards += 1
        is_open = data[at] == COMMA
        if is_open:
            at = behind(data, at, COMMA)
    if at < 0 or data[at] != CLOSE_LIST:
        return 0, -1
    return n_cards, at + 1


@inlined
def is_word(data: Any, at: int, word: np.ndarray) -> bool:
    """Whether this word stands at `at`."""
    is_same = True
    for n in range(len(word)):
        is_same &= data[at + n] == word[n]
    return is_same


@inlined
def number_at(data: Any, at: int) -> tuple[int, int]:
    """The whole number from 0 at `at`."""
    number: Any = 0
    n = 0
    while n < MOST_DIGITS and 0 <= np.int64(data[at + n]) - ZERO <= 9:
        number = number * 10 + np.int64(data[at + n]) - ZERO
        n += 1
    if n == 0 or (n > 1 and data[at] == ZERO):
        return 0, -1
    return number, at + n  # a further digit is no comma and no brace


@inlined
def behind(data: Any, at: int, mark: int) -> int:
    """The place behind `mark`, which is at `at`, and behind a space after it."""
    if at < 0 or data[at] != mark:
        return -1
    at += 1
    if data[at] == SPACE:
        at += 1
    return at


@inlined
def text_end(data: Any, at: int) -> int:
    """The place behind the text in quotes whose first letter is at `at`."""
    end = letters_end(data, at, _LETTERS, 1)
    return end + 1 if data[end] == QUOTE else -1


@inlined
def value_end(data: Any, at: int) -> int:
    """The place behind the value at `at`, of which only the brackets are heeded."""
    depth = 0
    while at >= 0 and data[at] != LINE_FEED:
        letter = data[at]
        is_end = letter in (CLOSE, CLOSE_LIST)
        if depth == 0 and (is_end or letter == COMMA):
            return at
        depth += (letter in (OPEN, OPEN_LIST)) - is_end
        at = text_end(data, at + 1) if letter == QUOTE else at + 1
    return -1
