"""How a figure is measured: several runs of the same work, the best one counts.

The machines are shared and noisy: the fastest run is the one least disturbed.
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
    """Seconds of the fastest of `runs` runs of `work`."""
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return min(seconds)
