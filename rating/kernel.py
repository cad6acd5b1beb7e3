"""The one place where the formulas of the Coastal Rating stand, compiled.

Long because it is the unit of numba's cache, which notices a change only in the
file of the compiled function itself: formulas in a file of their own would go on
running in their old form. Clauses are those of docs/rating.md.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined
from rating.machine import fetch_ahead, float_from_bits
from rating.records import Constants, Described, Floats, Hands, Memory, Truth, Whole
from rating.seating import COMPUTER_LIVE_ROW, FINISHES, HELD, RATED

# Margin functions and policies for away hands, by their place in rating.config.
LOGISTIC, NORMAL_CDF, CLAMP, WIN_LOSS = range(4)
ON_RETURN, ALWAYS, NEVER = range(3)

# What happened to a level, by place; the first is "nothing".
EVENTS: Final = (None, "started", "promoted", "demoted", "at_risk", "recovered")
NOTHING, STARTED, PROMOTED, DEMOTED, AT_RISK, RECOVERED = range(6)

NO_LEVEL: Final = -1  # self-rated
NO_HAND: Final = -1
NEVER_PROMOTED: Final = -(2**31)
NEVER_JUDGED: Final = 2**31 - 1
NORMAL_WIDTH: Final = 1.702  # Φ(x / 1.702 s) is closest to the logistic of scale s
LN_10: Final = math.log(10.0)
AHEAD: Final = 16  # hands between asking for a state and using it


@compiled
def exp(x: float) -> float:
    """Power x of e within 2 ulp, x cut to ±708; the same bits on every machine.

    Arithmetic only (no library call): reduced to |r| ≤ ln 2 / 2, then the Taylor
    sum to r¹³, whose rest is below 5e-18.
    """
    x = min(max(x, -708.0), 708.0)
    n = math.floor(x * 1.4426950408889634 + 0.5)
    # ln 2 in two parts (Cody and Waite 1980): n times the first is exact.
    r = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10
    r2 = r * r
    r4 = r2 * r2
    low = (1.0 + r) + r2 * (1 / 2 + r * (1 / 6))
    middle = (1 / 24 + r * (1 / 120)) + r2 * (1 / 720 + r * (1 / 5040))
    high = (1 / 40320 + r * (1 / 362880)) + r2 * (1 / 3628800 + r * (1 / 39916800))
    top = 1 / 479001600 + r * (1 / 6227020800)
    total = low + r4 * (middle + r4 * (high + r4 * top))
    power = float_from_bits((n + 1023) << 52)  # 2 ** n
    return total * power


@compiled
def expected_score(rating: float, other_rating: float, scale: float) -> float:
    """E of a side: 1 / (1 + 10 ** ((R_Y - R_X) / scale)); clause 2."""
    # Cut, so that a tiny scale gives no 0 * inf between equal sides.
    steepness = min(LN_10 / scale, 1e300)
    return 1.0 / (1.0 + exp((other_rating - rating) * steepness))


@compiled
def actual_score(margin: float, function: int, scale: float) -> float:
    """S of the side that won by `margin`; clause 2."""
    if function == LOGISTIC:
        return 1.0 / (1.0 + exp(-(margin / scale)))
    if function == NORMAL_CDF:
        return 0.5 * math.erfc(-(margin / scale / NORMAL_WIDTH) / math.sqrt(2.0))
    if function == CLAMP:
        return min(max(0.5 + margin / scale / 4.0, 0.0), 1.0)
    return 0.5 + 0.5 * float(np.sign(margin))


@compiled
def actual_scores(margins: NDArray[np.int64], scales: Floats, function: int) -> Floats:
    """S for each margin under the scale of its family."""
    scores = np.empty(len(margins))
    for i in range(len(margins)):
        scores[i] = actual_score(float(margins[i]), function, scales[i])
    return scores


@compiled
def zero_margin(expected: float, probit: float, function: int, scale: float) -> float:
    """The margin at which S = E, so that the hand would count nothing; clause 5.

    `probit` is Φ⁻¹(E), which only the normal form needs. NaN where there is none.
    """
    if function == LOGISTIC:
        return scale * math.log(expected / (1.0 - expected))
    if function == NORMAL_CDF:
        return NORMAL_WIDTH * scale * probit
    if function == CLAMP:
        return 4.0 * (expected - 0.5) * scale
    return math.nan


@inlined
def of_side(score: float, side: Whole) -> float:
    """A score of side 0 as seen by `side`: side 1 takes the rest to 1; clause 2."""
    return 1.0 - score if side else score


@inlined
def opponents_part(k: float, expected: float) -> float:
    """What the strength of the sides alone does to a Rating; clause 5."""
    return k * (0.5 - expected)


@inlined
def result_part(k: float, actual: float) -> float:
    """What the result alone does to a Rating; clause 5."""
    return k * (actual - 0.5)


@inlined
def change_of_rating(k: float, expected: float, actual: float) -> float:
    """K · (S - E), as the exact sum of its two parts; clause 2."""
    return opponents_part(k, expected) + result_part(k, actual)


@inlined
def exponential_form(form: float, rating: float, weight: float) -> float:
    """Form, moved towards the Rating; clause 3."""
    return form + weight * (rating - form)


@compiled
def form_weights(span: int, n_weights: int) -> Floats:
    """The weight of the n-th Rating in Form, for n = 1..n_weights; clause 3."""
    weights = np.empty(n_weights)
    for i in range(n_weights):
        weights[i] = max(1.0 / (i + 1), 2.0 / (span + 1.0))
    return weights


@compiled
def window_form(rating: float, n: int, ring: Floats, start: int, end: int) -> float:
    """The plain mean of the last Ratings, kept in `ring[start:end]`; clause 3."""
    size = end - start
    ring[start + (n - 1) % size] = rating
    total = 0.0
    # From the oldest on: the sum must not depend on where the ring begins.
    for i in range(max(0, n - size), n):
        total += ring[start + i % size]
    return total / min(n, size)


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
    if n < numbers["provisional_hands"]:
        return NOTHING
    if n == numbers["provisional_hands"]:
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
    """Set Form and the counts, write them down; whether the level may change."""
    change["form_before"] = state["form"]
    change["form_after"] = form
    state["form"] = form
    state["rated_hands"] += 1
    state["finished_games"] += finishes
    change["rated_hands"] = state["rated_hands"]
    change["finished_games"] = state["finished_games"]
    return (
        finishes
        or form <= state["lower"]
        or form >= state["upper"]
        or state["rated_hands"] >= state["judge_at"]
    )


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
    actual = of_side(constants.actual[hands.margin_no[hand]], seat & 1)
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
def replay_hands(  # noqa: C901 - one loop, see its docstring
    first_hand: int,
    hands: Hands,
    constants: Constants,
    memory: Memory,
    changes: NDArray[np.void],
) -> tuple[int, Whole]:
    """Apply hands from `first_hand` on until `changes` might not hold the next.

    Longer than a function should be: arrays that it would hand down in its loop are
    counted at every call, which costs more than the arithmetic.

    Returns
    -------
    next_hand, n_changes
        The first hand that was not applied, and the rows of `changes` written.
    """
    rows, flags, side_size, margin_no, all_expected, side_ratings = hands
    all_numbers, levels, all_actual, k_table, weights = constants
    states, ring_start, ring, _held, n_held = memory
    numbers = all_numbers[0]
    scale, is_window = numbers["scale"], numbers["is_window"]
    k_last, weight_last = len(k_table) - 1, len(weights) - 1
    n_hands, n_seats = rows.shape
    n: Whole = np.int64(0)
    row: Whole
    for hand in range(first_hand, n_hands):
        if n + n_seats + n_held[1] > len(changes):
            return hand, n
        if hand + AHEAD < n_hands:
            for seat in range(n_seats):
                fetch_ahead(states, rows[hand + AHEAD, seat])
        any_flag = 0
        for seat in range(n_seats):
            flag = flags[hand, seat]
            any_flag |= flag
            row = rows[hand, seat]
            if flag & RATED and states[row]["first_pending"] != NO_HAND:
                n = settle(hand, np.int64(row), hands, constants, memory, changes, n)
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
        expected = expected_score(first, second, scale)
        all_expected[hand] = expected
        actual = all_actual[np.uint64(margin_no[hand])]
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
            if is_window:
                start, end = ring_start[row], ring_start[row + 1]
                form = window_form(rating, n_before + 1, ring, start, end)
            else:
                weight = weights[np.uint64(min(n_before, weight_last))]
                form = exponential_form(state["form"], rating, weight)
            change["event"] = NOTHING
            if move_form(state, change, form, flag & FINISHES != 0):
                change["event"] = step_level(state, numbers, levels, np.bool_(False))
            state["was_safe"] = 0
            change["level"] = state["level"]
            change["hand"] = hand
            change["row"] = row
            change["seat"] = seat
            change["settled_by"] = NO_HAND
            n += 1
        if any_flag & HELD:
            n = treat_away(hand, hands, constants, memory, changes, n)
    return n_hands, n


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
        actual[i] = of_side(constants.actual[hands.margin_no[hand]], side)
        k[i] = constants.k[min(changes[i]["rated_hands"] - 1, len(constants.k) - 1)]
        opponents[i] = opponents_part(k[i], expected[i])
        result[i] = result_part(k[i], actual[i])
    return Described(margin, own, other, expected, actual, k, opponents, result)


@compiled
def zero_margins(
    expected: Floats, probit: Floats, scales: Floats, function: int
) -> Floats:
    """The zero margin for each expected score under the scale of its family."""
    margins = np.empty(len(expected))
    for i in range(len(expected)):
        margins[i] = zero_margin(expected[i], probit[i], function, scales[i])
    return margins
