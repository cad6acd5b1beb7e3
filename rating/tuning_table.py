"""A sweep as a person reads it in a terminal, and as a program reads it."""

import csv
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import typer

from ingest.terminal import print_table
from rating.candidates import Candidate, Tuning, in_words, shown_value
from rating.cli_try import comparison_fields, print_comparison
from rating.lab import Comparison

LISTED: Final = 20  # rows that are printed
NUMBERS: Final = (
    "loss",
    "later_loss",
    "p_value",
    "skill",
    "calibration_slope",
    "sharpness",
    "level_changes",
    "warnings",
    "reversed_share",
    "spread",
)


def print_tuning(tuning: Tuning, chosen: Candidate, tried: Comparison | None) -> None:
    """Print the best rows, what follows, and who would move under the chosen one."""
    name = tuning.metric.replace("_", " ")
    columns = (
        "row",
        *tuning.keys,
        name,
        "less live (95 % interval)",
        "later hands, less live",
        "like the best",
        "level changes",
        "spread",
    )
    ranked = list(enumerate(tuning.ranked, 1))
    shown = ranked[:LISTED] + [pair for pair in ranked[LISTED:] if pair[1].is_live]
    print_table(columns, [_row(tuning, number, one) for number, one in shown])
    if len(shown) < len(ranked):
        typer.echo(f"and {len(ranked) - len(shown):,} more (all with --out or --json)")
    typer.echo("level changes: promotions and demotions per 1,000 hands; spread: SD of")
    typer.echo("the last Ratings. Smaller is better but for the spread.\n")
    for sentence in tuning.words:
        typer.echo(sentence)
    if tried is not None:
        what = "the live configuration" if chosen.is_live else _values(chosen.values)
        typer.echo(f"\nunder {what}:\n")
        print_comparison(tried)


def _row(tuning: Tuning, number: int, one: Candidate) -> tuple[object, ...]:
    return (
        f"{number} live" if one.is_live else str(number),
        *(shown_value(one.values[key]) for key in tuning.keys),
        f"{one.loss:.5f}",
        "" if one.is_live else in_words(one.from_live),
        "" if one.is_live else in_words(one.later_from_live),
        "yes" if one.is_equal else f"no, p = {one.p_value:.1g}",
        f"{one.level_changes:.1f}",
        f"{one.spread:.0f}",
    )


def _values(values: Mapping[str, object]) -> str:
    return ", ".join(f"{key} = {shown_value(value)}" for key, value in values.items())


def tuning_fields(
    tuning: Tuning, chosen: Candidate, tried: Comparison | None
) -> dict[str, object]:
    """The sweep, ready for JSON."""
    ranked = tuning.ranked
    return {
        "metric": tuning.metric,
        "n_hands": tuning.n_hands,
        "n_later_hands": tuning.n_later_hands,
        "n_blocks": tuning.n_blocks,
        "n_later_blocks": tuning.n_later_blocks,
        "n_equal": tuning.n_equal,
        "words": list(tuning.words),
        "chosen_row": ranked.index(chosen) + 1,
        "chosen_toml": chosen.config.to_toml(),
        "rows": [_fields(number, one) for number, one in enumerate(ranked, 1)],
        "people": comparison_fields(tried)["ladders"] if tried else None,
    }


def _fields(number: int, one: Candidate) -> dict[str, object]:
    numbers = {name: _finite(getattr(one, name)) for name in NUMBERS}
    distances = {
        f"{name}{bound}": _finite(value)
        for name in ("from_live", "later_from_live")
        for bound, value in (
            ("", getattr(one, name).estimate),
            ("_low", getattr(one, name).low),
            ("_high", getattr(one, name).high),
        )
    }
    names = ("self-rated", *(level.name for level in one.config.levels.table))
    return {
        "row": number,
        "is_live": one.is_live,
        "values": one.values,
        "is_equal": one.is_equal,
        **numbers,
        **distances,
        "players_by_level": dict(zip(names, one.level_counts, strict=True)),
    }


def _finite(value: float) -> float | None:
    """A number for JSON, which has no NaN."""
    return None if math.isnan(value) else value


def write_rows(tuning: Tuning, path: Path) -> None:
    """Write every row to a .csv or .json file, the smallest loss first."""
    rows = [_fields(number, one) for number, one in enumerate(tuning.ranked, 1)]
    if path.suffix == ".json":
        text = json.dumps({"metric": tuning.metric, "rows": rows}, indent=1)
        path.write_text(text + "\n", encoding="utf-8")
        return
    flat = [
        {key: shown_value(value) for key, value in tuning.ranked[i].values.items()}
        | {name: v for name, v in row.items() if not isinstance(v, dict)}
        for i, row in enumerate(rows)
    ]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(flat[0]))
        writer.writeheader()
        writer.writerows(flat)
