"""Numbers of texts, found by their digests."""

from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.compiled import inlined, pointer
from rating.compiled import compiled
from rating.texts import SHORT, Digests, Texts, digest_at, texts_of, word_at

NO_TEXT: Final = -1  # the number of a null
NO_ROOM: Final = -2
COMMA: Final = ord(",")
RECENT: Final = 1 << 12  # texts that are remembered where they stand
ROOM: Final = 4  # places for a text, so that most are found at the first


class Known(NamedTuple):
    """Texts that have numbers, and a table that finds them by their digests.

    Attributes
    ----------
    places : int32 array, shape (a power of two,)
        Twice a number, and one more of a long text; -1 where the place is free.
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
def is_same(
    letters: NDArray[np.uint8],
    at: int,
    n_letters: int,
    known: NDArray[np.uint8],
    first: int,
    end: int,
) -> bool:
    """Whether the letters at `at` are those of the known text from `first` to `end`."""
    if end - first != n_letters:
        return False
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


@inlined
def number_at(
    letters: NDArray[np.uint8], at: int, n_letters: int, digest: np.uint64, known: Known
) -> int:
    """The number of the text at `at`, the next if it is new; NO_ROOM without room."""
    of_known, known_ends = pointer(known.letters), pointer(known.ends)
    places, known_digests = pointer(known.places), pointer(known.digests)
    last_place = np.uint64(len(known.places) - 1)
    is_long = np.int64(n_letters >= SHORT)
    place = digest & last_place
    entry: int = places[place]
    while entry >= 0:
        number = entry >> 1
        # A short text is told by its digest from all that are short, too.
        if (
            known_digests[number] == digest
            and entry & 1 == is_long
            and (
                not is_long
                or is_same(
                    letters,
                    at,
                    n_letters,
                    of_known,
                    known_ends[number],
                    known_ends[number + 1],
                )
            )
        ):
            return number
        place = (place + np.uint64(1)) & last_place
        entry = places[place]
    number = int(known.n_texts[0])
    start: int = known_ends[number]
    if number == len(known.digests) or start + n_letters > len(known.letters):
        return NO_ROOM
    for letter in range(n_letters):
        of_known[start + letter] = letters[at + letter]
    known_ends[number + 1] = start + n_letters
    known_digests[number] = digest
    places[place] = 2 * number + is_long
    known.n_texts[0] = number + 1
    return number


@compiled
def number_texts(
    texts: Texts, digests: Digests, known: Known, first: int, found: NDArray[np.int32]
) -> int:
    """Write the numbers of the texts from place `first` on into `found`.

    A text that has no number gets the next. Where there is no room for it the place
    of that text is given back, else how many texts there are.
    """
    letters, ends, into = pointer(texts.letters), pointer(texts.ends), pointer(found)
    has_nulls = len(texts.is_there) > 0
    for text in range(first, len(found)):
        if has_nulls and not texts.is_there[text]:
            into[text] = NO_TEXT
            continue
        at: int = ends[text]
        number = number_at(letters, at, ends[text + 1] - at, digests[text], known)
        if number == NO_ROOM:
            return text
        into[text] = number
    return len(found)


@compiled
def number_parts(
    texts: Texts, digests: Digests, known: Known, first: int, table: NDArray[np.int32]
) -> int:
    """Write the numbers of the parts between commas of each text into its row.

    NO_TEXT where there is nothing between them. As `number_texts` from `first` on;
    what was numbered a short while ago is copied from there.
    """
    letters, ends = pointer(texts.letters), pointer(texts.ends)
    n_parts, n_safe = table.shape[1], len(texts.letters)
    recent = np.full(RECENT, -1, dtype=np.int32)
    for text in range(first, len(table)):
        at: int = ends[text]
        end: int = ends[text + 1]
        last = digests[text] & np.uint64(RECENT - 1)
        same = int(recent[last])
        if same >= 0 and is_same(
            letters, at, end - at, letters, ends[same], ends[same + 1]
        ):
            for part in range(n_parts):
                table[text, part] = table[same, part]
            continue
        for part in range(n_parts):
            stop = at
            while stop < end and letters[stop] != COMMA:
                stop += 1
            number = int(NO_TEXT)
            if stop > at:
                digest = digest_at(letters, at, stop - at, n_safe)
                number = number_at(letters, at, stop - at, digest, known)
                if number == NO_ROOM:
                    return text
            table[text, part] = number
            at = min(stop + 1, end)
        recent[last] = text
    return len(table)


@compiled
def place_texts(known: Known) -> None:
    """Fill the table of places anew."""
    last_place = np.uint64(len(known.places) - 1)
    known.places[:] = -1
    for number in range(known.n_texts[0]):
        place = known.digests[number] & last_place
        while known.places[place] >= 0:
            place = (place + np.uint64(1)) & last_place
        is_long = known.ends[number + 1] - known.ends[number] >= SHORT
        known.places[place] = 2 * number + is_long


class Numbers:
    """Numbers of texts, from 0 in the order in which they appear first."""

    def __init__(self) -> None:
        n_texts, n_letters = 1 << 10, 1 << 14
        self._known = Known(
            places=np.full(ROOM * n_texts, -1, dtype=np.int32),
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

    def write_parts(
        self, column: pa.StringArray, digests: Digests, into: NDArray[np.int32]
    ) -> None:
        """Write the numbers of what stands between commas, a row of `into` a text.

        NO_TEXT is written for nothing; no text has more parts than there are columns.
        """
        texts = texts_of(column)
        done = number_parts(texts, digests, self._known, 0, into)
        while done < len(into):
            self._grow(int(texts.ends[done + 1] - texts.ends[done]))
            done = number_parts(texts, digests, self._known, done, into)

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
