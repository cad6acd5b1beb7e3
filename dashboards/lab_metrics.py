"""The lab's numbers: metrics live and under the draft, calibration, time to levels."""

import math

import streamlit as st

from dashboards import charts
from dashboards.lab_charts import calibration_chart, time_chart
from dashboards.table import MINUS, Cell, show_table, signed
from rating.lab import LadderComparison
from rating.metrics_blocks import Estimate
from rating.metrics_table import ComparedMetrics, MetricComparison
from rating.stats.survival import TimeCurve

COLUMNS = ("", "Live", "Draft", "Draft minus live (95 % interval)")


def show_metrics(found: LadderComparison, build: str, *, is_same_score: bool) -> None:
    """The metrics with a verdict in words.

    `is_same_score` says whether both configurations measure margins alike; else log
    losses of the score cannot be compared, and the verdict is that on the wins.
    """
    st.header("Does it foretell hands better?")
    metrics = found.metrics
    if metrics is None:
        st.info("No hand is rated by both configurations.")
        return
    caption = _caption(found, build)
    rows = {row.metric.name: row for row in metrics.rows}
    verdict = _verdict(rows["log_loss" if is_same_score else "win_log_loss"])
    st.info(verdict)
    main = [row for row in metrics.rows if row.metric.is_main]
    others = [row for row in metrics.rows if not row.metric.is_main]
    show_table(COLUMNS, [_cells(row) for row in main], alt=f"{caption} {verdict}")
    with st.expander("All other metrics"):
        show_table(
            COLUMNS,
            [_cells(row) for row in others],
            alt=f"{len(others)} further metrics, live and under the draft. {caption}",
        )
    note = (
        ""
        if is_same_score
        else " Margins are measured differently, so log loss, skill and Brier of the "
        "two cannot be compared; the log loss of the win can."
    )
    st.caption(
        f"{caption} What each number asks and how to read it: docs/metrics.md.{note}"
    )


def show_curves(found: LadderComparison, build: str) -> None:
    """The curves behind the metrics: calibration, and the time to a level."""
    if found.metrics is not None:
        _show_calibration(found.metrics, _caption(found, build))
        _show_times(found.metrics, build)


def _caption(found: LadderComparison, build: str) -> str:
    return f"n = {found.n_hands:,} hands of {found.ladder}, build {build}."


def _verdict(row: MetricComparison) -> str:
    change, what = row.difference, row.metric.label
    if math.isnan(change.low):
        return "Too few games to tell: an interval needs at least two."
    if change.low <= 0.0 <= change.high:
        return f"No detectable difference: the interval of the {what} holds 0."
    word = "better" if change.high < 0.0 else "worse"
    return f"The draft foretells hands {word}: {what} {_band(change, 4)}."


def _cells(row: MetricComparison) -> tuple[Cell, ...]:
    metric = row.metric
    label = metric.label[0].upper() + metric.label[1:]
    return (
        f"{label}, {metric.unit}" if metric.unit else label,
        _number(row.before.value, metric.digits),
        _number(row.after.value, metric.digits),
        _band(row.difference, metric.digits),
    )


def _number(value: float, digits: int) -> str | None:
    return None if math.isnan(value) else signed(value, digits)


def _band(change: Estimate, digits: int) -> str | None:
    """`+0.0012 (+0.0003 to +0.0027)`; without the interval where there is none."""
    if math.isnan(change.value):
        return None
    value, low, high = (
        f"{number:+,.{digits}f}".replace("-", MINUS) for number in change
    )
    return value if math.isnan(change.low) else f"{value} ({low} to {high})"


def _show_calibration(metrics: ComparedMetrics, caption: str) -> None:
    """Whether expected scores come true."""
    st.header("Do expected scores come true?")
    before, after = metrics.curves_before, metrics.curves_after
    slope = next(r for r in metrics.rows if r.metric.name == "calibration_slope")
    sentence = (
        "Actual against expected scores: the slope is "
        f"{_number(slope.before.value, 2) or '–'} live and "
        f"{_number(slope.after.value, 2) or '–'} under the draft; 1 is right, below "
        "1 Ratings spread too far."
    )
    st.caption(
        f"{sentence} Points are bins of equally many hands, lines the best rising "
        f"curve, the thin line is where every expected score comes true. {caption}"
    )
    charts.draw(
        calibration_chart(before, after),
        alt=f"{sentence} {caption}",
        columns=("", "Expected", "Actual", "Hands"),
        rows=[
            (of, f"{expected:.3f}", f"{actual:.3f}", f"{n / 2.0:,.1f}")
            for of, curve in (("Live", before.binned), ("Draft", after.binned))
            for expected, actual, n in zip(
                curve.expected, curve.actual, curve.n, strict=True
            )
        ],
    )


def _show_times(metrics: ComparedMetrics, build: str) -> None:
    """How many rated hands it takes to reach each level."""
    st.header("How long does it take to reach a level?")
    before = metrics.curves_before.times_to_levels
    after = metrics.curves_after.times_to_levels
    shared = [name for name in after if name in before]
    rows = [
        (level, of, curve.n, curve.n_arrived, _median(curve))
        for level in {**before, **after}
        for of, curves in (("Live", before), ("Draft", after))
        if (curve := curves.get(level)) is not None
    ]
    columns = ("Level", "", "Players", "Of these there", "Hands until half are")
    if not shared:
        show_table(columns, rows, alt="Rated hands until half have reached a level.")
        st.caption(f"The two level tables share no level. Build {build}.")
        return
    level = st.selectbox("Level", shared, key="lab_level")
    one, two = before[level], after[level]
    sentence = (
        f"Half of the players have reached {level} after {_median(one)} rated hands "
        f"live, {_median(two)} under the draft."
    )
    st.caption(
        f"{sentence} Those still on their way count for as long as they have played "
        f"(Kaplan and Meier, with 95 % interval). n = {one.n:,} players, "
        f"{one.n_arrived:,} there live, {two.n_arrived:,} under the draft; build "
        f"{build}."
    )
    charts.draw(time_chart(one, two, level), alt=sentence, columns=columns, rows=rows)


def _median(curve: TimeCurve) -> str:
    median = curve.quantile(0.5)
    return "more than were seen" if median is None else f"{median:,.0f}"
