"""Which files a command reads: those named, and of folders the hand logs."""

from collections.abc import Sequence
from pathlib import Path

from engine.errors import UsageError

LOG_SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson")
SHEET_SUFFIX = ".csv"


class NothingToReadError(UsageError):
    """Paths that lead to no hand log."""


def files_of(paths: Sequence[Path], *, with_sheets: bool = False) -> list[Path]:
    """The files behind `paths`; of a folder those that are named like hand logs.

    `with_sheets` adds the score sheets of folders.

    Raises
    ------
    NothingToReadError
        If a path does not exist, or no file is found at all.
    """
    suffixes = (*LOG_SUFFIXES, SHEET_SUFFIX) if with_sheets else LOG_SUFFIXES
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file())
            found += [p for p in inside if p.name.endswith(suffixes)]
        elif path.exists():
            found.append(path)
        else:
            raise NothingToReadError(
                f"{path} does not exist; give files or folders of hand logs"
            )
    if not found:
        shown = ", ".join(map(str, paths))
        raise NothingToReadError(
            f"no hand log in {shown}; their names end in {', '.join(suffixes)}"
        )
    return found
