"""What stands behind each change and each hand, taken from the kernel's rows."""

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.config import MARGIN_FUNCTIONS
from rating.formulas import (
    NORMAL_CDF,
    of_side,
    opponents_part,
    result_part,
    zero_margin,
)
from rating.hands import family_of
from rating.records import Constants, Described, Floats, Hands
from rating.replay import ReplayResult


@compiled
def describe_changes(
    changes: NDArray[np.void], hands: Hands, constants: Constants
) -> Described:
    """Each change and what stands behind it.

    One pass: a row of `changes` is a cache line, read once for all its columns.
    """
    n = len(changes)
    hand, row = np.empty(n, np.int32), np.empty(n, np.int32)
    settled_by, seat = np.empty(n, np.int32), np.empty(n, np.uint8)
    k, opponents, result = np.empty(n), np.empty(n), np.empty(n)
    before, moved, after = np.empty(n), np.empty(n), np.empty(n)
    form_before, form_after = np.empty(n), np.empty(n)
    rated_hands, finished_games = np.empty(n, np.int32), np.empty(n, np.int32)
    level, event = np.empty(n, np.int16), np.empty(n, np.int8)
    k_last = len(constants.k) - 1
    for i in range(n):
        change = changes[i]
        at, of = np.int64(change["hand"]), change["seat"] & 1
        hand[i], row[i], seat[i] = at, change["row"], change["seat"]
        settled_by[i] = change["settled_by"]
        k[i] = constants.k[min(change["rated_hands"] - 1, k_last)]
        opponents[i] = opponents_part(k[i], of_side(hands.expected[at], of))
        result[i] = result_part(k[i], of_side(hands.actual[at], of))
        before[i], moved[i] = change["rating_before"], change["rating_change"]
        after[i] = change["rating_after"]
        form_before[i], form_after[i] = change["form_before"], change["form_after"]
        rated_hands[i] = change["rated_hands"]
        finished_games[i] = change["finished_games"]
        level[i], event[i] = change["level"], change["event"]
    return Described(
        hand,
        row,
        settled_by,
        seat,
        k,
        opponents,
        result,
        before,
        moved,
        after,
        form_before,
        form_after,
        rated_hands,
        finished_games,
        level,
        event,
    )


@compiled
def opponents_shares(expected: Floats) -> tuple[Floats, Floats]:
    """What K is multiplied with to give the opponents' parts, by side.

    The parts for a K of one, from the expected scores of side 0: a product with one has
    all its bits, so that K times a share is the part.
    """
    first, second = np.empty(len(expected)), np.empty(len(expected))
    for i in range(len(expected)):
        first[i] = opponents_part(1.0, of_side(expected[i], 0))
        second[i] = opponents_part(1.0, of_side(expected[i], 1))
    return first, second


@compiled
def result_shares(actual: Floats) -> tuple[Floats, Floats]:
    """The same for the result's parts, from the actual scores of side 0."""
    first, second = np.empty(len(actual)), np.empty(len(actual))
    for i in range(len(actual)):
        first[i] = result_part(1.0, of_side(actual[i], 0))
        second[i] = result_part(1.0, of_side(actual[i], 1))
    return first, second


@compiled
def of_both_sides(scores: Floats) -> Floats:
    """Scores of side 0 as both sides see them, in columns by side."""
    both = np.empty((len(scores), 2))
    for i in range(len(scores)):
        both[i, 0], both[i, 1] = of_side(scores[i], 0), of_side(scores[i], 1)
    return both


def zero_margins_of(result: ReplayResult, hands: NDArray[np.int64]) -> Floats:
    """The zero margins of the chosen hands, each under its own configuration.

    They are those of side 0; side 1 has the same with the other sign, for its scores
    are the rest to 1. Not finite where no margin counts zero.
    """
    config = result.config
    function = MARGIN_FUNCTIONS.index(config.change.margin_function)
    ladders = result.hands.ladders
    scales = np.array([config.margin_scale(family_of(ladder)) for ladder in ladders])
    expected = result.inputs.expected
    margins = np.empty(len(hands))
    if function == NORMAL_CDF:
        from scipy.special import ndtri  # 0.1 s to import, rarely needed

        ndtri(expected[hands], out=margins)
    write_zero_margins(expected, hands, result.hands.ladder, scales, function, margins)
    if result.done is not None:  # later hands may have another scale
        known = hands < len(result.done.zero_margins)
        margins[known] = result.done.zero_margins[hands[known]]
    return margins


@compiled
def write_zero_margins(
    expected: Floats,
    hands: NDArray[np.int64],
    ladder: NDArray[np.int32],
    scales: Floats,
    function: int,
    margins: Floats,
) -> None:
    """Write the margins of side 0; they hold the probits where the form needs them."""
    for i in range(len(hands)):
        hand = hands[i]
        scale = scales[ladder[hand]]
        margins[i] = zero_margin(expected[hand], margins[i], function, scale)
