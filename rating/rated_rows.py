"""A replay's result as the warehouse stores it: nothing twice, ids once.

rating_changes is a view of these tables: see its SQL for what becomes of them.
"""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.away import NO_HAND
from rating.continuation import SavedState, hand_places
from rating.described import shares_of_sides, zero_margins_of
from rating.level_steps import EVENTS
from rating.packed_seats import (
    HANDS_BITS,
    KIND_BITS,
    LADDER_BITS,
    N_EVENTS,
    PLACE_BITS,
    PLAYER_BITS,
    SEAT_BITS,
    Kind,
    PackedSeats,
    find_first,
    pack_seats,
    refuse_too_many,
)
from rating.replay import ReplayResult
from rating.tables import UTC_MICROSECONDS, level_names, named


class SeatRows(NamedTuple):
    """Rows of packed_seats, rated_kinds and rated_settlements."""

    seats: pa.Table
    kinds: pa.Table
    settlements: pa.Table


def hand_rows(result: ReplayResult, before: SavedState) -> pa.Table:
    """The rows of rated_hands, of one ladder, that came after `before`."""
    hands = result.hands
    expected = result.inputs.expected
    # Those that wait were written when they came.
    new = np.arange(len(hands)) >= len(before.waiting)
    rated = np.flatnonzero(new & ~np.isnan(expected))
    zeros = zero_margins_of(result, rated)
    expected, actual = expected[rated], result.actual[rated]
    by_side = {
        "side_rating": result.inputs.side_ratings[rated],
        **shares_of_sides(expected, actual)._asdict(),
    }
    return pa.table(
        {
            "place": hand_places(result, before)[rated],
            "hand_id": hands.hand_id.take(pa.array(rated)),
            "game_id": named(hands.game[rated], hands.game_ids),
            "hand_no": hands.hand_no[rated],
            "ended_at": pa.array(hands.ended_at[rated]).cast(UTC_MICROSECONDS),
            "margin": hands.margin[rated],
            "expected_score": expected,
            "actual_score": actual,
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


def seat_rows(
    result: ReplayResult,
    before: SavedState,
    ladder_no: int,
    kinds: dict[Kind, int],
) -> SeatRows:
    """The rows that came after `before`; `kinds` are known and get what is new."""
    places = hand_places(result, before)
    names = level_names(result.config).to_pylist()
    distinct_k, k_places = np.unique(result.constants.k, return_inverse=True)
    packed = pack_seats(result.changes, places, k_places, len(names), ladder_no)
    first_seq = int(before.totals.n_changes.sum()) + 1
    n_known = len(kinds)
    numbers, first = _number_kinds(packed, distinct_k, names, kinds)
    _refuse_too_many(result, places, ladder_no, kinds)
    settled_by = result.changes["settled_by"]
    settled = np.flatnonzero(settled_by != NO_HAND)
    return SeatRows(
        seats=pa.table(
            {
                "seq": np.arange(first_seq, first_seq + len(packed.who)),
                "who": packed.who,
                "what": packed.what | numbers[packed.kind],
                "rating_before": packed.rating_before,
                "form_before": packed.form_before,
                "form_after": packed.form_after,
            }
        ),
        kinds=_kind_rows(list(kinds)[n_known:], n_known, first_seq + first),
        settlements=pa.table(
            {
                "seq": settled + first_seq,
                "settled_by": places[settled_by[settled]],
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


def _number_kinds(
    packed: PackedSeats,
    distinct_k: NDArray[np.float64],
    level_names: list[str],
    kinds: dict[Kind, int],
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The bits of each code's kind, and where those that are new stand first.

    Numbers follow the first appearance, so that no cut into pieces changes them.
    """
    n_levels = len(level_names) + 1
    first = np.full(len(distinct_k) * n_levels * N_EVENTS, -1, dtype=np.int64)
    find_first(packed.kind, first)
    bits = np.zeros(len(first), dtype=np.uint64)
    found = np.flatnonzero(first >= 0)
    new = []
    for code in found[np.argsort(first[found])].tolist():
        rest, event = divmod(code, N_EVENTS)
        k, level = divmod(rest, n_levels)
        name = level_names[level - 1] if level else None
        kind = Kind(float(distinct_k[k]), name, EVENTS[event])
        if kind not in kinds:
            kinds[kind] = len(kinds)
            new.append(first[code])
        bits[code] = kinds[kind] << LADDER_BITS
    return bits, np.array(new, dtype=np.int64)


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
    most_hands = int(result.changes["rated_hands"].max(initial=0))
    refuse_too_many(
        hands=(int(places.max(initial=0)), PLACE_BITS),
        players=(len(result.seating.keys), PLAYER_BITS),
        seats=(result.hands.n_seats, SEAT_BITS),
        hands_of_a_player=(most_hands, HANDS_BITS),
        kinds=(len(kinds), KIND_BITS),
        ladders=(ladder_no, LADDER_BITS),
    )
