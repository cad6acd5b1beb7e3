"""Where the viewer stands among the active players of their ladder."""

import streamlit as st

from dashboards import charts
from dashboards.charts import NEUTRAL, OWN, Spec
from dashboards.data import place as data
from dashboards.data.progress import Ladder, LevelLine, Standing, Start
from dashboards.data.snapshot import Snapshot
from rating.config import RatingConfig
from rating.display import shown, whole
from rating.hands import is_live

TITLE = "Where you stand"
MEASURES: dict[str, data.Measure] = {"Rating": "rating", "Form": "form"}


def show_percentile(
    snapshot: Snapshot, viewer_id: str, ladder: Ladder, now: Standing
) -> None:
    """One line below the tiles that leads to the distribution, where there is one."""
    if not is_live(ladder.ladder):
        return
    place = data.place(snapshot, viewer_id, ladder, "rating")
    if place.percent_below is not None:
        st.markdown(
            f"Your Rating of {shown(now.rating)} is above that of "
            f"**{place.percent_below} %** of the {place.n_players - 1:,} other active "
            "players: [where you stand](#where-you-stand)."
        )


def show_place(
    snapshot: Snapshot,
    viewer_id: str,
    ladder: Ladder,
    now: Standing,
    start: Start | None,
    levels: list[LevelLine],
    config: RatingConfig,
) -> None:
    """The distribution with the own place marked, or the reason why there is none."""
    st.header(TITLE)
    fewest_hands = config.start.provisional_hands
    reason = why_no_place(snapshot, viewer_id, ladder, now, fewest_hands)
    if reason:
        st.markdown(reason)
        return
    name = st.segmented_control(
        "Distribution of", list(MEASURES), default="Rating", required=True, key="place"
    )
    measure = MEASURES[name or "Rating"]
    place = data.place(snapshot, viewer_id, ladder, measure)
    bars = data.bars(snapshot, ladder, measure)
    own = now.rating if measure == "rating" else now.form
    said = (
        f"Your {name} of {shown(own)} is above that of {place.percent_below} % of the "
        f"{place.n_players - 1:,} other active players"
    )
    if bars:
        lines = levels if measure == "form" else []
        charts.draw(
            place_chart(bars, own, lines, title=f"{name}, rating points"),
            alt=f"Distribution of {name} over {place.n_players:,} players. {said}.",
            columns=(str(name), "Players", "You"),
            rows=[
                (_reach(b), b.n_players, "here" if _holds(b, own) else "") for b in bars
            ],
        )
    hidden = "" if start is None or start.show_skill else _hidden()
    st.caption(
        f"{said}, in whole percent, rounded down. Active: a rated hand in the last "
        f"{data.ACTIVE_DAYS} days before the newest hand, {fewest_hands} in all "
        f"(n = {place.n_players:,}). {_widths(bars)}{hidden}"
    )


def why_no_place(
    snapshot: Snapshot, viewer_id: str, ladder: Ladder, now: Standing, fewest_hands: int
) -> str | None:
    """Why nobody can be told where they stand; None where they can."""
    if not is_live(ladder.ladder):
        return (
            "A solo Rating measures you against computers on one device, so there is "
            "no percentile here; on live ladders there is."
        )
    if now.rated_hands < fewest_hands:
        to_go = fewest_hands - now.rated_hands
        return (
            f"Your percentile appears after {to_go} more rated "
            f"{'hand' if to_go == 1 else 'hands'}: who has fewer than {fewest_hands} "
            "is still self-rated and not counted."
        )
    place = data.place(snapshot, viewer_id, ladder, "rating")
    if place.n_players < data.FEWEST_PLAYERS:
        return (
            f"No percentile yet: this ladder has {place.n_players:,} active players, "
            f"and among fewer than {data.FEWEST_PLAYERS} it would tell too little of "
            "you and too much of the others."
        )
    if not place.is_counted:
        return (
            "No percentile for now: you have had no rated hand here in the last "
            f"{data.ACTIVE_DAYS} days, and only active players are counted."
        )
    return None


def _hidden() -> str:
    return (
        " You keep your skill level to yourself: you are counted as everybody is, and "
        "only you see this mark."
    )


def _reach(bar: data.Bar) -> str:
    if bar.low is None and bar.high is None:
        return "all"
    if bar.low is None:
        return f"below {bar.high:,}"
    if bar.high is None:
        return f"{bar.low:,} and above"
    return f"{bar.low:,} to below {bar.high:,}"


def _holds(bar: data.Bar, own: float) -> bool:
    return (bar.low is None or own >= bar.low) and (bar.high is None or own < bar.high)


def _widths(bars: list[data.Bar]) -> str:
    if not bars:
        return "No bars: they would single somebody out."
    return (
        f"Bars {bars[0].width} points wide, so that each holds "
        f"{data.FEWEST_IN_BAR} players or more; the outermost are open and hold all "
        "beyond. The axis does not start at 0."
    )


def place_chart(
    bars: list[data.Bar], own: float, levels: list[LevelLine], *, title: str
) -> Spec:
    """Players by bar, the viewer's own bar coloured and their place a line.

    An open bar is drawn as wide as the others: how far it reaches is not told.
    """
    width = bars[0].width
    drawn = [(bar, *_drawn(bar, width, whole(own))) for bar in bars]
    values: list[dict[str, object]] = [
        {
            "low": low,
            "high": high,
            "players": bar.n_players,
            "points": _reach(bar),
            "is_own": _holds(bar, own),
        }
        for bar, low, high in drawn
    ]
    first, last = drawn[0][1], drawn[-1][2]
    most = max(bar.n_players for bar in bars)
    here = min(max(whole(own), first), last)
    scale = {"domain": [first, last], "nice": False, "zero": False}
    x: Spec = {"type": "quantitative", "scale": scale, "title": title}
    axis = {"grid": False, "format": ",d", "tickCount": 5}
    return {
        "height": 260,
        "layer": [
            _bars(values, most, x | {"axis": axis}),
            *_lines(levels, first, last, x),
            *_mark(here, x),
        ],
    }


def _bars(values: list[dict[str, object]], most: int, x: Spec) -> Spec:
    y = {
        "field": "players",
        "type": "quantitative",
        "title": "players",
        "axis": {"grid": False, "tickMinStep": 1},
        "scale": {"domainMax": 1.3 * most},  # room for the names
    }
    color = {"condition": {"test": "datum.is_own", "value": OWN}, "value": NEUTRAL}
    return {
        "data": {"values": values},
        "mark": {"type": "bar", "opacity": 0.55, "tooltip": True},
        "encoding": {
            "x": x | {"field": "low", "bin": {"binned": True}},
            "x2": {"field": "high"},
            "y": y,
            "color": color,
        },
    }


def _drawn(bar: data.Bar, width: int, own: int) -> tuple[int, int]:
    """From where to where a bar is drawn."""
    if bar.low is not None:
        return bar.low, bar.low + width
    if bar.high is not None:
        return bar.high - width, bar.high
    return own - width, own + width


def _lines(levels: list[LevelLine], first: int, last: int, x: Spec) -> list[Spec]:
    """The level lines that are within the picture, with their names along them."""
    lines = [
        {"line": level.form_line, "level": level.level}
        for level in levels
        if level.form_line is not None and first < level.form_line < last
    ]
    at = x | {"field": "line"}
    name = {"type": "text", "angle": 270, "align": "right", "baseline": "bottom"}
    return [
        {
            "data": {"values": lines},
            "mark": {"type": "rule", "color": NEUTRAL, "strokeDash": [2, 3]},
            "encoding": {"x": at},
        },
        {
            "data": {"values": lines},
            "mark": name | {"dy": -3, "dx": -4, "color": NEUTRAL},
            "encoding": {
                "x": at,
                "y": {"value": 0},
                "text": {"field": "level", "type": "nominal"},
            },
        },
    ]


def _mark(here: int, x: Spec) -> list[Spec]:
    """The viewer's own place: a thick line with the word `you`."""
    values = {"values": [{"here": here}]}
    at: Spec = {"x": x | {"field": "here"}}
    text = {"type": "text", "text": "you", "dy": -7, "color": OWN, "fontWeight": "bold"}
    return [
        {
            "data": values,
            "mark": {"type": "rule", "color": OWN, "strokeWidth": 3},
            "encoding": at,
        },
        {"data": values, "mark": text, "encoding": at | {"y": {"value": 0}}},
    ]
