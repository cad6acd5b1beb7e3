"""The lower part of My progress: the last hands and why each moved the Rating."""

import streamlit as st

from dashboards import charts
from dashboards.data import progress as data
from dashboards.data.snapshot import Snapshot
from dashboards.frame import shown_day
from dashboards.table import Cell, show_table, signed
from rating.display import shown_change, shown_step, whole
from rating.explain import Explanation

HAND_PAGE = "pages/hand.py"


def show_last_hands(hands: list[data.OwnHand]) -> None:
    """The last hands, newest first; the changes shown add up to the Rating's."""
    columns = ["When", "Change", "Points", "Partner", "Against", "Form", "Event"]
    rows: list[list[Cell]] = [
        [
            shown_day(hand.ended_at),
            shown_step(hand.rating_before, hand.rating_after),
            _points(hand),
            hand.partner,
            hand.opponents,
            whole(hand.form_after),
            _event(hand),
        ]
        for hand in hands
    ]
    if not any(row[-1] for row in rows):
        rows, columns = [row[:-1] for row in rows], columns[:-1]
    alt = f"Your last {len(hands)} rated hands with the change of each."
    show_table(columns, rows, alt=alt)


def show_why(snapshot: Snapshot, viewer_id: str, hands: list[data.OwnHand]) -> None:
    """Why one of the last hands moved the Rating, in words and numbers."""
    by_id = {hand.hand_id: hand for hand in hands}
    chosen = st.selectbox(
        "Hand",
        list(by_id),
        format_func=lambda hand_id: _hand_label(by_id[hand_id]),
        key="why_hand",
    )
    if st.button("Open this hand"):
        st.switch_page(HAND_PAGE, query_params={"hand": chosen})
    show_explanation(data.explanation(snapshot, viewer_id, chosen))


def show_explanation(why: Explanation) -> None:
    """The words of an explanation, and its two parts where they may be told."""
    st.markdown(f"**{why.headline}**")
    st.markdown("\n".join(f"- {sentence}" for sentence in why.words))
    if why.is_masked:
        st.caption(
            "Another player of this hand keeps their skill level private, so the exact "
            "strengths of the sides are left out."
        )
    else:
        _show_parts(why)


def _show_parts(why: Explanation) -> None:
    opponents, result = why.numbers["opponents_part"], why.numbers["result_part"]
    if not isinstance(opponents, float) or not isinstance(result, float):
        return
    charts.draw(
        charts.parts_chart(opponents, result),
        alt=f"The opponents' strength gave {opponents:+.1f} points, the result "
        f"{result:+.1f}; together {opponents + result:+.1f}.",
        columns=("Part", "Rating points"),
        rows=[
            ("opponents", f"{opponents:+.2f}"),
            ("result", f"{result:+.2f}"),
            ("together", f"{opponents + result:+.2f}"),
        ],
    )


def _hand_label(hand: data.OwnHand) -> str:
    change = shown_change(hand.rating_before, hand.rating_after)
    return f"{shown_day(hand.ended_at)} · {_points(hand)} · {change}"


def _points(hand: data.OwnHand) -> str:
    return f"{signed(hand.points)} : {signed(hand.other_points)}"


def _event(hand: data.OwnHand) -> str:
    notes = []
    if hand.level_event == "promoted":
        notes.append(f"up to {hand.level}")
    elif hand.level_event == "demoted":
        notes.append(f"down to {hand.level}")
    elif hand.level_event == "started":
        notes.append(f"level begins: {hand.level}")
    elif hand.level_event:
        notes.append(hand.level_event.replace("_", " "))
    if hand.was_settled:
        notes.append("played by the computer")
    return ", ".join(notes)
