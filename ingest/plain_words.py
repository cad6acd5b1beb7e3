"""Short pieces of JSON that stand in many lines, each with a number."""

from typing import Final, NamedTuple

import numpy as np

from ingest.json_bytes import (
    CLOSE,
    LINE_FEED,
    OPEN,
    OPEN_LIST,
    QUOTE,
    letters_end,
)
from ingest.plain_code import Pointer, compiled, inlined, pointer
from ingest.plain_schema import SCHEMA, WORDS

MAX_WORDS: Final = 512
MAX_LETTERS: Final = 1 << 16  # of all words
TABLE: Final = 1 << 12

PLAIN: Final = 1  # the bit of letters that any text may hold
_LETTERS: Final = SCHEMA.letters


class Words(NamedTuple):
    """The words of one block.

    Those of `number` are `letters[first[number] : first[number + 1]]`; `table` finds
    a number by a hash, `n_words` holds how many there are.
    """

    letters: np.ndarray
    first: np.ndarray
    table: np.ndarray
    n_words: np.ndarray


@inlined
def words_in_place(words: Words) -> Words:
    """The same, to be handed down in machine code."""
    return Words(
        pointer(words.letters),
        pointer(words.first),
        pointer(words.table),
        pointer(words.n_words),
    )


def new_words() -> Words:
    """The words of the schema alone."""
    words = Words(
        np.empty(MAX_LETTERS, np.uint8),
        np.zeros(MAX_WORDS + 1, np.int64),
        np.full(TABLE, -1),
        np.zeros(1, np.int64),
    )
    texts = "".join(word + "\n" for word in WORDS).encode()
    add_words(np.frombuffer(texts, np.uint8), words)
    return words


@inlined
def is_word(data: Pointer, at: int, words: Words, number: int) -> bool:
    """Whether the word `number` stands at `at`; no word holds a line feed."""
    first, end = words.first[number], words.first[number + 1]
    for place in range(first, end):
        if data[at + place - first] != words.letters[place]:
            return False
    return True


@inlined
def find(data: Pointer, at: int, end: int, words: Words, is_new: bool) -> int:
    """The number of the word from `at` to `end`, or -1; `is_new`: it may be new."""
    digest = np.uint64(14695981039346656037)
    for place in range(at, end):
        digest = (digest ^ np.uint64(data[place])) * np.uint64(1099511628211)
    entry = np.int64((digest >> np.uint64(32)) & np.uint64(TABLE - 1))
    while words.table[entry] >= 0:
        number: int = words.table[entry]
        n_letters = words.first[number + 1] - words.first[number]
        if n_letters == end - at and is_word(data, at, words, number):
            return number
        entry = (entry + 1) & (TABLE - 1)
    number = words.n_words[0]
    first = words.first[number]
    if not is_new or number == MAX_WORDS or end - at > MAX_LETTERS - first:
        return -1
    for place in range(at, end):
        words.letters[first + place - at] = data[place]
    words.first[number + 1] = first + end - at
    words.table[entry] = number
    words.n_words[0] += 1
    return number


@inlined
def text_end(data: Pointer, at: int, kind: int) -> int:
    """Where the letters of a kind end that stand from `at` on."""
    return letters_end(data, at, _LETTERS, kind)


@inlined
def word_end(data: Pointer, at: int) -> int:
    """Where the text, the flat object or the name at `at` ends, or -1."""
    if data[at] == QUOTE:
        end = text_end(data, at + 1, PLAIN)
        return end + 1 if data[end] == QUOTE else -1
    if data[at] != OPEN:
        end = at
        while ord("a") <= data[end] <= ord("z"):
            end += 1
        return end
    end = at + 1
    while data[end] != CLOSE:
        if data[end] == QUOTE:
            end = text_end(data, end + 1, PLAIN)
            if data[end] != QUOTE:
                return -1
        elif data[end] in (OPEN, OPEN_LIST) or not _LETTERS[data[end]] & PLAIN:
            return -1
        end += 1
    return end + 1


@inlined
def word(
    data: Pointer, at: int, words: Words, usual: int, is_new: bool
) -> tuple[int, int]:
    """The word at `at` and where it ends, -1 if it is none; `usual` is tried first."""
    if is_word(data, at, words, usual):
        return usual, at + words.first[usual + 1] - words.first[usual]
    end = word_end(data, at)
    if end < 0:
        return -1, -1
    number = find(data, at, end, words, is_new)
    return number, end if number >= 0 else -1


@compiled
def add_words(lines: np.ndarray, words: Words) -> None:
    """Number the words that `lines` are."""
    data, words, first = pointer(lines), words_in_place(words), 0
    for end in range(len(lines)):
        if data[end] == LINE_FEED:
            find(data, first, end, words, True)
            first = end + 1
