"""What a person or a program sees: data on stdout, talk and progress on stderr."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from ingest.home import Home

Advance = Callable[[int], None]
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # all but tab and line feed


@dataclass(frozen=True, slots=True)
class Settings:
    """The global options of the command line."""

    home: Home
    verbose: bool = False


def print_error(sentence: str) -> None:
    """Write `error: <sentence>` to stderr."""
    print(f"error: {harmless(sentence)}", file=sys.stderr)  # noqa: T201


def print_talk(sentence: str) -> None:
    """Write a sentence for the person at the terminal to stderr."""
    print(harmless(sentence), file=sys.stderr)  # noqa: T201


def print_json(value: object) -> None:
    """Write one JSON value and a newline to stdout."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    print(text, flush=True)  # noqa: T201


def print_fields(fields: Mapping[str, object]) -> None:
    """Write a summary to stdout, one `name value` a line, names aligned."""
    width = max((len(name) for name in fields), default=0)
    for name, value in fields.items():
        print(f"{name:<{width}}  {_shown(value)}")  # noqa: T201
    sys.stdout.flush()  # a watch goes on after it


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write rows as a table to stdout; null is an empty cell.

    On a terminal the table has lines and is fitted to the width; in a pipe it is
    as wide as its cells, so that nothing is cut.
    """
    is_terminal = sys.stdout.isatty()
    table = Table(box=None if not is_terminal else Table().box, pad_edge=False)
    for column in columns:
        table.add_column(escape(column), no_wrap=not is_terminal, overflow="fold")
    for row in rows:
        table.add_row(*(escape(_shown(value)) for value in row))
    width = None if is_terminal else 1_000_000
    Console(file=sys.stdout, width=width, highlight=False).print(table)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return harmless(str(value))


def harmless(text: str) -> str:
    r"""`text` without what a terminal would obey: other people wrote it.

    >>> harmless("A\x1b[2Ja")
    'A\\x1b[2Ja'
    """
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


@contextmanager
def progress(description: str, total: int | None) -> Iterator[Advance]:
    """A progress bar on stderr, or nothing where stderr is no terminal.

    Yields the function to call with the number of steps done since the last call.
    """
    if not sys.stderr.isatty():
        yield lambda _steps: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(description, total=total)
        yield lambda steps: bars.advance(task, steps)
