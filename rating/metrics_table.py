"""Every metric of a ladder by name, and the metrics of two configurations compared."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating import metrics_theory as theory
from rating.metrics import briers, log_losses, mean_difference, wins
from rating.metrics_blocks import (
    Estimate,
    bins_of,
    blocks_of,
    paired_bins,
    pull_of,
    speeds_of,
)
from rating.metrics_levels import churn_sums, times_to_levels
from rating.metrics_list import METRICS, OF_SUMS, Metric
from rating.metrics_players import inflation, partners, points_added
from rating.replay import ReplayResult
from rating.stats import calibration, scoring
from rating.stats.blocks import bootstrap
from rating.stats.calibration import Curve
from rating.stats.survival import TimeCurve

Floats = NDArray[np.float64]
Chosen = NDArray[np.bool_]
N_SUMS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricComparison:
    """A metric under two configurations, over the same hands."""

    metric: Metric
    before: Estimate
    after: Estimate
    difference: Estimate  # after minus before


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """What one configuration draws.

    Attributes
    ----------
    binned, isotonic : Curve
        Actual against expected scores: in 20 bins, and the best rising curve.
    times_to_levels : dict
        Rated hands until players first reach a level, by its name.
    """

    binned: Curve
    isotonic: Curve
    times_to_levels: dict[str, TimeCurve]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredMetrics:
    """All metrics of one configuration by name, and the curves behind them."""

    estimates: dict[str, Estimate]
    curves: Curves


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedMetrics:
    """All metrics of two configurations, in the order of METRICS."""

    rows: tuple[MetricComparison, ...]
    curves_before: Curves
    curves_after: Curves


def compare_metrics(
    old: ReplayResult, new: ReplayResult, chosen: Chosen, rng: np.random.Generator
) -> ComparedMetrics | None:
    """All metrics over the chosen hands, which both must rate; None without any.

    Hands are paired and whole games are drawn: the interval of a difference is much
    narrower than those of its two sides. `rng` draws them.
    """
    if not chosen.any():
        return None
    (before, curves_before), (after, curves_after) = (
        _singles(result, chosen) for result in (old, new)
    )
    block, n_blocks = blocks_of(old, chosen)
    sums = np.hstack([_sums(x, chosen, block, n_blocks) for x in (old, new)])

    def both(total: Floats) -> Floats:
        one = _statistics(total[..., :N_SUMS], old)
        two = _statistics(total[..., N_SUMS:], new)
        return np.concatenate((one, two, two - one))

    found = bootstrap(sums, both, rng)
    estimates = [
        Estimate(*map(float, numbers))
        for numbers in zip(found.estimate, found.low, found.high, strict=True)
    ]
    n = len(OF_SUMS)
    slopes = before["win_slope"].value, after["win_slope"].value
    paired = dict(_paired_means(old, new, chosen, slopes))
    paired |= paired_bins(old, new, chosen)
    rows = []
    for place, metric in enumerate(METRICS):
        if place < n:
            one, two, change = estimates[place::n]
        else:
            one, two = before[metric.name], after[metric.name]
            change = Estimate(two.value - one.value)
        rows.append(
            MetricComparison(
                metric=metric,
                before=one,
                after=two,
                difference=paired.get(metric.name, change),
            )
        )
    return ComparedMetrics(
        rows=tuple(rows), curves_before=curves_before, curves_after=curves_after
    )


def measure_metrics(
    result: ReplayResult, chosen: Chosen, rng: np.random.Generator
) -> MeasuredMetrics | None:
    """All metrics over the chosen hands, which must be rated; None without any."""
    if not chosen.any():
        return None
    block, n_blocks = blocks_of(result, chosen)
    sums = _sums(result, chosen, block, n_blocks)
    found = bootstrap(sums, lambda total: _statistics(total, result), rng)
    of_sums = {
        name: Estimate(*map(float, numbers))
        for name, *numbers in zip(
            OF_SUMS, found.estimate, found.low, found.high, strict=True
        )
    }
    singles, curves = _singles(result, chosen)
    merged = of_sums | singles
    estimates = {metric.name: merged[metric.name] for metric in METRICS}
    return MeasuredMetrics(estimates=estimates, curves=curves)


def _sums(
    result: ReplayResult, chosen: Chosen, block: NDArray[np.intp], n_blocks: int
) -> Floats:
    """What the metrics of sums need by block, shape (n_blocks, N_SUMS)."""
    hands = scoring.hand_sums(
        result.inputs.expected[chosen], result.actual[chosen], block[chosen], n_blocks
    )
    churn = churn_sums(result, block, n_blocks)
    counts = churn.n_changes, churn.promotions, churn.demotions, churn.warnings
    added = points_added(result, block, n_blocks)
    return np.stack((*hands, added, *counts, churn.reversals), axis=-1)


def _statistics(total: Floats, result: ReplayResult) -> Floats:
    """The metrics of OF_SUMS, shape (13, ...), from sums of shape (..., N_SUMS)."""
    columns = np.moveaxis(total, -1, 0)
    hands = scoring.HandSums(*columns[:6])
    added, n_changes, promotions, demotions, warnings, reversals = columns[6:]
    k = result.config.change.k[-1].k
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = scoring.brier(hands)
        pull = pull_of(result, scoring.sharpness(hands) ** 2)
        rates = [
            1_000.0 * count / n_changes for count in (promotions, demotions, warnings)
        ]
        return np.stack(
            [
                scoring.log_loss(hands),
                scoring.deviance(hands),
                scoring.skill(hands),
                variance,
                scoring.calibration_slope(hands),
                scoring.sharpness(hands),
                theory.equilibrium_sd(k, variance, pull),
                theory.matched_drift(k, variance),
                added / hands.n_hands,
                *rates,
                reversals / (promotions + demotions),
            ]
        )


def _paired_means(
    old: ReplayResult, new: ReplayResult, chosen: Chosen, slopes: tuple[float, float]
) -> Iterator[tuple[str, Estimate]]:
    """Differences of means per hand: hands paired, games as the units."""
    won = wins(old)[chosen]
    win_losses = [
        calibration.win_losses(result.inputs.expected[chosen], won, slope)
        for result, slope in zip((old, new), slopes, strict=True)
    ]
    for name, (one, two) in (
        ("log_loss", [log_losses(x)[chosen] for x in (old, new)]),
        ("brier", [briers(x)[chosen] for x in (old, new)]),
        ("win_log_loss", win_losses),
    ):
        found = mean_difference(one, two, old.hands.game[chosen])
        yield name, Estimate(found.estimate, found.low, found.high)


def _singles(
    result: ReplayResult, chosen: Chosen
) -> tuple[dict[str, Estimate], Curves]:
    """The metrics that are no functions of sums, by name, and the curves."""
    expected, actual = result.inputs.expected[chosen], result.actual[chosen]
    won = wins(result)[chosen]
    slope = calibration.win_slope(expected, won)
    split = calibration.brier_split(expected, actual)
    rising = calibration.isotonic_curve(expected, actual)
    drift, pairs = inflation(result), partners(result)
    numbers = {
        "win_log_loss": float(calibration.win_losses(expected, won, slope).mean()),
        "win_slope": slope,
        "miscalibration": calibration.miscalibration(rising, expected, actual),
        "partner_p": pairs.p_value,
    }
    found = {
        name: Estimate(math.nan if number is None else float(number))
        for name, number in numbers.items()
    }
    found["inflation"] = Estimate(drift.slope, drift.low, drift.high)
    found["partner_sd"] = Estimate(pairs.sd, pairs.low, pairs.high)
    found |= bins_of(result, chosen) | speeds_of(result, chosen)
    curves = Curves(
        binned=split.curve, isotonic=rising, times_to_levels=times_to_levels(result)
    )
    return found, curves
