"""How the reader of plain hands is compiled."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from ingest.compiled import compiled_from, digest_of, inlined, pointer

__all__ = ["Pointer", "compiled", "inlined", "pointer"]

P = ParamSpec("P")
R = TypeVar("R")

Pointer = Any  # what `pointer` gives

_USER = b"from ingest.plain_code import"
_SHARED = (
    "compiled.py",
    "json_bytes.py",
    "lines.py",
    "plain_code.py",
    "plain_schema.py",
    "records.py",
)
_SOURCES: Final = digest_of(
    path
    for path in Path(__file__).parent.glob("*.py")
    if path.name in _SHARED or _USER in path.read_bytes()
)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """`function` as machine code, made anew after a change of what it is made from."""
    return compiled_from(_SOURCES, function)
