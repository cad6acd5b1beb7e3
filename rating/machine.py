"""Three instructions of the machine that Python has no word for."""

from collections.abc import Callable
from typing import cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray


def _float_from_bits(_context, _bits):  # type: ignore[no-untyped-def]
    """The float64 with these 64 bits."""

    def generate(_context, builder, _signature, args):  # type: ignore[no-untyped-def]
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), generate


def _bits_of_float(_context, _number):  # type: ignore[no-untyped-def]
    """The 64 bits of a float64 as an integer."""

    def generate(_context, builder, _signature, args):  # type: ignore[no-untyped-def]
        return builder.bitcast(args[0], ir.IntType(64))

    return types.int64(types.float64), generate


def _fetch_ahead(_context, array, _index):  # type: ignore[no-untyped-def]
    """Ask for the cache line of `array[index]`, which will be used soon."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kind = signature.args[0]
        view = context.make_array(kind)(context, builder, args[0])
        pointer = cgutils.get_item_pointer(  # type: ignore[no-untyped-call]
            context, builder, kind, view, [args[1]], wraparound=False
        )
        pointer = builder.bitcast(pointer, ir.IntType(8).as_pointer())
        i32 = ir.IntType(32)
        fetch = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module,
            ir.FunctionType(ir.VoidType(), [pointer.type, i32, i32, i32]),
            "llvm.prefetch.p0",
        )
        builder.call(fetch, [pointer, i32(1), i32(3), i32(1)])  # write, keep, data
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


float_from_bits = cast("Callable[[int], float]", intrinsic(_float_from_bits))
bits_of_float = cast("Callable[[float], int]", intrinsic(_bits_of_float))
fetch_ahead = cast("Callable[[NDArray[np.void], int], None]", intrinsic(_fetch_ahead))
