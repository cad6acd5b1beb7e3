"""The play of a hand: one step after the other, as the viewer's seat saw it."""

from collections.abc import Sequence
from itertools import pairwise

import streamlit as st

from dashboards.cards import shown_card, shown_cards, shown_meld, told
from dashboards.data import hand as data
from dashboards.data.snapshot import Snapshot
from dashboards.hand_head import seat_names, side_names
from dashboards.plain import plain
from dashboards.table import show_table, signed
from engine.seen import SeenStep, SeenTable
from ingest.held_play import HeldPlay, NoPlayError

MOVE = "move"  # of the address: the step that a link shows
MOST_DIGITS = 9  # of it that are read


def show_play(
    snapshot: Snapshot, hand: data.HandFacts, seats: Sequence[data.HandSeat]
) -> None:
    """Step through the moves, or say why there are none."""
    if not hand.n_moves:
        st.info("Only the result of this hand was logged, so there is no play to see.")
        return
    try:
        play = data.play(snapshot, hand)
    except NoPlayError:
        st.info(
            f"The log of this hand has {hand.n_moves:,} moves, but raw/ of this home "
            "folder does not hold them: bring raw/ back from a backup to see the play."
        )
        return
    if play.stopped is not None:
        after = f"after move {len(play.steps) - 1:,}" if play.steps else "at the deal"
        st.warning(
            f"The replay stops {after} of {play.n_moves:,}: {plain(play.stopped)}."
        )
    if play.steps:
        _step_through(hand, seats, play)
        with st.expander("All moves in words"):
            _show_all(seat_names(seats), play.steps)


@st.fragment
def _step_through(
    hand: data.HandFacts, seats: Sequence[data.HandSeat], play: HeldPlay
) -> None:
    key = f"{MOVE}:{hand.hand_id}"
    last = len(play.steps) - 1
    # Every step goes to the address, so that Back leads to the step before.
    now = st.session_state[key] = _asked_for(last)
    _show_buttons(key, now, play.steps)
    if last:
        st.slider(
            "Move", 0, last, key=key, on_change=_keep_in_address, args=(key,),
            help="0 is the deal. The arrow keys left and right step as well.",
        )  # fmt: skip
    step = play.steps[now]
    names = seat_names(seats)
    st.markdown(
        f"Turn {step.turn}, move {now:,} of {play.n_moves:,}: "
        f"**{plain(_told(step, names))}.**"
    )
    _show_table(hand, seats, step.table)


def _asked_for(last: int) -> int:
    """The step that the address asks for; the deal if it asks for none there is."""
    text = st.query_params.get(MOVE, "")[:MOST_DIGITS]
    return min(int(text), last) if text.isascii() and text.isdigit() else 0


def _keep_in_address(key: str) -> None:
    _go_to(st.session_state[key])


def _go_to(step: int) -> None:
    st.query_params[MOVE] = str(step)


def _show_buttons(key: str, now: int, steps: Sequence[SeenStep]) -> None:
    last = len(steps) - 1
    ends = turn_ends([step.turn for step in steps])
    by_one = {
        "Previous turn": (max((e for e in ends if e < now), default=0), "Shift+Left"),
        "Previous move": (max(now - 1, 0), "Left"),
        "Next move": (min(now + 1, last), "Right"),
        "Next turn": (min((e for e in ends if e > now), default=last), "Shift+Right"),
    }
    far = {f"Next {what}": (to, None) for what, to in next_of(steps, now).items()}
    for ways in (by_one, far):
        with st.container(horizontal=True):
            for label, (step, shortcut) in ways.items():
                st.button(
                    label,
                    key=f"{label}:{key}",
                    on_click=_go_to,
                    args=(step,),
                    disabled=step == now,
                    shortcut=shortcut,
                    type="secondary" if shortcut else "tertiary",
                )


def next_of(steps: Sequence[SeenStep], now: int) -> dict[str, int]:
    """Where the next meld, taken pile and canasta are; `now` where none is to come."""
    n_canastas = [
        sum(meld.canasta_kind is not None for side in step.table.melds for meld in side)
        for step in steps
    ]
    found = {"meld": now, "taken pile": now, "canasta": now}
    for at in range(len(steps) - 1, now, -1):
        move = steps[at].move
        if move is not None and move.do == "meld":
            found["meld"] = at
        if move is not None and move.do == "take_pile":
            found["taken pile"] = at
        if n_canastas[at] > n_canastas[at - 1]:
            found["canasta"] = at
    return found


def _show_table(
    hand: data.HandFacts, seats: Sequence[data.HandSeat], table: SeenTable
) -> None:
    """What lies on the table, how many cards each seat holds, and the own ones."""
    top = "" if table.top is None else f", **{shown_card(table.top)}** on top"
    frozen = ", frozen" if table.is_frozen else ""
    st.markdown(f"Stock **{table.n_stock}** · pile **{table.n_pile}**{top}{frozen}")
    names, sides = seat_names(seats), side_names(seats)
    for side, place in enumerate(st.columns(len(sides))):
        with place:
            own = " (your side)" if side == hand.own_side else ""
            st.markdown(f"**{plain(sides[side])}**{own}")
            holdings = " · ".join(
                f"{plain(names[seat.seat])} holds {table.n_held[seat.seat]}"
                for seat in seats
                if seat.side == side
            )
            st.caption(
                f"{holdings} · threes laid open: {table.n_threes[side]} · "
                f"open cards come to {signed(table.points[side])} points"
            )
            show_table(
                ["Meld", "Cards", "Number"],
                [
                    [shown_meld(meld), shown_cards(meld.cards), len(meld.cards)]
                    for meld in table.melds[side]
                ]
                or [["none yet", "", ""]],
                alt=f"Melds of {sides[side]} after this move.",
            )
    own_cards = shown_cards(table.own) if table.own else "none"
    st.markdown(f"Your cards: {own_cards}")


def _show_all(names: Sequence[str], steps: Sequence[SeenStep]) -> None:
    show_table(
        ["Move", "Turn", "What"],
        [[place, step.turn, _told(step, names)] for place, step in enumerate(steps)],
        alt="Every move of the hand in words.",
    )


def _told(step: SeenStep, names: Sequence[str]) -> str:
    return "the deal" if step.move is None else told(step.move, names[step.move.seat])


def turn_ends(turns: Sequence[int]) -> list[int]:
    """Places of the last move of each turn, given the turn of each move in order.

    >>> turn_ends([0, 0, 1, 1, 2])
    [1, 3, 4]
    """
    ends = [at for at, (turn, then) in enumerate(pairwise(turns)) if turn != then]
    return [*ends, len(turns) - 1]
