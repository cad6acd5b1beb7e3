"""Scoring positions: the points of a table as it lies, without its moves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO

from engine.errors import CoastalError
from engine.options import OptionValueError, UnknownOptionError, UnknownRulesetError
from engine.position_checks import check_table
from engine.position_lines import clause_lines
from engine.position_table import PositionError, Table, read_table
from engine.rulesets import get_ruleset
from engine.score import score_side

__all__ = ["PositionError", "score_lines", "score_position"]


@dataclass(slots=True)
class _Unread:
    """A line that is no JSON object."""

    problem: str


def score_position(position: Mapping[str, object]) -> dict[str, object]:
    """The breakdown of every side of a position, with the clauses used.

    Raises
    ------
    PositionError
        Something that no table of the ruleset could show; `clause` says why.
    """
    table = _table(position)
    check_table(table)
    ruleset = table.ruleset
    sides: list[dict[str, object]] = []
    for side in table.sides:
        score = score_side(ruleset, side.tally)
        sides.append(
            {
                "points": score.points,
                "melded": score.melded,
                "canasta_bonus": score.canasta_bonus,
                "threes": score.threes,
                "going_out": score.going_out,
                "held": score.held,
                "penalties": score.penalties,
                "special_hand": score.special_hand,
                "opening_minimum": ruleset.opening_minimum(side.points_before),
                "canastas": score.canastas._asdict(),
                "lines": clause_lines(ruleset, side, score),
            }
        )
    return {"sides": sides}


def _table(position: Mapping[str, object]) -> Table:
    name = position.get("ruleset")
    options = position.get("options", {})
    if not isinstance(name, str):
        raise PositionError(f"ruleset is {name!r}, expected the name of a preset")
    if not isinstance(options, dict):
        raise PositionError("options is no object of table options")
    try:
        ruleset = get_ruleset(name, options)
    except (UnknownRulesetError, UnknownOptionError, OptionValueError) as error:
        raise PositionError(str(error), clause="10.0") from error
    return read_table(ruleset, position)


def score_lines(in_stream: IO[str], out_stream: IO[str]) -> int:
    """Score every position of a stream; 0, or 1 if one was refused.

    The stream holds one JSON object, or one a line; one JSON object a position
    is written, for a refused one `{"error": …, "clause": …}`.
    """
    status = 0
    for position in _positions(in_stream.read()):
        try:
            if isinstance(position, _Unread):
                raise PositionError(position.problem)
            answer = score_position(position)
        except CoastalError as error:
            status = 1
            answer = {"error": str(error), "clause": getattr(error, "clause", None)}
        out_stream.write(json.dumps(answer, ensure_ascii=False) + "\n")
    return status


def _positions(text: str) -> Iterator[Mapping[str, object] | _Unread]:
    text = text.removeprefix("\ufeff")
    whole = _parsed(text)
    lines = [line for line in text.splitlines() if line.strip()]
    if not isinstance(whole, _Unread) or len(lines) <= 1:
        yield whole
        return
    parsed = [_parsed(line) for line in lines]
    if all(isinstance(position, _Unread) for position in parsed):
        yield whole  # one object over many lines, with a fault in it
    else:
        yield from parsed


def _parsed(text: str) -> Mapping[str, object] | _Unread:
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        return _Unread(f"this is no JSON: {error}")
    if not isinstance(value, dict):
        return _Unread("this is JSON, but no object")
    return value


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")
