"""Eight numbers as one, for compiled code: what one instruction moves at a time.

A formula is written for one number; given eight, it compiles to the same operations
on each, so that every bit is that of the number alone. A machine with narrower
instructions takes two or four of them.
"""

import math
import operator
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, lower_cast, models, register_model

VECTOR: Final = 8  # numbers

Build = Callable[[Any, Any], Any]  # of instructions: from a builder and values


class Eight(types.Type):
    """The type of eight numbers, for numba."""

    def __init__(self, name: str, one: ir.Type) -> None:
        super().__init__(name=name)
        self.machine_type = ir.VectorType(one, VECTOR)


FLOATS: Final = Eight("eight_floats", ir.DoubleType())
WHOLES: Final = Eight("eight_wholes", ir.IntType(64))


@register_model(Eight)
class _EightModel(models.PrimitiveModel):
    def __init__(self, manager: Any, eight: Eight) -> None:
        super().__init__(manager, eight, eight.machine_type)  # type: ignore[no-untyped-call]


@lower_cast(types.Number, FLOATS)  # type: ignore[no-untyped-call, untyped-decorator]
@lower_cast(types.Number, WHOLES)  # type: ignore[no-untyped-call, untyped-decorator]
def _eight_times(
    context: Any, builder: Any, kind: Any, wanted: Eight, number: Any
) -> Any:
    one = types.float64 if wanted == FLOATS else types.int64
    number = context.cast(builder, number, kind, one)
    i32 = ir.IntType(32)
    nothing = ir.Constant(wanted.machine_type, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(i32, 0))
    all_first = ir.Constant(ir.VectorType(i32, VECTOR), None)
    return builder.shuffle_vector(first, first, all_first)


@lower_cast(WHOLES, FLOATS)  # type: ignore[no-untyped-call, untyped-decorator]
def _wholes_to_floats(
    _context: Any, builder: Any, _kind: Eight, wanted: Eight, numbers: Any
) -> Any:
    return builder.sitofp(numbers, wanted.machine_type)


def _define(function: object, of: Eight, gives: Eight, n: int, build: Build) -> None:
    """Let compiled code call `function` of `n` arguments with eight numbers each."""

    class Typed(AbstractTemplate):
        key = function

        def generic(self, args: tuple[Any, ...], _kws: object) -> Any:
            """The signature, or None where other arguments than `of` are meant."""
            if not any(isinstance(arg, Eight) for arg in args):
                return None
            has_floats = any(x == FLOATS or isinstance(x, types.Float) for x in args)
            if has_floats != (of == FLOATS):
                return None
            return signature(gives, *[of] * n)  # type: ignore[no-untyped-call]

    infer_global(function)(Typed)  # type: ignore[no-untyped-call]

    @lower_builtin(function, *[of] * n)  # type: ignore[no-untyped-call, untyped-decorator]
    def lowered(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return build(builder, args)


def _instruction(name: str) -> Build:
    return lambda builder, args: getattr(builder, name)(*args)


def _second_if(comparison: str) -> Build:
    """The second number where it is `comparison` the first, as min and max choose."""

    def build(builder: Any, args: Any) -> Any:
        is_second = builder.fcmp_ordered(comparison, args[1], args[0])
        return builder.select(is_second, args[1], args[0])

    return build


def _floor(builder: Any, args: Any) -> Any:
    kind = ir.FunctionType(FLOATS.machine_type, [FLOATS.machine_type])
    name = f"llvm.floor.v{VECTOR}f64"
    floor = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
        builder.module, kind, name
    )
    return builder.fptosi(builder.call(floor, args), WHOLES.machine_type)


for _function, _name in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _define(_function, FLOATS, FLOATS, 2, _instruction(_name))
for _function, _name in (
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.lshift, "shl"),
    (operator.rshift, "ashr"),
):
    _define(_function, WHOLES, WHOLES, 2, _instruction(_name))
_define(min, FLOATS, FLOATS, 2, _second_if("<"))
_define(max, FLOATS, FLOATS, 2, _second_if(">"))
_define(math.floor, FLOATS, WHOLES, 1, _floor)
