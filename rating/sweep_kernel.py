"""The loop of a sweep: hand after hand in every lane; clauses of docs/rating.md.

Every formula is the kernel's; what stands here is the order in which lanes meet them.
Eight lanes are taken from the Ratings of a hand to its players' Forms without leaving
the processor's registers. A level is looked at only where a lane reaches its trip wire.
"""

import numpy as np
from numpy.typing import NDArray

from rating.away import NO_HAND
from rating.compiled import compiled, inlined
from rating.formulas import log_odds_against, of_side, score_of
from rating.kernel import AHEAD
from rating.lane_away import move_eight, settle_lanes, treat_away_lanes, window_lanes
from rating.lane_levels import is_tripped, judge_lanes, note_safety
from rating.lane_records import (
    FORM,
    LOWER,
    RATING,
    UPPER,
    Index,
    LaneMemory,
    Lanes,
    Scored,
)
from rating.lane_scores import score_hand, score_win
from rating.machine import (
    any_outside,
    eight_at,
    eight_times,
    fetch_ahead,
    put_eight,
    row_as_tuple,
)
from rating.records import Floats, Hands, Truth
from rating.seating import COMPUTER_LIVE_ROW, FINISHES, HELD, RATED
from rating.vectors import VECTOR

# Rows of `LaneMemory.plan`.
VALUES_ROW, K_ROW, WEIGHT_ROW = range(3)


@inlined
def plan_seats(
    hand: Index,
    rows: NDArray[np.uint32],
    flags: NDArray[np.uint8],
    states: NDArray[np.void],
    k_tier: NDArray[np.int32],
    weight_last: int,
    plan: NDArray[np.uint64],
) -> None:
    """Note the rows that each seat reads, and count the hand for who is rated."""
    k_last = len(k_tier) - 1
    for seat in range(rows.shape[1]):
        flag, row = flags[hand, seat], np.uint64(rows[hand, seat])
        is_held = flag & HELD != 0
        plan[VALUES_ROW, seat] = np.uint64(COMPUTER_LIVE_ROW) if is_held else row
        if flag & RATED:
            n = states[row]["rated_hands"]
            plan[K_ROW, seat] = np.uint64(k_tier[np.uint64(min(n, k_last))])
            plan[WEIGHT_ROW, seat] = np.uint64(min(n, weight_last))
            states[row]["rated_hands"] = n + 1


@inlined
def fetch_values(values: Floats, row: Index, lane: Index, has_levels: bool) -> None:
    """Ask for what the next hand reads of a player in eight lanes."""
    fetch_ahead(values, (row, RATING, lane))
    fetch_ahead(values, (row, FORM, lane))
    if has_levels:
        fetch_ahead(values, (row, LOWER, lane))
        fetch_ahead(values, (row, UPPER, lane))


@compiled
def judge_seat(
    row: Index,
    block: Index,
    finishes: Truth,
    is_due: bool,
    lanes: Lanes,
    memory: LaneMemory,
) -> None:
    """What follows a rated hand with a window's Form or after settlements."""
    state, has_levels = memory.shared.states[row], len(memory.standing) > 0
    if len(memory.ring):
        window_lanes(row, state["rated_hands"], memory)
        is_due |= has_levels and is_tripped(row, memory.values)
    if is_due:
        judge_lanes(row, block, finishes, np.bool_(False), lanes, memory)
    if state["was_safe"]:
        note_safety(row, np.bool_(False), memory)


@compiled
def sweep_hands(  # noqa: C901 - one loop, see its docstring
    first: int,
    end: int,
    order: NDArray[np.int32],
    hands: Hands,
    scored: Scored,
    has_wins: bool,
    lanes: Lanes,
    memory: LaneMemory,
    seats: tuple[int, ...],
) -> None:
    """Apply the hands at places `first` to `end` (left out) of `order` in every lane.

    Longer than a function should be, as `kernel.replay_seats` is and why. `seats` are
    as many as the table has, in the type, so that loops over them are unrolled.
    """
    rows, flags, side_size, margin_no, _expected, _actual, _side_ratings = hands
    blocks, counts, wons = scored
    steepness, actual_table, k_tier, k, weights, _numbers, _levels, slopes = lanes
    shared, values, standing, waits, _ring_start, ring = memory[:6]
    expected, _held_expected, sums, _scratch, plan = memory[6:]
    states = shared.states
    n_seats, n_lanes = len(seats), np.uint64(values.shape[2])
    last, weight_last = len(order) - 1, len(weights) - 1
    has_levels, is_window = len(standing) > 0, len(ring) > 0
    for place in range(first, end):
        hand, block = np.uint64(order[place]), np.uint64(blocks[order[place]])
        next_hand = np.uint64(order[min(place + 1, last)])
        far_hand = np.uint64(order[min(place + AHEAD, last)])
        any_flag = np.uint8(0)
        for seat in range(n_seats):
            fetch_ahead(states, rows[far_hand, seat])
            row, flag = np.uint64(rows[hand, seat]), flags[hand, seat]
            any_flag |= flag
            if flag & RATED and states[row]["first_pending"] != NO_HAND:
                settle_lanes(row, block, hands, lanes, memory)
        if not any_flag:
            continue
        plan_seats(hand, rows, flags, states, k_tier, weight_last, plan)
        flag_of = row_as_tuple(flags, hand, seats)
        next_row = row_as_tuple(rows, next_hand, seats)
        row_of = row_as_tuple(plan, VALUES_ROW, seats)
        k_of = row_as_tuple(plan, K_ROW, seats)
        weight_of = row_as_tuple(plan, WEIGHT_ROW, seats)
        share, margin = 1.0 / side_size[hand], np.uint64(margin_no[hand])
        won, is_counted, outside = wons[margin], counts[hand], np.uint64(0)
        for lane in range(np.uint64(0), n_lanes, np.uint64(VECTOR)):
            side_0, side_1 = eight_times(0.0), eight_times(0.0)
            for seat in range(n_seats):
                part = eight_at(values, (row_of[seat], RATING, lane)) * share
                if seat & 1:
                    side_1 = side_1 + part
                else:
                    side_0 = side_0 + part
                fetch_values(values, np.uint64(next_row[seat]), lane, has_levels)
            x = log_odds_against(side_0, side_1, eight_at(steepness, (lane,)))
            e, s = score_of(x), eight_at(actual_table, (margin, lane))
            if any_flag & HELD:
                put_eight(expected, (lane,), e)
            if is_counted:
                score_hand(sums, block, lane, e, s, x)
                if has_wins:
                    score_win(sums, block, lane, won, x, eight_at(slopes, (lane,)))
            for seat in range(n_seats):
                if flag_of[seat] & RATED:
                    row, side = row_of[seat], seat & 1
                    k_now = eight_at(k, (k_of[seat], lane))
                    w = eight_at(weights, (weight_of[seat], lane))
                    own_e, own_s = of_side(e, side), of_side(s, side)
                    form = move_eight(values, row, lane, k_now, own_e, own_s, w)
                    if has_levels:
                        lower = eight_at(values, (row, LOWER, lane))
                        upper = eight_at(values, (row, UPPER, lane))
                        tripped = any_outside(form, lower, upper)
                        outside |= tripped << np.uint64(seat)
        for seat in range(n_seats):
            if flag_of[seat] & RATED:
                row, finishes = row_of[seat], np.bool_(flag_of[seat] & FINISHES)
                state = states[row]
                state["finished_games"] += finishes
                is_due = outside >> np.uint64(seat) & np.uint64(1) != 0
                if has_levels:
                    is_due |= state["rated_hands"] >= state["judge_at"]
                    is_due |= finishes & (waits[row] != 0)
                if is_window | (state["was_safe"] != 0):
                    judge_seat(row, block, finishes, is_due, lanes, memory)
                elif is_due:
                    judge_lanes(row, block, finishes, np.bool_(False), lanes, memory)
        if any_flag & HELD:
            treat_away_lanes(hand, block, hands, lanes, memory)
