"""Arrow arrays of the types that the warehouse's columns have."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

INT = pa.int64()
TEXT = pa.string()
BOOL = pa.bool_()
TIME = pa.timestamp("us", tz="UTC")


def ints(values: Iterable[int | None]) -> pa.Array:
    """Whole numbers; None is null."""
    return pa.array(list(values), INT)


def texts(values: Iterable[str | None]) -> pa.Array:
    """Texts; None is null."""
    return pa.array(list(values), TEXT)


def bools(values: Iterable[bool | None]) -> pa.Array:
    """Truth values; None is null."""
    return pa.array(list(values), BOOL)


def times(values: Iterable[int]) -> pa.Array:
    """Instants in UTC from microseconds since 1970."""
    return pa.array(list(values), INT).cast(TIME)


def each(objects: Iterable[object], attribute: str) -> Iterator[Any]:
    """One attribute of every object, without a Python frame for each.

    The values are whatever the attribute holds; the column's type checks them.
    """
    return map(attrgetter(attribute), objects)


def facts(objects: Sequence[object | None], attribute: str) -> pa.Array:
    """Whole numbers of objects of which some are None, then null."""
    if all(thing is None for thing in objects):
        return pa.nulls(len(objects), INT)
    return ints(
        None if thing is None else getattr(thing, attribute) for thing in objects
    )


def as_array(values: pa.Array) -> np.ndarray:
    """The values, of which none is null, as an array of numpy."""
    return np.asarray(values.to_numpy(zero_copy_only=False))


def equal(values: pa.StringArray, text: str) -> np.ndarray:
    """Whether each of the texts is `text`."""
    return as_array(pc.equal(values, text))


def has_only(values: pa.StringArray, letters: range | bytes) -> bool:
    """Whether all the texts together are made of these letters."""
    is_one = np.zeros(256, np.bool_)
    is_one[list(letters)] = True
    return bool(is_one[np.frombuffer(values.buffers()[2] or b"", np.uint8)].all())
