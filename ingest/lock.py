"""One writer at a time: a lock that says who holds it and since when.

Who waits for the lock holds a second one meanwhile, behind which the others queue: so
a writer that ends and asks again comes after those who were waiting. The system drops
both with the process that holds them, however it ends.
"""

import contextlib
import fcntl
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import CoastalError


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
    deadline = time.monotonic() + wait_s
    turn = _locked(path.with_suffix(".queue"), deadline)
    try:
        descriptor = None if turn is None else _locked(path, deadline)
    finally:
        if turn is not None:
            os.close(turn)
    if descriptor is None:
        raise WriterBusyError(_who_writes(path), path.parent)
    try:
        _sign(descriptor, holder)
        yield
    finally:
        os.close(descriptor)


def _locked(path: Path, deadline: float) -> int | None:
    """The descriptor of a file that is locked now; None if it was not to be had."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _awaited(descriptor, deadline)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _awaited(descriptor: int, deadline: float) -> int | None:
    """`descriptor` once it is locked; None, and closed in time, if that is too late.

    The system wakes who waits for a lock, in order, but lets nobody wait for a time
    only: a thread waits, and gives back at once what comes when nobody wants it.
    """
    if time.monotonic() >= deadline:
        os.close(descriptor)
        return None
    lock: Future[None] = Future()
    threading.Thread(target=_wait, args=(descriptor, lock), daemon=True).start()
    try:
        lock.result(deadline - time.monotonic())
    except BaseException as error:
        is_late = isinstance(error, TimeoutError)
        if lock.cancel():
            if is_late:
                return None
            raise
        if not is_late:  # else it came in the last instant
            os.close(descriptor)
            raise
    return descriptor


def _wait(descriptor: int, lock: Future[None]) -> None:
    failed: OSError | None = None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError as error:
        failed = error
    if not lock.set_running_or_notify_cancel():
        os.close(descriptor)
    elif failed is not None:
        lock.set_exception(failed)
    else:
        lock.set_result(None)


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
            f"{signature['machine']}) has been writing for {max(age, 0):.0f} s"
        )
    except (OSError, ValueError, KeyError):
        who = "another process is writing"
    return who
