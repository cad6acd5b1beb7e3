"""Numbers and digests of texts, found in the bytes that Arrow holds."""

from itertools import chain

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.text_numbers import Numbers
from rating.texts import text_digests

# Few letters: many texts that are the same, or the same in their first eight letters.
WORDS = st.text("ab", max_size=19) | st.text(max_size=12)
COLUMNS = st.lists(st.lists(WORDS | st.none(), max_size=40), max_size=5)


def numbered(columns):
    """The numbers of the texts of all columns, one after the other, and the texts."""
    numbers, found = Numbers(), []
    for column in columns:
        into = np.empty(len(column), dtype=np.int32)
        numbers.write(column, text_digests(column), into)
        found += into.tolist()
    return found, numbers.texts()


@settings(deadline=None)
@given(COLUMNS)
def test_numbers_are_those_of_a_dictionary_in_order_of_appearance(columns):
    encoded = pa.array([*chain(*columns)], pa.string()).dictionary_encode()

    found, texts = numbered([pa.array(column, pa.string()) for column in columns])

    assert found == encoded.indices.fill_null(-1).to_pylist()
    assert texts.to_pylist() == encoded.dictionary.to_pylist()


def test_many_and_long_texts_find_room():
    words = [f"{number:x}" * (number % 97) for number in range(20_000)]
    encoded = pa.array(words).dictionary_encode()

    found, texts = numbered([pa.array(words), pa.array(words)])

    assert found == encoded.indices.to_pylist() * 2
    assert texts.equals(encoded.dictionary)


def test_long_texts_of_the_same_digest_have_numbers_of_their_own():
    column = pa.array(["anna and bert", "anna and berta", "anna", "anna and bert"])
    numbers, into = Numbers(), np.empty(4, dtype=np.int32)

    numbers.write(column, np.zeros(4, dtype=np.uint64), into)

    assert into.tolist() == [0, 1, 2, 0]


IDS = st.sampled_from(["", "ana", "bo", "a-player-of-many-letters"]) | st.text("xyz")


@settings(deadline=None)
@given(st.lists(st.lists(st.lists(IDS, min_size=1, max_size=4)), max_size=4))
def test_parts_between_commas_have_the_numbers_of_their_texts(batches):
    rows = [row + [""] * (4 - len(row)) for batch in batches for row in batch]
    ids = pa.array([part or None for row in rows for part in row], pa.string())
    encoded = ids.dictionary_encode()
    numbers, found = Numbers(), []

    for batch in batches:
        column = pa.array([",".join(row) for row in batch], pa.string())
        into = np.empty((len(column), 4), dtype=np.int32)
        numbers.write_parts(column, text_digests(column), into)
        found += into.ravel().tolist()

    assert found == encoded.indices.fill_null(-1).to_pylist()
    assert numbers.texts().to_pylist() == encoded.dictionary.to_pylist()


def test_parts_of_many_texts_find_room():
    rows = [[f"p{seat * number}" for seat in range(1, 5)] for number in range(9000)]
    encoded = pa.array([*chain(*rows)]).dictionary_encode()
    column = pa.array([",".join(row) for row in rows])
    numbers, into = Numbers(), np.empty((len(rows), 4), dtype=np.int32)

    numbers.write_parts(column, text_digests(column), into)

    assert into.ravel().tolist() == encoded.indices.to_pylist()
    assert numbers.texts().equals(encoded.dictionary)


def test_parts_of_texts_of_the_same_digest_are_their_own():
    column = pa.array(["ana,bo,cy,di", "ana,bo,cy,ed", "ana,bo,cy,di"])
    numbers, into = Numbers(), np.empty((3, 4), dtype=np.int32)

    numbers.write_parts(column, np.zeros(3, dtype=np.uint64), into)

    assert into.tolist() == [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 2, 3]]


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=40), st.lists(WORDS, max_size=3))
def test_texts_have_the_same_digest_where_they_are_the_same(words, others):
    digests = text_digests(pa.array(words)).tolist()
    elsewhere = text_digests(pa.array(others + words + others)[len(others) :])

    assert elsewhere[: len(words)].tolist() == digests
    # Two texts of 64 bits each: that any of so few meet does not happen.
    assert len(set(digests)) == len(set(words))


def test_null_is_no_text():
    null, empty = text_digests(pa.array([None, ""])).tolist()

    assert null != empty


def test_one_other_letter_turns_every_bit_of_a_digest_over_in_half_of_the_cases():
    n_texts = 4000
    for length in (1, 3, 7, 8, 9, 16, 36):
        drawn = np.random.default_rng(length).integers(97, 105, (n_texts, length))
        other = drawn.copy()
        other[:, -1] ^= 1
        before, after = (
            text_digests(pa.array([bytes(row).decode() for row in rows.tolist()]))
            for rows in (drawn, other)
        )
        turned = np.unpackbits((before ^ after).view(np.uint8)).reshape(-1, 64)
        if length < 7:  # the same few texts again and again
            turned = np.unique(turned, axis=0)
            assert turned.mean() > 0.3
        else:
            # Five standard errors of a fair coin.
            assert np.abs(turned.mean(axis=0) - 0.5).max() < 2.5 / n_texts**0.5
