"""An inbox that is watched: files are read when they come and when they grow."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.errors import CoastalError
from ingest.files import NothingToReadError, files_of
from ingest.terminal import print_error

EVERY_S = 3.0  # seconds between two looks, and so between two publications

Stamp = tuple[int, int]  # size in bytes, time of the last change in nanoseconds


def watch(
    paths: Sequence[Path],
    read: Callable[[list[Path]], object],
    *,
    sleep: Callable[[float], object],
    with_sheets: bool = False,
) -> None:
    """Hand new and changed files to `read` until the process is interrupted.

    Nothing is moved or marked: the ledger knows how far every file was read, so
    that a restart goes on where it ended. A pass that fails says so, and its files
    are tried again when they change.
    """
    seen: dict[Path, Stamp] = {}
    while True:
        stamps = _stamps(paths, with_sheets=with_sheets)
        changed = [path for path, stamp in stamps.items() if seen.get(path) != stamp]
        if changed:
            try:
                read(changed)
            except CoastalError as error:
                print_error(str(error))
            seen = stamps
        sleep(EVERY_S)


def _stamps(paths: Sequence[Path], *, with_sheets: bool) -> dict[Path, Stamp]:
    try:
        files = files_of(paths, with_sheets=with_sheets)
    except NothingToReadError:  # an inbox may be empty, or not be there yet
        return {}
    found: dict[Path, Stamp] = {}
    for file in files:
        try:
            facts = file.stat()
        except FileNotFoundError:  # gone since the folder was listed
            continue
        found[file] = (facts.st_size, facts.st_mtime_ns)
    return found
