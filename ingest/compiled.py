"""Compile a function of arrays with numba and keep the machine code on disk."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
from numba import config, njit, types
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")

# NUMBA_DISABLE_JIT would leave functions to the interpreter that are written for
# machine code alone: they read memory in place and put bits together.
_config: Any = config
_config.DISABLE_JIT = 0
_njit: Any = njit  # its declared type does not know `_nrt`


def compiled_from(
    stamp: str, function: Callable[P, R], *, makes_arrays: bool = False
) -> Callable[P, R]:
    """`function` as machine code, read from disk where it was compiled before.

    `stamp` is a digest of all modules that the machine code is made from: numba
    looks for changes only in the file of the function itself, but what it calls and
    the constants it reads are copied into it. Unless it `makes_arrays`, it counts no
    references to those it has, which takes a third of the time of a reader.

    Without fastmath: a sum is never reordered and never fused, so that the same
    numbers give the same bits. Division by 0 gives ±inf or NaN, as in numpy. It
    lets other threads run. Where no folder can be written, every process compiles
    for itself.
    """
    settings = {"_nrt": makes_arrays, "error_model": "numpy", "nogil": True}
    try:
        machine_code = _njit(cache=True, **settings)(function)
    except RuntimeError:  # numba found no place for its cache
        return cast("Callable[P, R]", _njit(**settings)(function))
    machine_code._cache._cache_file._source_stamp = stamp
    return cast("Callable[P, R]", machine_code)


def is_on_disk(function: object) -> bool:
    """Whether the machine code of a function of `compiled_from` need not be made."""
    kept = getattr(getattr(function, "_cache", None), "_cache_file", None)
    return kept is not None and bool(kept._load_index())


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, which makes no array, copied into compiled functions that call it.

    That is for the compiler's last step to do: `inline` would do it in the first and
    make a large function slow to compile.
    """
    copy_it = _njit(error_model="numpy", _nrt=False, forceinline=True)
    return cast("Callable[P, R]", copy_it(function))


def digest_of(paths: Iterable[Path]) -> str:
    """A digest of modules' names and texts."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _pointer(_context, array):  # type: ignore[no-untyped-def]
    """Where the elements of an array are."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    signature = types.CPointer(array.dtype)  # type: ignore[no-untyped-call]
    return signature(array), generate


# An array to hand down in machine code: one number, and its index never wraps.
pointer = cast("Callable[[np.ndarray], Any]", intrinsic(_pointer))
