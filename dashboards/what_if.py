"""What the next hand would do: the viewer names the others and a margin."""

import streamlit as st

from dashboards import charts
from dashboards.charts import LOSS, NEUTRAL, OWN, Spec
from dashboards.data import ahead as data
from dashboards.data.progress import Ladder, Standing
from dashboards.data.snapshot import Snapshot
from dashboards.table import signed
from rating.config import SKILLS, RatingConfig
from rating.display import shown_step, whole
from rating.hands import family_of, is_live
from rating.what_if import NextHand, WhatIf, in_words

MOST_POINTS = 10_000  # what may be asked for, either way
MOST_MARGIN = 50_000
ROWS_APART = 10  # points of the curve between two rows of its table


def show_what_if(
    snapshot: Snapshot,
    viewer_id: str,
    ladder: Ladder,
    now: Standing,
    config: RatingConfig,
) -> None:
    """Ask for the others and a margin; show what such a hand would do."""
    st.header("What if?")
    st.caption(
        "Your next rated hand, by the rules that are live, from your Rating and Form "
        "in whole points. Not a forecast: you say who sits there and how it ends."
    )
    hand = _ask(snapshot, viewer_id, ladder, now, config)
    found = data.next_hand(snapshot, viewer_id, ladder, hand)
    st.markdown(f"**{shown_step(found.rating_before, found.rating_after)}**")
    st.markdown("\n".join(f"- {sentence}" for sentence in in_words(found)))
    if now.n_pending_hands:
        hands = "hand" if now.n_pending_hands == 1 else "hands"
        st.caption(
            f"Left out: the {now.n_pending_hands} {hands} that the computer played for "
            "you, which are settled first."
        )
    _draw(found)


def _ask(
    snapshot: Snapshot,
    viewer_id: str,
    ladder: Ladder,
    now: Standing,
    config: RatingConfig,
) -> NextHand:
    size = data.side_size(snapshot, viewer_id, ladder)
    left, middle, right = st.columns(3)
    key = f"{ladder.ladder}|{ladder.device_id}"
    if is_live(ladder.ladder):
        opponents = _points(left, "Opponents' Rating", now, f"opponents|{key}", config)
        partners = 0.0
        if size > 1:
            partners = _points(
                middle, "Partner's Rating", now, f"partner|{key}", config
            )
    else:
        skill = left.selectbox(
            "Computers at the table",
            SKILLS,
            index=1,
            format_func=str.capitalize,
            key=f"computers|{key}",
        )
        opponents = partners = getattr(config.seats.computer_solo, skill)
    margin = right.number_input(
        "Margin",
        min_value=-MOST_MARGIN,
        max_value=MOST_MARGIN,
        value=max(1, whole(config.margin_scale(family_of(ladder.ladder)) / 2)),
        step=50,
        key=f"margin|{key}",
        help="Your side's points of the hand less the other side's; below 0 is a loss.",
    )
    return NextHand(
        side_size=size, partners=partners, opponents=opponents, margin=margin
    )


def _points(
    place: st.delta_generator.DeltaGenerator,
    label: str,
    now: Standing,
    key: str,
    config: RatingConfig,
) -> float:
    computer = config.seats.computer_live
    return float(
        place.number_input(
            label,
            min_value=-MOST_POINTS,
            max_value=MOST_POINTS,
            value=min(max(whole(now.rating), -MOST_POINTS), MOST_POINTS),
            step=25,
            key=key,
            help="The mean of those seats; a computer's seat counts "
            f"{whole(computer):,}. Your own Rating stands here at first.",
        )
    )


def _draw(found: WhatIf) -> None:
    change = found.rating_after - found.rating_before
    zero = (
        "no margin leaves the Rating as it is"
        if found.zero_margin is None
        else f"it stays at a margin of {signed(found.zero_margin, 0)}"
    )
    rows = [
        (signed(margin), signed(moved, 1))
        for margin, moved in found.curve[::ROWS_APART]
    ]
    charts.draw(
        what_if_chart(found),
        alt=f"Change of the Rating by margin: {signed(change, 1)} at a margin of "
        f"{signed(found.margin)}; {zero}.",
        columns=("Margin", "Change"),
        rows=rows,
    )


def what_if_chart(found: WhatIf) -> Spec:
    """The change of the Rating over the margin, with the hand that was asked about."""
    curve = [{"margin": margin, "change": change} for margin, change in found.curve]
    asked = {
        "margin": found.margin,
        "change": found.rating_after - found.rating_before,
    }
    x: Spec = {
        "field": "margin",
        "type": "quantitative",
        "title": "margin of the hand, points",
        "axis": {"grid": False, "format": ",d", "tickCount": 7},
        "scale": {"nice": False},
    }
    y: Spec = {
        "field": "change",
        "type": "quantitative",
        "title": "change of the Rating",
        "axis": {"grid": False, "format": "+.0f", "tickCount": 6},
    }
    sign = {"condition": {"test": "datum.change < 0", "value": LOSS}, "value": OWN}
    shape = {
        "condition": {"test": "datum.change < 0", "value": "triangle-down"},
        "value": "triangle-up",
    }
    point = {"type": "point", "filled": True, "size": 150, "opacity": 1}
    return {
        "height": 260,
        "layer": [
            *_rules(found.zero_margin, curve),
            {
                "data": {"values": curve},
                "mark": {"type": "line", "color": OWN, "tooltip": True},
                "encoding": {"x": x, "y": y},
            },
            {
                "data": {"values": [asked]},
                "mark": point | {"tooltip": True},
                "encoding": {"x": x, "y": y, "color": sign, "shape": shape},
            },
        ],
    }


def _rules(zero_margin: float | None, curve: list[dict[str, float]]) -> list[Spec]:
    """Where nothing changes: across, and at the margin that does it."""
    rule = {"type": "rule", "color": NEUTRAL}
    across: Spec = {
        "data": {"values": [{"change": 0}]},
        "mark": rule,
        "encoding": {"y": {"field": "change", "type": "quantitative"}},
    }
    reach = curve[-1]["margin"]
    if zero_margin is None or abs(zero_margin) > reach:
        return [across]
    at: Spec = {
        "data": {"values": [{"margin": round(zero_margin)}]},
        "mark": rule | {"strokeDash": [4, 4]},
        "encoding": {"x": {"field": "margin", "type": "quantitative"}},
    }
    return [across, at]
