"""Blocks of lines handed out to every core, results taken back in order."""

import fcntl
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import IO

from engine.errors import CoastalError
from ingest.block import BlockResult, plain_part, read_block, read_rest
from ingest.block_server import receive, send
from ingest.lines import Block
from ingest.verification import Verify

AHEAD = 4  # blocks under way per worker, so that none waits for the writer
PIPE = 1 << 20  # bytes that a pipe to or from a worker holds
# For the C library: keep what is freed for the next block, rather than give it back
# and have the system clear it again. A worker's blocks are all of a size.
MEMORY = {
    "MALLOC_MMAP_THRESHOLD_": str(64 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(256 << 20),
}
SMALL = 1 << 20  # bytes; below this, starting processes costs more than it saves
MANY = 4 << 20  # bytes; below this, lines are sooner read than machine code is loaded
MANY_MOVES = 32 << 20  # bytes; the same of the machine code that reads moves
MAKES_CODE = 256 << 20  # bytes that pay for making machine code that is not on disk
FEW = 1 << 16  # bytes of a block that are sooner read here than sent to a process


class WorkerDiedError(CoastalError, RuntimeError):
    """A worker process ended before its answer."""


class Workers:
    """Reads blocks in this process, and in others once there is enough to do.

    Plain hands are read by threads of this process, for machine code holds up no other
    thread. What is left of a block goes to a process, if it is more than a few lines.
    """

    def __init__(self, n_workers: int, *, n_bytes: int) -> None:
        self._n_workers = n_workers if n_workers > 1 and n_bytes > SMALL else 0
        self._at_once = n_bytes > MANY
        self._compiled = n_bytes > MANY_MOVES
        self._makes_code = n_bytes > MAKES_CODE
        self._threads: ThreadPoolExecutor | None = None
        self._mine = threading.local()  # each thread talks to a process of its own
        self._processes: list[subprocess.Popen[bytes]] = []

    def read(
        self, blocks: Iterable[Block], verify: Verify, *, keep: bool = True
    ) -> Iterator[tuple[Block, BlockResult]]:
        """Each block with its result, in the order of the blocks."""
        if not self._n_workers:
            for block in blocks:
                yield (
                    block,
                    read_block(
                        block,
                        verify,
                        keep=keep,
                        at_once=self._at_once,
                        compiled=self._compiled,
                        makes_code=self._makes_code,
                    ),
                )
            return
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._n_workers)
        under_way: deque[tuple[Block, Future[BlockResult]]] = deque()
        for block in blocks:
            future = self._threads.submit(self._read, block, verify, keep)
            under_way.append((block, future))
            if len(under_way) >= AHEAD * self._n_workers:
                done, future = under_way.popleft()
                yield done, future.result()
        for done, future in under_way:
            yield done, future.result()

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.kill()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.communicate()

    def _read(self, block: Block, verify: Verify, keep: bool) -> BlockResult:
        if not self._at_once:
            return self._ask(block, verify, keep, at_once=False)
        plain = plain_part(block, keep=keep, makes_code=self._makes_code)
        if len(block.data) - plain.n_bytes <= FEW:
            return read_rest(block, plain, verify, keep=keep)
        return self._ask(block, verify, keep, at_once=bool(plain.places))

    def _process(self) -> subprocess.Popen[bytes]:
        """The process of this thread."""
        if not hasattr(self._mine, "process"):
            self._mine.process = self._started_process()
        process: subprocess.Popen[bytes] = self._mine.process
        return process

    def _started_process(self) -> subprocess.Popen[bytes]:
        path = os.pathsep.join(entry or "." for entry in sys.path)
        process = subprocess.Popen(
            # -P: a file in the current folder never stands in for a package
            [sys.executable, "-P", "-m", "ingest.block_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **MEMORY, "PYTHONPATH": path},
        )
        for pipe in (process.stdin, process.stdout):
            _widen(pipe)
        self._processes.append(process)
        return process

    def _ask(
        self, block: Block, verify: Verify, keep: bool, *, at_once: bool
    ) -> BlockResult:
        process = self._process()
        if process.stdin is None or process.stdout is None:
            raise WorkerDiedError("a worker process has no pipes")
        try:
            ways = (at_once, self._compiled, self._makes_code)
            send(process.stdin, (block, verify, keep, *ways))
            answer = receive(process.stdout)
        except (BrokenPipeError, EOFError):
            answer = None
        if isinstance(answer, BaseException):
            raise answer
        if not isinstance(answer, BlockResult):
            raise WorkerDiedError(
                f"a worker process ended (status {process.poll()}) while reading; "
                "nothing of this file was loaded: run the command again"
            )
        return answer


def _widen(pipe: IO[bytes] | None) -> None:
    """Let a pipe hold more at once, where the system has a say in it (Linux)."""
    if pipe is not None and hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):  # more than this user may have
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)


@contextmanager
def started_workers(n_workers: int | None, *, n_bytes: int) -> Iterator[Workers]:
    """Workers for `n_bytes` of input; one process a core unless told otherwise."""
    workers = Workers(n_workers or os.cpu_count() or 1, n_bytes=n_bytes)
    try:
        yield workers
    finally:
        workers.close()
