"""The chart of My progress: Rating and Form over rated hands, with the levels."""

from collections.abc import Sequence

from dashboards.charts import LOSS, MARK, NEUTRAL, OWN, TOP_LEGEND, Spec
from dashboards.data.progress import HistoryPoint, LevelLine


def rating_chart(
    history: Sequence[HistoryPoint],
    levels: Sequence[LevelLine],
    *,
    provisional_hands: int,
    keep_margin: float,
) -> Spec:
    """Rating (thin) and Form (thick) over rated hands, with the level lines.

    The provisional hands are dashed; the zone in which the own level is still kept
    is shaded.
    """
    low, high = _reach(history, levels)
    first, last = history[0].rated_hands, history[-1].rated_hands
    scale_x = {"domain": [first, max(last, first + 1)], "nice": False}
    scale_y = {"domain": [low, high], "zero": False, "nice": False}
    x = _axis("rated_hands", "rated hand", scale_x)
    y = _axis("value", "rating points", scale_y)
    lines = [
        {"line": level.form_line, "level": level.level}
        for level in levels
        if level.form_line is not None and low <= level.form_line <= high
    ]
    return {
        "height": 340,
        "layer": [
            *_kept_zone(history[-1].level, levels, keep_margin, scale_y),
            *_level_lines(lines, scale_y),
            *_series(history, provisional_hands, x, y),
            _event_marks(history, x, y),
        ],
        "config": TOP_LEGEND,
    }


def _reach(
    history: Sequence[HistoryPoint], levels: Sequence[LevelLine]
) -> tuple[float, float]:
    """The span of the y axis: every value, and the next level's line above them."""
    values = [value for point in history for value in (point.rating, point.form)]
    low, high = min(values), max(values)
    above = [
        level.form_line
        for level in levels
        if level.form_line is not None and level.form_line > history[-1].form
    ]
    if above and min(above) - high < 150:  # rating points that still fit the picture
        high = max(high, int(min(above)))
    return low - 25.0, high + 25.0


def _axis(field: str, title: str, scale: Spec) -> Spec:
    axis = {"grid": False, "tickMinStep": 1, "format": ",d"}
    return {
        "field": field,
        "type": "quantitative",
        "title": title,
        "scale": scale,
        "axis": axis,
    }


def _kept_zone(
    level: str | None,
    levels: Sequence[LevelLine],
    keep_margin: float,
    scale_y: Spec,
) -> list[Spec]:
    line = next((row.form_line for row in levels if row.level == level), None)
    if line is None:
        return []
    zone = {"from": line - keep_margin, "to": line}
    y = {"field": "from", "type": "quantitative", "scale": scale_y}
    return [
        {
            "data": {"values": [zone]},
            "mark": {"type": "rect", "color": NEUTRAL, "opacity": 0.14, "clip": True},
            "encoding": {"y": y, "y2": {"field": "to"}},
        }
    ]


def _level_lines(lines: Sequence[Spec], scale_y: Spec) -> list[Spec]:
    y = {"field": "line", "type": "quantitative", "scale": scale_y}
    label = {"field": "level", "type": "nominal"}
    text = {
        "type": "text",
        "align": "left",
        "baseline": "middle",
        "dx": 6,
        "color": NEUTRAL,
        "fontWeight": "bold",
    }
    return [
        {
            "data": {"values": list(lines)},
            "mark": {"type": "rule", "color": NEUTRAL, "strokeDash": [2, 3]},
            "encoding": {"y": y},
        },
        {
            "data": {"values": list(lines)},
            "mark": text,
            "encoding": {"y": y, "x": {"value": "width"}, "text": label},
        },
    ]


def _series(
    history: Sequence[HistoryPoint], provisional_hands: int, x: Spec, y: Spec
) -> list[Spec]:
    values = [
        {
            "rated_hands": point.rated_hands,
            "series": series,
            "value": value,
            "part": part,
        }
        for point in history
        for series, value in (("Rating", point.rating), ("Form", point.form))
        for part in _parts(point.rated_hands, provisional_hands)
    ]
    names = {"domain": ["Rating", "Form"], "range": [NEUTRAL, OWN]}
    widths = {"domain": ["Rating", "Form"], "range": [1.4, 3.2]}
    dashes = {"domain": ["self-rated", "rated"], "range": [[4, 4], [1, 0]]}
    series = {"field": "series", "type": "nominal"}
    return [
        {
            "data": {"values": values},
            "mark": {"type": "line", "clip": True, "tooltip": True},
            "encoding": {
                "x": x,
                "y": y,
                "color": series | {"scale": names},
                "strokeWidth": series | {"scale": widths},
                "strokeDash": {
                    "field": "part",
                    "type": "nominal",
                    "scale": dashes,
                    "legend": None,
                },
            },
        }
    ]


def _parts(rated_hands: int, provisional_hands: int) -> list[str]:
    """The parts of the line a point belongs to; the seam belongs to both."""
    if rated_hands < provisional_hands:
        return ["self-rated"]
    if rated_hands == provisional_hands:
        return ["self-rated", "rated"]
    return ["rated"]


def _event_marks(history: Sequence[HistoryPoint], x: Spec, y: Spec) -> Spec:
    events = [
        {
            "rated_hands": point.rated_hands,
            "value": point.form,
            "event": point.level_event,
            "level": point.level,
        }
        for point in history
        if point.level_event in {"started", "promoted", "demoted"}
    ]
    kinds = ["started", "promoted", "demoted"]
    return {
        "data": {"values": events},
        "mark": {"type": "point", "filled": True, "size": 110, "tooltip": True},
        "encoding": {
            "x": x,
            "y": y,
            "shape": {
                "field": "event",
                "type": "nominal",
                "scale": {
                    "domain": kinds,
                    "range": ["circle", "triangle-up", "triangle-down"],
                },
                "legend": None,
            },
            "fill": {
                "field": "event",
                "type": "nominal",
                "scale": {"domain": kinds, "range": [NEUTRAL, MARK, LOSS]},
                "legend": None,
            },
        },
    }
