"""Chances that unseen cards lie where a player hopes or fears they lie."""

from functools import cache
from math import comb
from typing import Final

N_STEPS: Final = 64  # a share of the unseen cards is rounded to 1/64: error < 0.01


@cache
def _tail(n_wanted: int, n_unseen: int, step: int) -> float:
    share = step / N_STEPS
    return sum(
        comb(n_unseen, k) * share**k * (1.0 - share) ** (n_unseen - k)
        for k in range(n_wanted, n_unseen + 1)
    )


def chance_of(n_wanted: int, n_unseen: int, share: float) -> float:
    """Chance that at least `n_wanted` of `n_unseen` cards lie in a place.

    `share` is the place's part of all unseen cards, in [0, 1]. Binomial in
    place of hypergeometric: the difference is below what a player can judge.

    >>> chance_of(1, 2, 0.5)
    0.75
    """
    if n_wanted <= 0:
        return 1.0
    if n_wanted > n_unseen:
        return 0.0
    if share >= 1.0:
        return 1.0
    return _tail(n_wanted, n_unseen, int(share * N_STEPS + 0.5))
