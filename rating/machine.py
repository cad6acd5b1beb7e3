"""Instructions of the machine that Python has no word for, on one number or eight."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from rating.records import Floats
from rating.vectors import FLOATS, VECTOR, WHOLES


def _float_from_bits(_context, bits):  # type: ignore[no-untyped-def]
    """The float64 with these 64 bits."""
    whole, number = (WHOLES, FLOATS) if bits == WHOLES else (types.int64, types.float64)

    def generate(context, builder, _signature, args):  # type: ignore[no-untyped-def]
        return builder.bitcast(args[0], context.get_value_type(number))

    return number(whole), generate


def _bits_of_float(_context, given):  # type: ignore[no-untyped-def]
    """The 64 bits of a float64 as an integer."""
    is_eight = given == FLOATS
    number, whole = (FLOATS, WHOLES) if is_eight else (types.float64, types.int64)

    def generate(context, builder, _signature, args):  # type: ignore[no-untyped-def]
        return builder.bitcast(args[0], context.get_value_type(whole))

    return whole(number), generate


def _place_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Where an element of an array is, by its index or a tuple of them."""
    array, index = signature.args[:2]
    kinds = getattr(index, "types", None)
    places = [args[1]]
    if kinds is not None:  # a tuple
        places = [
            context.cast(builder, builder.extract_value(args[1], i), kind, types.intp)
            for i, kind in enumerate(kinds)
        ]
    view = context.make_array(array)(context, builder, args[0])
    return cgutils.get_item_pointer(  # type: ignore[no-untyped-call]
        context, builder, array, view, places, wraparound=False
    )


def _fetch_ahead(_context, array, index):  # type: ignore[no-untyped-def]
    """Ask for the cache line of `array[index]`, which will be used soon."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        pointer = _place_of(context, builder, signature, args)
        pointer = builder.bitcast(pointer, ir.IntType(8).as_pointer())
        i32 = ir.IntType(32)
        fetch = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module,
            ir.FunctionType(ir.VoidType(), [pointer.type, i32, i32, i32]),
            "llvm.prefetch.p0",
        )
        builder.call(fetch, [pointer, i32(1), i32(3), i32(1)])  # write, keep, data
        return context.get_dummy_value()

    return types.void(array, _as_index(index)), generate


def _as_index(index: Any) -> Any:
    return index if isinstance(index, types.BaseTuple) else types.intp


def _eight_at(_context, array, index):  # type: ignore[no-untyped-def]
    """Eight neighbours in a float64 array, from this tuple of indices on."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        pointer = _place_of(context, builder, signature, args)
        pointer = builder.bitcast(pointer, FLOATS.machine_type.as_pointer())
        return builder.load(pointer, align=8)

    return FLOATS(array, index), generate


def _put_eight(_context, array, index, _numbers):  # type: ignore[no-untyped-def]
    """Set eight neighbours in a float64 array, from this tuple of indices on."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        pointer = _place_of(context, builder, signature, args)
        pointer = builder.bitcast(pointer, FLOATS.machine_type.as_pointer())
        builder.store(args[2], pointer, align=8)
        return context.get_dummy_value()

    return types.void(array, index, FLOATS), generate


def _eight_times(_context, number):  # type: ignore[no-untyped-def]
    """Eight times this number."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return context.cast(builder, args[0], signature.args[0], FLOATS)

    return FLOATS(number), generate


def _any_outside(_context, _numbers, _lower, _upper):  # type: ignore[no-untyped-def]
    """1 if any of eight numbers is at a bound or beyond it, else 0."""

    def generate(_context, builder, _signature, args):  # type: ignore[no-untyped-def]
        numbers, lower, upper = args
        is_outside = builder.or_(
            builder.fcmp_ordered("<=", numbers, lower),
            builder.fcmp_ordered(">=", numbers, upper),
        )
        lanes = ir.IntType(VECTOR)
        is_any = builder.icmp_unsigned(
            "!=", builder.bitcast(is_outside, lanes), ir.Constant(lanes, 0)
        )
        return builder.zext(is_any, ir.IntType(64))

    return types.uint64(FLOATS, FLOATS, FLOATS), generate


def _row_as_tuple(_context, table, _number, places):  # type: ignore[no-untyped-def]
    """A row of a table, as a tuple as long as `places`: its type says how long."""
    row = types.UniTuple(table.dtype, len(places))  # type: ignore[no-untyped-call]

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kind = signature.args[0]
        view = context.make_array(kind)(context, builder, args[0])
        values = []
        for place in range(len(places)):
            pointer = cgutils.get_item_pointer(  # type: ignore[no-untyped-call]
                context,
                builder,
                kind,
                view,
                [args[1], context.get_constant(types.intp, place)],
                wraparound=False,
            )
            values.append(context.unpack_value(builder, kind.dtype, pointer))
        return context.make_tuple(builder, row, values)

    return row(table, types.intp, places), generate


Index = Any  # a whole number of Python or numpy, or a tuple of them

float_from_bits = cast("Callable[[int], float]", intrinsic(_float_from_bits))
bits_of_float = cast("Callable[[float], int]", intrinsic(_bits_of_float))
fetch_ahead = cast("Callable[[NDArray[Any], Index], None]", intrinsic(_fetch_ahead))
eight_at = cast("Callable[[Floats, Index], float]", intrinsic(_eight_at))
put_eight = cast("Callable[[Floats, Index, float], None]", intrinsic(_put_eight))
eight_times = cast("Callable[[float], float]", intrinsic(_eight_times))
any_outside = cast(
    "Callable[[float, float, float], np.uint64]", intrinsic(_any_outside)
)
row_as_tuple = cast(
    "Callable[[NDArray[Any], Index, tuple[int, ...]], tuple[Any, ...]]",
    intrinsic(_row_as_tuple),
)
