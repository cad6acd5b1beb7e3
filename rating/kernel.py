"""Replay: one pass over the hands of all ladders, compiled.

The formulas stand in rating.formulas, the steps of levels in rating.level_steps;
here is the order in which they are applied. Clauses are those of docs/rating.md.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined
from rating.formulas import (
    change_of_rating,
    exponential_form,
    log_odds_against,
    of_side,
    opponents_part,
    result_part,
    score_of,
    steepness_of,
    window_form,
)
from rating.level_steps import NEVER_JUDGED, NOTHING, step_level
from rating.machine import fetch_ahead
from rating.records import Constants, Described, Floats, Hands, Memory, Whole
from rating.seating import COMPUTER_LIVE_ROW, FINISHES, HELD, RATED

# Policies for away hands by their place in rating.config.
ON_RETURN, ALWAYS, NEVER = range(3)

NO_HAND: Final = -1
AHEAD: Final = 16  # hands between asking for a state and using it


@inlined
def move_rating(state: np.void, change: np.void, delta: float) -> float:
    """Move the Rating by `delta`, write both down and return it; clause 2."""
    before: float = state["rating"]
    rating = before + delta
    change["rating_before"] = before
    change["rating_after"] = rating
    change["rating_change"] = delta
    state["rating"] = rating
    return rating


@inlined
def move_form(state: np.void, change: np.void, form: float, finishes: bool) -> bool:
    """Set Form and the counts, write them down; whether the level may change.

    A finished game matters only where the level above waits for games alone. No
    branches: which way one goes would often be guessed wrongly.
    """
    change["form_before"] = state["form"]
    change["form_after"] = form
    state["form"] = form
    n = state["rated_hands"] + 1
    games = state["finished_games"] + finishes
    state["rated_hands"], state["finished_games"] = n, games
    change["rated_hands"], change["finished_games"] = n, games
    waits_for_games = (state["judge_at"] == NEVER_JUDGED) & (state["upper"] == np.inf)
    may_step: bool = (
        (finishes & waits_for_games)
        | (form <= state["lower"])
        | (form >= state["upper"])
        | (n >= state["judge_at"])
    )
    return may_step


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
def hold(row: Whole, hand: int, seat: int, memory: Memory) -> None:
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
) -> tuple[int, int]:
    """Apply hands from `first_hand` on until `changes` might not hold the next.

    Returns
    -------
    next_hand, n_changes
        The first hand that was not applied, and the rows of `changes` written.
    """
    seats = tuple(range(hands.rows.shape[1]))
    window = memory.ring if constants.numbers[0]["is_window"] else None
    done = replay_seats(first_hand, hands, constants, memory, changes, seats, window)
    return int(done[0]), int(done[1])


@compiled
def describe_changes(
    changes: NDArray[np.void],
    margins: NDArray[np.int64],
    hands: Hands,
    constants: Constants,
) -> Described:
    """What stands behind each change; `margins` are those of side 0."""
    n = len(changes)
    margin = np.empty(n, dtype=np.int64)
    own, other, expected, actual = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    k, opponents, result = np.empty(n), np.empty(n), np.empty(n)
    for i in range(n):
        hand = changes[i]["hand"]
        side = changes[i]["seat"] & 1
        margin[i] = -margins[hand] if side else margins[hand]
        own[i] = hands.side_ratings[hand, side]
        other[i] = hands.side_ratings[hand, 1 - side]
        expected[i] = of_side(hands.expected[hand], side)
        actual[i] = of_side(hands.actual[hand], side)
        k[i] = constants.k[min(changes[i]["rated_hands"] - 1, len(constants.k) - 1)]
        opponents[i] = opponents_part(k[i], expected[i])
        result[i] = result_part(k[i], actual[i])
    return Described(margin, own, other, expected, actual, k, opponents, result)
