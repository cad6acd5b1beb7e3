"""Levels, step by step: what a rated hand does to one, clause 4 of docs/rating.md."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined
from rating.records import Truth

# What happened to a level, by place; the first is "nothing".
EVENTS: Final = (None, "started", "promoted", "demoted", "at_risk", "recovered")
NOTHING, STARTED, PROMOTED, DEMOTED, AT_RISK, RECOVERED = range(6)

NO_LEVEL: Final = -1  # self-rated
NEVER_PROMOTED: Final = -(2**31)
NEVER_JUDGED: Final = 2**31 - 1


@inlined
def judge_next(state: np.void, numbers: np.void, levels: NDArray[np.void]) -> None:
    """Note when the level can change next, so that hands before need no look."""
    n = state["rated_hands"]
    line = levels[state["level"]]["line"]
    state["judge_at"] = NEVER_JUDGED
    if state["is_at_risk"]:
        state["upper"] = line
        state["lower"] = line - numbers["keep_margin"]
        protected_to = state["promoted_at"] + numbers["protected_hands"]
        if protected_to > n:
            state["lower"] = -np.inf
            state["judge_at"] = min(protected_to, NEVER_JUDGED)
        return
    above = levels[state["level"] + 1]
    state["lower"] = line
    state["upper"] = np.inf
    if n < above["hands"]:
        state["judge_at"] = min(above["hands"], NEVER_JUDGED)
    elif state["finished_games"] >= above["games"]:
        state["upper"] = above["line"]


@compiled
def step_level(
    state: np.void, numbers: np.void, levels: NDArray[np.void], is_settled: Truth
) -> int:
    """Judge the level of a player after a rated hand; clause 4.

    The last step's warnings do not outlive a change of level, also among the
    settlements of one hand: `was_safe` then says that no earlier hand warned.
    """
    n = state["rated_hands"]
    form = state["form"]
    event = NOTHING
    if state["level"] == NO_LEVEL:
        if n < numbers["provisional_hands"]:
            return NOTHING
        state["level"] = 0
        state["step_at"] = n
        event = STARTED
    else:
        above = levels[state["level"] + 1]
        line = levels[state["level"]]["line"]
        if (
            form >= above["line"]
            and n >= above["hands"]
            and state["finished_games"] >= above["games"]
        ):
            state["level"] += 1
            state["step_at"] = n
            state["promoted_at"] = n
            state["is_at_risk"] = 0
            state["was_safe"] = 1
            event = PROMOTED
        elif (
            state["is_at_risk"]
            and form <= line - numbers["keep_margin"]
            and not state["was_safe"]
            and not is_settled
            and n - np.int64(state["promoted_at"]) > numbers["protected_hands"]
        ):
            state["level"] -= 1
            state["step_at"] = n
            state["is_at_risk"] = 0
            event = DEMOTED
        elif form < line and not state["is_at_risk"]:
            state["is_at_risk"] = 1
            event = AT_RISK
        elif form >= line and state["is_at_risk"]:
            state["is_at_risk"] = 0
            event = RECOVERED
    judge_next(state, numbers, levels)
    return event


@compiled
def adopt_levels(
    states: NDArray[np.void],
    places: NDArray[np.int16],
    numbers: np.void,
    levels: NDArray[np.void],
) -> None:
    """Put levels of another configuration in the place of those there; clause 6.

    `places` are the new places of the old levels. What stands stays: only the next
    hand is judged by the new lines.
    """
    for i in range(len(states)):
        state = states[i]
        if state["level"] == NO_LEVEL:
            state["judge_at"] = min(numbers["provisional_hands"], NEVER_JUDGED)
        else:
            state["level"] = places[state["level"]]
            judge_next(state, numbers, levels)
