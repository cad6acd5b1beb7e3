"""The lab's charts: calibration curves and the time to a level, live and draft."""

from collections.abc import Iterator

import numpy as np

from dashboards.charts import NEUTRAL, OWN, Spec
from rating.metrics_table import Curves
from rating.stats.survival import TimeCurve

LIVE, DRAFT = "live", "draft"
LEGEND = {
    "orient": "top",
    "title": None,
    "symbolType": "stroke",
    "symbolStrokeWidth": 3,
    "symbolSize": 400,
    "symbolOpacity": 1,
}
# Colour and dash both tell the two apart.
SERIES = {
    "color": {
        "field": "of",
        "type": "nominal",
        "sort": None,
        "scale": {"domain": [LIVE, DRAFT], "range": [NEUTRAL, OWN]},
        "legend": LEGEND,
    },
    "strokeDash": {
        "field": "of",
        "type": "nominal",
        "sort": None,
        "scale": {"domain": [LIVE, DRAFT], "range": [[5, 4], [1, 0]]},
        "legend": LEGEND,
    },
}
MOST_POINTS = 200  # of a curve that is drawn


def calibration_chart(before: Curves, after: Curves) -> Spec:
    """Actual against expected scores: dots are bins, lines the best rising curve."""
    both = ((LIVE, before), (DRAFT, after))
    lines = [
        {"of": of, "expected": e, "actual": a}
        for of, curves in both
        for e, a in _thinned(curves.isotonic.expected, curves.isotonic.actual)
    ]
    ends = np.concatenate([curves.isotonic.expected for _, curves in both])
    low, high = float(ends.min()), float(ends.max())
    place = {
        "x": _score("expected", "expected score"),
        "y": _score("actual", "actual score, mean"),
    }
    return {
        "height": 320,
        "layer": [
            {
                "data": {"values": [{"expected": x, "actual": x} for x in (low, high)]},
                "mark": {"type": "line", "color": NEUTRAL, "strokeWidth": 1},
                "encoding": place,
            },
            {
                "data": {"values": lines},
                "mark": {"type": "line", "strokeWidth": 2},
                "encoding": place | SERIES,
            },
            _dots(before, NEUTRAL, "diamond") | {"encoding": place},
            _dots(after, OWN, "circle") | {"encoding": place},
        ],
    }


def _dots(curves: Curves, color: str, shape: str) -> Spec:
    """The bins of one configuration."""
    bins = curves.binned
    values = [
        {"expected": e, "actual": a, "hands": n / 2.0}
        for e, a, n in zip(
            bins.expected.tolist(), bins.actual.tolist(), bins.n.tolist(), strict=True
        )
    ]
    mark = {"type": "point", "filled": True, "size": 50, "tooltip": True}
    return {
        "data": {"values": values},
        "mark": mark | {"color": color, "shape": shape},
    }


def time_chart(before: TimeCurve, after: TimeCurve, level: str) -> Spec:
    """The share of players who have reached a level, by rated hands."""
    values = [
        {"of": of, "hands": t, "share": s, "low": low, "high": high}
        for of, curve in ((LIVE, before), (DRAFT, after))
        for t, s, low, high in _steps(curve)
    ]
    x = {
        "field": "hands",
        "type": "quantitative",
        "title": "rated hands",
        "axis": {"grid": False, "tickCount": 6},
    }
    y = {
        "field": "share",
        "type": "quantitative",
        "title": f"have reached {level}",
        "axis": {"format": ".0%", "tickCount": 5},
        "scale": {"domain": [0, 1]},
    }
    return {
        "height": 280,
        "data": {"values": values},
        "layer": [
            {
                "mark": {
                    "type": "area",
                    "interpolate": "step-after",
                    "opacity": 0.15,
                },
                "encoding": {
                    "x": x,
                    "y": y | {"field": "low"},
                    "y2": {"field": "high"},
                    "color": SERIES["color"],
                },
            },
            {
                "mark": {
                    "type": "line",
                    "interpolate": "step-after",
                    "strokeWidth": 2,
                    "tooltip": True,
                },
                "encoding": {"x": x, "y": y} | SERIES,
            },
        ],
    }


def _score(field: str, title: str) -> dict[str, object]:
    return {
        "field": field,
        "type": "quantitative",
        "title": title,
        "axis": {"grid": False, "format": ".2f", "tickCount": 5},
        "scale": {"zero": False},
    }


def _thinned(
    x: np.ndarray[tuple[int], np.dtype[np.float64]],
    y: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> Iterator[tuple[float, float]]:
    """So many points that a screen can show, the first and the last among them."""
    n_kept = min(len(x), MOST_POINTS)
    chosen = np.unique(np.linspace(0, len(x) - 1, n_kept).astype(np.int64))
    yield from zip(x[chosen].tolist(), y[chosen].tolist(), strict=True)


def _steps(curve: TimeCurve) -> Iterator[tuple[float, float, float, float]]:
    """The curve where it rises, from nobody at 0 hands to the last hands seen."""
    yield 0.0, 0.0, 0.0, 0.0
    rises = np.flatnonzero(np.diff(curve.share, prepend=0.0) > 0.0)
    chosen = np.unique(np.append(rises, len(curve.time) - 1))
    if not len(curve.time):
        return
    if len(chosen) > MOST_POINTS:
        places = np.linspace(0, len(chosen) - 1, MOST_POINTS).astype(np.int64)
        chosen = chosen[places]
    low, high = (np.nan_to_num(x, nan=0.0) for x in (curve.low, curve.high))
    for i in chosen.tolist():
        share = float(curve.share[i])
        is_known = not np.isnan(curve.low[i])
        yield (
            float(curve.time[i]),
            share,
            float(low[i]) if is_known else share,
            float(high[i]) if is_known else share,
        )
