"""Whether Ratings as a whole drift, and whether partnerships matter beyond them."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.replay import ReplayResult
from rating.seating import FIRST_PLAYER_ROW, RATED
from rating.stats.blocks import CONFIDENCE

N_WINDOWS: Final = 12
SEATS_OF_PARTNERS: Final = 4  # a table where a side is two seats

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inflation:
    """The drift of the mean Rating of the same players, with its 95 % interval.

    In rating points per 100 rated hands of a player; NaN where too few windows hold
    players who are in the next one, too.
    """

    slope: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """How far partnerships score beyond what their Ratings say.

    Attributes
    ----------
    sd, low, high
        SD of the partnerships' lasting effect on S - E, chance taken away, 0 or
        more; in units of score. Its 95 % interval.
    p_value
        Chance of so large a spread if there were no effect at all (one-way
        analysis of variance, F test).
    n_partnerships
        Pairs of people who played at least two games side by side.
    """

    sd: float
    low: float
    high: float
    p_value: float
    n_partnerships: int


def inflation(result: ReplayResult) -> Inflation:
    """Whether the Ratings of people who play on rise or fall together.

    The hands are cut into twelve windows. From each to the next the mean change is
    taken over the players rated in both, so that newcomers and leavers do not count;
    Theil and Sen's slope goes through the chained means (Sen 1968).
    """
    from scipy import stats

    ratings, hands = _by_window(result)
    both = ~np.isnan(ratings[1:]) & ~np.isnan(ratings[:-1])
    n_both = both.sum(axis=1)
    met = n_both > 0
    if np.count_nonzero(met) < 2:
        return Inflation(slope=np.nan, low=np.nan, high=np.nan)
    steps = np.where(both, np.diff(ratings, axis=0), 0.0).sum(axis=1)[met]
    passed = np.where(both, np.diff(hands, axis=0), 0.0).sum(axis=1)[met]
    level = np.concatenate(([0.0], np.cumsum(steps / n_both[met])))
    time = np.concatenate(([0.0], np.cumsum(passed / n_both[met])))
    found = stats.theilslopes(level, time, alpha=0.95)
    return Inflation(
        slope=float(found.slope * 100.0),
        low=float(found.low_slope * 100.0),
        high=float(found.high_slope * 100.0),
    )


def _by_window(result: ReplayResult) -> tuple[Floats, Floats]:
    """Last Rating and rated hands of each player by window, NaN where not rated."""
    changes, n_hands = result.changes, max(1, len(result.hands))
    window = changes["hand"].astype(np.int64) * N_WINDOWS // n_hands
    row = changes["row"] - FIRST_PLAYER_ROW
    shape = (N_WINDOWS, len(result.states))
    ratings, hands = np.full(shape, np.nan), np.full(shape, np.nan)
    # Of several values for a place the last one stays.
    ratings[window, row] = changes["rating_after"]
    hands[window, row] = changes["rated_hands"]
    return ratings, hands


def points_added(
    result: ReplayResult, block: NDArray[np.intp], n_blocks: int
) -> Floats:
    """Sum of all rating changes by block: 0 where what one gains another loses.

    Not 0 where partners and opponents have different K or a computer has a seat.
    """
    changes = result.changes
    of_change = block[changes["hand"]]
    chosen = of_change >= 0
    weights = changes["rating_change"][chosen]
    sums = np.bincount(of_change[chosen], weights=weights, minlength=n_blocks)
    return sums.astype(np.float64)


def partners(result: ReplayResult) -> Partners:
    """How much the pair matters, beyond the two Ratings, where a side is a pair.

    The unit is a pair's mean S - E in one game, since all hands of a game are played
    against the same two people. Ratings that are still wrong count as an effect of
    the pair, too. Random effects by the method of moments: between and within mean
    squares of a one-way layout (Searle, Casella and McCulloch 1992, chapter 3; the
    interval, from F, is exact where all pairs played equally many games).
    """
    from scipy import stats

    pair, residual = _pairs_by_game(result)
    _, group, n = np.unique(pair, return_inverse=True, return_counts=True)
    kept = (n > 1)[group]
    _, group, n = np.unique(group[kept], return_inverse=True, return_counts=True)
    residual = residual[kept]
    n_groups, n_all = len(n), len(residual)
    if n_groups < 2:
        return _no_partners(n_groups)
    means = np.bincount(group, weights=residual) / n
    between = n @ (means - residual.mean()) ** 2 / (n_groups - 1)
    within = np.sum((residual - means[group]) ** 2) / (n_all - n_groups)
    typical = (n_all - n @ n / n_all) / (n_groups - 1)  # games of a pair
    if within == 0.0:
        return _no_partners(n_groups)
    ratio, freedom = between / within, (n_groups - 1, n_all - n_groups)
    tail = (1.0 - CONFIDENCE) / 2.0

    def spread(of_chance: float) -> float:
        """SD of the effect where chance alone would give this ratio."""
        return float(np.sqrt(max(0.0, (ratio / of_chance - 1.0) * within / typical)))

    return Partners(
        sd=spread(1.0),
        low=spread(float(stats.f.isf(tail, *freedom))),
        high=spread(float(stats.f.ppf(tail, *freedom))),
        p_value=float(stats.f.sf(ratio, *freedom)),
        n_partnerships=n_groups,
    )


def _no_partners(n_groups: int) -> Partners:
    nothing = np.nan
    return Partners(
        sd=nothing, low=nothing, high=nothing, p_value=nothing, n_partnerships=n_groups
    )


def _pairs_by_game(result: ReplayResult) -> tuple[NDArray[np.int64], Floats]:
    """A number for each pair of people, and their mean S - E, game by game."""
    rows, flags = result.inputs.rows, result.inputs.flags
    residual = result.actual - result.inputs.expected
    if rows.shape[1] != SEATS_OF_PARTNERS:
        return np.empty(0, dtype=np.int64), np.empty(0)
    n_rows, n_games = len(result.memory.states), len(result.hands.game_ids)
    pairs, residuals, games = [], [], []
    for side, sign in ((0, 1.0), (1, -1.0)):
        people = (flags[:, side] & flags[:, side + 2] & RATED) > 0
        one = rows[people, side].astype(np.int64)
        two = rows[people, side + 2].astype(np.int64)
        pairs.append(np.minimum(one, two) * n_rows + np.maximum(one, two))
        residuals.append(sign * residual[people])
        games.append(result.hands.game[people])
    pair_ids, pair = np.unique(np.concatenate(pairs), return_inverse=True)
    met = pair * np.int64(max(1, n_games)) + np.concatenate(games)
    met_ids, place, n = np.unique(met, return_inverse=True, return_counts=True)
    means = np.bincount(place, weights=np.concatenate(residuals)) / n
    return pair_ids[met_ids // max(1, n_games)], means
