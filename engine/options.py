"""Table options: their names, the values they may have, and the refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import CoastalError


class UnknownRulesetError(CoastalError, LookupError):
    """No preset has this name."""

    code = "unknown_ruleset"
    exit_status = 2  # on the command line: a flag that names it


class UnknownOptionError(CoastalError, LookupError):
    """The preset has no table option of this name."""

    code = "unknown_option"
    exit_status = 2  # on the command line: a flag that names it


class OptionValueError(CoastalError, ValueError):
    """A table option with a value that it cannot have, or missing."""

    code = "bad_value"
    exit_status = 2  # on the command line: a flag that names it


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is on or off."""

    default: bool

    def accepts(self, value: object) -> bool:
        """Whether the option may have the value."""
        return isinstance(value, bool)

    def expected(self) -> str:
        """The values it may have, in words."""
        return "true or false"


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number, or null where `is_nullable`."""

    default: int | None
    low: int
    high: int | None = None
    multiple_of: int = 1
    is_nullable: bool = False
    is_required: bool = False

    def accepts(self, value: object) -> bool:
        """Whether the option may have the value."""
        if value is None:
            return self.is_nullable
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        if value < self.low or (self.high is not None and value > self.high):
            return False
        return value % self.multiple_of == 0

    def expected(self) -> str:
        """The values it may have, in words."""
        top = "" if self.high is None else f" to {self.high}"
        step = "" if self.multiple_of == 1 else f", a multiple of {self.multiple_of}"
        return f"a whole number from {self.low}{top}{step}" + (
            " or null" if self.is_nullable else ""
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that is one of a few words."""

    default: str
    values: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        """Whether the option may have the value."""
        return isinstance(value, str) and value in self.values

    def expected(self) -> str:
        """The values it may have, in words."""
        return "one of " + ", ".join(self.values)


Option = Flag | Number | Choice


def settle(
    preset: str, known: Mapping[str, Option], options: Mapping[str, object]
) -> dict[str, object]:
    """Every option's value; `known` holds the defaults of the preset.

    Raises
    ------
    UnknownOptionError, OptionValueError
        A name that the preset does not know, a value that it does not take.
    """
    for name, value in options.items():
        option = known.get(name)
        if option is None:
            raise UnknownOptionError(
                f"option {name!r} is unknown to {preset}: it has "
                + ", ".join(sorted(known))
            )
        if not option.accepts(value):
            raise OptionValueError(
                f"option {name} of {preset} is {value!r}, expected {option.expected()}"
            )
    for name, option in known.items():
        if isinstance(option, Number) and option.is_required and name not in options:
            raise OptionValueError(
                f"option {name} of {preset} is missing, expected "
                f"{option.expected()}, as {name}={option.low}"
            )
    return {name: options.get(name, option.default) for name, option in known.items()}


def differing(
    known: Mapping[str, Option], options: Mapping[str, object]
) -> dict[str, object]:
    """The options that differ from the preset, in the order of their names."""
    return {
        name: options[name]
        for name in sorted(options)
        if options[name] != known[name].default
    }
