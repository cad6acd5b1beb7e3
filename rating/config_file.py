"""Strict reading of `rating.toml`: an error names the key, what was found, what fits.

An absent key has its default.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rating.config import (
    AWAY_HANDS,
    FAMILIES,
    FORM_KINDS,
    MARGIN_FUNCTIONS,
    SELF_RATINGS,
    SKILLS,
    ChangeConfig,
    ComputerStrengths,
    FormConfig,
    KStep,
    Level,
    LevelsConfig,
    MarginScales,
    RatingConfig,
    SeatsConfig,
    SelfRatingStarts,
    StartConfig,
)
from rating.config_values import (
    Missing,
    RatingConfigError,
    Table,
    as_rows,
    count,
    count_from_1,
    get,
    name_text,
    need,
    not_negative,
    numbers,
    one_of,
    points,
    positive,
    refuse_unknown,
    section,
)


def read_config(path: Path) -> RatingConfig:
    """The configuration in the file at `path`."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RatingConfigError(
            str(path), Missing("bytes that are not UTF-8"), "a text file in UTF-8"
        ) from error
    try:
        return parse_config(text)
    except RatingConfigError as error:
        raise error.in_file(str(path)) from error


def parse_config(text: str) -> RatingConfig:
    """The configuration that `text`, in TOML, describes."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem = Missing(str(error)[:1].lower() + str(error)[1:])
        raise RatingConfigError("text", problem, "valid TOML") from error
    return config_from(table)


def config_from(table: Table) -> RatingConfig:
    """The configuration in a table as TOML gives it, checked value by value."""
    refuse_unknown(table, "", ("version", "start", "change", "form", "seats", "levels"))
    version = table.get("version", 1)
    if isinstance(version, bool) or not isinstance(version, int) or version != 1:
        raise RatingConfigError("version", version, "1")
    return RatingConfig(
        start=_start(section(table, "start")),
        change=_change(section(table, "change")),
        form=_form(section(table, "form")),
        seats=_seats(section(table, "seats")),
        levels=_levels(section(table, "levels")),
    )


def with_values(config: RatingConfig, values: Mapping[str, object]) -> RatingConfig:
    """`config` with other values under dotted keys, checked as a file would be.

    >>> from rating.config import RatingConfig
    >>> with_values(RatingConfig(), {"form.span": 50}).form.span
    50
    >>> with_values(RatingConfig(), {"change.k[0].k": 20}).change.k[0].k
    20.0
    """
    table = tomllib.loads(config.to_toml())
    for key, value in values.items():
        _set_value(table, key, value)
    return config_from(table)


def value_of(config: RatingConfig, key: str) -> object:
    """The value under a dotted key, as TOML gives it; None where there is none."""
    place: object = tomllib.loads(config.to_toml())
    for part in key.replace("[", ".").replace("]", "").split("."):
        if isinstance(place, list) and part.isdigit() and int(part) < len(place):
            place = place[int(part)]
        elif isinstance(place, dict):
            place = place.get(part)
        else:
            return None
    return place


def _set_value(table: dict[str, object], key: str, value: object) -> None:
    """Set the value under a dotted key, whose parts may have places as `k[0]`."""
    place: dict[str, object] = table
    *path, last = key.split(".")
    for depth, part in enumerate(path):
        name, bracket, index = part.partition("[")
        inner = place.setdefault(name, {})
        if bracket:
            rows, wanted = inner, index.removesuffix("]")
            n_rows = len(rows) if isinstance(rows, list) else 0
            if not wanted.isdigit() or int(wanted) >= n_rows:
                raise RatingConfigError(
                    ".".join((*path[:depth], part)),
                    Missing("a place that does not exist"),
                    f"{name}[0] to {name}[{n_rows - 1}]" if n_rows else "no place",
                )
            inner = cast("list[object]", rows)[int(wanted)]
        if not isinstance(inner, dict):
            raise RatingConfigError(
                key, Missing("a key that does not exist"), "a key of rating.toml"
            )
        place = inner
    place[last] = value


def _start(table: Table) -> StartConfig:
    refuse_unknown(table, "start", ("rating", "self_rating", "provisional_hands"))
    default = StartConfig()
    starts = numbers(table, "start.self_rating", SELF_RATINGS, points)
    return StartConfig(
        rating=get(table, "start.rating", points, default.rating),
        self_rating=SelfRatingStarts(**starts),
        provisional_hands=get(
            table, "start.provisional_hands", count_from_1, default.provisional_hands
        ),
    )


def _change(table: Table) -> ChangeConfig:
    refuse_unknown(table, "change", ("scale", "k", "margin_function", "margin_scale"))
    default = ChangeConfig()
    scales = numbers(table, "change.margin_scale", FAMILIES, positive)
    return ChangeConfig(
        scale=get(table, "change.scale", positive, default.scale),
        k=get(table, "change.k", _k_steps, default.k),
        margin_function=get(
            table,
            "change.margin_function",
            one_of(MARGIN_FUNCTIONS),
            default.margin_function,
        ),
        margin_scale=MarginScales(**scales),
    )


def _form(table: Table) -> FormConfig:
    refuse_unknown(table, "form", ("kind", "span"))
    default = FormConfig()
    return FormConfig(
        kind=get(table, "form.kind", one_of(FORM_KINDS), default.kind),
        span=get(table, "form.span", count_from_1, default.span),
    )


def _seats(table: Table) -> SeatsConfig:
    refuse_unknown(table, "seats", ("computer_live", "computer_solo", "away_hands"))
    default = SeatsConfig()
    strengths = numbers(table, "seats.computer_solo", SKILLS, points)
    return SeatsConfig(
        computer_live=get(table, "seats.computer_live", points, default.computer_live),
        computer_solo=ComputerStrengths(**strengths),
        away_hands=get(
            table, "seats.away_hands", one_of(AWAY_HANDS), default.away_hands
        ),
    )


def _levels(table: Table) -> LevelsConfig:
    refuse_unknown(table, "levels", ("keep_margin", "protected_hands", "table"))
    default = LevelsConfig()
    return LevelsConfig(
        keep_margin=get(table, "levels.keep_margin", not_negative, default.keep_margin),
        protected_hands=get(
            table, "levels.protected_hands", count, default.protected_hands
        ),
        table=get(table, "levels.table", _level_table, default.table),
    )


def _k_steps(value: object, key: str) -> tuple[KStep, ...]:
    """Steps of the K-factor: they start at hand 0 and rise."""
    steps: list[KStep] = []
    for i, row in enumerate(as_rows(value, key)):
        at = f"{key}[{i}]"
        refuse_unknown(row, at, ("from_hand", "k"))
        from_hand = need(row, f"{at}.from_hand", count)
        if not steps and from_hand != 0:
            raise RatingConfigError(f"{at}.from_hand", from_hand, "0 in the first step")
        if steps and from_hand <= steps[-1].from_hand:
            raise RatingConfigError(
                f"{at}.from_hand",
                from_hand,
                f"more than {steps[-1].from_hand}: steps rise",
            )
        steps.append(KStep(from_hand=from_hand, k=need(row, f"{at}.k", positive)))
    return tuple(steps)


def _level_table(value: object, key: str) -> tuple[Level, ...]:
    """The levels, lowest first: only the first has no line, and lines rise."""
    levels: list[Level] = []
    for i, row in enumerate(as_rows(value, key)):
        at = f"{key}[{i}]"
        refuse_unknown(row, at, ("name", "form", "hands", "games"))
        name = need(row, f"{at}.name", name_text)
        if any(level.name == name for level in levels):
            raise RatingConfigError(f"{at}.name", name, "a name not used before")
        levels.append(
            Level(
                name=name,
                form=_line(row, f"{at}.form", levels),
                hands=get(row, f"{at}.hands", count, 0),
                games=get(row, f"{at}.games", count, 0),
            )
        )
    return tuple(levels)


def _line(row: Table, key: str, below: list[Level]) -> float | None:
    """The Form line of a level above the levels `below`."""
    if not below:
        if "form" in row:
            raise RatingConfigError(key, row["form"], "no line on the first level")
        return None
    line = need(row, key, points)
    highest = below[-1].form
    if highest is not None and line <= highest:
        raise RatingConfigError(key, line, f"more than {highest:g}: lines rise")
    return line
