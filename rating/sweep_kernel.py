"""The loops of a sweep: many configurations at once, lane by lane.

Every formula is the kernel's; what stands here is the order in which lanes meet them.
A lane is one configuration of a block. Who is rated, how many hands and games a player
has and which hands wait for whom depends on no number of a configuration, so that is
kept once; Ratings and Forms are kept per lane, side by side, so that one instruction
moves several. A level is looked at only where a lane reaches its trip wire.
Long because the hot loop and what it seldom calls share the same arrays and words.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating.away import ALWAYS, NO_HAND, ON_RETURN, hold
from rating.compiled import compiled, inlined
from rating.formulas import (
    change_of_rating,
    exponential_form,
    log_odds_against,
    of_side,
    score_of,
    window_form,
)
from rating.level_steps import DEMOTED, NEVER_JUDGED, NOTHING, PROMOTED, step_level
from rating.machine import bits_of_float, float_from_bits
from rating.records import Floats, Hands, Memory, Truth
from rating.seating import COMPUTER_LIVE_ROW, FINISHES, HELD, RATED

# Fields of `LaneMemory.values`; the last two are there only with levels.
RATING, FORM, LOWER, UPPER = range(4)
N_VALUES: Final = 4

# Rows of `LaneMemory.sums`. The log loss of a hand is -ln E - (1 - S) x with x the
# log odds against side 0; the logs are one product, kept as mantissa and exponent,
# since a logarithm a hand would cost more than the rest of it.
E_MANTISSA, E_EXPONENT, LOSER_LOG_ODDS, BRIER, EXPECTED_SPREAD = range(5)
# The same of the chance to win P = 1 / (1 + exp(slope * x)), then what fits the slope.
P_MANTISSA, P_EXPONENT, LOST_LOG_ODDS, SLOPE_SCORE, SLOPE_INFORMATION = range(5, 10)
EVENT_SUMS: Final = 9  # + the kernel's number of an event, from 1
REVERSALS: Final = 15
N_SUMS: Final = 16
REVERSED_WITHIN: Final = 100  # rated hands between a step and the one that undoes it

EXPONENT_BITS: Final = 52
EXPONENT_OF_1: Final = 1023
MANTISSA: Final = (1 << EXPONENT_BITS) - 1
BITS_OF_1: Final = EXPONENT_OF_1 << EXPONENT_BITS

# Unsigned where it is hot: numba then looks for no negative index.
Index = int | np.int64 | np.uint64

# What a level needs of each player and lane; names as in records.STATE.
STANDING = np.dtype(
    [
        ("promoted_at", "i4"),
        ("step_at", "i4"),
        ("judge_at", "i4"),
        ("level", "i2"),
        ("is_at_risk", "u1"),
        ("was_safe", "u1"),
    ]
)


class Lanes(NamedTuple):
    """What the configurations of a block set; the last axis is the lane."""

    steepness: Floats
    actual: Floats  # (n_margins, n_lanes)
    k_tier: NDArray[np.int32]  # row of `k` by rated hands so far
    k: Floats  # (n_tiers, n_lanes)
    weights: Floats  # (n_weights, n_lanes), by rated hands so far
    numbers: NDArray[np.void]  # (n_lanes,) of records.NUMBERS
    levels: NDArray[np.void]  # (n_lanes, n_levels) of records.LEVEL
    slopes: Floats  # of the chance to win


class Scored(NamedTuple):
    """Where each hand counts and how it ended, whatever the configuration."""

    block: NDArray[np.int32]
    won: Floats  # by margin_no: 1, ½ or 0 for side 0


class LaneMemory(NamedTuple):
    """What a sweep remembers from one hand to the next."""

    shared: Memory  # counts and waiting hands of each player, in its states
    values: Floats  # (n_rows, N_VALUES or 2, n_lanes)
    standing: NDArray[np.void]  # (n_rows or 0, n_lanes) of STANDING
    waits: NDArray[np.uint8]  # (n_rows,): a level waits for a finished game in a lane
    ring_start: NDArray[np.int64]  # of row and lane, (n_rows * n_lanes + 1,)
    ring: Floats
    log_odds: Floats  # (n_lanes,) against side 0 of the present hand
    expected: Floats  # (2, n_lanes): of either side in the present hand
    actual: Floats  # the same
    held_expected: Floats  # (n_held, n_lanes): of side 0 in hands that wait
    sums: Floats  # (n_blocks, N_SUMS, n_lanes)
    scratch: NDArray[np.void]  # one records.STATE


@inlined
def move_lanes(
    values: Floats,
    row: Index,
    expected: Floats,
    actual: Floats,
    side: Index,
    k: Floats,
    tier: Index,
    weights: Floats,
    weight: Index,
) -> None:
    """Rating and exponential Form of a player in every lane; clauses 2 and 3."""
    for lane in range(values.shape[2]):
        e, s = expected[side, lane], actual[side, lane]
        rating = values[row, RATING, lane] + change_of_rating(k[tier, lane], e, s)
        form = values[row, FORM, lane]
        values[row, RATING, lane] = rating
        values[row, FORM, lane] = exponential_form(form, rating, weights[weight, lane])


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


@inlined
def is_tripped(row: Index, values: Floats) -> bool:
    """Whether Form reached a trip wire of the player in any lane."""
    tripped = 0
    for lane in range(values.shape[2]):
        form = values[row, FORM, lane]
        tripped |= (form <= values[row, LOWER, lane]) | (
            form >= values[row, UPPER, lane]
        )
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
    """Judge the level in the lanes where something was reached; clause 4."""
    numbers, levels = lanes.numbers, lanes.levels
    values, sums, standings = memory.values, memory.sums, memory.standing
    state, shared = memory.scratch[0], memory.shared.states[row]
    n = shared["rated_hands"]
    judge_at, waits = np.int32(NEVER_JUDGED), False
    for lane in range(values.shape[2]):
        standing = standings[row, lane]
        form, upper = values[row, FORM, lane], values[row, UPPER, lane]
        is_due = n >= standing["judge_at"] or (
            finishes and waits_for_game(upper, standing)
        )
        if is_due or form <= values[row, LOWER, lane] or form >= upper:
            state["rated_hands"] = n
            state["finished_games"] = shared["finished_games"]
            state["form"] = form
            state["lower"] = values[row, LOWER, lane]
            state["upper"] = upper
            copy_standing(standing, state)
            event = step_level(state, numbers[lane], levels[lane], is_settled)
            if event != NOTHING:
                sums[block, EVENT_SUMS + event, lane] += 1.0
                if undoes(event, n, standing, numbers[lane]["provisional_hands"]):
                    sums[block, REVERSALS, lane] += 1.0
            copy_standing(state, standing)
            standing["was_safe"] = is_settled and state["was_safe"]
            values[row, LOWER, lane] = state["lower"]
            values[row, UPPER, lane] = state["upper"]
        judge_at = min(judge_at, standing["judge_at"])
        waits |= waits_for_game(values[row, UPPER, lane], standing)
    shared["judge_at"] = judge_at
    memory.waits[row] = waits


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


@compiled
def apply_away_lanes(
    row: Index,
    side: Index,
    block: Index,
    is_settled: Truth,
    lanes: Lanes,
    memory: LaneMemory,
) -> None:
    """Apply an away hand whose scores stand in the memory; clause 1."""
    state, values = memory.shared.states[row], memory.values
    n = state["rated_hands"]
    tier = np.uint64(lanes.k_tier[min(n, len(lanes.k_tier) - 1)])
    weight = np.uint64(min(n, len(lanes.weights) - 1))
    expected, actual = memory.expected, memory.actual
    move_lanes(
        values, row, expected, actual, side, lanes.k, tier, lanes.weights, weight
    )
    if len(memory.ring):
        window_lanes(row, n + 1, memory)
    state["rated_hands"] = n + 1
    if not len(memory.standing):
        return
    if n + 1 >= state["judge_at"] or is_tripped(row, values):
        judge_lanes(row, block, np.bool_(False), is_settled, lanes, memory)


@compiled
def set_scores(
    expected: Floats, margin: Index, lanes: Lanes, memory: LaneMemory
) -> None:
    """Both sides' scores of a hand, in every lane."""
    for lane in range(len(expected)):
        for side in range(2):
            memory.expected[side, lane] = of_side(expected[lane], side)
            memory.actual[side, lane] = of_side(lanes.actual[margin, lane], side)


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
        set_scores(memory.held_expected[place], margin, lanes, memory)
        side = np.uint64(entry["seat"] & 1)
        apply_away_lanes(row, side, block, np.bool_(True), lanes, memory)
        place = entry["next"]


@compiled
def treat_away_lanes(
    hand: int, block: Index, hands: Hands, lanes: Lanes, memory: LaneMemory
) -> None:
    """Hold or apply a hand for those who are away, by seat; clause 1."""
    away = lanes.numbers[0]["away"]
    for seat in range(hands.rows.shape[1]):
        if hands.flags[hand, seat] & HELD:
            row = np.uint64(hands.rows[hand, seat])
            if away == ON_RETURN:
                memory.held_expected[memory.shared.n_held[0]] = memory.expected[0]
                hold(np.int64(row), hand, seat, memory.shared)
            elif away == ALWAYS:
                side, no = np.uint64(seat & 1), np.bool_(False)
                apply_away_lanes(row, side, block, no, lanes, memory)


@inlined
def multiply(
    sums: Floats, block: Index, mantissa: Index, lane: Index, p: float
) -> None:
    """Take one more factor into a product kept as mantissa and exponent."""
    bits = bits_of_float(sums[block, mantissa, lane] * p)
    sums[block, mantissa + 1, lane] += float((bits >> EXPONENT_BITS) - EXPONENT_OF_1)
    sums[block, mantissa, lane] = float_from_bits((bits & MANTISSA) | BITS_OF_1)


@inlined
def score_hand(
    sums: Floats, block: Index, expected: Floats, actual: Floats, log_odds: Floats
) -> None:
    """Add the losses of a hand to the sums of its block."""
    for lane in range(len(log_odds)):
        e, s = expected[0, lane], actual[0, lane]
        multiply(sums, block, E_MANTISSA, lane, e)
        sums[block, LOSER_LOG_ODDS, lane] += actual[1, lane] * log_odds[lane]
        sums[block, BRIER, lane] += (s - e) * (s - e)
        sums[block, EXPECTED_SPREAD, lane] += (e - 0.5) * (e - 0.5)


@inlined
def score_win(
    sums: Floats, block: Index, won: float, log_odds: Floats, slopes: Floats
) -> None:
    """Add the loss of foretelling who won, and what fits its slope."""
    for lane in range(len(log_odds)):
        x = log_odds[lane]
        y = slopes[lane] * x
        p = score_of(y)
        multiply(sums, block, P_MANTISSA, lane, p)
        sums[block, LOST_LOG_ODDS, lane] += (1.0 - won) * y
        sums[block, SLOPE_SCORE, lane] += (p - won) * x
        sums[block, SLOPE_INFORMATION, lane] += p * (1.0 - p) * x * x


@compiled
def sweep_hands(  # noqa: C901 - one loop, see its docstring
    first_hand: int,
    end: int,
    hands: Hands,
    scored: Scored,
    has_wins: bool,
    lanes: Lanes,
    memory: LaneMemory,
) -> None:
    """Apply the hands `first_hand` to `end` (left out) in every lane.

    Longer than a function should be, as `kernel.replay_hands` is and why: arrays are
    taken out of their tuples once.
    """
    rows, flags, side_size, margin_no, _expected, _actual, _side_ratings = hands
    blocks, wons = scored
    steepness, actual_table, k_tier, k, weights, _numbers, _levels, slopes = lanes
    shared, values, standing, waits, _ring_start, ring = memory[:6]
    log_odds, expected, actual, _held_expected, sums, _scratch = memory[6:]
    states = shared.states
    n_seats, n_lanes = rows.shape[1], values.shape[2]
    k_last, weight_last = len(k_tier) - 1, len(weights) - 1
    has_levels, is_window = len(standing) > 0, len(ring) > 0
    for hand in range(first_hand, end):
        any_flag = 0
        block = np.uint64(blocks[hand])
        for seat in range(n_seats):
            flag = flags[hand, seat]
            any_flag |= flag
            row = np.uint64(rows[hand, seat])
            if flag & RATED and states[row]["first_pending"] != NO_HAND:
                settle_lanes(row, block, hands, lanes, memory)
        if not any_flag:
            continue
        share = 1.0 / side_size[hand]
        expected[:] = 0.0
        for seat in range(n_seats):
            row, side = np.uint64(rows[hand, seat]), np.uint64(seat & 1)
            if flags[hand, seat] & HELD:
                row = np.uint64(COMPUTER_LIVE_ROW)
            for lane in range(n_lanes):
                expected[side, lane] += values[row, RATING, lane] * share
        margin = np.uint64(margin_no[hand])
        for lane in range(n_lanes):
            x = log_odds_against(expected[0, lane], expected[1, lane], steepness[lane])
            e, s = score_of(x), actual_table[margin, lane]
            log_odds[lane] = x
            expected[0, lane] = of_side(e, 0)
            expected[1, lane] = of_side(e, 1)
            actual[0, lane] = of_side(s, 0)
            actual[1, lane] = of_side(s, 1)
        if any_flag & RATED:
            score_hand(sums, block, expected, actual, log_odds)
            if has_wins:
                score_win(sums, block, wons[margin], log_odds, slopes)
        for seat in range(n_seats):
            flag = flags[hand, seat]
            if not flag & RATED:
                continue
            row, side = np.uint64(rows[hand, seat]), np.uint64(seat & 1)
            state = states[row]
            n = state["rated_hands"]
            tier = np.uint64(k_tier[np.uint64(min(n, k_last))])
            weight = np.uint64(min(n, weight_last))
            move_lanes(values, row, expected, actual, side, k, tier, weights, weight)
            if is_window:
                window_lanes(row, n + 1, memory)
            finishes = np.bool_(flag & FINISHES)
            state["rated_hands"] = n + 1
            state["finished_games"] += finishes
            if has_levels:
                is_due = n + 1 >= state["judge_at"] or (finishes and waits[row])
                if is_due or is_tripped(row, values):
                    judge_lanes(row, block, finishes, np.bool_(False), lanes, memory)
            if state["was_safe"]:
                note_safety(row, np.bool_(False), memory)
        if any_flag & HELD:
            treat_away_lanes(hand, block, hands, lanes, memory)
