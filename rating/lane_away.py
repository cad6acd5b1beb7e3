"""Away hands in a sweep: held until the player comes back, or applied; clause 1."""

import numpy as np

from rating.away import ALWAYS, NO_HAND, ON_RETURN, hold
from rating.compiled import compiled, inlined
from rating.formulas import (
    change_of_rating,
    exponential_form,
    of_side,
    window_form,
)
from rating.lane_levels import is_tripped, judge_lanes, note_safety
from rating.lane_records import FORM, RATING, Index, LaneMemory, Lanes
from rating.machine import eight_at, put_eight
from rating.records import Floats, Hands, Truth
from rating.seating import HELD
from rating.vectors import VECTOR


@inlined
def move_eight(
    values: Floats, row: Index, lane: Index, k: float, e: float, s: float, w: float
) -> float:
    """Rating and exponential Form of a player in eight lanes; clauses 2 and 3.

    Returns that Form.
    """
    rating = eight_at(values, (row, RATING, lane)) + change_of_rating(k, e, s)
    form = exponential_form(eight_at(values, (row, FORM, lane)), rating, w)
    put_eight(values, (row, RATING, lane), rating)
    put_eight(values, (row, FORM, lane), form)
    return form


@compiled
def window_lanes(row: Index, n: int, memory: LaneMemory) -> None:
    """Form as the plain mean of a window, in every lane; clause 3."""
    values, ring_start = memory.values, memory.ring_start
    n_lanes = values.shape[2]
    for lane in range(n_lanes):
        place = np.int64(row) * n_lanes + lane
        start, end = ring_start[place], ring_start[place + 1]
        rating = values[row, RATING, lane]
        form = window_form(rating, n, memory.ring, start, end)
        values[row, FORM, lane] = form


@compiled
def apply_away_lanes(
    row: Index,
    side: Index,
    block: Index,
    is_settled: Truth,
    expected: Floats,
    margin: Index,
    lanes: Lanes,
    memory: LaneMemory,
) -> None:
    """Apply an away hand in which side 0 had these expected scores; clause 1."""
    state, values = memory.shared.states[row], memory.values
    n = state["rated_hands"]
    tier = np.uint64(lanes.k_tier[min(n, len(lanes.k_tier) - 1)])
    weight = np.uint64(min(n, len(lanes.weights) - 1))
    k, weights, actual = lanes.k, lanes.weights, lanes.actual
    for lane in range(0, values.shape[2], VECTOR):
        e = of_side(eight_at(expected, (lane,)), side)
        s = of_side(eight_at(actual, (margin, lane)), side)
        w = eight_at(weights, (weight, lane))
        move_eight(values, row, lane, eight_at(k, (tier, lane)), e, s, w)
    if len(memory.ring):
        window_lanes(row, n + 1, memory)
    state["rated_hands"] = n + 1
    if not len(memory.standing):
        return
    if n + 1 >= state["judge_at"] or is_tripped(row, values):
        judge_lanes(row, block, np.bool_(False), is_settled, lanes, memory)


@compiled
def settle_lanes(
    row: Index, block: Index, hands: Hands, lanes: Lanes, memory: LaneMemory
) -> None:
    """Apply the away hands of a player who is back; clause 1."""
    state, shared = memory.shared.states[row], memory.shared
    note_safety(row, np.bool_(True), memory)
    place = state["first_pending"]
    shared.n_held[1] -= state["n_pending"]
    state["first_pending"] = NO_HAND
    state["n_pending"] = 0
    while place != NO_HAND:
        entry = shared.held[place]
        margin = np.uint64(hands.margin_no[entry["hand"]])
        side, yes = np.uint64(entry["seat"] & 1), np.bool_(True)
        expected = memory.held_expected[place]
        apply_away_lanes(row, side, block, yes, expected, margin, lanes, memory)
        place = entry["next"]


@compiled
def treat_away_lanes(
    hand: Index, block: Index, hands: Hands, lanes: Lanes, memory: LaneMemory
) -> None:
    """Hold or apply a hand for those who are away, by seat; clause 1."""
    away, expected = lanes.numbers[0]["away"], memory.expected
    margin = np.uint64(hands.margin_no[hand])
    for seat in range(hands.rows.shape[1]):
        if hands.flags[hand, seat] & HELD:
            row = np.uint64(hands.rows[hand, seat])
            if away == ON_RETURN:
                memory.held_expected[memory.shared.n_held[0]] = expected
                hold(np.int64(row), hand, seat, memory.shared)
            elif away == ALWAYS:
                side, no = np.uint64(seat & 1), np.bool_(False)
                apply_away_lanes(row, side, block, no, expected, margin, lanes, memory)
