"""The way to the next level: how likely, how long, and what binds."""

from collections.abc import Sequence

import streamlit as st

from dashboards import charts
from dashboards.charts import NEUTRAL, OWN, Spec
from dashboards.data import ahead as data
from dashboards.data.progress import HistoryPoint, Ladder, Standing
from dashboards.data.snapshot import Snapshot
from rating.display import shown, whole
from rating.forecast import (
    AHEAD,
    FARTHEST,
    FEWEST_HANDS,
    STRETCH,
    Band,
    Condition,
    Forecast,
)

ROWS_APART = 10  # hands between two rows of the table
# Measured by `python -m benchmarks.bench forecast`; docs/my-progress.md has it in full.
HIT_RATE = (
    "On simulated players whose skill is known, 41 % came true of 620 forecasts that "
    "told 30 to 70 % (48 on average), and 77 % of 302 that told 70 to 95 % (83 on "
    "average): it is a little too hopeful."
)


def show_forecast(
    snapshot: Snapshot,
    viewer_id: str,
    ladder: Ladder,
    now: Standing,
    past: Sequence[HistoryPoint],
) -> None:
    """The forecast with its fan, or the reason why there is none."""
    if now.next_level is None:
        return  # the bars say that no level is above
    st.markdown(f"**Forecast: the way to {now.next_level}**")
    if now.level is None:
        st.markdown(
            f"No forecast yet: your first level, {now.next_level}, begins with rated "
            f"hand {now.hands_needed}, whatever Form is."
        )
        return
    found = data.way_up(snapshot, viewer_id, ladder)
    if found is None:
        n_played = data.n_played(snapshot, viewer_id, ladder)
        st.markdown(
            f"No forecast yet: it goes by hands that you played yourself, and "
            f"{n_played} are too few to say how you play. It takes {FEWEST_HANDS}."
        )
        return
    st.markdown("\n".join(f"- {line}" for line in in_words(found, now)))
    _draw(found, now, past)
    if now.n_pending_hands:
        st.caption("Hands that the computer played for you are not in it yet.")
    with st.expander("How sure is this?"):
        st.markdown(how_sure(found))


def in_words(found: Forecast, now: Standing) -> list[str]:
    """Chance, expected number of hands, what binds, and the way without luck."""
    arrive = (
        f"fewer than half of the futures get there within {FARTHEST} hands"
        if found.hands is None
        else f"half of the futures are there within {_hands(found.hands)}"
    )
    first = (
        f"Chance to reach {found.level} within {AHEAD} rated hands: "
        f"**{percent(found.chance)}**; {arrive}."
    )
    if not found.conditions:
        return [first, "All is met: the next rated hand can move you up."]
    binding, *others = found.conditions
    lines = [first, f"What binds: {_condition(binding, found, now)}."]
    lines += [f"Then: {_condition(other, found, now)}." for other in others]
    return [*lines, _steady(found, now)] if found.steady_hands != 0 else lines


def _condition(condition: Condition, found: Forecast, now: Standing) -> str:
    if condition.what == "rated hands":
        to_go = (now.hands_needed or 0) - now.rated_hands
        return f"rated hands, {to_go:,} more"
    if condition.is_met:
        return (
            f"Form, which is at {shown(found.form_line)} or above now and has to be "
            "there when the rest is met; were Form not asked for, the chance would be "
            f"{percent(condition.without)}"
        )
    when = (
        f"in fewer than half of the futures within {FARTHEST} hands"
        if condition.hands is None
        else f"in half of the futures within {_hands(condition.hands)}"
    )
    if condition.what == "finished games":
        to_go = (now.games_needed or 0) - now.finished_games
        return f"finished games, {to_go:,} more, {when}"
    return (
        f"Form, at {shown(found.form_line)} within {AHEAD} hands with a chance of "
        f"{percent(condition.chance)}, {when}"
    )


def _steady(found: Forecast, now: Standing) -> str:
    if found.steady_hands is None:
        return (
            f"Without luck either way, with the Rating at {shown(now.rating)} as now, "
            f"Form does not get to {shown(found.form_line)}: the Rating has to rise."
        )
    return (
        f"Without luck either way, with the Rating at {shown(now.rating)} as now, Form "
        f"is at {shown(found.form_line)} in {_hands(found.steady_hands)}."
    )


def how_sure(found: Forecast) -> str:
    """What the forecast goes by, and how often it was right."""
    return (
        f"{found.n_futures:,} futures are played by the rules that are live. Each "
        f"draws its hands, {STRETCH} in a row, from your last {found.n_drawn_from} own "
        "ones, with who sat there and how each ended; before that it draws which of "
        "these it goes by, since part of what they show is luck. It knows nothing of "
        "practice, new partners or pauses. Drawing alone moves a chance by about 1 "
        f"point. {HIT_RATE}"
    )


def percent(chance: float) -> str:
    """A chance in whole percent; never quite none or all.

    >>> percent(0.624), percent(0.0), percent(1.0)
    ('62 %', 'less than 1 %', 'more than 99 %')
    """
    if chance < 0.01:
        return "less than 1 %"
    if chance > 0.99:
        return "more than 99 %"
    return f"{whole(100 * chance)} %"


def _hands(n: int) -> str:
    return f"{n:,} hand" if n == 1 else f"{n:,} hands"


def _draw(found: Forecast, now: Standing, past: Sequence[HistoryPoint]) -> None:
    last = found.bands[-1]
    charts.draw(
        forecast_chart(found, now.rated_hands, past),
        alt=f"Form of the last hands and of {AHEAD} hands ahead: then it is between "
        f"{shown(last.low_80)} and {shown(last.high_80)} in 80 % of the futures, "
        f"{shown(last.median)} in the middle; {found.level} asks for "
        f"{shown(found.form_line)}.",
        columns=("Hands ahead", "Middle", "50 % from", "to", "80 % from", "to "),
        rows=[_row(band) for band in found.bands[::ROWS_APART]],
    )
    st.caption(
        f"Line: Form so far. Dashed: the middle of the futures ({found.n_futures:,}). "
        f"Shaded: where 50 % and 80 % of them lie. Dotted: the Form line of "
        f"{found.level}. The axis does not start at 0."
    )


def _row(band: Band) -> tuple[int, ...]:
    values = band.median, band.low_50, band.high_50, band.low_80, band.high_80
    return (band.hands, *(whole(value) for value in values))


def forecast_chart(
    found: Forecast, rated_hands: int, past: Sequence[HistoryPoint]
) -> Spec:
    """Form so far, then the fan of the futures and the line to be reached."""
    fan = [
        {name: whole(value) for name, value in band._asdict().items()}
        | {"rated_hands": rated_hands + band.hands}
        for band in found.bands
    ]
    form = [{"rated_hands": p.rated_hands, "form": p.form} for p in past]
    first = min(form[0]["rated_hands"] if form else rated_hands, rated_hands)
    domain = [first, rated_hands + AHEAD]
    x: Spec = {
        "field": "rated_hands",
        "type": "quantitative",
        "title": "rated hand",
        "scale": {"domain": domain, "nice": False},
        "axis": {"grid": False, "tickMinStep": 1, "format": ",d", "tickCount": 6},
    }
    target = {"line": found.form_line, "level": found.level}
    return {
        "height": 260,
        "layer": [
            _area(fan, "low_80", "high_80", x),
            _area(fan, "low_50", "high_50", x),
            _line(fan, "median", x, {"strokeDash": [5, 4], "strokeWidth": 1.6}),
            _line(form, "form", x, {"strokeWidth": 3.2}),
            *_target(target),
        ],
    }


def _y(field: str) -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "title": "Form, rating points",
        "scale": {"zero": False},
        "axis": {"grid": False, "format": ",d", "tickMinStep": 1},
    }


def _area(fan: list[dict[str, int]], low: str, high: str, x: Spec) -> Spec:
    return {
        "data": {"values": fan},
        "mark": {"type": "area", "color": OWN, "opacity": 0.18},
        "encoding": {"x": x, "y": _y(low), "y2": {"field": high}},
    }


def _line(values: list[dict[str, int]], field: str, x: Spec, style: Spec) -> Spec:
    return {
        "data": {"values": values},
        "mark": {"type": "line", "color": OWN, "tooltip": True} | style,
        "encoding": {"x": x, "y": _y(field)},
    }


def _target(target: Spec) -> list[Spec]:
    data: Spec = {"values": [target]}
    text: Spec = {
        "type": "text",
        "align": "left",
        "baseline": "bottom",
        "dx": 4,
        "dy": -3,
        "color": NEUTRAL,
        "fontWeight": "bold",
    }
    label = {"field": "level", "type": "nominal"}
    return [
        {
            "data": data,
            "mark": {"type": "rule", "color": NEUTRAL, "strokeDash": [2, 3]},
            "encoding": {"y": _y("line")},
        },
        {
            "data": data,
            "mark": text,
            "encoding": {"y": _y("line"), "x": {"value": 0}, "text": label},
        },
    ]
