"""Compile a function of arrays with numba and keep the machine code on disk."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """`function` as machine code, read from disk where it was compiled before.

    Without fastmath: a sum is never reordered and never fused, so that the same
    numbers give the same bits. Division by 0 gives ±inf or NaN, as in numpy.
    numba notices a change only in the file of the function itself: a compiled
    function must not call one of another module that may change. Where no folder
    can be written, every process compiles for itself.
    """
    try:
        compile_it = njit(cache=True, fastmath=False, error_model="numpy")
        return cast("Callable[P, R]", compile_it(function))
    except RuntimeError:  # numba found no place for its cache
        compile_it = njit(fastmath=False, error_model="numpy")
        return cast("Callable[P, R]", compile_it(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, copied into each compiled function of its module that calls it.

    A call would count references to every array that it hands down.
    """
    copy_it = njit(inline="always", error_model="numpy")
    return cast("Callable[P, R]", copy_it(function))
