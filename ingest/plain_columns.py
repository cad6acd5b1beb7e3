"""The columns of many results-only hands that have equally many seats and sides."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
from msgspec import UNSET, UnsetType

from ingest.arrow import texts
from ingest.plain_records import PlainHand
from ingest.records import CANASTAS, LINES, POINTS
from ingest.times import instants

NULL = np.iinfo(np.int64).min  # in arrays of whole numbers
_NO_CANASTAS = SimpleNamespace(**dict.fromkeys(CANASTAS))


@dataclass(slots=True, eq=False)
class PlainColumns:
    """One value a hand, or a row of values a hand: (h,), (h, seats), (h, sides).

    Whole numbers are int64 arrays with `NULL`. Times are microseconds since 1970.
    `lines` has one row a side: (h * sides, 6).
    """

    hands: Sequence[PlainHand]
    n_seats: int
    n_sides: int
    hand_id: pa.StringArray
    game_ids: list[str]
    started_at: np.ndarray
    ended_at: np.ndarray
    has_times: np.ndarray
    numbers: np.ndarray  # (h, 2): hand_no, dealer_seat
    is_solo: np.ndarray
    device_id: list[str | UnsetType | None]
    endings: list[str]
    ended_by: pa.StringArray
    out_seats: np.ndarray  # (h, 2): went_out_seat, special_hand_seat
    is_concealed: np.ndarray
    is_game_over: np.ndarray
    seat: np.ndarray
    player_ids: list[str | None]  # (h * seats)
    player_id: pa.StringArray
    controllers: list[str]
    controller: pa.StringArray
    skills: list[str | None]
    skill: pa.StringArray
    left_in_hand: np.ndarray  # (h * seats)
    extra_jokers: np.ndarray
    points: np.ndarray  # (h * sides, 3)
    lines: np.ndarray
    canastas: np.ndarray  # (h * sides, 5)
    has_special_hand: np.ndarray  # (h * sides)


def plain_columns(hands: Sequence[PlainHand]) -> PlainColumns:
    """The columns of `hands`, whose seats and sides have the same numbers."""
    results = list(map(attrgetter("result"), hands))
    seats = list(chain.from_iterable(map(attrgetter("seats"), hands)))
    sides = list(chain.from_iterable(map(attrgetter("sides"), results)))
    started_at, has_start = instants(texts(_each(hands, "started_at")))
    ended_at, has_end = instants(texts(_each(hands, "ended_at")))
    canastas = [counts or _NO_CANASTAS for counts in _filled(sides, "canastas", None)]
    specials = _filled(sides, "special_hand", None)
    endings = list(_each(results, "ended_by"))
    player_ids = _filled(seats, "player_id", None)
    controllers = list(_each(seats, "controller"))
    skills = _filled(seats, "skill", None)
    return PlainColumns(
        hands=hands,
        n_seats=len(seats) // len(hands),
        n_sides=len(sides) // len(hands),
        hand_id=texts(_each(hands, "hand_id")),
        game_ids=list(_each(hands, "game_id")),
        started_at=started_at,
        ended_at=ended_at,
        has_times=has_start & has_end,
        numbers=_whole(hands, ("hand_no", "dealer_seat"), NULL),
        is_solo=_truths(mode == "solo" for mode in _each(hands, "mode")),
        device_id=list(_each(hands, "device_id")),
        endings=endings,
        ended_by=texts(endings),
        out_seats=_whole(results, ("went_out_seat", "special_hand_seat"), NULL),
        is_concealed=_truths(_filled(results, "concealed", False)),
        is_game_over=_truths(_each(results, "game_over")),
        seat=_whole(seats, ("seat",), NULL)[:, 0],
        player_ids=player_ids,
        player_id=texts(player_ids),
        controllers=controllers,
        controller=texts(controllers),
        skills=skills,
        skill=texts(skills),
        left_in_hand=_truths(_filled(seats, "left_in_hand", False)),
        extra_jokers=_whole(seats, ("extra_jokers",), NULL)[:, 0],
        points=_whole(sides, POINTS, NULL),
        lines=_whole(sides, LINES, NULL),
        canastas=_whole(canastas, CANASTAS, 0),
        has_special_hand=_truths(special is not None for special in specials),
    )


def _each(objects: Iterable[object], name: str) -> Iterable[Any]:
    return map(attrgetter(name), objects)


def _filled(objects: Iterable[object], name: str, absent: object) -> list[Any]:
    """An attribute of each object, `absent` where it is not there."""
    values = list(_each(objects, name))
    if values[0] is UNSET and values.count(UNSET) == len(values):
        return [absent] * len(values)
    return [absent if value is UNSET else value for value in values]


def _truths(values: Iterable[object]) -> np.ndarray:
    return np.fromiter(values, np.bool_)


def _whole(objects: Sequence[object], names: Sequence[str], absent: int) -> np.ndarray:
    """Whole numbers of each object in one row; null is `NULL`."""
    numbers = np.empty((len(objects), len(names)), np.int64)
    for place, name in enumerate(names):
        values = list(_each(objects, name))
        if values[0] is UNSET and values.count(UNSET) == len(values):
            numbers[:, place] = absent
            continue
        try:
            numbers[:, place] = np.fromiter(values, np.int64, len(values))
        except TypeError:  # some are null or not there
            numbers[:, place] = [
                NULL if value is None else absent if value is UNSET else value
                for value in values
            ]
    return numbers
