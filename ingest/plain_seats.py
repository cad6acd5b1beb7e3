"""The seats of many results-only hands, each different list of seats read once."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.arrow import as_array, equal, has_only, texts
from ingest.contents import packed_seats
from ingest.plain_fields import NULL, by_field, filled, truths, whole
from ingest.plain_records import PlainHand, PlainSeat, plain_seats
from ingest.records import MAX_PLAYER_ID, is_player_id

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"


@dataclass(slots=True, eq=False)
class PlainSeats:
    """Lists of equally many seats: a row a seat, or a value a list where it says so."""

    n_seats: int
    seat: np.ndarray
    player_id: pa.StringArray
    controller: pa.StringArray
    skill: pa.StringArray
    left_in_hand: np.ndarray
    extra_jokers: np.ndarray
    packed: list[msgspec.Raw]  # of a list: its part of a hand's content

    def rows(self, numbers: np.ndarray) -> np.ndarray:
        """Rows of the seats of the lists with these numbers, (lists, seats)."""
        rows: np.ndarray = numbers[:, None] * self.n_seats + np.arange(self.n_seats)
        return rows

    def of_list(self, is_so: np.ndarray) -> np.ndarray:
        """What holds for seats, one row a list."""
        return is_so.reshape(-1, self.n_seats)


def different_seats(
    hands: Sequence[PlainHand],
) -> tuple[list[list[PlainSeat] | None], np.ndarray]:
    """The different lists of seats, and the number among them of each hand's.

    None are lists that are not plainly well formed.
    """
    numbers: dict[bytes, int] = {}
    number_of = [numbers.setdefault(bytes(h.seats), len(numbers)) for h in hands]
    return [plain_seats(raw) for raw in numbers], np.array(number_of, np.int64)


def seat_columns(lists: Sequence[list[PlainSeat]]) -> PlainSeats:
    """The columns of lists of equally many seats, at least one."""
    seats = [seat for one in lists for seat in one]
    field = by_field(seats)
    player_ids = filled(field["player_id"], None)
    skills = filled(field["skill"], None)
    left = filled(field["left_in_hand"], False)
    extra_jokers = whole(field, ("extra_jokers",), NULL)[:, 0]
    jokers = [None if n == NULL else n for n in extra_jokers.tolist()]
    rows = zip(player_ids, field["controller"], skills, left, jokers, strict=True)
    return PlainSeats(
        n_seats=len(lists[0]),
        seat=whole(field, ("seat",), NULL)[:, 0],
        player_id=texts(player_ids),
        controller=texts(field["controller"]),
        skill=texts(skills),
        left_in_hand=truths(left),
        extra_jokers=extra_jokers,
        packed=packed_seats(zip(*[rows] * len(lists[0]), strict=True)),
    )


def are_right_seats(seats: PlainSeats) -> np.ndarray:
    """Whether each list is sound, (lists,) bool."""
    is_person = as_array(seats.player_id.is_valid())
    is_skilled = as_array(seats.skill.is_valid())
    is_computer = equal(seats.controller, "computer")
    left = seats.left_in_hand
    of_person = ~is_skilled & ~(left & ~is_computer)
    of_computer = is_computer & is_skilled & ~left
    is_right: np.ndarray = np.where(is_person, of_person, of_computer)
    is_right &= _are_player_ids(seats.player_id)
    n_lists = len(seats.packed)
    is_right &= seats.seat == np.tile(np.arange(seats.n_seats), n_lists)
    are_right: np.ndarray = np.all(seats.of_list(is_right), axis=1)
    are_right &= ~_sits_twice(seats)
    return are_right


def are_alone(seats: PlainSeats) -> np.ndarray:
    """Whether one player and otherwise computers sit there, (lists,) bool."""
    is_person = seats.of_list(as_array(seats.player_id.is_valid()))
    is_present = is_person & seats.of_list(equal(seats.controller, "player"))
    is_alone: np.ndarray = (is_person.sum(axis=1) == 1) & (is_person == is_present).all(
        axis=1
    )
    return is_alone


def have_jokers(seats: PlainSeats) -> np.ndarray:
    """Whether each seat says how many extra jokers it has, (lists,) bool."""
    has_jokers: np.ndarray = np.all(seats.of_list(seats.extra_jokers != NULL), axis=1)
    return has_jokers


def _are_player_ids(ids: pa.StringArray) -> np.ndarray:
    """Whether each is the id of a player, or null."""
    lengths = as_array(pc.fill_null(pc.binary_length(ids), 1))
    is_id: np.ndarray = (lengths >= 1) & (lengths <= MAX_PLAYER_ID)
    if not has_only(ids, _LETTERS):
        is_id &= np.array([t is None or is_player_id(t) for t in ids.to_pylist()])
    return is_id


def _sits_twice(seats: PlainSeats) -> np.ndarray:
    codes = seats.player_id.dictionary_encode().indices.fill_null(-1)
    sorted_codes = np.sort(seats.of_list(codes.to_numpy()), axis=1)
    is_same = sorted_codes[:, 1:] == sorted_codes[:, :-1]
    twice: np.ndarray = (is_same & (sorted_codes[:, 1:] >= 0)).any(axis=1)
    return twice
