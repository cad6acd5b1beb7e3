"""Who is rated for a hand: what a replay needs of each seat, whatever the numbers.

Nothing here depends on the configuration, so that one seating serves many replays.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.hands import (
    AWAY,
    COMPUTER,
    LEFT,
    NOBODY,
    NOT_SAID,
    PRESENT,
    HandArrays,
    is_live,
)

# What a hand does to a seat: bits in `Seating.flags`.
RATED: Final = 1  # at the table, and the hand is rated for the player
HELD: Final = 2  # away, with at least one person at the table
FINISHES: Final = 4  # the player finishes a game with this hand

# Rows of the player states that are no players but fixed strengths.
COMPUTER_LIVE_ROW: Final = 0
COMPUTER_SOLO_ROW: Final = 1  # + place of the skill in SKILLS
NOBODY_ROW: Final = 4  # adds nothing to a side
FIRST_PLAYER_ROW: Final = 5

DENSE_MARGINS: Final = 4_000_000  # widest range of margins kept as a bitmap


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Whose state each row is: (ladder, player, device), in order of appearance.

    Attributes
    ----------
    ladder, player, device : int32 arrays, shape (n_states,)
        Places in the lists of the `HandArrays` they were made from.
    said : int8 array, shape (n_states,)
        The self-rating that sets the start, or NOT_SAID.
    n_seats : int64 array, shape (n_states,)
        Seats taken: no state can be rated more often.
    """

    ladder: NDArray[np.int32]
    player: NDArray[np.int32]
    device: NDArray[np.int32]
    said: NDArray[np.int8]
    n_seats: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ladder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats of `HandArrays` as the kernel reads them.

    Attributes
    ----------
    rows : uint32 array, shape (n_hands, n_seats)
        Row of the player states; of a player who is away the own row.
    flags : uint8 array, shape (n_hands, n_seats)
        RATED, HELD, FINISHES.
    side_size : uint8 array, shape (n_hands,)
        Seats of a side.
    margin_no : int32 array, shape (n_hands,)
        Place of the hand's (family, margin) in the table of actual scores.
    margins, margin_ladders : int64 and int32 arrays, shape (n_margins,)
        That table's margins and the ladder that gives the family.
    """

    keys: Keys
    rows: NDArray[np.uint32]
    flags: NDArray[np.uint8]
    side_size: NDArray[np.uint8]
    margin_no: NDArray[np.int32]
    margins: NDArray[np.int64]
    margin_ladders: NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """What earlier hands leave behind: whose states exist, which games are finished.

    Attributes
    ----------
    finished_rows, finished_games : uint32 and int32 arrays, shape (n_finished,)
        Rows of the states and places in `game_ids`.
    """

    keys: Keys
    finished_rows: NDArray[np.uint32]
    finished_games: NDArray[np.int32]


def nobody_seated() -> Seated:
    """Nothing has been played yet."""
    none = np.empty(0, dtype=np.int32)
    keys = Keys(
        ladder=none,
        player=none,
        device=none,
        said=none.astype(np.int8),
        n_seats=none.astype(np.int64),
    )
    return Seated(keys=keys, finished_rows=none.astype(np.uint32), finished_games=none)


def seat_hands(hands: HandArrays, before: Seated | None = None) -> Seating:
    """The seating of `hands`, after what was seated before."""
    before = before or nobody_seated()
    keys, states = _find_states(hands, before.keys)
    live = np.array([is_live(ladder) for ladder in hands.ladders], dtype=np.bool_)
    rows, flags, side_size = seat_states(hands.held_by, states, hands.ladder, live)
    _mark_finished_games(hands, rows, flags, before)
    margin_no, margins, margin_ladders = _number_margins(hands)
    return Seating(
        keys=keys,
        rows=rows,
        flags=flags,
        side_size=side_size,
        margin_no=margin_no,
        margins=margins,
        margin_ladders=margin_ladders,
    )


def _find_states(hands: HandArrays, known: Keys) -> tuple[Keys, NDArray[np.int32]]:
    """The states that there are now, and the state of each seat (-1: none)."""
    seated = hands.player >= 0
    n_players, n_devices = len(hands.player_ids), len(hands.device_ids) + 1
    table = hands.ladder.astype(np.int64) * n_devices + (hands.device + 1)
    wanted = (table[:, None] * n_players + hands.player)[seated]
    known_table = known.ladder.astype(np.int64) * n_devices + (known.device + 1)
    of_known = known_table * n_players + known.player
    # Places in the order of appearance, those of the known states first.
    encoded = pa.array(np.concatenate((of_known, wanted))).dictionary_encode()
    codes = encoded.indices.to_numpy()[len(known) :]
    distinct = encoded.dictionary.to_numpy()[len(known) :]
    states = np.full(hands.player.shape, -1, dtype=np.int32)
    states[seated] = codes
    player = (distinct % n_players).astype(np.int32)
    # Of several values for a place the last one stays: the first seat, from behind.
    first_seat = np.empty(len(known) + len(distinct), dtype=np.int64)
    first_seat[codes[::-1]] = np.arange(len(codes))[::-1]
    first_hand = np.nonzero(seated)[0][first_seat[len(known) :]]
    in_time = hands.said_at[player] <= hands.ended_at[first_hand]
    said = np.where(in_time, hands.said[player], np.int8(NOT_SAID))
    ladder = (distinct // n_players // n_devices).astype(np.int32)
    device = (distinct // n_players % n_devices - 1).astype(np.int32)
    n_seats = np.bincount(codes, minlength=len(first_seat))
    n_seats[: len(known)] += known.n_seats
    keys = Keys(
        ladder=np.concatenate((known.ladder, ladder)),
        player=np.concatenate((known.player, player)),
        device=np.concatenate((known.device, device)),
        said=np.concatenate((known.said, said)),
        n_seats=n_seats,
    )
    return keys, states


def seat_states(
    held_by: NDArray[np.uint8],
    states: NDArray[np.int32],
    ladder: NDArray[np.int32],
    live: NDArray[np.bool_],
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8]]:
    """Rows, flags and side sizes; finished games are marked afterwards."""
    rows = np.empty(held_by.shape, dtype=np.uint32)
    flags = np.empty(held_by.shape, dtype=np.uint8)
    side_size = np.empty(len(held_by), dtype=np.uint8)
    write_seats(held_by, states, ladder, live, rows, flags, side_size)
    return rows, flags, side_size


@compiled
def write_seats(
    held_by: NDArray[np.uint8],
    states: NDArray[np.int32],
    ladder: NDArray[np.int32],
    live: NDArray[np.bool_],
    rows: NDArray[np.uint32],
    flags: NDArray[np.uint8],
    side_size: NDArray[np.uint8],
) -> None:
    """Write what `seat_states` gives into arrays that are there."""
    n_hands, n_seats = held_by.shape
    for hand in range(n_hands):
        n_present = 0
        n_held = 0
        for seat in range(n_seats):
            by = held_by[hand, seat]
            n_present += by in (PRESENT, LEFT)
            n_held += by != NOBODY
        side_size[hand] = n_held // 2
        is_rated = n_present >= (2 if live[ladder[hand]] else 1)
        for seat in range(n_seats):
            by = held_by[hand, seat]
            flags[hand, seat] = 0
            row = FIRST_PLAYER_ROW + states[hand, seat]
            if by == NOBODY:
                row = NOBODY_ROW
            elif by >= COMPUTER and live[ladder[hand]]:
                row = COMPUTER_LIVE_ROW
            elif by >= COMPUTER:
                row = COMPUTER_SOLO_ROW + by - COMPUTER
            elif by == AWAY:
                flags[hand, seat] = HELD if n_present else 0
            elif is_rated:
                flags[hand, seat] = RATED
            rows[hand, seat] = row


def may_finish(
    flags: NDArray[np.uint8], held_by: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Whose game ends with a hand that ends it: they are rated and sat it out."""
    return np.asarray((flags & RATED > 0) & (held_by == PRESENT))


def _mark_finished_games(
    hands: HandArrays,
    rows: NDArray[np.uint32],
    flags: NDArray[np.uint8],
    before: Seated,
) -> None:
    """Set FINISHES on the first rated end of each game that a player sat out."""
    over = np.flatnonzero(hands.is_game_over)
    finishing = may_finish(flags[over], hands.held_by[over])
    at, seats = np.nonzero(finishing)
    at = over[at]
    n_games = np.int64(len(hands.game_ids))
    ends = rows[at, seats] * n_games + hands.game[at]
    known = before.finished_rows * n_games + before.finished_games
    _, first = np.unique(ends, return_index=True)
    first = first[~np.isin(ends[first], known)]
    flags[at[first], seats[first]] |= FINISHES


def _number_margins(
    hands: HandArrays,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Number the distinct (ladder, margin) pairs of the hands."""
    if not len(hands):
        empty = np.empty(0, dtype=np.int32)
        return empty, np.empty(0, dtype=np.int64), empty
    low = int(hands.margin.min())
    width = int(hands.margin.max()) - low + 1
    offsets = hands.ladder * np.int64(width) + (hands.margin - low)
    if width * len(hands.ladders) <= DENSE_MARGINS:
        is_there = np.zeros(width * len(hands.ladders), dtype=np.bool_)
        is_there[offsets] = True
        distinct = np.flatnonzero(is_there)
        number = np.cumsum(is_there, dtype=np.int32) - np.int32(1)
        margin_no = number[offsets]
    else:
        distinct, inverse = np.unique(offsets, return_inverse=True)
        margin_no = inverse.astype(np.int32)
    return (
        margin_no,
        (distinct % width + low).astype(np.int64),
        (distinct // width).astype(np.int32),
    )
