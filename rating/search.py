"""Search intervals of a configuration's keys for the smallest loss."""

import math
from collections.abc import Mapping, Sequence, Sized
from concurrent.futures import Executor
from typing import Final, cast

import numpy as np

from rating.candidates import Metric
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.config_values import RatingConfigError
from rating.grid import Variant, variants
from rating.hands import HandArrays
from rating.seating import seat_hands
from rating.sweep import N_BLOCKS, sweep
from rating.tuning import (
    TUNE_SHARE,
    Progress,
    first_losses,
    refuse_unequal_margins,
)

N_ROUNDS: Final = 4  # each on a finer grid around the best so far
N_POINTS: Final = {1: 9, 2: 5}  # values of a key in a round, by the number of keys
FEWEST_POINTS: Final = 3
BESIDE: Final = 0.25  # of a step: nearer points say the same

Bounds = tuple[float, float]


def search(
    hands: HandArrays,
    live: RatingConfig,
    bounds: Mapping[str, Bounds],
    *,
    metric: Metric,
    n_blocks: int = N_BLOCKS,
    tune_share: float = TUNE_SHARE,
    executor: Executor | None = None,
    on_progress: Progress = lambda _n: None,
) -> list[Variant]:
    """The configurations that a search tried: the grids of all rounds.

    Each round sweeps a grid over the first part of the hands and closes in on the
    best point so far by the width of one step: one sweep takes a whole grid in the
    time of a few replays, so that points one by one would gain nothing.
    """
    refuse_unequal_margins(metric, tuple(bounds))
    seating = seat_hands(hands)
    inside = dict(bounds)
    losses: dict[int, float] = {}
    tried: list[Variant] = []
    for _ in range(N_ROUNDS):
        axes = {key: _points(live, key, inside[key], bounds, tried) for key in bounds}
        known = [one.config for one in tried]
        new = [one for one in variants(live, axes) if one.config not in known]
        if not new:
            break
        swept = sweep(
            hands,
            [one.config for one in new],
            seating=seating,
            n_blocks=n_blocks,
            has_levels=False,
            has_wins=metric == "win_log_loss",
            executor=executor,
            on_progress=on_progress,
        )
        for loss in first_losses(swept, metric, tune_share).mean(axis=0):
            losses[len(losses)] = math.inf if np.isnan(loss) else float(loss)
        tried += new
        best = tried[min(losses, key=losses.__getitem__)].values
        inside = {key: _around(best[key], axes[key], bounds[key]) for key in bounds}
    return tried


def _points(
    live: RatingConfig,
    key: str,
    inside: Bounds,
    keys: Sized,
    tried: Sequence[Variant],
) -> list[float | int]:
    """Values of a key, evenly from one bound to the other; whole where they must be.

    A value that was tried stands for a new one beside it: a bound of this round is
    a rounded sum of steps, a point of the last one was rounded once.
    """
    points, step = np.linspace(
        *inside, N_POINTS.get(len(keys), FEWEST_POINTS), retstep=True
    )
    if not _takes_fractions(live, key, inside):
        return sorted({int(point) for point in np.rint(points)})
    known = [cast("float", one.values[key]) for one in tried]
    rounded = [float(f"{point:.4g}") for point in points]
    nearest = (min(known, key=lambda one: abs(one - p), default=p) for p in rounded)
    return sorted(
        {
            near if abs(near - point) < step * BESIDE else point
            for near, point in zip(nearest, rounded, strict=True)
        }
    )


def _takes_fractions(live: RatingConfig, key: str, inside: Bounds) -> bool:
    """Whether the key takes a number that is not whole; refuses a key of no number."""
    with_values(live, {key: inside[0]})
    try:
        with_values(live, {key: int(inside[0]) + 0.5})
    except RatingConfigError:
        return False
    return True


def _around(best: object, points: Sequence[float], bounds: Bounds) -> Bounds:
    """One step to either side of the best value, within the bounds."""
    centre = cast("float", best)
    step = (points[-1] - points[0]) / max(1, len(points) - 1)
    return max(bounds[0], centre - step), min(bounds[1], centre + step)
