"""The bytes of JSON by name, and where a run of letters ends, for compiled readers."""

from typing import Any, Final

import numpy as np

from ingest.compiled import inlined

QUOTE: Final = ord('"')
COLON: Final = ord(":")
COMMA: Final = ord(",")
BACKSLASH: Final = ord("\\")
OPEN: Final = ord("{")
CLOSE: Final = ord("}")
OPEN_LIST: Final = ord("[")
CLOSE_LIST: Final = ord("]")
SPACE: Final = ord(" ")
LINE_FEED: Final = ord("\n")
RETURN: Final = ord("\r")
ZERO: Final = ord("0")
NINE: Final = ord("9")
MINUS: Final = ord("-")


@inlined
def letters_end(data: Any, at: int, letters: np.ndarray, kind: int) -> int:
    """Where the bytes from `at` on end that have a bit of `kind` in `letters`.

    `letters` has 256 numbers, 0 for a line feed, with which all that is read ends.
    """
    while letters[data[at]] & kind:
        at += 1
    return at
