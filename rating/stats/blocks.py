"""Intervals where hands resemble each other: blocks of hands are drawn, not hands."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CONFIDENCE: Final = 0.95
MOST_BLOCKS: Final = 1_000
N_RESAMPLES: Final = 999
BATCH: Final = 100  # resamples drawn at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Estimates with the bounds of their 95 % intervals, each of shape (n,)."""

    estimate: Floats
    low: Floats
    high: Floats


def game_blocks(
    game: NDArray[np.int32], most_blocks: int = MOST_BLOCKS
) -> tuple[NDArray[np.intp], int]:
    """The block of each hand and the number of blocks: runs of whole games.

    The hands of a game share their players, so a game is never cut; where there are
    more games than `most_blocks`, games that began one after the other share a block.
    """
    if not len(game):
        return np.empty(0, dtype=np.intp), 0
    first = np.full(int(game.max()) + 1, len(game), dtype=np.intp)
    # Of several values for a place the last one stays: the first hand, from behind.
    first[game[::-1]] = np.arange(len(game))[::-1]
    n_games = int(np.count_nonzero(first < len(game)))
    place = np.empty(len(first), dtype=np.intp)
    place[np.argsort(first, kind="stable")] = np.arange(len(first))
    n_blocks = min(n_games, most_blocks)
    return (place * n_blocks // n_games)[game], n_blocks


def bootstrap(
    sums: Floats,
    statistic: Callable[[Floats], Floats],
    rng: np.random.Generator,
    n_resamples: int = N_RESAMPLES,
) -> Interval:
    """BCa intervals of statistics of sums, blocks drawn with replacement.

    Parameters
    ----------
    sums : array, shape (n_blocks, n_sums)
    statistic : function
        From total sums, shape (..., n_sums), to the statistics, shape (n, ...).
    rng
        Draws the blocks: the same generator and sums give the same interval.

    Returns
    -------
    Interval
        NaN bounds below two blocks or where a statistic cannot be computed.

    Notes
    -----
    Efron (1987); blocks as units: Künsch (1989).
    """
    from scipy import stats

    n_blocks = len(sums)
    estimate = np.asarray(statistic(sums.sum(axis=0)))
    if n_blocks < 2:
        nothing = np.full(estimate.shape, np.nan)
        return Interval(estimate=estimate, low=nothing, high=nothing)

    def of_blocks(chosen: NDArray[np.intp], axis: int = -1) -> Floats:
        return statistic(sums[chosen].sum(axis=axis - 1))

    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        # A statistic that is the same for every draw has no interval: NaN.
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap(
            (np.arange(n_blocks),),
            of_blocks,
            n_resamples=n_resamples,
            batch=BATCH,
            vectorized=True,
            confidence_level=CONFIDENCE,
            method="BCa",
            rng=rng,
        )
    bounds = found.confidence_interval
    return Interval(
        estimate=estimate, low=np.asarray(bounds.low), high=np.asarray(bounds.high)
    )


def jackknife(sums: Floats, statistic: Callable[[Floats], Floats]) -> Interval:
    """Student's t intervals of statistics of sums, leaving out one block at a time.

    Parameters and NaN bounds as of `bootstrap`. For statistics that chance pushes to
    one side, as distances are: drawn blocks push them once more, so that hardly a
    draw is as small as the estimate and a BCa interval breaks down.

    Notes
    -----
    Tukey (1958); Efron and Tibshirani (1993), chapter 11.
    """
    from scipy import stats

    n_blocks, total = len(sums), sums.sum(axis=0)
    estimate = np.asarray(statistic(total))
    if n_blocks < 2:
        nothing = np.full(estimate.shape, np.nan)
        return Interval(estimate=estimate, low=nothing, high=nothing)
    left = np.asarray(statistic(total - sums))
    # The variance of their mean, which is (n - 1)² times too small.
    spread = left.std(axis=-1) * np.sqrt(n_blocks - 1)
    width = stats.t.ppf(0.5 + CONFIDENCE / 2.0, n_blocks - 1) * spread
    return Interval(estimate=estimate, low=estimate - width, high=estimate + width)
