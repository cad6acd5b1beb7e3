"""Arrow arrays of the types that the warehouse's columns have."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import pyarrow as pa

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
