"""Replay: nanoseconds a hand with full history, cold start, one hand more."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks import c_loop
from benchmarks.made_warehouse import fill_warehouse, live_hand
from benchmarks.peers.child import run_peer
from benchmarks.peers.hands import write_hands
from benchmarks.population import draw_hands
from benchmarks.timing import Figure, best_seconds
from ingest.home import Home
from ingest.warehouse import open_warehouse
from rating import kernel, records
from rating.config import RatingConfig
from rating.continuation import save
from rating.hands import HandArrays
from rating.live import LiveRatings
from rating.rated_columns import Numbered
from rating.rated_rows import rated_rows
from rating.refresh import refresh
from rating.replay import ReplayResult, kernel_constants, new_memory, replay
from rating.seating import FIRST_PLAYER_ROW, seat_hands
from rating.store import PIECE, Connection

RUNS = 5
ADDED = 10_000  # hands added one by one
NOW = datetime(2026, 11, 30, tzinfo=UTC)
# Slow ones rate the first hands of the file only: time a hand does not fall with more.
PEERS = (
    "riix_elo",
    "elo_calculator_elo",
    "elote_elo",
    "skelo_elo",
    "whr_games",
    "openskill_margin",
    "trueskill_teams",
)
START = """
import time
started = time.perf_counter()
from benchmarks import c_loop
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
    yield from _against_c(result, changes, size, seconds)
    if n_players < n_hands:
        yield from _against_peers(hands, size, seconds / n_hands)
    if n_hands > 1_000_000 or n_players > 20_000:
        return
    seconds = best_seconds(lambda: seat_hands(hands))
    yield Figure("replay", "seat " + size, seconds / n_hands * 1e9, "ns a hand")
    seconds = best_seconds(lambda: replay(hands, config, seating))
    note = "fresh memory"
    yield Figure("replay", "replay " + size, seconds / n_hands * 1e9, "ns a hand", note)
    yield _rows(hands, config)
    yield from _one_hand_more(hands, config)
    yield from _from_warehouse_and_back(n_hands, n_players)


def _rows(hands: HandArrays, config: RatingConfig) -> Figure:
    """What the warehouse stores of a piece of hands, ready to be written."""
    before = save(replay(hands.take(slice(0, 0)), config))
    piece = replay(hands.take(slice(0, PIECE)), config)
    seconds = best_seconds(lambda: rated_rows(piece, before, Numbered({}, {})))
    what = "rows that the warehouse stores"
    return Figure("replay", what, seconds / PIECE * 1e9, "ns a hand")


def _against_c(
    result: ReplayResult, changes: c_loop.Array, size: str, seconds: float
) -> Iterator[Figure]:
    """The same hands in the plain C loop, which must find the same Ratings."""
    with tempfile.TemporaryDirectory() as folder:
        library = c_loop.build(Path(folder))
        if library is None:
            return
        times = []
        for _ in range(RUNS):
            memory = new_memory(result.config, result.seating)
            started = time.process_time()
            c_loop.run(library, result.inputs, result.constants, memory, changes)
            times.append(time.process_time() - started)
    ratings = memory.states["rating"][FIRST_PLAYER_ROW:]
    np.testing.assert_allclose(ratings, result.states["rating"], rtol=0, atol=1e-9)
    note = f"kernel takes {seconds / min(times):.2f} times as long"
    nanoseconds = min(times) / len(result.hands) * 1e9
    yield Figure("replay", f"C loop, {size}", nanoseconds, "ns a hand", note)


def _against_peers(hands: HandArrays, size: str, seconds: float) -> Iterator[Figure]:
    """The same hands in public rating systems; `seconds` a hand are ours."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "hands.npz")
        write_hands(path, hands.player, hands.margin)
        for name in PEERS:
            what = f"{name}, {size}"
            answer = run_peer("run", name, path)
            if "failed" in answer:
                yield Figure(
                    "replay", what, float("nan"), "ns a hand", answer["failed"]
                )
                continue
            theirs = answer["us_a_hand"] * 1e-6
            ratio = f"{theirs / seconds:,.1f} times ours"
            note = f"{ratio}; {answer['does']}; {answer['n_hands']:,} hands"
            yield Figure("replay", what, theirs * 1e9, "ns a hand", note)


def _one_hand_more(hands: HandArrays, config: RatingConfig) -> Iterator[Figure]:
    """Hands added one by one to the state that the hands before them left."""
    n_before = len(hands) - ADDED
    live = LiveRatings(save(replay(hands.take(slice(0, n_before)), config)))
    batch, times = ADDED // RUNS, []
    for first in range(n_before, n_before + batch * RUNS, batch):
        added = [live_hand(hands, hand) for hand in range(first, first + batch)]
        started = time.process_time()
        for hand in added:
            live.add(hand)
        times.append(time.process_time() - started)
    yield Figure("replay", "one hand more", min(times) / batch * 1e6, "µs a hand")


def _from_warehouse_and_back(n_hands: int, n_players: int) -> Iterator[Figure]:
    """A refresh: all hands, then one hand that is late, then nothing new.

    The machine code is in memory before: see the first starts for what that takes.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        with open_warehouse(home) as con:
            fill_warehouse(con, draw_hands(1000, n_players))
            refresh(con, home, NOW)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        with open_warehouse(home) as con:
            hands = draw_hands(n_hands + 1, n_players)
            late = n_hands - 1000
            is_late = np.arange(len(hands)) == late
            fill_warehouse(con, hands.take(np.flatnonzero(~is_late)))
            yield _refreshed(con, home, "from the warehouse and back into it", n_hands)
            fill_warehouse(con, hands.take(np.flatnonzero(is_late)))
            yield _refreshed(con, home, "the same with one late hand", n_hands)
            yield _refreshed(con, home, "the same with nothing new", n_hands)


def _refreshed(con: Connection, home: Home, what: str, n_hands: int) -> Figure:
    cpu, wall = time.process_time(), time.perf_counter()
    refresh(con, home, NOW)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    note = f"{n_hands / wall:,.0f} hands/s; CPU {cpu:.1f} s"
    return Figure("replay", f"{what}, {n_hands:,} hands", wall, "s", note)


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
