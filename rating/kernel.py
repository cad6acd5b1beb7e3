"""Replay: one pass over the hands of all ladders, compiled.

The formulas stand in rating.formulas, the steps of levels in rating.level_steps;
here is the order in which they are applied. Clauses are those of docs/rating.md.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.away import NO_HAND, settle_all, treat_away
from rating.compiled import compiled
from rating.formulas import (
    change_of_rating,
    exponential_form,
    log_odds_against,
    of_side,
    score_of,
    steepness_of,
    window_form,
)
from rating.level_steps import NOTHING, step_level
from rating.machine import fetch_ahead
from rating.rated_seat import move_form, move_rating
from rating.records import Constants, Floats, Hands, Memory, Whole
from rating.seating import COMPUTER_LIVE_ROW, FINISHES, HELD, RATED

AHEAD: Final = 16  # hands between asking for a state and using it


@compiled
def step_levels(
    may_step: Whole,
    states: NDArray[np.void],
    numbers: np.void,
    levels: NDArray[np.void],
    changes: NDArray[np.void],
) -> None:
    """Judge those whose level may change: bits of `may_step` by seat; clause 4."""
    for i in range(len(changes)):
        change = changes[i]
        state = states[change["row"]]
        if may_step >> change["seat"] & 1:
            change["event"] = step_level(state, numbers, levels, np.bool_(False))
            change["level"] = state["level"]
        state["was_safe"] = 0


@compiled
def replay_seats(  # noqa: C901 - one loop, see its docstring
    first_hand: int,
    hands: Hands,
    constants: Constants,
    memory: Memory,
    changes: NDArray[np.void],
    seats: tuple[int, ...],
    window: Floats | None,
) -> tuple[int, Whole]:
    """Apply hands from `first_hand` on until `changes` might not hold the next.

    Longer than a function should be: arrays that it would hand down in its loop are
    counted at every call, which costs more than the arithmetic. `seats` are as many
    as the table has, in the type, so that loops over them are unrolled; `window` is
    `memory.ring` where Form is a window, else None, so that no branch asks for it.
    """
    rows, flags, side_size, margin_no, all_expected, all_actual, side_ratings = hands
    all_numbers, levels, actual_table, k_table, weights = constants
    states, ring_start, _ring, _held, n_held = memory
    numbers = all_numbers[0]
    steepness = steepness_of(numbers["scale"])
    k_last, weight_last = len(k_table) - 1, len(weights) - 1
    n_hands, n_seats = len(rows), len(seats)
    n: Whole = np.int64(0)
    row: Whole
    for hand in range(first_hand, n_hands):
        if n + n_seats + n_held[1] > len(changes):
            return hand, n
        if hand + AHEAD < n_hands:
            for seat in range(n_seats):
                fetch_ahead(states, rows[hand + AHEAD, seat])
        any_flag, any_waits = 0, False
        for seat in range(n_seats):
            flag = flags[hand, seat]
            any_flag |= flag
            waits = states[rows[hand, seat]]["first_pending"] != NO_HAND
            any_waits |= waits & (flag & RATED != 0)
        if any_waits:
            n = settle_all(hand, hands, constants, memory, changes, n)
        if not any_flag:
            continue
        share = 1.0 / side_size[hand]
        first, second = 0.0, 0.0
        for seat in range(n_seats):
            row = rows[hand, seat]
            if flags[hand, seat] & HELD:
                row = np.uint32(COMPUTER_LIVE_ROW)
            if seat & 1:
                second += states[row]["rating"] * share
            else:
                first += states[row]["rating"] * share
        side_ratings[hand, 0] = first
        side_ratings[hand, 1] = second
        expected = score_of(log_odds_against(first, second, steepness))
        all_expected[hand] = expected
        actual = actual_table[np.uint64(margin_no[hand])]
        all_actual[hand] = actual
        first_change, may_step = n, np.int64(0)
        for seat in range(n_seats):
            flag = flags[hand, seat]
            if not flag & RATED:
                continue
            row = rows[hand, seat]
            state, change = states[row], changes[np.uint64(n)]
            n_before = state["rated_hands"]
            k = k_table[np.uint64(min(n_before, k_last))]
            own_expected = of_side(expected, seat & 1)
            own_actual = of_side(actual, seat & 1)
            delta = change_of_rating(k, own_expected, own_actual)
            rating = move_rating(state, change, delta)
            if window is None:
                weight = weights[np.uint64(min(n_before, weight_last))]
                form = exponential_form(state["form"], rating, weight)
            else:
                start, end = ring_start[row], ring_start[row + 1]
                form = window_form(rating, n_before + 1, window, start, end)
            steps = move_form(state, change, form, flag & FINISHES != 0)
            may_step |= np.int64(steps) << seat
            change["event"] = NOTHING
            change["level"] = state["level"]
            change["hand"] = hand
            change["row"] = row
            change["seat"] = seat
            change["settled_by"] = NO_HAND
            n += 1
        if may_step or any_waits:
            step_levels(may_step, states, numbers, levels, changes[first_change:n])
        if any_flag & HELD:
            n = treat_away(hand, hands, constants, memory, changes, n)
    return n_hands, n


def replay_hands(
    first_hand: int,
    hands: Hands,
    constants: Constants,
    memory: Memory,
    changes: NDArray[np.void],
) -> tuple[int, Whole]:
    """Apply hands from `first_hand` on until `changes` might not hold the next.

    Returns
    -------
    next_hand, n_changes
        The first hand that was not applied, and the rows of `changes` written.
    """
    seats = (0,) * hands.rows.shape[1]
    # Form is a window where Ratings are kept.
    window = memory.ring if len(memory.ring) else None
    return replay_seats(first_hand, hands, constants, memory, changes, seats, window)
