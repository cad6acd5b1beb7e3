"""Levels in a sweep: judged in the lanes where Form reached something; clause 4.

What a level does is the kernel's `step_level`; here stands which lanes it is asked for.
"""

from typing import Final

import numpy as np

from rating.compiled import compiled, inlined
from rating.lane_records import FORM, LOWER, STANDING, UPPER, Index, LaneMemory, Lanes
from rating.lane_scores import EVENT_SUMS, REVERSALS
from rating.level_steps import DEMOTED, NEVER_JUDGED, NOTHING, PROMOTED, step_level
from rating.machine import any_outside, eight_at, fetch_ahead
from rating.records import CACHE_LINE, Floats, Truth
from rating.vectors import VECTOR

STANDINGS_A_LINE: Final = CACHE_LINE // STANDING.itemsize
REVERSED_WITHIN: Final = 100  # rated hands between a step and the one that undoes it


@inlined
def reaches_line(values: Floats, lane: Index) -> np.uint64:
    """1 if Form reached a trip wire of the player in one of eight lanes, else 0."""
    form = eight_at(values, (FORM, lane))
    lower, upper = eight_at(values, (LOWER, lane)), eight_at(values, (UPPER, lane))
    return any_outside(form, lower, upper)


@inlined
def is_tripped(row: Index, values: Floats) -> bool:
    """Whether Form reached a trip wire of the player in any lane."""
    own, tripped = values[row], np.uint64(0)
    for lane in range(0, own.shape[1], VECTOR):
        tripped |= reaches_line(own, lane)
    return bool(tripped != 0)


@compiled
def judge_lanes(
    row: Index,
    block: Index,
    finishes: Truth,
    is_settled: Truth,
    lanes: Lanes,
    memory: LaneMemory,
) -> None:
    """Judge the level in the lanes where something was reached; clause 4.

    Where neither hands nor a game were waited for, lanes whose Form is within their
    trip wires are not looked at: most steps are those of a few lanes.
    """
    # numba counts a reference wherever an array is taken out of a tuple or handed
    # on: that is done here, once, since it takes longer than a step itself.
    values, standings = memory.values[row], memory.standing[row]
    for lane in range(0, len(standings), STANDINGS_A_LINE):
        fetch_ahead(standings, lane)
    waits, sums = memory.waits, memory.sums[block]
    numbers, levels = lanes.numbers, lanes.levels
    state, shared = memory.scratch[0], memory.shared.states[row]
    n = shared["rated_hands"]
    is_due = n >= shared["judge_at"] or (finishes and waits[row])
    if is_due:
        shared["judge_at"] = NEVER_JUDGED
        waits[row] = 0
    state["rated_hands"] = n
    state["finished_games"] = shared["finished_games"]
    for first in range(0, values.shape[1], VECTOR):
        if not is_due and not reaches_line(values, first):
            continue
        for lane in range(first, first + VECTOR):
            standing = standings[lane]
            form, upper = values[FORM, lane], values[UPPER, lane]
            is_awaited = finishes and waits_for_game(upper, standing)
            is_reached = form <= values[LOWER, lane] or form >= upper
            if is_reached or is_awaited or n >= standing["judge_at"]:
                state["form"] = form
                state["lower"], state["upper"] = values[LOWER, lane], upper
                copy_standing(standing, state)
                event = step_level(state, numbers[lane], levels[lane], is_settled)
                if event != NOTHING:
                    sums[EVENT_SUMS + event, lane] += 1.0
                    first_step = numbers[lane]["provisional_hands"]
                    sums[REVERSALS, lane] += undoes(event, n, standing, first_step)
                copy_standing(state, standing)
                standing["was_safe"] = is_settled and state["was_safe"]
                values[LOWER, lane] = state["lower"]
                values[UPPER, lane] = state["upper"]
            shared["judge_at"] = min(shared["judge_at"], standing["judge_at"])
            waits[row] |= np.uint8(waits_for_game(values[UPPER, lane], standing))


@inlined
def waits_for_game(upper: float, standing: np.void) -> bool:
    """Whether a finished game may matter: neither a line nor hands are waited for."""
    return bool(upper == np.inf and standing["judge_at"] == NEVER_JUDGED)


@inlined
def copy_standing(source: np.void, target: np.void) -> None:
    """What a level needs, between the state of a lane and that of a player."""
    target["promoted_at"] = source["promoted_at"]
    target["step_at"] = source["step_at"]
    target["judge_at"] = source["judge_at"]
    target["level"] = source["level"]
    target["is_at_risk"] = source["is_at_risk"]
    target["was_safe"] = source["was_safe"]


@inlined
def undoes(event: Index, n: Index, standing: np.void, first_step: Index) -> bool:
    """Whether a step takes back the last one, which was not long ago."""
    if n - np.int64(standing["step_at"]) > REVERSED_WITHIN:
        return False
    was_promoted = bool(standing["step_at"] == standing["promoted_at"])
    if event == DEMOTED:
        return was_promoted
    was_demoted = not was_promoted and standing["step_at"] > first_step
    return event == PROMOTED and bool(was_demoted)


@compiled
def note_safety(row: Index, is_settling: Truth, memory: LaneMemory) -> None:
    """Note in which lanes no earlier hand warned, or forget it after the hand."""
    shared = memory.shared.states[row]
    shared["was_safe"] = is_settling
    if len(memory.standing):
        for lane in range(memory.standing.shape[1]):
            standing = memory.standing[row, lane]
            safe = is_settling and not standing["is_at_risk"]
            standing["was_safe"] = safe
