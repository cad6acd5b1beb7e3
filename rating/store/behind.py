"""Write in a thread of its own while the next hands are rated."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Lock
from typing import Final, Protocol

WAITING: Final = 2  # calls not ended at a time: what they write is held in memory


class Behind(Protocol):
    """Call a function with these arguments later, in the order of asking."""

    def __call__(self, call: Callable[..., None], *arguments: object) -> None:
        """Wait only where too many wait already."""


@contextmanager
def writing_behind() -> Iterator[Behind]:
    """A function by which others run one after the other in one thread.

    DuckDB and Arrow let other threads run while they write. Meanwhile nobody else may
    use the connection. At the end of the block all are done; the first error is raised.
    After an error in the block, or an interrupt, none is begun any more.
    """
    pending: deque[Future[None]] = deque()
    at_work, is_over = Lock(), Event()

    with ThreadPoolExecutor(1) as writer:

        def run(call: Callable[..., None], *arguments: object) -> None:
            with at_work:
                if not is_over.is_set():
                    call(*arguments)

        def behind(call: Callable[..., None], *arguments: object) -> None:
            while len(pending) >= WAITING:
                pending.popleft().result()
            pending.append(writer.submit(run, call, *arguments))

        try:
            yield behind
            while pending:
                pending.popleft().result()
        finally:
            # Python does not wait for a thread whose start an interrupt has cut off.
            is_over.set()
            with at_work:
                pass
