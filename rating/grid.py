"""Grids of configurations: keys of rating.toml with the values they shall take."""

import itertools
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import UsageError
from rating.config import RatingConfig
from rating.config_file import with_values

Axes = Mapping[str, Sequence[object]]

MOST_CONFIGS: Final = 5_000
NUMBER: Final = r"[+-]?\d{1,15}(?:\.\d{1,15})?"  # what a float can tell apart
RANGE: Final = re.compile(f"({NUMBER}):({NUMBER}):({NUMBER})")
INTERVAL: Final = re.compile(f"({NUMBER}):({NUMBER})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One configuration of a grid, and where it may differ from the live one."""

    values: dict[str, object]
    config: RatingConfig


def read_axes(texts: Sequence[str]) -> dict[str, list[object]]:
    """The axes that `KEY=V1,V2,…`, `KEY=LOW:HIGH:STEP` or names of files describe.

    A file is TOML with a table `[grid]` of lists of values under quoted keys.

    Raises
    ------
    UsageError
        If a text is none of these or names a key twice.
    """
    axes: dict[str, list[object]] = {}
    for text in texts:
        key, is_axis, listed = text.partition("=")
        found = {key.strip(): _values(text, listed)} if is_axis else _read_file(text)
        for name, values in found.items():
            if name in axes:
                raise UsageError(f"the key {name} stands in the grid twice")
            axes[name] = values
    return axes


def _values(text: str, listed: str) -> list[object]:
    """The values of an axis as a person writes it."""
    steps = RANGE.fullmatch(listed.strip())
    if steps:
        low, high, step = map(_number, steps.groups())
        if step <= 0 or high < low:
            raise UsageError(
                f"{text} found, expected KEY=LOW:HIGH:STEP that rises, as "
                "form.span=20:60:10"
            )
        n_steps = int((high - low) / step + 1e-9)
        _check_size(n_steps + 1)
        return [low + place * step for place in range(n_steps + 1)]
    parts = [part.strip() for part in listed.split(",")]
    if not all(parts):
        raise UsageError(
            f"{text} found, expected KEY=V1,V2,… as change.k[0].k=20,24,28"
        )
    return [_value(part) for part in parts]


def _check_size(n_configs: int) -> None:
    if n_configs > MOST_CONFIGS:
        raise UsageError(
            f"the grid has {n_configs:,} configurations, expected at most "
            f"{MOST_CONFIGS:,}: leave out values or keys"
        )


def _value(text: str) -> object:
    """A value as TOML reads it; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except ValueError:  # no TOML, or a number of thousands of digits
        return text


def _number(text: str) -> float | int:
    return float(text) if "." in text else int(text)


def _read_file(name: str) -> dict[str, list[object]]:
    path = Path(name)
    if not path.is_file():
        raise UsageError(
            f"{name} found, expected KEY=V1,V2,… or the name of a TOML file with a "
            "table [grid]"
        )
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{name} has bytes that are not UTF-8, expected a text file in UTF-8"
        ) from error
    except ValueError as error:
        raise UsageError(f"{name} is no TOML: {error}") from error
    grid = table.get("grid")
    if set(table) != {"grid"} or not isinstance(grid, dict) or not grid:
        raise UsageError(f"{name}: expected one table [grid] with at least one key")
    for key, values in grid.items():
        if not isinstance(values, list) or not values:
            raise UsageError(
                f"{name}: {key} has {values!r}, expected a list of values; a key with "
                'dots stands in quotes, as "change.k[0].k" = [20, 24]'
            )
    return grid


def read_intervals(texts: Sequence[str]) -> dict[str, tuple[float, float]]:
    """The keys and bounds that `KEY=LOW:HIGH` texts describe."""
    found: dict[str, tuple[float, float]] = {}
    for text in texts:
        key, _, bounds = text.partition("=")
        match = INTERVAL.fullmatch(bounds.strip())
        low, high = map(_number, match.groups()) if match else (0, 0)
        if low >= high:
            raise UsageError(
                f"{text} found, expected KEY=LOW:HIGH as change.k[2].k=4:20"
            )
        if key.strip() in found:
            raise UsageError(f"the key {key.strip()} stands in --optimize twice")
        found[key.strip()] = (low, high)
    return found


def variants(live: RatingConfig, axes: Axes) -> list[Variant]:
    """Every combination of the axes' values on top of `live`, each once.

    Raises
    ------
    RatingConfigError
        At the first value that no configuration may have.
    UsageError
        If there are more than `MOST_CONFIGS`.
    """
    _check_size(math.prod(len(values) for values in axes.values()))
    combinations = (
        dict(zip(axes, chosen, strict=True))
        for chosen in itertools.product(*axes.values())
    )
    found: dict[str, Variant] = {}
    for values in combinations:
        config = with_values(live, values)
        # The same number may be written twice, or as 20 and as 20.0.
        found.setdefault(config.to_toml(), Variant(values=values, config=config))
    return list(found.values())
