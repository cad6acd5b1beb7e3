"""The columns of many results-only hands that have equally many seats and sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pyarrow as pa
from msgspec import UNSET

from ingest.arrow import equal, texts
from ingest.instants import instants
from ingest.plain_fields import NULL, are, by_field, filled, truths, whole
from ingest.plain_records import NO_CANASTAS, PlainHand
from ingest.plain_seats import PlainSeats
from ingest.records import CANASTAS, LINES, POINTS


@dataclass(slots=True, eq=False)
class PlainColumns:
    """One value a hand, or a row of values a hand: (h,), (h, n).

    Whole numbers are int64 arrays with `NULL`. Times are microseconds since 1970.
    What belongs to a side has one row a side: (h * sides, n).
    """

    seats: PlainSeats
    seats_no: np.ndarray  # which list of `seats` is the hand's
    n_sides: int
    hand_id: pa.StringArray
    game_ids: Sequence[str]
    game_id: pa.StringArray
    modes: Sequence[str]
    mode: pa.StringArray
    is_solo: np.ndarray
    device_ids: Sequence[str | None]
    has_device: np.ndarray  # whether there is the field, be it null
    started_at: np.ndarray
    ended_at: np.ndarray
    has_times: np.ndarray
    numbers: np.ndarray  # (h, 2): hand_no, dealer_seat
    endings: Sequence[str]
    ended_by: pa.StringArray
    out_seats: np.ndarray  # (h, 2): went_out_seat, special_hand_seat
    is_concealed: np.ndarray
    is_game_over: np.ndarray
    points: np.ndarray  # (h * sides, 3)
    lines: np.ndarray  # (h * sides, 6)
    canastas: np.ndarray  # (h * sides, 5)
    has_special_hand: np.ndarray  # (h * sides)


def plain_columns(
    hands: Sequence[PlainHand], seats: PlainSeats, seats_no: np.ndarray
) -> PlainColumns:
    """The columns of `hands`, whose seats are the lists with numbers `seats_no`."""
    hand = by_field(hands)
    result = by_field(hand["result"])
    side = by_field(list(chain.from_iterable(result["sides"])))
    counts = filled(side["canastas"], None)
    canastas = by_field([NO_CANASTAS if one is None else one for one in counts])
    started_at, has_start = instants(texts(hand["started_at"]))
    ended_at, has_end = instants(texts(hand["ended_at"]))
    specials = filled(side["special_hand"], None)
    mode = texts(hand["mode"])
    return PlainColumns(
        seats=seats,
        seats_no=seats_no,
        n_sides=len(side["points"]) // len(hands),
        hand_id=texts(hand["hand_id"]),
        game_ids=hand["game_id"],
        game_id=texts(hand["game_id"]),
        modes=hand["mode"],
        mode=mode,
        is_solo=equal(mode, "solo"),
        device_ids=filled(hand["device_id"], None),
        has_device=~are(hand["device_id"], UNSET),
        started_at=started_at,
        ended_at=ended_at,
        has_times=has_start & has_end,
        numbers=whole(hand, ("hand_no", "dealer_seat"), NULL),
        endings=result["ended_by"],
        ended_by=texts(result["ended_by"]),
        out_seats=whole(result, ("went_out_seat", "special_hand_seat"), NULL),
        is_concealed=truths(filled(result["concealed"], False)),
        is_game_over=truths(result["game_over"]),
        points=whole(side, POINTS, NULL),
        lines=whole(side, LINES, NULL),
        canastas=whole(canastas, CANASTAS, 0),
        has_special_hand=~are(specials, None),
    )
