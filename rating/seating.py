"""Who is rated for a hand: what a replay needs of each seat, whatever the numbers.

Nothing here depends on the configuration, so that one seating serves many replays.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
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
from rating.state_numbers import FIRST_HAND, KEY, N_SEATS, keys_of, number_states

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
    rows = np.empty(hands.player.shape, dtype=np.uint32)
    flags = np.empty(hands.player.shape, dtype=np.uint8)
    side_size = np.empty(len(hands), dtype=np.uint8)
    keys = _find_states(hands, before.keys, rows)
    live = np.array([is_live(ladder) for ladder in hands.ladders], dtype=np.bool_)
    ends_once = hands.is_game_over & ~hands.ends_again
    write_seats(hands.held_by, hands.ladder, live, ends_once, rows, flags, side_size)
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


def _find_states(hands: HandArrays, known: Keys, rows: NDArray[np.uint32]) -> Keys:
    """The states that there are now; writes the row of each seated player's."""
    sizes = len(hands.device_ids), len(hands.player_ids)
    states = number_states(
        hands.player,
        (hands.ladder, hands.device),
        keys_of(known.ladder, known.device, known.player, sizes),
        sizes,
        FIRST_PLAYER_ROW,
        rows,
    )
    new = states[len(known) :]
    table, player = np.divmod(new[:, KEY], max(len(hands.player_ids), 1))
    ladder, device = np.divmod(table, len(hands.device_ids) + 1)
    in_time = hands.said_at[player] <= hands.ended_at[new[:, FIRST_HAND]]
    said = np.where(in_time, hands.said[player], np.int8(NOT_SAID))
    n_seats = states[:, N_SEATS].copy()
    n_seats[: len(known)] += known.n_seats
    return Keys(
        ladder=np.concatenate((known.ladder, ladder.astype(np.int32))),
        player=np.concatenate((known.player, player.astype(np.int32))),
        device=np.concatenate((known.device, device.astype(np.int32) - np.int32(1))),
        said=np.concatenate((known.said, said)),
        n_seats=n_seats,
    )


@compiled
def write_seats(
    held_by: NDArray[np.uint8],
    ladder: NDArray[np.int32],
    live: NDArray[np.bool_],
    ends_game: NDArray[np.bool_],
    rows: NDArray[np.uint32],
    flags: NDArray[np.uint8],
    side_size: NDArray[np.uint8],
) -> None:
    """Write flags and side sizes; put fixed rows where `rows` has no player's.

    `ends_game` tells which hands end their game for all who sit them out. Without
    branches by who holds a seat: they would often be guessed wrongly.
    """
    n_hands, n_seats = held_by.shape
    for hand in range(n_hands):
        is_live_hand = live[ladder[hand]]
        n_present = 0
        n_held = 0
        for seat in range(n_seats):
            by = held_by[hand, seat]
            n_present += (by == PRESENT) | (by == LEFT)
            n_held += by != NOBODY
        side_size[hand] = n_held // 2
        is_rated = n_present >= (2 if is_live_hand else 1)
        present = (RATED | FINISHES * ends_game[hand]) * is_rated
        left, away = RATED * is_rated, HELD * (n_present > 0)
        for seat in range(n_seats):
            by = held_by[hand, seat]
            row = rows[hand, seat]
            solo_row = COMPUTER_SOLO_ROW + by - COMPUTER
            computer_row = COMPUTER_LIVE_ROW if is_live_hand else solo_row
            row = computer_row if by >= COMPUTER else row
            rows[hand, seat] = NOBODY_ROW if by == NOBODY else row
            flags[hand, seat] = (
                present * (by == PRESENT) + left * (by == LEFT) + away * (by == AWAY)
            )


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
    """Set FINISHES on the first rated end of each game that ends again."""
    again = np.flatnonzero(hands.is_game_over & hands.ends_again)
    at, seats = np.nonzero(may_finish(flags[again], hands.held_by[again]))
    at = again[at]
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
    if width * len(hands.ladders) <= DENSE_MARGINS:
        numbers = np.zeros(width * len(hands.ladders), dtype=np.int32)
        margin_no = np.empty(len(hands), dtype=np.int32)
        number_offsets(hands.ladder, hands.margin, low, width, numbers, margin_no)
        distinct = np.flatnonzero(numbers)
    else:
        offsets = hands.ladder * np.int64(width) + (hands.margin - low)
        distinct, inverse = np.unique(offsets, return_inverse=True)
        margin_no = inverse.astype(np.int32)
    return (
        margin_no,
        (distinct % width + low).astype(np.int64),
        (distinct // width).astype(np.int32),
    )


@compiled
def number_offsets(
    ladder: NDArray[np.int32],
    margin: NDArray[np.int64],
    low: int,
    width: int,
    numbers: NDArray[np.int32],
    margin_no: NDArray[np.int32],
) -> None:
    """Number the (ladder, margin) pairs from 0; `numbers` are 0 or one more."""
    for hand in range(len(margin)):
        numbers[ladder[hand] * width + margin[hand] - low] = 1
    n = 0
    for offset in range(len(numbers)):
        if numbers[offset]:
            n += 1
            numbers[offset] = n
    for hand in range(len(margin)):
        margin_no[hand] = numbers[ladder[hand] * width + margin[hand] - low] - 1
