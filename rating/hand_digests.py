"""Digests of hands: whether any hand is new, changed or gone shows in their sum."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.compiled import pointer
from rating.compiled import compiled
from rating.texts import Digests, spread

MOST_SEATS: Final = 64  # that have a factor of their own; further ones start anew


class DigestedHands(NamedTuple):
    """All that Ratings read of hands; a text is given by its digest.

    Each has a value for a hand; `held_by` has one for a seat, hand by hand: those of a
    hand end at its place in `seat_ends`. `seated` are the players of all seats.
    """

    hand_ids: Digests
    game_ids: Digests
    device_ids: Digests
    hand_no: NDArray[np.int64]
    ended_at: NDArray[np.int64]
    margin: NDArray[np.int64]
    is_game_over: NDArray[np.bool_]
    ends_again: NDArray[np.bool_]
    seated: Digests
    seat_ends: NDArray[np.int32]
    held_by: NDArray[np.uint8]


def _odd_numbers(n_numbers: int) -> Digests:
    """Odd numbers without a pattern, always the same."""
    random = np.random.PCG64(20_261_130).random_raw(n_numbers)
    return np.asarray(random, dtype=np.uint64) | np.uint64(1)


_FACTORS: Final = _odd_numbers(10)
_SEAT_FACTORS: Final = _odd_numbers(10 + MOST_SEATS)[10:]


def hand_digests(hands: DigestedHands) -> Digests:
    """64 well mixed bits for each hand, whatever its place among the hands."""
    found = np.empty(len(hands.hand_ids), dtype=np.uint64)
    write_digests(hands, found)
    return found


@compiled
def write_digests(hands: DigestedHands, found: Digests) -> None:
    """Write the digests of hands into `found`.

    What a hand has is multiplied each by a factor of its own and added up: unlike a
    chain of steps, the processor does many of these at a time.
    """
    held_by = pointer(hands.held_by)
    first = np.int64(0)
    for hand in range(len(found)):
        end = np.int64(hands.seat_ends[hand])
        total = hands.hand_ids[hand] * _FACTORS[0]
        total += hands.game_ids[hand] * _FACTORS[1]
        total += hands.device_ids[hand] * _FACTORS[2]
        total += np.uint64(hands.hand_no[hand]) * _FACTORS[3]
        total += np.uint64(hands.ended_at[hand]) * _FACTORS[4]
        total += np.uint64(hands.margin[hand]) * _FACTORS[5]
        total += np.uint64(hands.is_game_over[hand]) * _FACTORS[6]
        total += np.uint64(hands.ends_again[hand]) * _FACTORS[7]
        total += hands.seated[hand] * _FACTORS[8]
        total += np.uint64(end - first) * _FACTORS[9]
        for seat in range(end - first):
            factor = _SEAT_FACTORS[seat % MOST_SEATS]
            total += np.uint64(held_by[first + seat]) * factor
        found[hand] = spread(total)
        first = end


@compiled
def add_digests(
    digests: Digests,
    ladder: NDArray[np.int32],
    ended_at: NDArray[np.int64],
    instants: NDArray[np.int64],
    counts: NDArray[np.int64],
    totals: Digests,
) -> None:
    """Add the digests of hands to those of their part of their ladder's time.

    Part p of ladder l lies before `instants[l, p]` and not before the one ahead of
    it; those of a ladder rise, and the last is later than every hand. How many were
    added, and their sums, stand in `counts` and `totals`, shape as `instants`; a hand
    of ladder -1 is left out.
    """
    for hand in range(len(digests)):
        of = np.int64(ladder[hand])
        if of < 0:
            continue
        part = np.int64(0)
        while instants[of, part] <= ended_at[hand]:
            part += 1
        counts[of, part] += 1
        totals[of, part] += digests[hand]
