"""Write in a thread of its own while the next hands are rated."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from rating.store.connection import Connection

WAITING: Final = 2  # calls that may wait: what they write is held in memory
DESCRIPTORS: Final = Path("/proc/self/fd")


class Behind(Protocol):
    """Call a function with these arguments later, in the order of asking."""

    def __call__(self, call: Callable[..., None], *arguments: object) -> None:
        """Wait only where too many wait already."""


@contextmanager
def writing_behind(con: Connection) -> Iterator[Behind]:
    """A function by which others run one after the other in one thread.

    DuckDB lets other threads run while it writes. Meanwhile nobody else may use the
    connection. At the end of the block all are done; the first error is raised.
    """
    pending: deque[Future[None]] = deque()

    with _to_disk(con) as to_disk, ThreadPoolExecutor(1) as writer:

        def run(call: Callable[..., None], *arguments: object) -> None:
            call(*arguments)
            to_disk()

        def behind(call: Callable[..., None], *arguments: object) -> None:
            while len(pending) >= WAITING:
                pending.popleft().result()
            pending.append(writer.submit(run, call, *arguments))

        yield behind
        while pending:
            pending.popleft().result()


@contextmanager
def _to_disk(con: Connection) -> Iterator[Callable[[], None]]:
    """A function that has what is in the database's file so far go to the disk.

    It returns at once. A commit waits until all of its rows are there; of a million
    hands that is a third of a second, in which nobody would work.
    """
    file = _open_file(con)
    if file is None:
        yield lambda: None
        return
    with ThreadPoolExecutor(1) as syncing:
        done: deque[Future[None]] = deque()

        def to_disk() -> None:
            if done and done[-1].done():
                done.popleft().result()
            if not done:
                done.append(syncing.submit(os.fsync, file))

        yield to_disk
        while done:
            done.popleft().result()


def _open_file(con: Connection) -> int | None:
    """DuckDB's own descriptor of the database's file, to be used, never closed.

    To open the file once more and close it again would end DuckDB's lock on it: POSIX
    locks are a process's, whichever descriptor they came by. None where there is no
    file, or no list of open ones.
    """
    [(path,)] = con.execute(
        "select path from duckdb_databases() where database_name = current_database()"
    ).fetchall()
    if path is None or not DESCRIPTORS.is_dir():
        return None
    place = os.path.realpath(path)
    for link in DESCRIPTORS.iterdir():
        with suppress(OSError):  # it was that of this list
            if os.fspath(link.readlink()) == place:
                return int(link.name)
    return None
