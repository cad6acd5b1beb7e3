"""The lab's sweep: one or two keys over a range, which values are as good as the best.

What a row of the table did can be loaded into the draft.
"""

import math

import numpy as np
import streamlit as st

from dashboards import charts
from dashboards.charts import LIKE_BEST, WORSE, SweepPoint
from dashboards.data.lab import Axis
from dashboards.table import MINUS, Cell, show_table
from rating.candidates import Candidate, Distance, Tuning, shown_value
from rating.config import RatingConfig
from rating.config_file import value_of, with_values
from rating.config_values import RatingConfigError

MOST_VALUES = 25  # of one key
N_LISTED = 30  # rows of the table on the screen
NO_KEY = "–"


def choose(live: RatingConfig, family: str) -> tuple[Axis, ...] | None:
    """The keys and values that were just sent off; None before that."""
    keys = labels(live, family)
    first = st.selectbox("Key", list(keys), key="sweep_key", bind="query-params")
    others = [NO_KEY, *(label for label in keys if label != first)]
    second = st.selectbox("Second key", others, key="sweep_second")
    chosen = [keys[label] for label in (first, second) if label != NO_KEY]
    with st.form("sweep", border=True):
        axes = [_axis(live, key) for key in chosen]
        is_sent = st.form_submit_button("Sweep", type="primary")
    if not is_sent:
        return None
    try:
        for key, values in axes:
            for value in values:
                with_values(live, {key: value})
    except RatingConfigError as error:
        st.error(f"This range is refused: {error}.")
        return None
    return tuple(axes)


def labels(live: RatingConfig, family: str) -> dict[str, str]:
    """What can be swept here, as a person reads it, and the key behind it."""
    return {
        f"K-factor from rated hand {step.from_hand}": f"change.k[{place}].k"
        for place, step in enumerate(live.change.k)
    } | {
        f"Margin scale, {family}": f"change.margin_scale.{family}",
        "Rating scale": "change.scale",
        "Start Rating": "start.rating",
        "Strength of a computer, Live": "seats.computer_live",
        "Form span, hands": "form.span",
        "Points below the line before a drop": "levels.keep_margin",
        "Protected hands": "levels.protected_hands",
    }


def _axis(live: RatingConfig, key: str) -> Axis:
    """Inputs for the range of a key, and its values: whole where they must be."""
    now = value_of(live, key)
    centre = float(now) if isinstance(now, (int, float)) else 1.0
    places = st.columns(3)
    low = places[0].number_input(
        f"From, {key}", value=centre / 2.0, key=f"low_{key}", format="%.4g"
    )
    high = places[1].number_input(
        f"To, {key}", value=centre * 2.0, key=f"high_{key}", format="%.4g"
    )
    n_values = places[2].number_input(
        f"Values, {key}", 2, MOST_VALUES, 10, key=f"values_{key}"
    )
    points = np.linspace(low, high, int(n_values))
    if _is_whole(live, key):
        return key, tuple(dict.fromkeys(int(point) for point in np.rint(points)))
    return key, tuple(dict.fromkeys(float(f"{point:.5g}") for point in points))


def _is_whole(live: RatingConfig, key: str) -> bool:
    try:
        with_values(live, {key: 1.5})
    except RatingConfigError:
        return True
    return False


def show(found: Tuning, ladder: str, build: str) -> Candidate | None:
    """Verdict, chart and table; the candidate that shall become the draft, if any."""
    for sentence in found.words:
        st.info(sentence.replace("-0.", f"{MINUS}0."))
    loss = found.metric.replace("_", " ")
    _draw(found, loss)
    st.caption(
        f"{ladder}, build {build}. Chosen on the first {found.n_hands:,} hands "
        f"(n = {found.n_blocks:,} blocks of games), confirmed on the later "
        f"{found.n_later_hands:,} (n = {found.n_later_blocks:,}). {loss.capitalize()}: "
        "smaller is better. Like the best: a paired test at 5 %, adjusted for "
        f"{len(found.candidates)} configurations, does not tell it from the best."
    )
    rows = [_row(found, number, one) for number, one in enumerate(found.ranked, 1)]
    show_table(_columns(found, loss), rows[:N_LISTED], alt="The rows of the sweep.")
    if len(rows) > N_LISTED:
        st.caption(f"{N_LISTED} of {len(rows)} rows shown, the smallest loss first.")
    place, button = st.columns([3, 1], vertical_alignment="bottom")
    number = place.selectbox(
        "Row for the draft", range(1, len(rows) + 1), key="sweep_row"
    )
    if button.button("Load into the draft"):
        return found.ranked[number - 1]
    return None


def _draw(found: Tuning, loss: str) -> None:
    key, *more = found.keys
    points = [
        SweepPoint(
            value=float(str(one.values[key])),
            label=", ".join(shown_value(one.values[other]) for other in more),
            estimate=one.from_live.estimate,
            low=_or_estimate(one.from_live.low, one.from_live),
            high=_or_estimate(one.from_live.high, one.from_live),
            like=LIKE_BEST if one.is_equal else WORSE,
        )
        for one in found.candidates
    ]
    title = f"{key}; above the points {more[0]}" if more else key
    charts.draw(
        charts.sweep_chart(points, title=title, loss=loss),
        alt=f"{loss.capitalize()} less that of the live configuration by {key}, with "
        f"95 % intervals, {len(points)} configurations. {found.words[0]}",
        columns=(key, *more, "Less live", "From", "To", ""),
        rows=[
            (
                shown_value(point.value),
                *([point.label] if more else []),
                *(_number(x) for x in (point.estimate, point.low, point.high)),
                point.like,
            )
            for point in sorted(points)
        ],
    )


def _or_estimate(bound: float, distance: Distance) -> float:
    return distance.estimate if math.isnan(bound) else bound


def _columns(found: Tuning, loss: str) -> tuple[str, ...]:
    return (
        "Row",
        *found.keys,
        loss.capitalize(),
        "Less live (95 %)",
        "Later hands, less live (95 %)",
        "Like the best",
        "Level changes per 1,000 hands",
    )


def _row(found: Tuning, number: int, one: Candidate) -> tuple[Cell, ...]:
    return (
        f"{number}, live" if one.is_live else str(number),
        *(shown_value(one.values[key]) for key in found.keys),
        f"{one.loss:.5f}",
        _band(one.from_live, is_live=one.is_live),
        _band(one.later_from_live, is_live=one.is_live),
        "yes" if one.is_equal else f"no, p = {one.p_value:.1g}",
        f"{one.level_changes:.1f}",
    )


def _band(distance: Distance, *, is_live: bool) -> str:
    if is_live or math.isnan(distance.estimate):
        return "–"
    if math.isnan(distance.low):
        return _number(distance.estimate)
    bounds = f"{_number(distance.low)} to {_number(distance.high)}"
    return f"{_number(distance.estimate)} ({bounds})"


def _number(value: float) -> str:
    return f"{value:+.5f}".replace("-", MINUS)
