"""The ladder of scores of a hand: the lines that make the points of each side."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import streamlit as st

from dashboards import charts
from dashboards.charts import LOSS, MARK, NEUTRAL, OWN, Spec
from dashboards.data.hand import PointsLine, SidePoints
from dashboards.table import Cell, signed

LINES: Final = {  # name and colour, in the order in which they are stacked
    "canasta_bonus": ("canastas", OWN),
    "melded": ("melded cards", MARK),
    "threes": ("threes", "#CC79A7"),
    "going_out": ("going out", NEUTRAL),
    "special_hand": ("special hand", "#8F63B8"),
    "not_split": ("not split in the log", "#8F63B8"),
    "held": ("held cards", "#A6761D"),
    "penalties": ("penalties", LOSS),
}
TOLD_FROM = 0.15  # share of the width from which a part has room for its number


class Part(NamedTuple):
    """A line's part of a bar, from `begin` to `end` points."""

    side: str
    line: str
    points: int
    begin: int
    end: int


def show_ladder(
    sides: Sequence[str], points: Sequence[SidePoints], lines: Sequence[PointsLine]
) -> None:
    """Draw the ladder with its sentence and its table."""
    if not lines:
        st.info("No side got or lost a point, so there is nothing to split.")
        return
    told = {
        side.side: ", ".join(
            f"{LINES[line.line][0]} {signed(line.points)}"
            for line in lines
            if line.side == side.side
        )
        for side in points
    }
    alt = "; ".join(
        f"{sides[side.side]} {signed(side.points)} points"
        + (f": {told[side.side]}" if told[side.side] else "")
        for side in points
    )
    by_line = {(line.line, line.side): line.points for line in lines}
    used = [line for line in LINES if any(name == line for name, _ in by_line)]
    rows: list[list[Cell]] = [
        [LINES[line][0], *(by_line.get((line, side.side), 0) for side in points)]
        for line in used
    ]
    rows.append(["together", *(side.points for side in points)])
    charts.draw(
        ladder_chart(sides, lines),
        alt=f"Where the points came from. {alt}.",
        columns=["Line", *(sides[side.side] for side in points)],
        rows=rows,
    )


def ladder_chart(sides: Sequence[str], lines: Sequence[PointsLine]) -> Spec:
    """One bar a side: what adds to the right of zero, what costs to the left."""
    used = [name for name in LINES if any(line.line == name for line in lines)]
    y = {
        "field": "side",
        "type": "nominal",
        "sort": list(sides),
        "scale": {"domain": list(sides)},
        "title": None,
        "axis": {"labelLimit": 110, "labelExpr": "split(datum.label, ' and ')"},
    }
    x = {
        "field": "begin",
        "type": "quantitative",
        "title": "points",
        "axis": {"grid": False, "format": ",d", "tickCount": 5},
    }
    bar = {"type": "bar", "height": {"band": 0.7}, "stroke": "white", "tooltip": True}
    number = {"type": "text", "color": "white", "fontWeight": "bold"}
    told = {"x": x | {"field": "middle"}, "text": {"field": "told"}}
    return {
        "height": 90 + 30 * ((len(used) + 1) // 2) + 56 * len(sides),
        "data": {"values": _values(_parts(sides, lines))},
        "layer": [
            {
                "mark": bar,
                "encoding": {"y": y, "x": x, "x2": {"field": "end"}} | _colors(used),
            },
            {
                "mark": {"type": "rule", "color": NEUTRAL},
                "encoding": {"x": {"datum": 0}},
            },
            {"mark": number, "encoding": {"y": y} | told},
        ],
    }


def _colors(used: Sequence[str]) -> Spec:
    """The colour of each line; the legend has two columns, so that a phone shows it."""
    return {
        "color": {
            "field": "line",
            "type": "nominal",
            "sort": None,
            "scale": {
                "domain": [LINES[name][0] for name in used],
                "range": [LINES[name][1] for name in used],
            },
            "legend": {
                "orient": "top",
                "title": None,
                "columns": 2,
                "symbolType": "square",
            },
        }
    }


def _values(parts: Sequence[Part]) -> list[Spec]:
    """The parts with the number that is written on those with room for it."""
    ends = [0, *(part.end for part in parts)]
    room = TOLD_FROM * (max(ends) - min(ends))
    return [
        part._asdict()
        | {
            "middle": (part.begin + part.end) / 2,
            "told": signed(part.points) if abs(part.points) >= room else "",
        }
        for part in parts
    ]


def _parts(sides: Sequence[str], lines: Sequence[PointsLine]) -> list[Part]:
    """The parts of all bars, gains and losses stacked apart."""
    reached = {(side, sign): 0 for side in range(len(sides)) for sign in (True, False)}
    parts = []
    for line in lines:
        key = (line.side, line.points > 0)
        begin, end = reached[key], reached[key] + line.points
        reached[key] = end
        parts.append(
            Part(sides[line.side], LINES[line.line][0], line.points, begin, end)
        )
    return parts
