"""Values of a configuration, each checked and refused with its key.

Numbers are floats or integers of TOML within a range; a boolean is never a number.
The ranges are wider than any use, and narrow enough that no sum or square of a
replay leaves what a float64 holds.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar, cast

from engine.errors import CoastalError

Table = Mapping[str, object]
T = TypeVar("T")
Word = TypeVar("Word", bound=str)
Read = Callable[[object, str], T]

MOST_POINTS: Final = 1_000_000  # rating points, or points of a game
MOST_COUNT: Final = 1_000_000_000  # hands or games


class RatingConfigError(CoastalError, ValueError):
    """A configuration that no replay may use.

    Attributes
    ----------
    key : str
        Dotted name of the key, e.g. `change.k[1].from_hand`.
    """

    def __init__(
        self, key: str, found: object, expected: str, file: str | None = None
    ) -> None:
        self.key, self.found, self.expected = key, found, expected
        shown = found if isinstance(found, Missing) else repr(found)
        where = f"{file}: " if file else ""
        super().__init__(f"{where}{key}: found {shown}, expected {expected}")

    def in_file(self, file: str) -> "RatingConfigError":
        """The same error, which also names the file."""
        return RatingConfigError(self.key, self.found, self.expected, file)


class Missing(str):
    """Words for what is not there, shown without quotes."""

    __slots__ = ()


def section(table: Table, key: str) -> Table:
    """The table under `key`, empty where it is absent."""
    return as_table(table.get(key, {}), key)


def as_table(value: object, key: str) -> Table:
    """`value`, which must be a table."""
    if not isinstance(value, Mapping):
        raise RatingConfigError(key, value, "a table")
    return cast("Table", value)


def as_rows(value: object, key: str) -> list[Table]:
    """`value`, which must be a list of tables with at least one row."""
    if not isinstance(value, (list, tuple)) or not value:
        raise RatingConfigError(key, value, "a list of at least one table")
    return [as_table(row, f"{key}[{i}]") for i, row in enumerate(value)]


def refuse_unknown(table: Table, key: str, names: tuple[str, ...]) -> None:
    """Refuse keys of `table` other than `names`."""
    for name in table:
        if name not in names:
            raise RatingConfigError(
                f"{key}.{name}" if key else name,
                Missing("a key that does not exist"),
                f"one of {', '.join(names)}",
            )


def get(table: Table, key: str, read: Read[T], default: T) -> T:
    """The value under the last part of `key`, or `default` where it is absent."""
    name = key.rpartition(".")[2]
    return read(table[name], key) if name in table else default


def need(table: Table, key: str, read: Read[T]) -> T:
    """The value under the last part of `key`, which has no default."""
    name = key.rpartition(".")[2]
    return read(table.get(name, Missing("nothing")), key)


def numbers(
    table: Table, key: str, names: tuple[str, ...], read: Read[float]
) -> dict[str, float]:
    """The values that the group of numbers at `key` gives; the rest have defaults."""
    group = as_table(table.get(key.rpartition(".")[2], {}), key)
    refuse_unknown(group, key, names)
    return {name: read(group[name], f"{key}.{name}") for name in group}


def points(value: object, key: str) -> float:
    """`value` as a number of points, below 0 too."""
    expected = f"a number from {-MOST_POINTS:,} to {MOST_POINTS:,}"
    return _within(value, key, -MOST_POINTS, expected)


def positive(value: object, key: str) -> float:
    """`value` as a number of points above 0."""
    expected = f"a number above 0, at most {MOST_POINTS:,}"
    found = _within(value, key, 0, expected)
    if found == 0:
        raise RatingConfigError(key, value, expected)
    return found


def not_negative(value: object, key: str) -> float:
    """`value` as a number of points that is at least 0."""
    return _within(value, key, 0, f"a number from 0 to {MOST_POINTS:,}")


def _within(value: object, key: str, low: float, expected: str) -> float:
    """`value` as a float from `low` to MOST_POINTS; NaN is in no range."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not low <= cast("float", value) <= MOST_POINTS:
        raise RatingConfigError(key, value, expected)
    return float(cast("float", value))


def count(value: object, key: str, lowest: int = 0) -> int:
    """`value` as an integer from `lowest` to MOST_COUNT."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or not lowest <= value <= MOST_COUNT
    ):
        expected = f"an integer from {lowest} to {MOST_COUNT:,}"
        raise RatingConfigError(key, value, expected)
    return value


def count_from_1(value: object, key: str) -> int:
    """`value` as an integer from 1 to MOST_COUNT."""
    return count(value, key, lowest=1)


def name_text(value: object, key: str) -> str:
    """`value` as a text that is not blank."""
    if not isinstance(value, str) or isinstance(value, Missing) or not value.strip():
        raise RatingConfigError(key, value, "a name")
    return value


def one_of(words: tuple[Word, ...]) -> Read[Word]:
    """A reader of one of `words`."""

    def read(value: object, key: str) -> Word:
        for word in words:
            if word == value and isinstance(value, str):
                return word
        raise RatingConfigError(key, value, f"one of {', '.join(words)}")

    return read
