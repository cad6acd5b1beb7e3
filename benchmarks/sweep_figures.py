"""Sweep: 200 configurations over a million hands, and riix's grid search beside it."""

import os
import pickle
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.peers.child import run_peer
from benchmarks.peers.hands import write_hands
from benchmarks.population import draw_hands
from benchmarks.sweep_configs import configs_of_bench
from benchmarks.sweep_process import measured
from benchmarks.timing import Figure, best_seconds
from rating.hands import HandArrays
from rating.replay import replay
from rating.seating import Seating, seat_hands
from rating.stats.paired import best_set, block_values, differences
from rating.sweep import sweep
from rating.sweep_result import SweepResult

N_HANDS, N_PLAYERS = 1_000_000, 20_000
RIIX_CONFIGS = 4  # of benchmarks.peers.riix_grid
CHECKED = 5  # rows that are compared with single replays


def figures() -> Iterator[Figure]:
    """Without and with levels; memory; intervals; the peer; single replays."""
    hands, configs = draw_hands(N_HANDS, N_PLAYERS), configs_of_bench()
    n_cores = os.cpu_count() or 1
    what = f"{len(configs)} configurations x 1 M hands"
    costs = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hands.pickle"
        file.write_bytes(pickle.dumps(hands))
        for name, options in (
            ("no levels", ()),
            ("levels, churn", ("has_levels",)),
            ("levels, churn, wins", ("has_levels", "has_wins")),
        ):
            took = measured(file, *options)
            costs[name] = took["cpu_s"] / len(configs) / N_HANDS
            memory = (
                f"{took['peak_mb']:,.0f} MB at most, {took['before_mb']:,.0f} before"
            )
            note = f"wall {took['wall_s']:.2f} s; {memory}"
            seconds = took["cpu_s"] / n_cores
            yield Figure("sweep", f"{what}, {name}", seconds, "CPU s/core", note)
    seating = seat_hands(hands)
    result = sweep(hands, configs, seating=seating, keeps_states=True)
    yield from _against_replays(hands, seating, result, costs["levels, churn"])
    yield from _statistics(result)
    yield from _against_riix(hands, costs)


def _against_replays(
    hands: HandArrays, seating: Seating, result: SweepResult, cost: float
) -> Iterator[Figure]:
    """Some rows, which must have the bits of a replay, and what replays would take."""
    assert result.states is not None
    for lane in random.Random(1).sample(range(len(result.configs)), CHECKED):
        one = replay(hands, result.configs[lane], seating)
        assert np.array_equal(result.states.rating[:, lane], one.states["rating"])
        assert np.array_equal(result.states.form[:, lane], one.states["form"])
        levels = result.states.standing["level"][:, lane]
        assert np.array_equal(levels, one.states["level"])
    seconds = best_seconds(lambda: replay(hands, result.configs[0], seating))
    ratio = f"{seconds / N_HANDS / cost:.1f} times the sweep's, bits equal in {CHECKED}"
    nanoseconds = seconds / N_HANDS * 1e9
    yield Figure("sweep", "one replay, fresh memory", nanoseconds, "ns a hand", ratio)


def _statistics(result: SweepResult) -> Iterator[Figure]:
    """Every interval and every test against the best, out of the block sums."""

    def work() -> None:
        values = block_values(result.log_loss, result.blocks.n_hands)
        differences(values, values[:, 0])
        best_set(values)

    note = f"{len(result.blocks):,} blocks, all intervals and paired tests"
    yield Figure("sweep", "statistics of 200 rows", best_seconds(work), "s", note)


def _against_riix(hands: HandArrays, costs: dict[str, float]) -> Iterator[Figure]:
    """The peer does less: one against one, no Form, no levels, no intervals."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "hands.npz")
        write_hands(path, hands.player, hands.margin)
        answer = run_peer("run", "riix_grid", path)
    if "failed" in answer:
        yield Figure("sweep", "riix_grid", float("nan"), "ns", answer["failed"])
        return
    theirs = answer["us_a_hand"] * 1e-6 / RIIX_CONFIGS
    without, with_levels = (
        f"{theirs / costs[name]:,.0f}" for name in ("no levels", "levels, churn")
    )
    note = (
        f"{without} times ours without levels, {with_levels} times with; "
        f"{answer['does']}, {answer['n_hands']:,} hands"
    )
    unit = "ns/hand/config"
    yield Figure("sweep", "riix_grid, one process", theirs * 1e9, unit, note)
