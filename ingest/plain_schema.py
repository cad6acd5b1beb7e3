"""The types of `ingest.records` as tables of numbers, for machine code to read.

A *word* is a short piece of JSON that stands in many lines: a key, one of some texts,
`true`, options. A *slot* is where the value of a field goes: a row of the array that
plain hands are read into. What has no place here makes a line not plain.
"""

import re
from collections import namedtuple
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import NODEFAULT, inspect

from ingest.records import Canastas, Hand, Result, SeatRecord, SideResult

NULL: Final = -(2**63)  # in arrays of whole numbers
ABSENT: Final = NULL + 1  # for a text that may be null: there is no such field
FALSE, TRUE, NONE = range(3)  # numbers of words

# Kinds of values.
NUMBER, TEXT, TIME, WORD, SPAN, OBJECT, ARRAY = range(7)
# What is known of a field. LOW and HIGH are the bounds of a number or of a text's
# length; LOW of a WORD has a bit for each word that may stand there, of a SPAN it is
# the first letter. MORE is what a number is a multiple of, the bit in `letters` for a
# text, the type of an object or of the objects in an array. BIT is its own bit in sets
# of fields, KEY a word.
KIND, SLOT, LOW, HIGH, MORE, IS_NULLABLE, BIT, KEY = range(8)

# The slots of a type follow those of the one before.
TYPES: Final = (Hand, Result, SeatRecord, SideResult, Canastas)
HAND, RESULT, SEAT, SIDE, CANASTAS = range(5)
ROWS_OF: Final = (HAND, HAND, SEAT, SIDE, SIDE)  # whose rows a type's slots share
MAX_ROWS: Final = 6  # seats or sides of a hand
N_SLOTS: Final = 64  # at most
MAX_TEXT: Final = 255  # letters of a text that has no bound of its own

_LEFT_OUT = {"pack", "moves"}  # lines with them go another way
_SPANS = {"ruleset": '"', "options": "{", "engine": "{"}
_TIMES = {"started_at", "ended_at"}
_ANY_TEXT = rf"^[ -~]{{0,{MAX_TEXT}}}$(?!\n)"
_ANY = inspect.AnyType()


class Schema(NamedTuple):
    """The tables."""

    fields: np.ndarray  # a row a field: KIND, SLOT, ...
    field_of: np.ndarray  # of a type and the word that is its key; -1: none
    required: np.ndarray  # of a type: the bits of fields that have to be there
    slots: np.ndarray  # of a type: first slot, and that after the last, to set
    defaults: np.ndarray  # of a type and a slot
    letters: np.ndarray  # of a byte: a bit for each kind of text that may hold it


_words = {"false": FALSE, "true": TRUE, "null": NONE}
_patterns = [_ANY_TEXT]


def _word(text: str) -> int:
    return _words.setdefault(text, len(_words))


def _number_of(struct: Any) -> int:
    return TYPES.index(struct.cls)


def _values(name: str, kind: Any) -> tuple[int, int, int, int]:
    """KIND, LOW, HIGH and MORE of a field."""
    if name in _SPANS:
        return SPAN, ord(_SPANS[name]), 0, 0
    if name in _TIMES:
        return TIME, 0, 0, 0
    if isinstance(kind, inspect.IntType):
        return NUMBER, kind.ge or 0, kind.le or 0, kind.multiple_of or 1
    if isinstance(kind, inspect.BoolType):
        return WORD, 1 << FALSE | 1 << TRUE, 0, 0
    if isinstance(kind, inspect.LiteralType):
        return WORD, sum(1 << _word(f'"{value}"') for value in kind.values), 0, 0
    if isinstance(kind, inspect.StrType):
        pattern = kind.pattern or _ANY_TEXT
        if pattern not in _patterns:
            _patterns.append(pattern)
        low, high = map(int, re.findall(r"\{(\d+),(\d+)\}", pattern)[0])
        return TEXT, low, high, 1 << _patterns.index(pattern)
    if isinstance(kind, inspect.ListType):
        return ARRAY, 0, 0, _number_of(kind.item_type)
    return OBJECT, 0, 0, _number_of(kind)


def _fields_of(of: int) -> list[inspect.Field]:
    info: Any = inspect.type_info(TYPES[of])
    found = [field for field in info.fields if field.name not in _LEFT_OUT]
    if of == HAND:
        tag = inspect.LiteralType((str(info.tag),))
        found.append(inspect.Field("type", "type", tag))
        found.append(inspect.Field("engine", "engine", _ANY, required=False))
    return found


def _without_null(kind: inspect.Type) -> tuple[inspect.Type, bool]:
    """A type without null, and whether it can be null."""
    if not isinstance(kind, inspect.UnionType):
        return kind, False
    (other,) = (t for t in kind.types if not isinstance(t, inspect.NoneType))
    return other, True


def _default(field: inspect.Field) -> int:
    if field.default is None:
        return NULL
    if field.default is NODEFAULT:
        return ABSENT
    return int(field.default)


def _letters() -> np.ndarray:
    """Of each byte: the patterns of which it can be a letter, without an escape."""
    found = np.zeros(256, np.uint8)
    for byte in sorted(set(range(256)) - set(b'"\\')):
        for place, pattern in enumerate(_patterns):
            found[byte] |= bool(re.match(pattern, chr(byte))) << place
    return found


def _tables() -> tuple[Schema, dict[str, int]]:
    """The tables, and the slot of each field; a text's length is in the next one."""
    slots = {"line": 0, "start": 1, "end": 2}  # of a hand: its place in the block
    rows: list[list[int]] = []
    keys: list[tuple[int, str]] = []
    required = np.zeros(len(TYPES), np.int64)
    ends = np.zeros((len(TYPES), 2), np.int64)
    defaults = np.full((len(TYPES), N_SLOTS), NULL)
    for of in range(len(TYPES)):
        ends[of, 0] = len(slots)
        for place, field in enumerate(_fields_of(of)):
            kind, is_nullable = _without_null(field.type)
            what, low, high, more = _values(field.name, kind)
            slot = slots[field.name] = len(slots)
            if what == TEXT:
                slots[f"{field.name}_length"] = slot + 1
            defaults[of, slot] = _default(field)
            required[of] |= field.required << place
            is_nullable &= field.name != "result"  # null is a partial hand
            rows.append([what, slot, low, high, more, is_nullable, 1 << place])
            keys.append((of, field.name))
        ends[of, 1] = len(slots)
    ends[SIDE, 1] = ends[CANASTAS, 1]  # null where there are no canastas
    words = [_word(f'"{name}"') for _, name in keys]
    field_of = np.full((len(TYPES), len(_words)), -1)
    for number, (of, _) in enumerate(keys):
        field_of[of, words[number]] = number
    fields = np.hstack((np.array(rows), np.array(words)[:, None]))
    return Schema(fields, field_of, required, ends, defaults, _letters()), slots


SCHEMA, SLOTS = _tables()
WORDS: Final = tuple(_words)  # by number
# The slot of each field as an attribute of its name; of a text, its letters begin at
# `name` and are `name_length`.
AT: Final[Any] = namedtuple("Slots", SLOTS)(**SLOTS)
