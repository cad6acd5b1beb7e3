"""Write in a thread of its own while the next hands are rated."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
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
    """
    pending: deque[Future[None]] = deque()

    with ThreadPoolExecutor(1) as writer:

        def behind(call: Callable[..., None], *arguments: object) -> None:
            while len(pending) >= WAITING:
                pending.popleft().result()
            pending.append(writer.submit(call, *arguments))

        yield behind
        while pending:
            pending.popleft().result()
