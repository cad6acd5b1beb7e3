"""The form of a club's own score sheet: a small TOML file for `--columns`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from engine.errors import UsageError
from ingest.sheet_rows import COLUMNS

_KEYS = ("delimiter", "time_format", "columns")
_EVENING = datetime(2021, 4, 10, 18, 31)


class NotASheetError(UsageError):
    """A CSV file that is no score sheet, or options that do not fit one."""


@dataclass(frozen=True, slots=True)
class SheetForm:
    """How a sheet is written: `columns` has its own header for columns of ours.

    `time_format` is one of `strptime`; None means ISO 8601.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    delimiter: str = ","
    time_format: str | None = None

    def header_of(self, column: str) -> str:
        """What the sheet calls one of our columns."""
        return self.columns.get(column, column)


OWN_FORM = SheetForm()


def read_form(path: Path) -> SheetForm:
    """The form that a TOML file describes.

    Raises
    ------
    NotASheetError
        If the file cannot be read or says something that no sheet has.
    """
    try:
        value = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise NotASheetError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NotASheetError(
            f"{path} has bytes that are not UTF-8, expected a text file in UTF-8"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise NotASheetError(f"{path} is no TOML file ({error})") from error
    unknown = sorted(value.keys() - set(_KEYS))
    if unknown:
        raise NotASheetError(f"{path} has {unknown[0]!r}, expected {', '.join(_KEYS)}")
    return SheetForm(
        _columns(path, value.get("columns", {})),
        _delimiter(path, value.get("delimiter", ",")),
        _time_format(path, value.get("time_format")),
    )


def _columns(path: Path, value: object) -> dict[str, str]:
    columns: dict[str, object] = (
        value if isinstance(value, dict) else {"columns": value}
    )
    found: dict[str, str] = {}
    for name, header in columns.items():
        if name not in COLUMNS:
            raise NotASheetError(
                f"{path} maps {name!r}, expected one of {', '.join(COLUMNS)}"
            )
        if not isinstance(header, str) or not header.strip():
            raise NotASheetError(
                f"{path} maps {name} to {header!r}, expected the sheet's own header"
            )
        found[name] = header.strip()
    headers = [found.get(name, name) for name in COLUMNS]
    twice = next((text for text in headers if headers.count(text) > 1), None)
    if twice is not None:
        raise NotASheetError(f"{path} reads two columns from {twice!r}, expected one")
    return found


def _delimiter(path: Path, value: object) -> str:
    if isinstance(value, str) and len(value) == 1 and value not in '"\r\n':
        return value
    raise NotASheetError(
        f'{path} has delimiter {value!r}, expected one character such as ";"'
    )


def _time_format(path: Path, value: object) -> str | None:
    if value is None or (isinstance(value, str) and _tells_a_time(value)):
        return value
    raise NotASheetError(
        f"{path} has time_format {value!r}, expected one that tells day and time, such "
        'as "%d/%m/%Y %H:%M"'
    )


def _tells_a_time(time_format: str) -> bool:
    """Whether a time that is written in this form can be read again, to the minute."""
    try:
        return datetime.strptime(_EVENING.strftime(time_format), time_format) == (
            _EVENING
        )
    except ValueError:
        return False
