"""An order of hands in which those of the same players follow one another.

Many tables play at once, so that in the order of time a player's numbers have left
the processor's cache by their next hand. Ratings ask for less than the order of time:
no hand of a player may come before an earlier one of theirs.
"""

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.seating import FIRST_PLAYER_ROW


def gather_players(
    rows: NDArray[np.uint32], n_states: int, ends: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Places of the hands in that order, shape (n_hands,).

    Parameters
    ----------
    rows : array, shape (n_hands, n_seats)
        As `Seating.rows`, of `n_states` players.
    ends : array
        Rising; no hand is moved across one of these places, the last of which is
        `n_hands`.
    """
    last_group = np.full(FIRST_PLAYER_ROW + n_states, -1, dtype=np.int32)
    group = np.empty(len(rows), dtype=np.int32)
    find_groups(rows, ends, last_group, group)
    return place_groups(group)


@compiled
def find_groups(
    rows: NDArray[np.uint32],
    ends: NDArray[np.int64],
    last_group: NDArray[np.int32],
    group: NDArray[np.int32],
) -> None:
    """The group of each hand, named for its first hand: who sits there met before.

    A group is played in the place of its first hand. That keeps each player's order:
    what a hand follows is in its own group or, for the first, in an earlier group.
    """
    first, n_seats = np.int64(0), rows.shape[1]
    for end in ends:
        for hand in range(first, end):
            lowest, highest = np.int32(hand), np.int32(-1)
            for seat in range(n_seats):
                row = np.uint64(rows[hand, seat])
                if row >= FIRST_PLAYER_ROW and last_group[row] >= first:
                    lowest = min(lowest, last_group[row])
                    highest = max(highest, last_group[row])
            group[hand] = lowest if lowest == highest else np.int32(hand)
            for seat in range(n_seats):
                row = np.uint64(rows[hand, seat])
                if row >= FIRST_PLAYER_ROW:
                    last_group[row] = group[hand]
        first = end


@compiled
def place_groups(group: NDArray[np.int32]) -> NDArray[np.int32]:
    """The hands group by group, those of a group in the order of time."""
    n_hands = len(group)
    place = np.zeros(n_hands + 1, dtype=np.int32)
    for hand in range(n_hands):
        place[group[hand] + 1] += 1
    for hand in range(n_hands):
        place[hand + 1] += place[hand]
    order = np.empty(n_hands, dtype=np.int32)
    for hand in range(n_hands):
        order[place[group[hand]]] = hand
        place[group[hand]] += 1
    return order
