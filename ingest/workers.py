"""Blocks of lines handed out to every core, results taken back in order."""

import multiprocessing
import multiprocessing.connection
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial

from ingest.block import BlockResult, read_block
from ingest.lines import Block
from ingest.verification import Verify

AHEAD = 2  # blocks under way per worker, so that none waits for the writer
SMALL = 1 << 20  # bytes; below this, starting processes costs more than it saves


class Workers:
    """Reads blocks in this process, and in others once there is enough to do."""

    def __init__(self, n_workers: int, *, n_bytes: int) -> None:
        self._n_workers = n_workers if n_bytes > SMALL else 0
        self._pool: ProcessPoolExecutor | None = None

    def read(
        self, blocks: Iterable[Block], verify: Verify, *, keep: bool = True
    ) -> Iterator[tuple[Block, BlockResult]]:
        """Each block with its result, in the order of the blocks."""
        work = partial(read_block, verify=verify, keep=keep)
        if not self._n_workers:
            for block in blocks:
                yield block, work(block)
            return
        pool = self._started()
        under_way: deque[tuple[Block, Future[BlockResult]]] = deque()
        for block in blocks:
            under_way.append((block, pool.submit(work, block)))
            if len(under_way) >= AHEAD * self._n_workers:
                done, future = under_way.popleft()
                yield done, future.result()
        for done, future in under_way:
            yield done, future.result()

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # forkserver: a fork of this process would copy DuckDB's threads' locks.
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(["ingest.block"])
            self._pool = ProcessPoolExecutor(
                self._n_workers, mp_context=context, initializer=_die_with_parent
            )
        return self._pool


@contextmanager
def started_workers(n_workers: int | None, *, n_bytes: int) -> Iterator[Workers]:
    """Workers for `n_bytes` of input; one process a core unless told otherwise."""
    workers = Workers(n_workers or os.cpu_count() or 1, n_bytes=n_bytes)
    try:
        yield workers
    finally:
        workers.close()


def _die_with_parent() -> None:
    """End this worker when the process that started it is gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch(sentinel: int) -> None:
        multiprocessing.connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()
