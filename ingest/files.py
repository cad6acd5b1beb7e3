"""Which files a command reads: those named, and of folders the hand logs."""

from collections.abc import Sequence
from pathlib import Path

from engine.errors import UsageError

LOG_SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson")
SHEET_SUFFIX = ".csv"


class NothingToReadError(UsageError):
    """Paths that lead to no hand log."""


def is_log(path: Path) -> bool:
    """Whether a file is named like a hand log, in small letters or capitals."""
    return path.name.lower().endswith(LOG_SUFFIXES)


def is_sheet(path: Path) -> bool:
    """Whether a file is named like a score sheet."""
    return path.name.lower().endswith(SHEET_SUFFIX)


def files_of(paths: Sequence[Path], *, with_sheets: bool = False) -> list[Path]:
    """The files behind `paths`; of a folder those that are named like hand logs.

    `with_sheets` adds the score sheets of folders. Of a folder names that begin with
    a dot are passed over: programs that copy files write to such names first.

    Raises
    ------
    NothingToReadError
        If a path does not exist or is no file, or no file is found at all.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += [
                inside
                for inside in sorted(path.rglob("*"))
                if (is_log(inside) or (with_sheets and is_sheet(inside)))
                and not _is_hidden(inside.relative_to(path))
                and inside.is_file()
            ]
        elif path.is_file():
            found.append(path)
        else:
            what = (
                "is no file but a pipe or device"
                if path.exists()
                else ("does not exist")
            )
            raise NothingToReadError(
                f"{path} {what}; give files or folders of hand logs"
            )
    if not found:
        shown = ", ".join(map(str, paths))
        suffixes = (*LOG_SUFFIXES, *([SHEET_SUFFIX] if with_sheets else []))
        raise NothingToReadError(
            f"no hand log in {shown}; their names end in {', '.join(suffixes)}"
        )
    return found


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
