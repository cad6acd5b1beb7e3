"""Compile the rating's functions of arrays, stamped with all modules they are of."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, ParamSpec, TypeVar, cast

from numba import njit

import ingest.compiled
from ingest.compiled import compiled_from, digest_of

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
    """`function` as machine code, made anew when any formula has changed."""
    return compiled_from(SOURCES, function, makes_arrays=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, copied into each compiled function that calls it.

    A call would count references to every array that it hands down.
    """
    copy_it = njit(inline="always", error_model="numpy")
    return cast("Callable[P, R]", copy_it(function))


def sources_stamp(folder: Path) -> str:
    """A digest of all modules that machine code is made from."""
    own = [
        path
        for path in folder.rglob("*.py")
        if path.name in SHARED or b"from rating.compiled import" in path.read_bytes()
    ]
    return digest_of([*own, Path(ingest.compiled.__file__)])


SOURCES: Final = sources_stamp(Path(__file__).parent)
