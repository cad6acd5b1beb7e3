"""Away hands: held until the player comes back, or applied at once; clause 1."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.formulas import (
    change_of_rating,
    exponential_form,
    of_side,
    window_form,
)
from rating.level_steps import NOTHING, step_level
from rating.rated_seat import move_form, move_rating
from rating.records import Constants, Hands, Memory, Whole
from rating.seating import HELD, RATED

# Policies for away hands by their place in rating.config.
ON_RETURN, ALWAYS, NEVER = range(3)

NO_HAND: Final = -1


@compiled
def apply_away(
    change: np.void,
    row: Whole,
    hand: Whole,
    seat: Whole,
    settled_by: Whole,
    hands: Hands,
    constants: Constants,
    memory: Memory,
) -> None:
    """Apply an away hand, on the player's return or (NO_HAND) at once; clause 1."""
    state = memory.states[row]
    numbers = constants.numbers[0]
    n = state["rated_hands"]
    expected = of_side(hands.expected[hand], seat & 1)
    actual = of_side(hands.actual[hand], seat & 1)
    k = constants.k[min(n, len(constants.k) - 1)]
    rating = move_rating(state, change, change_of_rating(k, expected, actual))
    if numbers["is_window"]:
        start, end = memory.ring_start[row], memory.ring_start[row + 1]
        form = window_form(rating, n + 1, memory.ring, start, end)
    else:
        weight = constants.weights[min(n, len(constants.weights) - 1)]
        form = exponential_form(state["form"], rating, weight)
    change["event"] = NOTHING
    if move_form(state, change, form, False):
        is_settled = settled_by != NO_HAND
        change["event"] = step_level(state, numbers, constants.levels, is_settled)
    if settled_by == NO_HAND:
        state["was_safe"] = 0
    change["level"] = state["level"]
    change["hand"] = hand
    change["row"] = row
    change["seat"] = seat
    change["settled_by"] = settled_by


@compiled
def settle(
    by: int,
    row: Whole,
    hands: Hands,
    constants: Constants,
    memory: Memory,
    changes: NDArray[np.void],
    n: Whole,
) -> Whole:
    """Apply the away hands of a player who is back in hand `by`; clause 1.

    Returns the number of rows in `changes`, which held `n` before.
    """
    state = memory.states[row]
    state["was_safe"] = 1 - state["is_at_risk"]
    place = state["first_pending"]
    memory.n_held[1] -= state["n_pending"]
    state["first_pending"] = NO_HAND
    state["n_pending"] = 0
    while place != NO_HAND:
        entry = memory.held[place]
        hand, seat = np.int64(entry["hand"]), np.int64(entry["seat"])
        apply_away(changes[n], row, hand, seat, by, hands, constants, memory)
        n += 1
        place = entry["next"]
    return n


@compiled
def hold(row: Whole, hand: Whole, seat: int, memory: Memory) -> None:
    """Keep an away hand until the player comes back; clause 1."""
    state = memory.states[row]
    place = memory.n_held[0]
    entry = memory.held[place]
    entry["hand"] = hand
    entry["seat"] = seat
    entry["next"] = NO_HAND
    if state["first_pending"] == NO_HAND:
        state["first_pending"] = place
    else:
        memory.held[memory.held[state["first_pending"]]["last"]]["next"] = place
    memory.held[state["first_pending"]]["last"] = place
    state["n_pending"] += 1
    memory.n_held[0] += 1
    memory.n_held[1] += 1


@compiled
def treat_away(
    hand: int,
    hands: Hands,
    constants: Constants,
    memory: Memory,
    changes: NDArray[np.void],
    n: Whole,
) -> Whole:
    """Hold or apply a hand for those who are away, by seat; clause 1.

    Returns the number of rows in `changes`, which held `n` before.
    """
    away = constants.numbers[0]["away"]
    for seat in range(hands.rows.shape[1]):
        if hands.flags[hand, seat] & HELD:
            row = np.int64(hands.rows[hand, seat])
            if away == ON_RETURN:
                hold(row, hand, seat, memory)
            elif away == ALWAYS:
                change, none = changes[n], np.int64(NO_HAND)
                apply_away(change, row, hand, seat, none, hands, constants, memory)
                n += 1
    return n


@compiled
def settle_all(
    hand: int,
    hands: Hands,
    constants: Constants,
    memory: Memory,
    changes: NDArray[np.void],
    n: Whole,
) -> Whole:
    """Settle for all who are back in `hand`, by seat; clause 1.

    Returns the number of rows in `changes`, which held `n` before.
    """
    for seat in range(hands.rows.shape[1]):
        row = np.int64(hands.rows[hand, seat])
        is_back = memory.states[row]["first_pending"] != NO_HAND
        if is_back and hands.flags[hand, seat] & RATED:
            n = settle(hand, row, hands, constants, memory, changes, n)
    return n
