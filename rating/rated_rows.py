"""A replay's result as the warehouse stores it: nothing twice, in few long rows.

rating_changes is a view of these tables: see its SQL for what becomes of them.
"""

from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.continuation import SavedState, hand_places
from rating.described import opponents_shares, result_shares, zero_margins_of
from rating.level_steps import EVENTS
from rating.packed_changes import (
    HANDS_BITS,
    KIND_BITS,
    LADDER_BITS,
    NO_NUMBER,
    PLACE_BITS,
    PLAYER_BITS,
    SEAT_BITS,
    Codes,
    Kind,
    Margin,
    Numbered,
    number_margins,
    pack_seats,
    refuse_too_many,
)
from rating.replay import ReplayResult
from rating.tables import level_names, named

# What a row of packed_changes holds at most: DuckDB takes lists of four hands and
# their seats in two thirds of the time that it takes as many rows.
HANDS_A_ROW: Final = 4
SEATS_A_ROW: Final = 16
# Rows that one of its threads takes at a time: more than a row group, so that each can
# be written by itself.
ROWS_A_BATCH: Final = 20_000


class RatedRows(NamedTuple):
    """Rows of packed_changes and of the tables that it points to, of one ladder."""

    changes: pa.Table
    kinds: pa.Table
    margins: pa.Table
    settlements: pa.Table


def rated_rows(
    result: ReplayResult, before: SavedState, ladder_no: int, numbered: Numbered
) -> RatedRows:
    """The rows that came after `before`; `numbered` gets what is new."""
    places = hand_places(result, before)
    first_seq = int(before.totals.n_changes.sum()) + 1
    seats, settled, new_kinds = _seats(result, places, first_seq, numbered.kinds)
    _refuse_too_many(result, places, ladder_no, numbered.kinds)
    hands, new_margins = _hands(result, before, places, numbered.margins)
    n_rows = max(
        -(-len(hands["place"]) // HANDS_A_ROW), -(-len(seats["who"]) // SEATS_A_ROW)
    )
    return RatedRows(
        changes=in_batches(
            {
                "n_hands_before": pa.repeat(before.n_seen, n_rows),
                "first_seq": pa.array(first_seq + SEATS_A_ROW * np.arange(n_rows)),
                **_lists(hands, HANDS_A_ROW, n_rows),
                **_lists(seats, SEATS_A_ROW, n_rows),
            }
        ),
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


def in_batches(columns: dict[str, pa.Array]) -> pa.Table:
    """The columns as a table of batches of nearly the same size."""
    rows = pa.RecordBatch.from_pydict(columns)
    n_batches = max(rows.num_rows // ROWS_A_BATCH, 1)
    size = -(-rows.num_rows // n_batches)
    batches = [rows.slice(first, size) for first in range(0, rows.num_rows, size or 1)]
    return pa.Table.from_batches(batches, rows.schema)


def _lists(
    columns: dict[str, pa.Array], size: int, n_rows: int
) -> dict[str, pa.ListArray]:
    """The columns in lists of `size`, the last of them shorter or empty."""
    n_values = len(next(iter(columns.values())))
    ends = np.minimum(np.arange(n_rows + 1) * size, n_values)
    offsets = pa.array(ends.astype(np.int32))
    return {
        name: pa.ListArray.from_arrays(offsets, values)
        for name, values in columns.items()
    }


def _hands(
    result: ReplayResult,
    before: SavedState,
    places: NDArray[np.int64],
    known: dict[Margin, int],
) -> tuple[dict[str, pa.Array], pa.Table]:
    """What the hands have that rate somebody, now or later, and new margins."""
    inputs = result.inputs
    # Those that wait were written when they came.
    n_waiting = len(before.waiting)
    rated = np.flatnonzero(~np.isnan(inputs.expected[n_waiting:])) + n_waiting
    expected = inputs.expected[rated]
    shares = opponents_shares(expected)
    margin_no, new_margins = _margins(result, rated, places, known)
    columns = {
        "place": places[rated].astype(np.uint32),
        "margin_no": margin_no,
        "side_rating_0": inputs.side_ratings[rated, 0],
        "side_rating_1": inputs.side_ratings[rated, 1],
        "expected_score": expected,
        "opponents_share_0": shares[0],
        "opponents_share_1": shares[1],
        "zero_margin": zero_margins_of(result, rated),
    }
    arrays = {name: pa.array(values) for name, values in columns.items()}
    return arrays | {"hand_id": result.hands.hand_id.take(pa.array(rated))}, new_margins


def _margins(
    result: ReplayResult,
    rated: NDArray[np.int64],
    places: NDArray[np.int64],
    known: dict[Margin, int],
) -> tuple[NDArray[np.int32], pa.Table]:
    """The number of each rated hand's margin, and the rows of those that are new."""
    pairs = (result.seating.margins, result.constants.actual)
    columns = (values.tolist() for values in pairs)
    found = [Margin(*pair) for pair in zip(*columns, strict=True)]
    numbers = np.array([known.get(margin, NO_NUMBER) for margin in found], np.int64)
    of_hands = result.seating.margin_no[rated]
    margin_no, new, first = number_margins(of_hands, numbers, len(known))
    actual = result.constants.actual[new]
    shares = result_shares(actual)
    rows = {
        "margin_no": np.arange(len(known), len(known) + len(new)),
        "first_place": places[rated[first]],
        "margin": result.seating.margins[new],
        "actual_score": actual,
        "result_share_0": shares[0],
        "result_share_1": shares[1],
    }
    known.update({found[place]: int(numbers[place]) for place in new.tolist()})
    return margin_no, pa.table(rows)


def _seats(
    result: ReplayResult,
    places: NDArray[np.int64],
    first_seq: int,
    kinds: dict[Kind, int],
) -> tuple[dict[str, pa.Array], NDArray[np.int64], pa.Table]:
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
    packed, settled, new_codes, first = pack_seats(
        result.changes, places, codes, len(kinds)
    )
    new = [found[code] for code in new_codes.tolist()]
    rows = _kind_rows(new, len(kinds), first + first_seq)
    kinds.update({kind: len(kinds) + place for place, kind in enumerate(new)})
    columns = {name: pa.array(values) for name, values in packed._asdict().items()}
    return columns, settled, rows


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


def _refuse_too_many(
    result: ReplayResult,
    places: NDArray[np.int64],
    ladder_no: int,
    kinds: dict[Kind, int],
) -> None:
    most_hands = int(result.seating.keys.n_seats.max(initial=0))
    refuse_too_many(
        hands=(int(places.max(initial=0)), PLACE_BITS),
        players=(len(result.seating.keys), PLAYER_BITS),
        seats=(result.hands.n_seats, SEAT_BITS),
        hands_of_a_player=(most_hands, HANDS_BITS),
        kinds=(len(kinds), KIND_BITS),
        ladders=(ladder_no, LADDER_BITS),
    )
