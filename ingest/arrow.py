"""Arrow arrays of the types that the warehouse's columns have."""

from collections.abc import Iterable

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
