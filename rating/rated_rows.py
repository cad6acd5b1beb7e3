"""A replay's result as the warehouse stores it: nothing twice, ids once.

rating_changes is a view of these tables: see its SQL for what becomes of them.
"""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.away import NO_HAND
from rating.continuation import SavedState, hand_places
from rating.described import describe_changes, of_both_sides, zero_margins_of
from rating.replay import ReplayResult
from rating.seating import FIRST_PLAYER_ROW
from rating.tables import UTC_MICROSECONDS, event_names, level_names, named

SEAT_COLUMNS = (
    "seat",
    "k_factor",
    "opponents_part",
    "result_part",
    "rating_before",
    "form_before",
    "form_after",
    "rated_hands",
    "finished_games",
)


def hand_rows(result: ReplayResult, before: SavedState) -> pa.Table:
    """The rows of rated_hands, of one ladder, that came after `before`."""
    hands = result.hands
    expected = result.inputs.expected
    # Those that wait were written when they came.
    new = np.arange(len(hands)) >= len(before.waiting)
    rated = np.flatnonzero(new & ~np.isnan(expected))
    zeros = zero_margins_of(result, rated)
    by_side = {
        "side_rating": result.inputs.side_ratings[rated],
        "expected_score": of_both_sides(expected[rated]),
        "actual_score": of_both_sides(result.actual[rated]),
    }
    return pa.table(
        {
            "place": hand_places(result, before)[rated],
            "hand_id": hands.hand_id.take(pa.array(rated)),
            "game_id": named(hands.game[rated], hands.game_ids),
            "hand_no": hands.hand_no[rated],
            "ended_at": pa.array(hands.ended_at[rated]).cast(UTC_MICROSECONDS),
            "margin": hands.margin[rated],
            **{
                f"{name}_{side}": np.ascontiguousarray(values[:, side])
                for name, values in by_side.items()
                for side in (0, 1)
            },
            **{
                f"zero_margin_{side}": pa.array(
                    zeros[:, side], mask=~np.isfinite(zeros[:, side])
                )
                for side in (0, 1)
            },
        }
    )


def seat_rows(result: ReplayResult, before: SavedState) -> pa.Table:
    """The rows of rated_seats, of one ladder, that came after `before`."""
    seen = describe_changes(result.changes, result.inputs, result.constants)
    places = hand_places(result, before)
    first = int(before.totals.n_changes.sum()) + 1
    return pa.table(
        {
            "seq": np.arange(first, first + len(result.changes)),
            "place": places[seen.hand],
            "player_no": seen.row - FIRST_PLAYER_ROW,
            **{name: getattr(seen, name) for name in SEAT_COLUMNS},
            "level": named(seen.level, level_names(result.config)),
            "level_event": named(seen.event - 1, event_names()),
            "settled_by": _settled_by(seen.settled_by, places),
        }
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


def _settled_by(settled_by: NDArray[np.int32], places: NDArray[np.int64]) -> pa.Array:
    """The places of the hands that settled; null where none did."""
    is_settled = settled_by != NO_HAND
    by = np.zeros(len(settled_by), dtype=np.int64)
    by[is_settled] = places[settled_by[is_settled]]
    return pa.array(by, mask=~is_settled)
