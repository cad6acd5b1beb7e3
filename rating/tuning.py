"""Compare configurations by what they would have foretold, and say what follows."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.errors import UsageError
from rating.candidates import Candidate, Distance, Metric, Tuning
from rating.config import RatingConfig
from rating.config_file import value_of
from rating.grid import Variant
from rating.hands import HandArrays
from rating.stats import scoring
from rating.stats.paired import (
    BestSet,
    Differences,
    bca_interval,
    best_set,
    block_values,
    differences,
    sign_flip_p,
)
from rating.store import Connection, live_version, load_hands
from rating.sweep import N_BLOCKS, sweep
from rating.sweep_result import SweepResult

Floats = NDArray[np.float64]
Progress = Callable[[int], None]

TUNE_SHARE: Final = 0.7  # of the hands; the later ones confirm what was found
# Under other margins S is another quantity, and so are the losses that are made of it.
MARGIN_KEYS: Final = ("change.margin_function", "change.margin_scale")


def hands_and_live(
    con: Connection, ladder: str | None
) -> tuple[HandArrays, RatingConfig]:
    """The hands of a snapshot, of one ladder or all, and its live configuration."""
    version, hands = live_version(con), load_hands(con)
    return (
        hands.on_ladder(ladder) if ladder else hands,
        version.config if version else RatingConfig(),
    )


def tune(
    hands: HandArrays,
    live: RatingConfig,
    found: Sequence[Variant],
    *,
    metric: Metric,
    n_blocks: int = N_BLOCKS,
    tune_share: float = TUNE_SHARE,
    rng: np.random.Generator,
    executor: Executor | None = None,
    on_progress: Progress = lambda _n: None,
) -> Tuning:
    """Sweep the live configuration and `found` over `hands`, which must not be empty.

    The best and those equal to it are chosen on the first games; what the later ones
    say about them was not used for the choice.
    """
    keys = tuple(dict.fromkeys(key for one in found for key in one.values))
    now = Variant(values={key: value_of(live, key) for key in keys}, config=live)
    every = [now, *(one for one in found if one.config != live)]
    refuse_unequal_margins(metric, keys)
    result = sweep(
        hands,
        [one.config for one in every],
        n_blocks=n_blocks,
        has_wins=metric == "win_log_loss",
        executor=executor,
        on_progress=on_progress,
    )
    n_first = first_blocks(result.blocks.n_hands, tune_share)
    first, later = slice(0, n_first), slice(n_first, None)
    chosen = best_set(_values(result, metric, first))
    afterwards = _values(result, metric, later)
    apart = afterwards[:, chosen.best] - afterwards[:, 0]
    low, high = bca_interval(apart, rng)
    estimate = float(apart.mean()) if len(apart) else math.nan
    sizes = result.blocks.n_hands
    return Tuning(
        metric=metric,
        keys=keys,
        n_hands=int(sizes[first].sum()),
        n_later_hands=int(sizes[later].sum()),
        n_blocks=n_first,
        n_later_blocks=len(sizes) - n_first,
        candidates=_candidates(every, result, metric, n_first, chosen),
        best=chosen.best,
        confirmed=Distance(estimate=estimate, low=low, high=high),
        confirmed_p=sign_flip_p(apart, rng),
    )


def default_metric(keys: Sequence[str]) -> Metric:
    """The log loss of the actual score, or of the win where margins are swept."""
    return "win_log_loss" if _varies_margins(keys) else "log_loss"


def refuse_unequal_margins(metric: Metric, keys: Sequence[str]) -> None:
    """Raise UsageError where the metric would compare different quantities."""
    if metric != "win_log_loss" and _varies_margins(keys):
        raise UsageError(
            f"{metric} cannot be compared between margin functions or scales, under "
            "which a score is another number: use --metric win_log_loss"
        )


def _varies_margins(keys: Sequence[str]) -> bool:
    return any(key.startswith(MARGIN_KEYS) for key in keys)


def first_blocks(sizes: NDArray[np.int64], share: float) -> int:
    """How many blocks hold the first `share` of the hands; at least one."""
    upto = np.cumsum(sizes)
    return int(np.searchsorted(upto, share * float(upto[-1]))) + 1


def first_losses(result: SweepResult, metric: Metric, tune_share: float) -> Floats:
    """Values by block of the first part, whose means are the losses a hand."""
    n_first = first_blocks(result.blocks.n_hands, tune_share)
    return _values(result, metric, slice(0, n_first))


def _values(result: SweepResult, metric: Metric, part: slice) -> Floats:
    sizes = result.blocks.n_hands[part]
    losses: Floats = getattr(result, metric)[part]
    return block_values(losses, sizes) if sizes.sum() else losses[:0]


def _candidates(
    every: Sequence[Variant],
    result: SweepResult,
    metric: Metric,
    n_first: int,
    chosen: BestSet,
) -> tuple[Candidate, ...]:
    first = _values(result, metric, slice(0, n_first))
    later = _values(result, metric, slice(n_first, None))
    nothing = np.full(len(every), np.nan)
    later_loss = later.mean(axis=0) if len(later) else nothing
    apart = differences(first, first[:, 0])
    later_apart = (
        differences(later, later[:, 0])
        if len(later)
        else Differences(estimate=nothing, low=nothing, high=nothing)
    )
    sums = result.hand_sums(np.ones(len(result.blocks), dtype=np.bool_))
    slopes, sharpness = scoring.calibration_slope(sums), scoring.sharpness(sums)
    skill = scoring.skill(sums)
    per_1000 = 1000.0 / float(result.blocks.n_hands.sum())
    changes = result.level_changes.sum(axis=0)
    warnings = result.events("at_risk").sum(axis=0)
    undone = _shares(result.reversals.sum(axis=0), changes)
    loss = first.mean(axis=0)
    return tuple(
        Candidate(
            values=one.values,
            config=one.config,
            is_live=lane == 0,
            loss=float(loss[lane]),
            later_loss=float(later_loss[lane]),
            from_live=_distance(apart, lane),
            later_from_live=_distance(later_apart, lane),
            p_value=float(chosen.p_value[lane]),
            is_equal=bool(chosen.is_in[lane]),
            skill=float(skill[lane]),
            calibration_slope=float(slopes[lane]),
            sharpness=float(sharpness[lane]),
            level_changes=float(changes[lane] * per_1000),
            warnings=float(warnings[lane] * per_1000),
            reversed_share=float(undone[lane]),
            spread=float(result.spread[lane]),
            level_counts=_level_counts(result, lane),
        )
        for lane, one in enumerate(every)
    )


def _shares(part: Floats, whole: Floats) -> Floats:
    """Each part of its whole; NaN of nothing."""
    found = np.full(len(whole), np.nan)
    np.divide(part, whole, out=found, where=whole > 0)
    return found


def _level_counts(result: SweepResult, lane: int) -> tuple[int, ...]:
    """Players at each level of the lane's own table; self-rated come first."""
    n_levels = len(result.configs[lane].levels.table)
    return tuple(int(n) for n in result.level_counts[lane][: n_levels + 1])


def _distance(apart: Differences, lane: int) -> Distance:
    return Distance(
        estimate=float(apart.estimate[lane]),
        low=float(apart.low[lane]),
        high=float(apart.high[lane]),
    )
