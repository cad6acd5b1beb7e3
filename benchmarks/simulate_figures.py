"""Simulator and metrics: hands a second, and what judging a configuration costs."""

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Figure, best_seconds
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.metrics import rated_hands
from rating.metrics_table import compare_metrics, measure_metrics
from rating.replay import replay
from rating.seating import seat_hands
from rating.simulate import Population, simulate_hands
from rating.simulate_truth import report_truth

N_HANDS = 1_000_000
N_PLAYERS = 20_000


def figures() -> Iterator[Figure]:
    """A million hands made, measured and compared with the truth."""
    for what, population in (
        ("skill stands still", Population(n_players=N_PLAYERS)),
        ("skill wanders", Population(n_players=N_PLAYERS, drift=30.0)),
    ):

        def make(population: Population = population) -> object:
            return simulate_hands(population, N_HANDS, np.random.default_rng(1))

        make()  # compiles
        seconds = best_seconds(make)
        yield Figure("simulate", f"1 M hands, {what}", N_HANDS / seconds, "hands/s")
    yield from _judged()


def _judged() -> Iterator[Figure]:
    config = RatingConfig()
    rng = np.random.default_rng(1)
    simulated = simulate_hands(Population(n_players=N_PLAYERS), N_HANDS, rng)
    seating = seat_hands(simulated.hands)
    calmer = with_values(config, {"levels.keep_margin": 60})
    old, new = (replay(simulated.hands, x, seating) for x in (config, calmer))
    chosen = rated_hands(old)
    for what, work in (
        ("all metrics of 1 M hands", lambda: measure_metrics(old, chosen, rng)),
        ("two configurations compared", lambda: compare_metrics(old, new, chosen, rng)),
        ("replay against the truth", lambda: report_truth(simulated, config, seating)),
    ):
        yield Figure("simulate", what, best_seconds(work), "s", "CPU")
