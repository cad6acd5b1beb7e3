"""Whose turn it is: how turns begin, pass on and end the hand, who sits there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import going_out, pile
from engine.ending import end
from engine.holdings import n_bonus_threes
from engine.phases import ANSWER, DRAW, NOT_ASKED, OVER, PLAY, SAID_YES
from engine.refusals import refusal, wrong_time

if TYPE_CHECKING:
    from engine.state import HandState


def reset(state: HandState) -> None:
    """Forget what belongs to one turn only.

    Whoever sets one of these, sets `is_plain` too.
    """
    state.is_plain = True
    state.is_drawing = False
    state.took_pile = False
    state.is_provisional = False
    state.pending_top = -1
    state.n_laid_turn = 0
    state.n_melds_turn = 0
    state.has_joined = False
    if state.begun:
        state.begun = []
    state.is_opening_turn = False
    state.used_two_plus_wild = False
    state.answer = NOT_ASKED
    state.has_asked = False
    state.must_go_out = False
    state.is_timed_out = False
    state.may_meld = True
    state.n_to_expose = 0


def begin(state: HandState, seat: int) -> None:
    """Begin a turn of `seat`."""
    if not state.is_plain:
        reset(state)
    state.seat = seat
    state.turn = turn = state.turn + 1
    state.phase = DRAW
    if turn <= state.ruleset.n_seats:
        _begin_first_turn(state)


def _begin_first_turn(state: HandState) -> None:
    """What only the first turn of each seat can bring."""
    ruleset = state.ruleset
    if ruleset.settle_dealt_threes == "turn":
        state.n_to_expose = n_bonus_threes(state, state.seat)
        state.is_plain = not state.n_to_expose
    if state.turn == 1 and ruleset.starter_only_discards:
        state.phase = PLAY
        state.may_meld = False
        state.is_plain = False


def pass_on(state: HandState) -> None:
    """End a turn: the next seat's begins, or the stock ends the hand."""
    ruleset = state.ruleset
    if state.answer == SAID_YES and ruleset.failed_ask_penalty:
        state.n_failed_asks[state.side_of[state.seat]] += 1
    if state.stock_at < len(state.stock):
        begin(state, (state.seat + 1) % ruleset.n_seats)
    else:
        _pass_on_without_stock(state)


def _pass_on_without_stock(state: HandState) -> None:
    """The stock is empty: the hand ends, or the next seat may take the pile."""
    ruleset = state.ruleset
    if ruleset.stock_end in ("after_turn", "immediate"):
        end(state, "stock")
        return
    begin(state, (state.seat + 1) % ruleset.n_seats)
    if not pile.can_take(state):
        end(state, "stock")
    else:
        state.may_stop = ruleset.stock_end != "forced"


def check_time_out(state: HandState, seat: int) -> None:
    """Raise unless the clock of the seat to act can have run out."""
    if state.phase not in (DRAW, PLAY, ANSWER) or seat != state.seat:
        raise wrong_time(state, seat, "time_out")
    if not state.ruleset.has_clock:
        raise refusal(state, "clock", "this table plays without a clock")
    if state.is_timed_out:
        raise refusal(state, "clock", "the clock ran out before in this turn")
    if _must_meld_last_card(state):
        raise refusal(
            state, "clock", "the last card can only be melded, nothing could be thrown"
        )


def _must_meld_last_card(state: HandState) -> bool:
    """Whether the seat holds one card with which it may not go out by throwing it."""
    seat = state.seat
    side = state.side_of[seat]
    return (
        state.phase == PLAY
        and state.n_held[seat] == 1
        and state.is_opened[side]
        and not state.ruleset.must_discard_last
        and going_out.obstacle(state, side) is not None
        and not going_out.last_melds(state, side)
    )


def time_out(state: HandState, seat: int) -> None:
    """Take back what is provisional; a draw (if none yet) and a discard remain."""
    check_time_out(state, seat)
    state.is_plain = False
    pile.give_back(state)
    going_out.take_back(state, state.side_of[seat], seat)
    if state.phase == ANSWER:
        state.phase = PLAY
    state.is_timed_out = True
    state.may_meld = False
    state.must_go_out = False
    state.n_time_outs[state.seat] += 1
    if state.phase == DRAW and not state.n_stock:
        end(state, "stock")


def check_leave(state: HandState, seat: int) -> None:
    """Raise unless a player holds the seat."""
    if state.phase == OVER:
        raise wrong_time(state, seat, "leave")
    if not 0 <= seat < state.ruleset.n_seats or state.is_away[seat]:
        raise refusal(state, "seats", f"no player holds seat {seat}")


def leave(state: HandState, seat: int) -> None:
    """The computer takes the seat over."""
    check_leave(state, seat)
    state.is_away[seat] = True
    state.n_hand_overs[seat] += 1


def check_return(state: HandState, seat: int) -> None:
    """Raise unless the computer holds the seat of a player who left."""
    if state.phase == OVER:
        raise wrong_time(state, seat, "return")
    if not 0 <= seat < state.ruleset.n_seats or (state.is_away[seat] is False):
        raise refusal(state, "seats", f"the computer does not hold seat {seat}")


def take_seat_back(state: HandState, seat: int) -> None:
    """The player takes the seat back."""
    check_return(state, seat)
    state.is_away[seat] = False
    state.n_hand_overs[seat] += 1
