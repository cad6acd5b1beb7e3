"""Whether two tables hold the same bits, and where they first differ."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDifference:
    """The first place where a stored table is not what was computed."""

    row: int
    place: str  # ids of the row, in words
    column: str
    stored: object
    computed: object


def first_difference(
    stored: pa.Table, computed: pa.Table, order: Sequence[str] = ()
) -> FirstDifference | None:
    """Where the tables first differ by row, or None where all bits are equal.

    `stored` may have further columns. With `order`, rows are compared in the order
    of these columns, nulls first.
    """
    columns = computed.column_names
    stored = _sorted(stored.select(columns), order)
    computed = _sorted(computed.cast(stored.schema), order)
    n_rows = min(stored.num_rows, computed.num_rows)
    is_same = np.ones(n_rows, dtype=np.bool_)
    for name in columns:
        is_same &= _same_bits(
            stored[name].slice(0, n_rows), computed[name].slice(0, n_rows)
        )
    if is_same.all():
        if stored.num_rows == computed.num_rows:
            return None
        return FirstDifference(
            row=n_rows,
            place="after the last common row",
            column="number of rows",
            stored=stored.num_rows,
            computed=computed.num_rows,
        )
    row = int(np.argmin(is_same))
    for name in columns:
        pair = stored[name].slice(row, 1), computed[name].slice(row, 1)
        if not _same_bits(*pair)[0]:
            break
    return FirstDifference(
        row=row,
        place=_place(computed.slice(row, 1)),
        column=name,
        stored=pair[0][0].as_py(),
        computed=pair[1][0].as_py(),
    )


def _place(row: pa.Table) -> str:
    """Which hand and player a row is about."""
    names = [name for name in ("hand_id", "player_id") if name in row.column_names]
    return ", ".join(f"{name} {row[name][0].as_py()}" for name in names)


def _same_bits(first: pa.ChunkedArray, second: pa.ChunkedArray) -> NDArray[np.bool_]:
    """Which values are equal: nulls to nulls, floats to the last bit."""
    both_null = pc.and_(pc.is_null(first), pc.is_null(second))
    if pa.types.is_floating(first.type):
        first, second = _bits(first), _bits(second)
    equal = pc.fill_null(pc.equal(first, second), False)
    return np.asarray(pc.or_(equal, both_null), dtype=np.bool_)


def _bits(values: pa.ChunkedArray) -> pa.ChunkedArray:
    return pa.chunked_array(
        [chunk.view(pa.int64()) for chunk in values.chunks], pa.int64()
    )


def _sorted(table: pa.Table, order: Sequence[str]) -> pa.Table:
    if not order or _is_sorted(table, order):
        return table
    keys = [(name, "ascending", "at_start") for name in order]
    return table.take(pc.sort_indices(table, sort_keys=keys))


def _is_sorted(table: pa.Table, order: Sequence[str]) -> bool:
    """Whether the rows lie in the order of one number already, as written rows do."""
    column = table[order[0]]
    if len(order) > 1 or not pa.types.is_integer(column.type):
        return False
    return bool((np.diff(column.to_numpy()) > 0).all())
