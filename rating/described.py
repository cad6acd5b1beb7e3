"""The columns of rating_changes that are numbers, taken from the kernel's rows."""

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.formulas import of_side, opponents_part, result_part
from rating.records import Constants, Described, Hands


@compiled
def describe_changes(
    changes: NDArray[np.void],
    margins: NDArray[np.int64],
    hands: Hands,
    constants: Constants,
) -> Described:
    """Each change and what stands behind it; `margins` are those of side 0.

    One pass: a row of `changes` is a cache line, read once for all its columns.
    """
    n = len(changes)
    hand, seat = np.empty(n, np.int64), np.empty(n, np.int64)
    side, margin = np.empty(n, np.int64), np.empty(n, np.int64)
    own, other, expected, actual = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    k, opponents, result = np.empty(n), np.empty(n), np.empty(n)
    before, moved, after = np.empty(n), np.empty(n), np.empty(n)
    form_before, form_after = np.empty(n), np.empty(n)
    rated_hands, finished_games = np.empty(n, np.int64), np.empty(n, np.int64)
    level, event = np.empty(n, np.int32), np.empty(n, np.int32)
    settled_by = np.empty(n, np.int32)
    k_last = len(constants.k) - 1
    for i in range(n):
        change = changes[i]
        at, of = np.int64(change["hand"]), change["seat"] & 1
        hand[i], seat[i], side[i] = at, change["seat"], of
        margin[i] = -margins[at] if of else margins[at]
        own[i] = hands.side_ratings[at, of]
        other[i] = hands.side_ratings[at, 1 - of]
        expected[i] = of_side(hands.expected[at], of)
        actual[i] = of_side(hands.actual[at], of)
        k[i] = constants.k[min(change["rated_hands"] - 1, k_last)]
        opponents[i] = opponents_part(k[i], expected[i])
        result[i] = result_part(k[i], actual[i])
        before[i], moved[i] = change["rating_before"], change["rating_change"]
        after[i] = change["rating_after"]
        form_before[i], form_after[i] = change["form_before"], change["form_after"]
        rated_hands[i] = change["rated_hands"]
        finished_games[i] = change["finished_games"]
        level[i], event[i] = change["level"], change["event"]
        settled_by[i] = change["settled_by"]
    return Described(
        hand,
        seat,
        side,
        margin,
        own,
        other,
        expected,
        actual,
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
        settled_by,
    )
