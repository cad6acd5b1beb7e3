"""Digests of texts, found in the bytes that Arrow holds."""

from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.compiled import inlined, pointer
from rating.compiled import compiled

Digests = NDArray[np.uint64]

SHORT: Final = 8  # letters from which a text is long
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
    """64 well mixed bits of the text of `n_letters` at `at`.

    Of two short texts, those of less than eight letters, each has its own.
    """
    length = np.uint64(n_letters)
    if n_letters < SHORT:
        word = first_word(letters, at, n_letters, n_safe)
        return spread((word | length << np.uint64(56)) * _MIXING)
    mixed, last = length * _SPREADING, at + n_letters - 8
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
