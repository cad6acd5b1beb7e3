"""Made-up live hands of many players, for timing only."""

import numpy as np

from rating.hands import HandArrays
from rating.simulate import Population, simulate_hands


def draw_hands(n_hands: int, n_players: int, seed: int = 1) -> HandArrays:
    """Two against two, a few players much more active, about 200 tables at a time."""
    population = Population(n_players=n_players)
    return simulate_hands(population, n_hands, np.random.default_rng(seed)).hands
