"""How a figure is measured: several runs of the same work, the best one counts.

The machines are shared and noisy: the fastest run is the one least disturbed, and
work of one core is measured in CPU seconds, which waiting for a turn does not add to.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    area: str
    what: str
    value: float
    unit: str
    note: str = ""


def best_seconds(work: Callable[[], object], runs: int = 3) -> float:
    """CPU seconds of this process in the fastest of `runs` runs of `work`."""
    seconds = []
    for _ in range(runs):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)
