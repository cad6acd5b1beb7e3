"""Read in a thread of its own while what came before is rated."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

Item = TypeVar("Item")

AHEAD: Final = 2  # items that may wait: they are held in memory


def read_ahead(items: Iterator[Item]) -> Iterator[Item]:
    """The same items, which another thread asks for before they are wanted.

    DuckDB and machine code let other threads run. An error is raised where its item
    would have come.
    """
    with ThreadPoolExecutor(1) as reader:
        coming: deque[Future[Item | None]] = deque(
            reader.submit(next, items, None) for _ in range(AHEAD)
        )
        while (item := coming.popleft().result()) is not None:
            coming.append(reader.submit(next, items, None))
            yield item
