"""Compile a function of arrays with numba and keep the machine code on disk."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")

# What compiled functions read besides each other: types of arrays and constants.
SHARED: Final = (
    "compiled.py",
    "hands.py",
    "lane_records.py",
    "machine.py",
    "records.py",
    "vectors.py",
)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """`function` as machine code, read from disk where it was compiled before.

    Without fastmath: a sum is never reordered and never fused, so that the same
    numbers give the same bits. Division by 0 gives ±inf or NaN, as in numpy. It
    lets other threads run. Where no folder can be written, every process compiles
    for itself.
    """
    try:
        machine_code: Any = _translated(function, is_kept=True)
    except RuntimeError:  # numba found no place for its cache
        return cast("Callable[P, R]", _translated(function, is_kept=False))
    # numba looks for changes only in the file of the function itself, but formulas
    # of other modules are copied into it.
    machine_code._cache._cache_file._source_stamp = SOURCES
    return cast("Callable[P, R]", machine_code)


def _translated(function: Callable[P, R], *, is_kept: bool) -> object:
    translate = njit(cache=is_kept, fastmath=False, error_model="numpy", nogil=True)
    return translate(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, copied into each compiled function that calls it.

    A call would count references to every array that it hands down.
    """
    copy_it = njit(inline="always", error_model="numpy")
    return cast("Callable[P, R]", copy_it(function))


def sources_stamp(folder: Path) -> str:
    """A digest of all modules that machine code is made from."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        text = path.read_bytes()
        if path.name in SHARED or b"from rating.compiled import" in text:
            digest.update(path.name.encode() + text)
    return digest.hexdigest()


SOURCES: Final = sources_stamp(Path(__file__).parent)
