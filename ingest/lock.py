"""One writer at a time: a lock that says who holds it and since when."""

import contextlib
import fcntl
import json
import os
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import CoastalError

POLL_S = 0.1  # seconds between two tries while waiting


class WriterBusyError(CoastalError, RuntimeError):
    """Another process is writing to this home folder; `who` says which."""

    def __init__(self, who: str, folder: Path) -> None:
        super().__init__(
            f"{who} to {folder}; wait until it ends, or add --wait SECONDS"
        )
        self.who = who


@contextlib.contextmanager
def writer_lock(path: Path, *, holder: str, wait_s: float) -> Iterator[None]:
    """Hold the lock at `path`; the system drops it if the process dies.

    Raises
    ------
    WriterBusyError
        If another process still holds it after `wait_s` seconds.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _acquire(descriptor, path, wait_s)
        _sign(descriptor, holder)
        yield
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, path: Path, wait_s: float) -> None:
    deadline = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise WriterBusyError(_who_writes(path), path.parent) from None
            time.sleep(POLL_S)
        else:
            return


def _sign(descriptor: int, holder: str) -> None:
    signature = {
        "holder": holder,
        "process": os.getpid(),
        "machine": socket.gethostname(),
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(signature).encode(), 0)


def _who_writes(path: Path) -> str:
    try:
        signature = json.loads(path.read_text())
        since = datetime.fromisoformat(signature["since"])
        age = (datetime.now(UTC) - since).total_seconds()
        who = (
            f"{signature['holder']} (process {signature['process']} on "
            f"{signature['machine']}) has been writing for {age:.0f} s"
        )
    except (OSError, ValueError, KeyError):
        who = "another process is writing"
    return who
