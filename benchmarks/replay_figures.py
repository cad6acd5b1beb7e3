"""Replay: nanoseconds a hand with full history, cold start, one hand more."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.population import draw_hands
from benchmarks.timing import Figure, best_seconds
from rating import kernel, records
from rating.config import RatingConfig
from rating.replay import kernel_constants, new_memory, replay
from rating.seating import seat_hands
from rating.tables import changes_table

RUNS = 5
START = """
import time
started = time.perf_counter()
from benchmarks.population import draw_hands
from rating.config import RatingConfig
from rating.replay import replay
hands = draw_hands(100, 20)
started = time.perf_counter()
replay(hands, RatingConfig())
print(time.perf_counter() - started)
"""


def figures() -> Iterator[Figure]:
    """Replays of one and ten million hands, then what surrounds them."""
    for n_hands, n_players in (
        (1_000_000, 20_000),
        (10_000_000, 20_000),
        (1_000_000, 1_000_000),
    ):
        yield from _replay(n_hands, n_players)
    yield from _first_start()


def _replay(n_hands: int, n_players: int) -> Iterator[Figure]:
    hands, config = draw_hands(n_hands, n_players), RatingConfig()
    seating = seat_hands(hands)
    result = replay(hands, config, seating)
    changes = np.zeros(len(result.changes) + 16, dtype=records.CHANGE)
    constants = kernel_constants(config, seating, hands)
    size = f"{n_hands / 1e6:.0f} M hands, {n_players:,} players"

    def run() -> float:
        memory = new_memory(config, seating)
        started = time.process_time()
        kernel.replay_hands(0, result.inputs, constants, memory, changes)
        return time.process_time() - started

    seconds = min(run() for _ in range(RUNS))
    yield Figure("replay", size, seconds / n_hands * 1e9, "ns a hand", "kernel, warm")
    if n_hands > 1_000_000 or n_players > 20_000:
        return
    seconds = best_seconds(lambda: seat_hands(hands))
    yield Figure("replay", "seat " + size, seconds / n_hands * 1e9, "ns a hand")
    seconds = best_seconds(lambda: replay(hands, config, seating))
    note = "fresh memory"
    yield Figure("replay", "replay " + size, seconds / n_hands * 1e9, "ns a hand", note)
    seconds = best_seconds(lambda: changes_table(result))
    yield Figure(
        "replay", "rows of rating_changes", seconds / n_hands * 1e9, "ns a hand"
    )


def _first_start() -> Iterator[Figure]:
    """The first replay of a process, without and with machine code on disk."""
    with tempfile.TemporaryDirectory() as folder:
        for what in ("first replay ever (compiles)", "first replay of a process"):
            done = subprocess.run(
                [sys.executable, "-c", START],
                env=os.environ | {"NUMBA_CACHE_DIR": folder},
                capture_output=True,
                check=True,
                text=True,
            )
            yield Figure("replay", what, float(done.stdout), "s")
