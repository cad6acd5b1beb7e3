"""What a hand between equal sides gives, drawn from hands that the engine played."""

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.config import FAMILIES, MARGIN_FUNCTIONS, RatingConfig
from rating.formulas import actual_scores
from rating.simulate_kernel import expected_scores

PACKAGED: Final = files("rating") / "engine_points.csv"
TYPICAL_GAP: Final = 150.0  # rating points between two sides
FEWEST: Final = 50  # hands from which a distribution may be taken

Points = NDArray[np.int64]  # shape (n_hands, 2): the two sides of each hand


@cache
def engine_points(family: str) -> Points:
    """Points of both sides of 256 engine hands between equal players.

    They stand for the quantiles of the margin of 4,000 hands, half of them between
    four intermediate and half between four expert computer players; made by
    `python -m benchmarks.engine_margins`.
    """
    assert family in FAMILIES
    with PACKAGED.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["family"] == family]
    pairs = [(int(row["points"]), int(row["other_points"])) for row in rows]
    return np.array(pairs, dtype=np.int64)


def thin_points(pairs: Sequence[tuple[int, int]], n_kept: int) -> Points:
    """At most `n_kept` hands, evenly over the quantiles of the size of the margin."""
    points = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    if len(points) <= n_kept:
        return points
    size = np.abs(points[:, 0] - points[:, 1])
    places = ((np.arange(n_kept) + 0.5) * len(points) / n_kept).astype(np.int64)
    return points[np.argsort(size, kind="stable")[places]]


def points_a_gap(points: Points, family: str) -> float:
    """Points of margin per rating point of skill, for hands with these points.

    Chosen so that sides 150 points apart score on average what their Ratings would
    foretell under the default configuration: this is what a rating point of skill
    means here.
    """
    from scipy.optimize import brentq

    config = RatingConfig()
    change, scale = config.change, config.margin_scale(family)
    function = MARGIN_FUNCTIONS.index(change.margin_function)
    wanted = expected_scores(np.array([TYPICAL_GAP]), change.scale)[0]
    both = np.concatenate((points[:, 0] - points[:, 1], points[:, 1] - points[:, 0]))

    def beyond(slope: float) -> float:
        margins = both + np.int64(np.rint(slope * TYPICAL_GAP))
        scales = np.full(len(margins), scale)
        return float(actual_scores(margins, scales, function).mean() - wanted)

    widest = float(np.abs(both).max(initial=0)) + 40.0 * scale
    return float(brentq(beyond, 0.0, widest / TYPICAL_GAP, xtol=1e-3))
