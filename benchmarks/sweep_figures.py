"""Sweep: 200 configurations over a million hands, and riix's grid search beside it."""

import itertools
import os
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.peers.child import run_peer
from benchmarks.peers.hands import write_hands
from benchmarks.population import draw_hands
from benchmarks.timing import Figure, best_seconds
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.hands import HandArrays
from rating.replay import replay
from rating.seating import Seating, seat_hands
from rating.stats.paired import best_set, block_values, differences
from rating.sweep import sweep
from rating.sweep_result import SweepResult

N_HANDS, N_PLAYERS = 1_000_000, 20_000
RIIX_CONFIGS = 4  # of benchmarks.peers.riix_grid
RUNS = 3
CHECKED = 5  # rows that are compared with single replays


def configs_of_bench() -> list[RatingConfig]:
    """200 configurations: three K-factors and the scale of margins."""
    grid = itertools.product(
        (20, 24, 28, 32), (12, 16, 20, 24, 28), (6, 8, 10, 12, 14), (700, 900)
    )
    return [
        with_values(
            RatingConfig(),
            {
                "change.k[0].k": first,
                "change.k[1].k": second,
                "change.k[2].k": third,
                "change.margin_scale.coastal": scale,
            },
        )
        for first, second, third, scale in grid
    ]


def figures() -> Iterator[Figure]:
    """Without and with levels; memory; intervals; the peer; single replays."""
    hands, configs = draw_hands(N_HANDS, N_PLAYERS), configs_of_bench()
    seating = seat_hands(hands)
    n_cores = os.cpu_count() or 1
    what = f"{len(configs)} configurations x 1 M hands"
    costs = {}
    for name, options in (
        ("no levels", {"has_levels": False}),
        ("levels, churn", {"has_levels": True}),
        ("levels, churn, wins", {"has_levels": True, "has_wins": True}),
    ):
        sweep(hands, configs[:8], seating=seating, **options)  # warm
        before = _forget_peak_memory()
        cpu, wall = _seconds(hands, configs, seating, options)
        costs[name] = cpu / len(configs) / N_HANDS
        memory = f"{_peak_memory():,.0f} MB at most, {before:,.0f} MB before"
        note = f"wall {wall:.2f} s; {memory}"
        yield Figure("sweep", f"{what}, {name}", cpu / n_cores, "CPU s/core", note)
    result = sweep(hands, configs, seating=seating, keeps_states=True)
    yield from _against_replays(hands, seating, result, costs["levels, churn"])
    yield from _statistics(result)
    yield from _against_riix(hands, costs)


def _seconds(
    hands: HandArrays,
    configs: list[RatingConfig],
    seating: Seating,
    options: dict[str, bool],
) -> tuple[float, float]:
    """CPU and wall seconds of the fastest of some runs."""
    cpu, wall = [], []
    for _ in range(RUNS):
        began, clock = time.process_time(), time.perf_counter()
        sweep(hands, configs, seating=seating, **options)
        cpu.append(time.process_time() - began)
        wall.append(time.perf_counter() - clock)
    return min(cpu), min(wall)


def _forget_peak_memory() -> float:
    """Let Linux count the peak anew, since making hands takes more; megabytes now."""
    reset = Path("/proc/self/clear_refs")
    if reset.exists():
        reset.write_text("5")
    return _peak_memory()


def _peak_memory() -> float:
    """Megabytes in use at most; NaN where the system does not say."""
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    (line,) = [x for x in status.read_text().splitlines() if x.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


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
