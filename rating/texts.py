"""Digests of texts and their numbers, found in the bytes that Arrow holds."""

from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.compiled import inlined, pointer
from rating.compiled import compiled

Digests = NDArray[np.uint64]

NO_TEXT: Final = -1  # the number of a null
_MIXING: Final = np.uint64(0x9E3779B97F4A7C15)  # odd, its bits without a pattern
_SPREADING: Final = np.uint64(0xD6E8FEB86659FD93)
_HALF: Final = np.uint64(32)
NO_TEXT_DIGEST: Final = np.uint64(0x5851F42D4C957F2D)
_NONE_THERE: Final = np.zeros(0, dtype=np.bool_)


class Texts(NamedTuple):
    """The texts of an Arrow array: from `ends[i]` to `ends[i + 1]` of `letters`.

    `is_there` is empty where there are no nulls.
    """

    ends: NDArray[np.int32]
    letters: NDArray[np.uint8]
    is_there: NDArray[np.bool_]


class Known(NamedTuple):
    """Texts that have numbers, and a table that finds them by their digests.

    Attributes
    ----------
    places : int32 array, shape (a power of two,)
        A number, or -1 where the place is free.
    digests : uint64 array, shape (room for texts,)
    ends : int32 array, shape (room for texts + 1,)
    letters : uint8 array
        As in `Texts`.
    n_texts : int64 array, shape (1,)
    """

    places: NDArray[np.int32]
    digests: Digests
    ends: NDArray[np.int32]
    letters: NDArray[np.uint8]
    n_texts: NDArray[np.int64]


@inlined
def word_at(letters: NDArray[np.uint8], at: int, n_letters: int) -> np.uint64:
    """At most eight letters from `at` on as one number."""
    word = np.uint64(0)
    for place in range(n_letters):
        word |= np.uint64(letters[at + place]) << np.uint64(8 * place)
    return word


@inlined
def first_word(
    letters: NDArray[np.uint8], at: int, n_letters: int, n_safe: int
) -> np.uint64:
    """The same of a text of less than eight letters; up to `n_safe` all may be read."""
    if at + 8 <= n_safe:
        kept = (np.uint64(1) << np.uint64(8 * n_letters)) - np.uint64(1)
        return word_at(letters, at, 8) & kept
    return word_at(letters, at, n_letters)


@inlined
def spread(mixed: np.uint64) -> np.uint64:
    """A number whose every bit depends on every bit of `mixed`; no two get the same."""
    mixed ^= mixed >> _HALF
    mixed *= _SPREADING
    mixed ^= mixed >> np.uint64(29)
    mixed *= _MIXING
    return mixed ^ (mixed >> _HALF)


@inlined
def digest_at(
    letters: NDArray[np.uint8], at: int, n_letters: int, n_safe: int
) -> np.uint64:
    """64 well mixed bits of the text of `n_letters` at `at`."""
    mixed = np.uint64(n_letters) * _SPREADING
    if n_letters < 8:
        return spread(mixed ^ first_word(letters, at, n_letters, n_safe) * _MIXING)
    last = at + n_letters - 8
    while at < last:
        mixed = (mixed ^ word_at(letters, at, 8)) * _MIXING
        mixed ^= mixed >> _HALF
        at += 8
    return spread((mixed ^ word_at(letters, last, 8)) * _MIXING)


@compiled
def digest_texts(texts: Texts, found: Digests) -> None:
    """Write the digest of each text into `found`."""
    letters, n_safe = pointer(texts.letters), len(texts.letters)
    ends, into = pointer(texts.ends), pointer(found)
    for text in range(len(found)):
        at: int = ends[text]
        n_letters: int = ends[text + 1] - at
        into[text] = digest_at(letters, at, n_letters, n_safe)
    for text in range(len(texts.is_there)):
        if not texts.is_there[text]:
            into[text] = NO_TEXT_DIGEST


@inlined
def is_known(
    letters: NDArray[np.uint8],
    at: int,
    n_letters: int,
    n_safe: int,
    known: NDArray[np.uint8],
    first: int,
    n_known: int,
) -> bool:
    """Whether the letters at `at` are those of a known text that starts at `first`."""
    if n_letters < 8:
        word = first_word(letters, at, n_letters, n_safe)
        return bool(word == first_word(known, first, n_letters, n_known))
    place = 0
    while place + 8 <= n_letters:
        if word_at(letters, at + place, 8) != word_at(known, first + place, 8):
            return False
        place += 8
    while place < n_letters:
        if letters[at + place] != known[first + place]:
            return False
        place += 1
    return True


@compiled
def number_texts(
    texts: Texts, digests: Digests, known: Known, first: int, found: NDArray[np.int32]
) -> int:
    """Write the numbers of the texts from place `first` on into `found`.

    A text that has no number gets the next. Where there is no room for it the place
    of that text is given back, else how many texts there are.
    """
    letters, of_known = pointer(texts.letters), pointer(known.letters)
    text_ends, known_ends = pointer(texts.ends), pointer(known.ends)
    places, known_digests = pointer(known.places), pointer(known.digests)
    digests_at, numbers = pointer(digests), pointer(found)
    n_safe, n_known = len(texts.letters), len(known.letters)
    last_place = np.uint64(len(known.places) - 1)
    has_nulls = len(texts.is_there) > 0
    for text in range(first, len(found)):
        if has_nulls and not texts.is_there[text]:
            numbers[text] = NO_TEXT
            continue
        digest = digests_at[text]
        at: int = text_ends[text]
        n_letters: int = text_ends[text + 1] - at
        place = digest & last_place
        number = np.int64(places[place])
        while number >= 0:
            start: int = known_ends[number]
            if (
                known_digests[number] == digest
                and known_ends[number + 1] - start == n_letters
                and is_known(letters, at, n_letters, n_safe, of_known, start, n_known)
            ):
                break
            place = (place + np.uint64(1)) & last_place
            number = np.int64(places[place])
        if number < 0:
            number = known.n_texts[0]
            start = known_ends[number]
            is_full = 2 * (number + 1) > len(known.places)
            if is_full or start + n_letters > len(known.letters):
                return text
            for letter in range(n_letters):
                of_known[start + letter] = letters[at + letter]
            known_ends[number + 1] = start + n_letters
            known_digests[number] = digest
            places[place] = number
            known.n_texts[0] = number + 1
        numbers[text] = number
    return len(found)


@compiled
def place_texts(known: Known) -> None:
    """Fill the table of places anew."""
    last_place = np.uint64(len(known.places) - 1)
    known.places[:] = -1
    for number in range(known.n_texts[0]):
        place = known.digests[number] & last_place
        while known.places[place] >= 0:
            place = (place + np.uint64(1)) & last_place
        known.places[place] = number


def texts_of(column: pa.StringArray) -> Texts:
    """The texts of an array, where they lie."""
    _, ends, letters = column.buffers()
    first, end = column.offset, column.offset + len(column) + 1
    return Texts(
        ends=np.frombuffer(ends or bytes(4), np.int32)[first:end],
        letters=np.frombuffer(letters or b"", np.uint8),
        is_there=(
            column.is_valid().to_numpy(zero_copy_only=False)
            if column.null_count
            else _NONE_THERE
        ),
    )


def text_digests(column: pa.StringArray) -> Digests:
    """The digest of each text: 64 well mixed bits, the same wherever it stands."""
    found = np.empty(len(column), dtype=np.uint64)
    digest_texts(texts_of(column), found)
    return found


class Numbers:
    """Numbers of texts, from 0 in the order in which they appear first."""

    def __init__(self) -> None:
        n_texts, n_letters = 1 << 10, 1 << 14
        self._known = Known(
            places=np.full(2 * n_texts, -1, dtype=np.int32),
            digests=np.empty(n_texts, dtype=np.uint64),
            ends=np.zeros(n_texts + 1, dtype=np.int32),
            letters=np.empty(n_letters, dtype=np.uint8),
            n_texts=np.zeros(1, dtype=np.int64),
        )

    def write(
        self, column: pa.StringArray, digests: Digests, into: NDArray[np.int32]
    ) -> None:
        """Write the number of each text, NO_TEXT for a null; `digests` are its own."""
        texts = texts_of(column)
        done = number_texts(texts, digests, self._known, 0, into)
        while done < len(into):
            self._grow(int(texts.ends[done + 1] - texts.ends[done]))
            done = number_texts(texts, digests, self._known, done, into)

    def texts(self) -> pa.StringArray:
        """The texts in the order of their numbers."""
        known, n_texts = self._known, int(self._known.n_texts[0])
        ends = known.ends[: n_texts + 1].copy()
        letters = known.letters[: ends[-1]].copy()
        return pa.StringArray.from_buffers(
            n_texts, pa.py_buffer(ends), pa.py_buffer(letters)
        )

    def _grow(self, n_letters: int) -> None:
        """Make room for twice as many texts, and for one of `n_letters`."""
        known = self._known
        n_texts, more = len(known.digests), n_letters + len(known.letters)
        self._known = known._replace(
            places=np.empty(2 * len(known.places), dtype=np.int32),
            digests=np.concatenate((known.digests, np.empty(n_texts, np.uint64))),
            ends=np.concatenate((known.ends, np.empty(n_texts, np.int32))),
            letters=np.concatenate((known.letters, np.empty(more, np.uint8))),
        )
        place_texts(self._known)
