"""A comparison of two configurations as a person reads it in a terminal."""

import math
from collections.abc import Sequence
from dataclasses import asdict

import typer

from ingest.terminal import print_table
from rating.display import shown
from rating.lab import SELF_RATED, Comparison, LadderComparison, PlayerComparison
from rating.metrics import Difference, Metrics

LISTED = 20  # players of a kind that are listed


def print_comparison(comparison: Comparison) -> None:
    """Print who would move and how well both configurations fit, ladder by ladder."""
    if not comparison.ladders:
        typer.echo("no hand counts for a Rating yet")
    for ladder in comparison.ladders:
        _print_ladder(ladder)


def comparison_fields(comparison: Comparison) -> dict[str, object]:
    """The comparison, ready for JSON."""
    return {"ladders": [_fields(ladder) for ladder in comparison.ladders]}


def _fields(ladder: LadderComparison) -> dict[str, object]:
    lists = {
        name: [player.player_id for player in getattr(ladder, name)]
        for name in ("promoted", "demoted", "at_risk", "protected")
    }
    return (
        asdict(ladder)
        | lists
        | {
            name: _interval(getattr(ladder, name))
            for name in ("log_loss_difference", "brier_difference")
        }
    )


def _interval(difference: Difference) -> dict[str, float | int | None]:
    """A difference for JSON, which has no NaN: below two games there is no interval."""
    return {
        name: None if math.isnan(value) else value
        for name, value in asdict(difference).items()
    }


def _print_ladder(found: LadderComparison) -> None:
    typer.echo(f"{found.ladder}: {found.n_hands:,} hands")
    print_table(
        ("", "live", "tried", "difference", "95 % interval"),
        [
            _metric("log loss", found, "log_loss", found.log_loss_difference),
            _metric("Brier", found, "brier", found.brier_difference),
        ],
    )
    typer.echo("\nplayers by level, live (rows) and tried (columns)")
    rows = zip(found.level_names_before, found.level_matrix, strict=True)
    print_table(("", *found.level_names_after), [(name, *row) for name, row in rows])
    _print_players("promoted", found.promoted)
    _print_players("demoted", found.demoted)
    _print_players("at risk", found.at_risk)
    _print_players("protected", found.protected)
    typer.echo("")


def _metric(
    label: str, found: LadderComparison, name: str, difference: Difference
) -> tuple[str, ...]:
    def value(metrics: Metrics) -> str:
        number = getattr(metrics, name)
        return "" if number is None else f"{number:.5f}"

    interval = "none below two games"
    if not math.isnan(difference.low):
        interval = f"{difference.low:+.5f} to {difference.high:+.5f}"
    return (
        label,
        value(found.before),
        value(found.after),
        f"{difference.estimate:+.5f}",
        interval,
    )


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
