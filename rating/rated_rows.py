"""A replay's result as it is stored: nothing twice.

rating_changes is a view of these tables: see its SQL for what becomes of them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.continuation import SavedState, hand_places
from rating.described import opponents_shares, result_shares, zero_margins_of
from rating.level_steps import EVENTS
from rating.rated_columns import (
    NO_NUMBER,
    Codes,
    Kind,
    Margin,
    Numbered,
    number_margins,
    refuse_too_many,
    seat_columns,
)
from rating.replay import ReplayResult
from rating.tables import level_names, named


class RatedRows(NamedTuple):
    """Rated hands and seats of a ladder that belong together, and what they point to.

    `n_hands_before` counting hands and `first_seq - 1` rated seats came before them.
    """

    n_hands_before: int
    first_seq: int
    hands: pa.Table
    seats: pa.Table
    kinds: pa.Table
    margins: pa.Table
    settlements: pa.Table


def rated_rows(
    result: ReplayResult, before: SavedState, numbered: Numbered
) -> RatedRows:
    """The rows that came after `before`; `numbered` gets what is new."""
    places = hand_places(result, before)
    refuse_too_many(int(places.max(initial=0)))
    first_seq = int(before.totals.n_changes.sum()) + 1
    seats, settled, new_kinds = _seats(result, places, first_seq, numbered.kinds)
    hands, new_margins = _hands(result, before, places, numbered.margins)
    return RatedRows(
        n_hands_before=before.n_seen,
        first_seq=first_seq,
        hands=_table(hands),
        seats=_table(seats),
        kinds=new_kinds,
        margins=new_margins,
        settlements=pa.table(
            {
                "seq": settled + first_seq,
                "settled_by": places[result.changes["settled_by"][settled]],
            }
        ),
    )


def player_rows(state: SavedState) -> pa.Table:
    """The rows of rated_players, of one ladder."""
    keys = state.seated.keys
    return pa.table(
        {
            "player_no": np.arange(len(keys)),
            "player_id": state.waiting.player_ids.take(pa.array(keys.player)),
            "device_id": named(keys.device, state.waiting.device_ids),
        }
    )


def _table(columns: Mapping[str, pa.Array | NDArray[np.generic]]) -> pa.Table:
    """A table without a null."""
    arrays = [pa.array(values) for values in columns.values()]
    fields = [
        pa.field(name, array.type, nullable=False)
        for name, array in zip(columns, arrays, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def _hands(
    result: ReplayResult,
    before: SavedState,
    places: NDArray[np.int64],
    known: dict[Margin, int],
) -> tuple[dict[str, pa.Array | NDArray[np.generic]], pa.Table]:
    """What the hands have that rate somebody, now or later, and new margins."""
    inputs = result.inputs
    # Those that wait were written when they came.
    n_waiting = len(before.waiting)
    hands = np.flatnonzero(~np.isnan(inputs.expected[n_waiting:])) + n_waiting
    hand_id = result.hands.hand_id
    rated: slice | NDArray[np.int64] = hands
    if len(hands) == len(result.hands) - n_waiting:  # as a rule, and without a copy
        rated, hand_id = slice(n_waiting, None), hand_id.slice(n_waiting)
    else:
        hand_id = hand_id.take(pa.array(hands))
    expected = inputs.expected[rated]
    shares = opponents_shares(expected)
    margin_no, new_margins = _margins(result, rated, places, known)
    columns = {
        "place": places[rated].astype(np.uint32),
        "hand_id": hand_id,
        "margin_no": margin_no,
        "side_rating_0": np.ascontiguousarray(inputs.side_ratings[rated, 0]),
        "side_rating_1": np.ascontiguousarray(inputs.side_ratings[rated, 1]),
        "expected_score": expected,
        "opponents_share_0": shares[0],
        "opponents_share_1": shares[1],
        "zero_margin": zero_margins_of(result, hands),
    }
    return columns, new_margins


def _margins(
    result: ReplayResult,
    rated: slice | NDArray[np.int64],
    places: NDArray[np.int64],
    known: dict[Margin, int],
) -> tuple[NDArray[np.int32], pa.Table]:
    """The number of each rated hand's margin, and the rows of those that are new."""
    pairs = (result.seating.margins, result.constants.actual)
    columns = (values.tolist() for values in pairs)
    # A pair is equal to the Margin of its two, and 6,000 of those would take longer.
    found: list[Any] = list(zip(*columns, strict=True))
    numbers = np.array([known.get(margin, NO_NUMBER) for margin in found], np.int64)
    of_hands = result.seating.margin_no[rated]
    margin_no, new, first = number_margins(of_hands, numbers, len(known))
    actual = result.constants.actual[new]
    shares = result_shares(actual)
    rows = {
        "margin_no": np.arange(len(known), len(known) + len(new)),
        "first_place": places[rated][first],
        "margin": result.seating.margins[new],
        "actual_score": actual,
        "result_share_0": shares[0],
        "result_share_1": shares[1],
    }
    known.update({Margin(*found[place]): int(numbers[place]) for place in new.tolist()})
    return margin_no, pa.table(rows)


def _seats(
    result: ReplayResult,
    places: NDArray[np.int64],
    first_seq: int,
    kinds: dict[Kind, int],
) -> tuple[dict[str, NDArray[np.generic]], NDArray[np.int64], pa.Table]:
    """What the rated seats have, which are settled, and rows of kinds that are new."""
    names = [None, *level_names(result.config).to_pylist()]
    distinct_k, k_places = np.unique(result.constants.k, return_inverse=True)
    found = [
        Kind(k, level, event)
        for k in distinct_k.tolist()
        for level in names
        for event in EVENTS
    ]
    numbers = np.array([kinds.get(kind, NO_NUMBER) for kind in found], dtype=np.int64)
    codes = Codes(k_places, len(names), numbers)
    columns, settled, new_codes, first = seat_columns(
        result.changes, places, codes, len(kinds)
    )
    new = [found[code] for code in new_codes.tolist()]
    rows = _kind_rows(new, len(kinds), first + first_seq)
    kinds.update({kind: len(kinds) + place for place, kind in enumerate(new)})
    seq = np.arange(first_seq, first_seq + len(result.changes))
    return {"seq": seq, **columns._asdict()}, settled, rows


def _kind_rows(
    kinds: list[Kind], first_no: int, first_seq: NDArray[np.int64]
) -> pa.Table:
    columns = zip(*kinds, strict=True) if kinds else ((), (), ())
    k_factor, level, level_event = columns
    return pa.table(
        {
            "kind_no": np.arange(first_no, first_no + len(kinds)),
            "first_seq": first_seq,
            "k_factor": pa.array(k_factor, pa.float64()),
            "level": pa.array(level, pa.string()),
            "level_event": pa.array(level_event, pa.string()),
        }
    )
