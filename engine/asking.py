"""Asking the partner for leave to go out, and what the answer binds to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import way_out
from engine.phases import ANSWER, PLAY, SAID_NO, SAID_YES
from engine.refusals import refusal, wrong_time

if TYPE_CHECKING:
    from engine.state import HandState


def check_ask(state: HandState, seat: int) -> None:
    """Raise unless the seat may ask its partner now."""
    ruleset = state.ruleset
    if state.phase != PLAY or seat != state.seat or state.is_timed_out:
        raise wrong_time(state, seat, "ask")
    if ruleset.ask == "none" or ruleset.partner_of(seat) is None:
        raise refusal(state, "ask", "nobody is asked in this ruleset")
    if not state.may_meld or state.pending_top >= 0 or state.n_to_expose:
        raise refusal(state, "ask", "the question does not come at this point")
    if state.has_asked or _is_used_up(state, seat):
        raise refusal(state, "ask", "the question has been asked before")
    if state.n_held[seat] < 2 or state.must_go_out:
        raise refusal(state, "ask", "after a no the seat could not go on")
    n_forced = 1 if state.took_pile else 0
    if ruleset.ask_before_melding and state.n_melds_turn > n_forced:
        raise refusal(state, "ask", "the question comes before melding")
    if ruleset.ask_needs_way_out:
        _check_way_out(state, seat)


def _check_way_out(state: HandState, seat: int) -> None:
    """Raise unless the seat can go out with what it holds."""
    if state.n_laid_turn and not state.is_opened[state.side_of[seat]]:
        raise refusal(
            state, "ask", "a first meld is finished, or taken back, before the question"
        )
    if way_out.find(state) is None:
        raise refusal(state, "ask", "going out is not possible in this turn")


def _is_used_up(state: HandState, seat: int) -> bool:
    """Whether the seat's questions of this hand, or its side's, have been asked."""
    limit = state.ruleset.ask_limit
    if limit == "player":
        return state.asks[seat] > 0
    side = state.side_of[seat]
    return limit == "side" and any(state.asks[side :: state.ruleset.n_sides])


def ask(state: HandState, seat: int) -> None:
    """Ask; the partner's answer is due."""
    check_ask(state, seat)
    state.is_plain = False
    state.asks[seat] += 1
    state.has_asked = True
    state.phase = ANSWER


def check_answer(state: HandState, seat: int) -> None:
    """Raise unless this seat's answer is due."""
    if state.phase != ANSWER:
        raise wrong_time(state, seat, "answer")
    if seat != state.ruleset.partner_of(state.seat):
        raise refusal(state, "ask", f"seat {seat} is not the partner")


def answer(state: HandState, seat: int, yes: bool) -> None:
    """Answer; it binds for this turn."""
    check_answer(state, seat)
    state.answer = SAID_YES if yes else SAID_NO
    state.must_go_out = yes and state.ruleset.yes_binds
    state.phase = PLAY
