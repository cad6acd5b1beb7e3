"""The head of the page of a hand: what was played, by whom, and how it ended."""

import json
from collections import Counter
from collections.abc import Sequence

import streamlit as st

from dashboards.cards import shown_special_hand
from dashboards.data.hand import HandFacts, HandSeat, SidePoints
from dashboards.frame import shown_time
from dashboards.plain import plain
from dashboards.table import Cell, show_table, signed

MINUTE_S = 60
COMPUTER = "Computer"  # a seat of its own


def seat_names(seats: Sequence[HandSeat]) -> list[str]:
    """What each seat is called, by seat; where two have one name, with the seat."""
    names = [seat.name if seat.computer_skill is None else COMPUTER for seat in seats]
    n_of = Counter(names)
    return [
        name if n_of[name] == 1 else f"{name} in seat {seat.seat}"
        for name, seat in zip(names, seats, strict=True)
    ]


def side_names(seats: Sequence[HandSeat]) -> list[str]:
    """What each side is called, by side: the names of its seats."""
    names = seat_names(seats)
    n_sides = 1 + max(seat.side for seat in seats)
    return [
        " and ".join(names[seat.seat] for seat in seats if seat.side == side)
        for side in range(n_sides)
    ]


def show_head(
    hand: HandFacts, seats: Sequence[HandSeat], points: Sequence[SidePoints]
) -> None:
    """The hand in two sentences, and a row for each side."""
    minutes = max(1, round(hand.duration_s / MINUTE_S))
    options = "".join(
        f" · {name.replace('_', ' ')}: {value}"
        for name, value in json.loads(hand.options).items()
    )
    st.caption(
        plain(
            f"{hand.ruleset} · {hand.mode}{options} · hand {hand.hand_no} of its game"
            f" · {shown_time(hand.ended_at)} · {minutes} min · id {hand.hand_id}"
        )
    )
    st.markdown(f"**{_result(hand, points)}** {plain(_ending(hand, seats, points))}.")
    if hand.ended_by == "abandoned":
        st.info("An abandoned hand counts for no Rating, statistic or total.")
    names = side_names(seats)
    rows: list[list[Cell]] = [
        [
            names[side.side] + (" (your side)" if side.side == hand.own_side else ""),
            side.points,
            _plus(side.margin),
            side.n_canastas,
            f"{signed(side.points_before)} → {signed(side.points_after)}",
        ]
        for side in points
    ]
    show_table(
        ["Side", "Points", "Margin", "Canastas", "Game"],
        rows,
        alt="The sides of the hand with points, margin and points of the game.",
    )
    if notes := _notes(hand, seats):
        st.caption(plain(" ".join(notes)))


def _plus(value: int) -> str:
    return f"+{signed(value)}" if value > 0 else signed(value)


def _result(hand: HandFacts, points: Sequence[SidePoints]) -> str:
    own = next(side for side in points if side.side == hand.own_side)
    if hand.ended_by == "abandoned":
        return "Nobody won this hand."
    if own.margin == 0:
        return "A tie."
    verb = "won" if own.margin > 0 else "lost"
    return f"Your side {verb} by {signed(abs(own.margin))} points."


def _ending(
    hand: HandFacts, seats: Sequence[HandSeat], points: Sequence[SidePoints]
) -> str:
    """How the hand ended, without the full stop."""
    names = seat_names(seats)
    if hand.ended_by == "went_out":
        seat = hand.went_out_seat
        who = "Somebody" if seat is None else names[seat]
        how = "went out concealed" if hand.is_concealed else "went out"
    elif hand.ended_by == "special_hand":
        seat = hand.special_hand_seat
        who = "Somebody" if seat is None else names[seat]
        declared = next((side.special_hand for side in points if side.special_hand), "")
        how = f"declared the special hand {shown_special_hand(declared or '')}".rstrip()
    else:
        who, how = {
            "stock": ("The stock", "ran out"),
            "stock_three": ("The last card of the stock", "was a three"),
            "abandoned": ("The table", "gave it up"),
        }[hand.ended_by]
    over = ", and the game was over" if hand.is_game_over else ""
    return f"{who} {how}{over}"


def _notes(hand: HandFacts, seats: Sequence[HandSeat]) -> list[str]:
    """What else a reader should know of seats and log."""
    names = seat_names(seats)
    notes = []
    for name, seat in zip(names, seats, strict=True):
        if seat.computer_skill is not None:
            notes.append(f"{name}: {seat.computer_skill}.")
        elif seat.is_away:
            notes.append(f"{name} was away: the computer played the whole hand.")
        elif seat.left_in_hand:
            notes.append(f"{name} left during the hand: the computer played on.")
    if not hand.is_verified:
        notes.append("Taken at its word: the points were not checked by a replay.")
    return notes
