"""Fields of many structs as columns, without a step of Python for each value."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from msgspec import UNSET
from msgspec.structs import astuple

from ingest.plain_records import ABSENT

NULL = np.iinfo(np.int64).min  # in arrays of whole numbers

Fields = Mapping[str, tuple[Any, ...]]


def by_field(structs: Sequence[Any]) -> Fields:
    """The values of each field of `structs`: of one kind, and at least one."""
    columns = zip(*map(astuple, structs), strict=True)
    return dict(zip(structs[0].__struct_fields__, columns, strict=True))


def filled(values: tuple[Any, ...], absent: object) -> list[Any]:
    """The values, `absent` in place of those that are not there."""
    if values[0] is UNSET and values.count(UNSET) == len(values):
        return [absent] * len(values)
    return [absent if value is UNSET else value for value in values]


def are(values: Sequence[Any], one: object) -> np.ndarray:
    """Whether each of the values is the only object of its kind that `one` is."""
    if values[0] is one and values.count(one) == len(values):
        return np.ones(len(values), np.bool_)
    return np.array([value is one for value in values], np.bool_)


def truths(values: Iterable[object]) -> np.ndarray:
    """Truth values as an array."""
    return np.fromiter(values, np.bool_)


def whole(fields: Fields, names: Sequence[str], absent: int) -> np.ndarray:
    """The whole numbers of some fields, one row a struct; null is `NULL`."""
    values = [fields[name] for name in names]
    n_rows = len(values[0])
    try:
        flat = np.fromiter(chain.from_iterable(values), np.int64, n_rows * len(names))
    except TypeError:  # some are null
        each = chain.from_iterable(values)
        flat = np.array([NULL if value is None else value for value in each], np.int64)
    flat[flat == ABSENT] = absent
    return flat.reshape(len(names), n_rows).T
