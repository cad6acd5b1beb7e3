"""A comparison of two configurations as a person reads it in a terminal."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace

import typer

from ingest.terminal import print_table
from rating.display import shown
from rating.lab import SELF_RATED, Comparison, LadderComparison, PlayerComparison
from rating.metrics_table import ComparedMetrics, MetricComparison
from rating.stats.survival import TimeCurve

LISTED = 20  # players of a kind that are listed


def print_comparison(comparison: Comparison, *, with_all_metrics: bool = False) -> None:
    """Print who would move and how well both configurations fit, ladder by ladder.

    Without `with_all_metrics` only the metrics that matter most are printed.
    """
    if not comparison.ladders:
        typer.echo("no hand counts for a Rating yet")
    for ladder in comparison.ladders:
        _print_ladder(ladder, with_all_metrics=with_all_metrics)


def comparison_fields(comparison: Comparison) -> dict[str, object]:
    """The comparison, ready for JSON."""
    return {"ladders": [_fields(ladder) for ladder in comparison.ladders]}


def _fields(ladder: LadderComparison) -> dict[str, object]:
    lists = {
        name: [player.player_id for player in getattr(ladder, name)]
        for name in ("promoted", "demoted", "at_risk", "protected")
    }
    plain = asdict(replace(ladder, metrics=None)) | lists
    for name in ("log_loss_difference", "brier_difference"):
        plain[name] = _without_nan(asdict(getattr(ladder, name)))
    metrics = ladder.metrics
    return plain | {
        "metrics": {
            row.metric.name: _metric_fields(row)
            for row in (metrics.rows if metrics else ())
        },
        "hands_to_levels": {
            name: {
                place: {"n": curve.n, "arrived": curve.n_arrived, "median": median}
                for place, curve, median in _times(metrics, name)
            }
            for name in ("live", "tried")
        },
    }


def _times(
    metrics: ComparedMetrics | None, name: str
) -> Iterator[tuple[str, TimeCurve, float | None]]:
    """Each level with its curve and the hands until half of the players reach it."""
    if metrics is None:
        return
    curves = metrics.curves_before if name == "live" else metrics.curves_after
    for level, curve in curves.times_to_levels.items():
        yield level, curve, curve.quantile(0.5)


def _metric_fields(row: MetricComparison) -> dict[str, object]:
    return {
        "unit": row.metric.unit,
        "live": _without_nan(row.before._asdict()),
        "tried": _without_nan(row.after._asdict()),
        "difference": _without_nan(row.difference._asdict()),
    }


def _without_nan(numbers: Mapping[str, float]) -> dict[str, float | None]:
    """Numbers for JSON, which has no NaN: below two games there is no interval."""
    return {
        name: None if math.isnan(value) else value for name, value in numbers.items()
    }


def _print_ladder(found: LadderComparison, *, with_all_metrics: bool) -> None:
    typer.echo(f"{found.ladder}: {found.n_hands:,} hands")
    if found.metrics is not None:
        print_table(
            ("", "live", "tried", "difference", "95 % interval", "unit"),
            [
                _metric(row)
                for row in found.metrics.rows
                if with_all_metrics or row.metric.is_main
            ],
        )
    if with_all_metrics:
        _print_times(found.metrics)
    typer.echo("\nplayers by level, live (rows) and tried (columns)")
    rows = zip(found.level_names_before, found.level_matrix, strict=True)
    print_table(("", *found.level_names_after), [(name, *row) for name, row in rows])
    _print_players("promoted", found.promoted)
    _print_players("demoted", found.demoted)
    _print_players("at risk", found.at_risk)
    _print_players("protected", found.protected)
    typer.echo("")


def _print_times(metrics: ComparedMetrics | None) -> None:
    typer.echo("\nrated hands until half of the players have reached a level")
    print_table(
        ("configuration", "level", "players", "arrived", "hands"),
        [
            (name, level, curve.n, curve.n_arrived, median or "not seen yet")
            for name in ("live", "tried")
            for level, curve, median in _times(metrics, name)
        ],
    )


def _metric(row: MetricComparison) -> tuple[str, ...]:
    digits = row.metric.digits
    low, high = row.difference.low, row.difference.high
    interval = "" if math.isnan(low) else f"{low:+.{digits}f} to {high:+.{digits}f}"
    return (
        row.metric.label,
        _number(row.before.value, digits),
        _number(row.after.value, digits),
        _number(row.difference.value, digits, sign="+"),
        interval,
        row.metric.unit,
    )


def _number(value: float, digits: int, sign: str = "") -> str:
    return "" if math.isnan(value) else f"{value:{sign},.{digits}f}"


def _print_players(title: str, players: Sequence[PlayerComparison]) -> None:
    typer.echo(f"\n{title}: {len(players)}")
    if not players:
        return
    print_table(
        ("player", "device", "Rating", "tried", "Form tried", "level", "tried"),
        [
            (
                player.player_id,
                player.device_id or "",
                shown(player.rating_before),
                shown(player.rating_after),
                shown(player.form_after),
                player.level_before or SELF_RATED,
                player.level_after or SELF_RATED,
            )
            for player in players[:LISTED]
        ],
    )
    if len(players) > LISTED:
        typer.echo(f"and {len(players) - LISTED} more (all with --json)")
