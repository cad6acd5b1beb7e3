"""The charts: Vega-Lite specifications in the colours and shapes of this house.

Colours are fixed per meaning and pass 3:1 against the light and the dark page.
Gain and loss, Rating and Form differ in shape as well, never in colour alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from dashboards.data.statistics import Bin
from dashboards.table import Cell, show_table

OWN = "#0072B2"  # the viewer and their side; a gain
LOSS = "#D55E00"  # the other side; a loss
NEUTRAL = "#767676"  # everybody; the restless Rating behind the calm Form
MARK = "#009E73"  # promotions

TOP_LEGEND = {"legend": {"orient": "top", "title": None}}

LIKE_BEST, WORSE = "like the best", "worse"  # of the points of a sweep

Spec = dict[str, object]


class SweepPoint(NamedTuple):
    """One configuration of a sweep: a key's value, and its loss less the live one's.

    `label` is the value of a second key, or empty.
    """

    value: float
    label: str
    estimate: float
    low: float
    high: float
    like: str


def draw(
    spec: Spec, *, alt: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> None:
    """Draw a chart with its sentence for screen readers and its numbers as a table."""
    st.vega_lite_chart(spec, alt=alt, width="stretch")
    with st.expander("Show as table"):
        show_table(columns, rows, alt=alt)


def parts_chart(opponents_part: float, result_part: float) -> Spec:
    """The two parts of one change, each a bar to the left or right of zero."""
    values = [
        {"part": "opponents", "points": opponents_part},
        {"part": "result", "points": result_part},
    ]
    sign = {"condition": {"test": "datum.points < 0", "value": LOSS}, "value": OWN}
    return {
        "height": 150,
        "data": {"values": values},
        "mark": {"type": "bar", "tooltip": True, "height": 22},
        "encoding": {
            "y": {"field": "part", "type": "nominal", "title": None, "sort": None},
            "x": {
                "field": "points",
                "type": "quantitative",
                "title": "rating points",
                "axis": {"grid": False, "format": "+.1f", "tickCount": 6},
                "scale": {"nice": True},
            },
            "color": sign,
        },
    }


def canasta_chart(
    bars: Sequence[tuple[str, str, float, float | None, float | None]],
) -> Spec:
    """Means by kind with their intervals: (kind, whose, value, low, high) a bar."""
    values = [
        {"kind": kind, "who": who, "value": value, "low": low, "high": high}
        for kind, who, value, low, high in bars
    ]
    who = {"field": "who", "type": "nominal", "sort": None}
    place = {
        "y": {"field": "kind", "type": "nominal", "title": None, "sort": None},
        "yOffset": who,
    }
    x = {
        "field": "value",
        "type": "quantitative",
        "title": "canastas a hand, with 95 % interval",
        "axis": {"grid": False, "tickCount": 6},
    }
    colors = {"domain": ["You", "Everybody"], "range": [OWN, NEUTRAL]}
    n_bars = len(values)
    return {
        "height": 110 + 24 * n_bars,
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "bar", "tooltip": True},
                "encoding": place | {"x": x, "color": who | {"scale": colors}},
            },
            {
                "mark": {"type": "bar", "height": 3, "color": MARK},
                "encoding": place
                | {
                    "x": x | {"field": "low"},
                    "x2": {"field": "high"},
                },
            },
        ],
        "config": TOP_LEGEND,
    }


def histogram_chart(bins: Sequence[Bin], *, title: str, with_own: bool) -> Spec:
    """Shares of hands by bin: everybody as bars, the viewer as a stepped line."""
    n_all = sum(row.n_all for row in bins) or 1
    n_own = sum(row.n_own for row in bins) or 1
    values = [
        {
            "low": row.low,
            "high": row.high,
            "everybody": row.n_all / n_all,
            "you": row.n_own / n_own,
        }
        for row in bins
    ]
    x = {
        "field": "low",
        "type": "quantitative",
        "bin": {"binned": True},
        "title": title,
        "axis": {"grid": False, "format": ",d", "tickCount": 5},
    }
    share = {"type": "quantitative", "title": "share of hands"}
    percent = {"axis": {"format": ".0%", "tickCount": 5}}
    bars = {
        "mark": {"type": "bar", "color": NEUTRAL, "opacity": 0.55, "tooltip": True},
        "encoding": {
            "x": x,
            "x2": {"field": "high"},
            "y": {"field": "everybody"} | share | percent,
        },
    }
    step = {
        "type": "line",
        "interpolate": "step-after",
        "color": OWN,
        "strokeWidth": 2.5,
    }
    own = {
        "mark": step,
        "encoding": {
            "x": {"field": "low", "type": "quantitative"},
            "y": {"field": "you"} | share,
        },
    }
    return {
        "height": 260,
        "data": {"values": values},
        "layer": [bars, own] if with_own else [bars],
    }


def level_matrix_chart(
    before: Sequence[str], after: Sequence[str], counts: Sequence[Sequence[int]]
) -> Spec:
    """Players by level now (rows) and then (columns), the count in each cell."""
    values = [
        {"now": now, "then": then, "players": count}
        for now, row in zip(before, counts, strict=True)
        for then, count in zip(after, row, strict=True)
    ]
    place = {
        "x": {
            "field": "then",
            "type": "nominal",
            "sort": None,
            "title": "level under the draft",
            "axis": {"orient": "top", "labelAngle": -30},
        },
        "y": {"field": "now", "type": "nominal", "sort": None, "title": "level now"},
    }
    ramp = {"range": ["#EAF2F8", "#5BA3D0"], "type": "sqrt"}
    number = {
        "condition": {"test": "datum.players == 0", "value": "transparent"},
        "value": "#000000",
    }
    return {
        "height": 150 + 34 * len(before),
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "rect", "tooltip": True},
                "encoding": place
                | {
                    "color": {
                        "field": "players",
                        "type": "quantitative",
                        "scale": ramp,
                        "legend": None,
                    }
                },
            },
            {
                "mark": {"type": "text", "fontWeight": "bold"},
                "encoding": place
                | {
                    "text": {"field": "players", "type": "quantitative"},
                    "color": number,
                },
            },
        ],
    }


def sweep_chart(points: Sequence[SweepPoint], *, title: str, loss: str) -> Spec:
    """Losses of a sweep less the live one, with intervals, by a key's value.

    What cannot be told from the best is a disc, the rest a square. Points that share
    a value stand side by side.
    """
    labels = list(dict.fromkeys(point.label for point in points))
    places = sorted({point.value for point in points})
    apart = (places[-1] - places[0]) / max(1, len(places) - 1) * 0.7 / len(labels)
    middle = (len(labels) - 1) / 2.0
    values = [
        point._asdict()
        | {"live": 0, "x": point.value + apart * (labels.index(point.label) - middle)}
        for point in points
    ]
    like = {
        "field": "like",
        "type": "nominal",
        "sort": [LIKE_BEST, WORSE],
        "scale": {"domain": [LIKE_BEST, WORSE], "range": [OWN, NEUTRAL]},
    }
    x = {
        "field": "x",
        "type": "quantitative",
        "title": title,
        "scale": {"zero": False, "nice": True},
        "axis": {"grid": False, "tickCount": 8},
    }
    y = {"type": "quantitative", "title": f"{loss} a hand, less the live one's"}
    shape = like | {"scale": {"domain": like["sort"], "range": ["circle", "square"]}}
    return {
        "height": 300,
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "rule", "strokeDash": [4, 4], "color": NEUTRAL},
                "encoding": {"y": y | {"field": "live"}},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {
                    "x": x,
                    "y": y | {"field": "low"},
                    "y2": {"field": "high"},
                    "color": like,
                },
            },
            {
                "mark": {"type": "point", "size": 90, "filled": True, "tooltip": True},
                "encoding": {
                    "x": x,
                    "y": y | {"field": "estimate"},
                    "color": like,
                    "shape": shape,
                },
            },
            {
                "mark": {"type": "text", "dy": -8, "color": NEUTRAL},
                "encoding": {
                    "x": x,
                    "y": y | {"field": "high"},
                    "text": {"field": "label"},
                },
            },
        ],
        "config": TOP_LEGEND,
    }
