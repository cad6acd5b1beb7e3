"""Rated seats in columns, with numbers for what many of them have in common."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import CoastalError
from rating.away import NO_HAND
from rating.compiled import compiled
from rating.level_steps import EVENTS
from rating.records import Floats
from rating.seating import FIRST_PLAYER_ROW

PLACE_BITS: Final = 32
N_EVENTS: Final = len(EVENTS)
NO_NUMBER: Final = -1


class TooManyError(CoastalError, OverflowError):
    """The warehouse has no room for numbers this large."""


class Kind(NamedTuple):
    """What many rated seats have in common."""

    k_factor: float
    level: str | None
    level_event: str | None


class Margin(NamedTuple):
    """A margin of side 0 and what it counts under one configuration."""

    margin: int
    actual_score: float


class Numbered(NamedTuple):
    """Kinds and margins of a ladder that have a number already."""

    kinds: dict[Kind, int]
    margins: dict[Margin, int]


class SeatColumns(NamedTuple):
    """Columns of rated_seats that are not told by the order alone."""

    place: NDArray[np.uint32]
    player_no: NDArray[np.int32]
    seat: NDArray[np.uint8]
    kind_no: NDArray[np.int32]
    rating_before: Floats
    form_before: Floats
    form_after: Floats
    rated_hands: NDArray[np.int32]
    finished_games: NDArray[np.int32]


class Codes(NamedTuple):
    """The kinds by their codes: each combination of K, level and event there may be.

    Attributes
    ----------
    k_places : int64 array, shape (n_k,)
        Place of the K among the distinct ones, by rated hands before; the last goes on.
    numbers : int64 array, shape (n_codes,)
        Number of the kind, NO_NUMBER for one that has not been seen.
    """

    k_places: NDArray[np.int64]
    n_levels: int
    numbers: NDArray[np.int64]


def refuse_too_many(n_hands: int) -> None:
    """Raise TooManyError where the place of a hand has too many bits."""
    if n_hands >> PLACE_BITS:
        raise TooManyError(
            f"a ladder of the warehouse holds {2**PLACE_BITS - 1:,} hands at most, "
            f"found {n_hands:,}"
        )


@compiled
def room_for_seats(n: int) -> SeatColumns:
    """Columns for `n` seats, to be written."""
    return SeatColumns(
        np.empty(n, np.uint32),
        np.empty(n, np.int32),
        np.empty(n, np.uint8),
        np.empty(n, np.int32),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
    )


@compiled
def seat_columns(
    changes: NDArray[np.void], places: NDArray[np.int64], codes: Codes, n_kinds: int
) -> tuple[SeatColumns, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Each change in its columns; codes that are new are numbered from `n_kinds` on.

    One pass: a row of `changes` is a cache line, read once for all its columns.

    Returns
    -------
    columns, settled, new_codes, first
        Which changes are settled away hands; the new codes in the order of appearance
        and the change that has each first.
    """
    n, k_last = len(changes), len(codes.k_places) - 1
    columns = room_for_seats(n)
    new_codes, first = np.empty_like(codes.numbers), np.empty_like(codes.numbers)
    settled = np.empty(n, np.int64)
    n_new, n_settled = 0, 0
    for i in range(n):
        change = changes[i]
        hands = np.int64(change["rated_hands"])
        k = codes.k_places[hands - 1 if hands <= k_last else k_last]
        level = np.int64(change["level"]) + 1
        code = (k * codes.n_levels + level) * N_EVENTS + change["event"]
        if codes.numbers[code] == NO_NUMBER:
            codes.numbers[code] = n_kinds + n_new
            new_codes[n_new], first[n_new] = code, i
            n_new += 1
        columns.place[i] = places[np.int64(change["hand"])]
        columns.player_no[i] = np.int64(change["row"]) - FIRST_PLAYER_ROW
        columns.seat[i], columns.kind_no[i] = change["seat"], codes.numbers[code]
        columns.rating_before[i] = change["rating_before"]
        columns.form_before[i] = change["form_before"]
        columns.form_after[i] = change["form_after"]
        columns.rated_hands[i] = hands
        columns.finished_games[i] = change["finished_games"]
        if change["settled_by"] != NO_HAND:
            settled[n_settled] = i
            n_settled += 1
    return columns, settled[:n_settled], new_codes[:n_new], first[:n_new]


@compiled
def number_margins(
    places: NDArray[np.int32], numbers: NDArray[np.int64], n_margins: int
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """The number of each hand's margin; those that are new go on from `n_margins`.

    `places` are those of the margins among the margins of these hands, and `numbers`
    go by them, NO_NUMBER for one that has not been seen.

    Returns
    -------
    numbered, new_places, first
        The new margins in the order of appearance and the hand that has each first.
    """
    numbered = np.empty(len(places), np.int32)
    new_places, first = np.empty_like(numbers), np.empty_like(numbers)
    n_new = 0
    for i in range(len(places)):
        place = places[i]
        if numbers[place] == NO_NUMBER:
            numbers[place] = n_margins + n_new
            new_places[n_new], first[n_new] = place, i
            n_new += 1
        numbered[i] = numbers[place]
    return numbered, new_places[:n_new], first[:n_new]
