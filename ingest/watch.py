"""An inbox that is watched: files are read when they come and when they grow."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from engine.errors import CoastalError, UsageError
from ingest.files import NothingToReadError, files_of
from ingest.terminal import print_error

EVERY_S = 3.0  # seconds between two looks, and so between two publications

Stamp = tuple[int, ...]  # what of a file changes with it


def watch(
    paths: Sequence[Path],
    read: Callable[[list[Path]], object],
    *,
    sleep: Callable[[float], object],
    with_sheets: bool = False,
) -> None:
    """Hand new and changed files to `read` until the process is interrupted.

    Nothing is moved or marked: the ledger knows how far every file was read, so
    that a restart goes on where it ended. A pass that fails says so once and is tried
    again at the next look; files that cannot be read, only when they have changed.
    """
    seen: dict[Path, Stamp] = {}
    told: type[CoastalError] | None = None
    while True:
        stamps = _stamps(paths, with_sheets=with_sheets)
        changed = [path for path, stamp in stamps.items() if seen.get(path) != stamp]
        if changed:
            try:
                read(changed)
                seen, told = stamps, None
            except CoastalError as error:
                if isinstance(error, UsageError):
                    seen = stamps
                if not isinstance(error, told or ()):
                    print_error(str(error))
                told = type(error)
        sleep(EVERY_S)


def _stamps(paths: Sequence[Path], *, with_sheets: bool) -> dict[Path, Stamp]:
    found: dict[Path, Stamp] = {}
    for path in paths:
        # An inbox may be empty, or not be there yet; a file may be gone since.
        with suppress(NothingToReadError):
            for file in files_of([path], with_sheets=with_sheets):
                with suppress(OSError):
                    found[file] = _stamp(file)
    return found


def _stamp(file: Path) -> Stamp:
    facts = file.stat()
    return facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns
