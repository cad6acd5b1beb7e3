"""Arrow arrays of texts that stand in a block, gathered in machine code."""

import numpy as np
import pyarrow as pa

from ingest.plain_code import compiled, pointer


@compiled
def gather(
    lines: np.ndarray,
    first: np.ndarray,
    length: np.ndarray,
    ends: np.ndarray,
    into: np.ndarray,
) -> None:
    """Put the texts one after the other; `ends` begins with a 0."""
    data, out, at = pointer(lines), pointer(into), 0
    for row in range(len(first)):
        if first[row] >= 0:
            for letter in range(length[row]):
                out[at + letter] = data[first[row] + letter]
            at += length[row]
        ends[row + 1] = at


def texts_at(
    lines: np.ndarray, first: np.ndarray, length: np.ndarray
) -> pa.StringArray:
    """The texts that begin at `first`; null where that is below 0."""
    is_there = first >= 0
    ends = np.zeros(len(first) + 1, np.int32)
    into = np.empty(int(length[is_there].sum()), np.uint8)
    gather(lines, first, length, ends, into)
    nulls = None
    if not is_there.all():
        nulls = pa.py_buffer(np.packbits(is_there, bitorder="little"))
    return pa.StringArray.from_buffers(
        len(first), pa.py_buffer(ends), pa.py_buffer(into), nulls
    )
