"""The sides and seats of a hand in one row with it: a seventh of the values to write.

`hand_sides` and `hand_seats` are views that spread the rows again; what follows from
other columns (margins, partners, who was away) stands in those views alone.
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.arrow import TEXT, as_array
from ingest.columns import REPLAYED_OF_SEATS, REPLAYED_OF_SIDES, Tables
from ingest.records import CANASTAS, LINES, POINTS

_NUMBERS = (*POINTS, *LINES)  # at most 100,000 points either way
_COUNTS = tuple(f"n_{kind}_canastas" for kind in CANASTAS)
_HELD_BY = pa.uint8()
_PLAYER, _LEFT, _AWAY, _COMPUTER = 1, 2, 3, 4  # a computer's own seat; + its skill
_SKILLS = pa.array(["beginner", "intermediate", "expert"], TEXT)


def packed(tables: Tables) -> Tables:
    """The tables with the rows of `hand_sides` and `hand_seats` as lists in `hands`."""
    hands = tables.get("hands")
    if hands is None:
        return tables
    rest = dict(tables)
    sides, seats = rest.pop("hand_sides"), rest.pop("hand_seats")
    of_sides, of_seats = _offsets(hands, sides), _offsets(hands, seats)
    is_plain = as_array(pc.equal(hands["status"], "unverified"))
    lists = {
        "margin": _margin(of_sides, sides),
        "sides": _lists(of_sides, _said(sides)),
        "seated": _seated(of_seats, seats),
        "held_by": _lists(of_seats, _held_by(seats)),
        "replayed_sides": _replayed(of_sides, sides, REPLAYED_OF_SIDES, is_plain),
        "replayed_seats": _replayed(of_seats, seats, REPLAYED_OF_SEATS, is_plain),
    }
    for name, values in lists.items():
        hands = hands.append_column(name, values)
    return {**rest, "hands": hands}


def _offsets(hands: pa.Table, rows: pa.Table) -> pa.Array:
    """Where the rows of each hand start; they stand in the order of the lines."""
    starts = np.searchsorted(as_array(rows["line"]), as_array(hands["line"]))
    return pa.array(np.append(starts, rows.num_rows), pa.int32())


def _margin(offsets: pa.Array, sides: pa.Table) -> pa.Array:
    """Points of side 0 minus those of side 1; null unless a hand has just these."""
    starts, points = as_array(offsets), as_array(sides["points"])
    first, n_sides = starts[:-1], np.diff(starts)
    second = np.minimum(first + 1, max(len(points) - 1, 0))
    margin = (points[first] - points[second]) if len(points) else first
    return pa.array(margin, pa.int32(), mask=n_sides != 2)


def _lists(offsets: pa.Array, values: pa.Array) -> pa.Array:
    return pa.ListArray.from_arrays(offsets, values)


def _said(sides: pa.Table) -> pa.Array:
    values = [_whole(sides[name].cast(pa.int32())) for name in _NUMBERS]
    names = (*_NUMBERS, "special_hand", *_COUNTS)
    values += [_whole(sides[name]) for name in names[len(_NUMBERS) :]]
    return pa.StructArray.from_arrays(values, names)


def _seated(offsets: pa.Array, seats: pa.Table) -> pa.Array:
    """The players' ids with commas, which no id holds, between them.

    One text a hand: a list of texts takes DuckDB five times as long to store and four
    times as long to read, and those who play on together are stored once.
    """
    ids = _whole(seats["player_id"].fill_null(""))
    return pc.binary_join(_lists(offsets, ids), ",")


def _held_by(seats: pa.Table) -> pa.Array:
    is_player = as_array(pc.equal(seats["controller"], "player"))
    has_left = as_array(seats["left_in_hand"])
    held_by = np.where(is_player, _PLAYER, np.where(has_left, _LEFT, _AWAY))
    skill = pc.fill_null(pc.index_in(seats["computer_skill"], _SKILLS), -1)
    skills = as_array(skill)
    return pa.array(np.where(skills >= 0, _COMPUTER + skills, held_by), _HELD_BY)


def _replayed(
    offsets: pa.Array, rows: pa.Table, names: tuple[str, ...], is_plain: np.ndarray
) -> pa.Array:
    """What the replay tells, null for hands that were not replayed."""
    kind = pa.struct([(name, pa.int64()) for name in names])
    if is_plain.all():
        return pa.nulls(len(is_plain), pa.list_(kind))
    facts = pa.StructArray.from_arrays([_whole(rows[n]) for n in names], names)
    return pa.ListArray.from_arrays(offsets, facts, mask=pa.array(is_plain))


def _whole(values: pa.ChunkedArray) -> pa.Array:
    return values.chunk(0) if values.num_chunks == 1 else values.combine_chunks()
