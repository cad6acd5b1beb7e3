"""Results-only hands that are plainly sound, from lines to tables without a detour.

Such hands are most of what a live site sends. Here they are decoded, checked and
turned into columns many at once; every line that is left over goes through
`ingest.decode` and what follows, one by one. Both ways give the same rows: a
property test compares them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, repeat
from typing import Any

import numpy as np
import pyarrow as pa

from engine.ruleset import Ruleset
from ingest.arrow import BOOL, INT, TEXT, TIME, texts
from ingest.columns import REPLAYED_OF_SEATS, REPLAYED_OF_SIDES, Tables
from ingest.contents import content_hashes
from ingest.plain_checks import Rulesets, are_sound, rulesets_of
from ingest.plain_columns import PlainColumns, plain_columns
from ingest.plain_fields import NULL
from ingest.plain_records import plain_hands
from ingest.plain_seats import different_seats, seat_columns
from ingest.records import CANASTAS, LINES, POINTS

_NO_PLAYS: Mapping[int, bytes] = {}


def read_plain_hands(
    lines: Sequence[bytes], *, keep: bool, plays: Mapping[int, bytes] = _NO_PLAYS
) -> tuple[list[int], list[Tables]]:
    """Places in `lines` of plainly sound results-only hands, and their tables.

    The places rise. Hands with other numbers of seats or sides are in tables of
    their own; `keep` false leaves the tables out. `plays` are the play hashes of
    lines whose pack and moves were taken out.
    """
    places, hands = plain_hands(lines)
    if not hands:
        return [], []
    lists, number_of = different_seats(hands)
    sizes = [0 if seats is None else len(seats) for seats in lists]
    shapes = [
        (sizes[number], len(hand.result.sides))
        for number, hand in zip(number_of.tolist(), hands, strict=True)
    ]
    found: list[int] = []
    made: list[Tables] = []
    for shape in sorted(set(shapes)):
        if 0 in shape:
            continue
        is_one = np.array([other == shape for other in shapes])
        some = hands if is_one.all() else list(compress(hands, is_one))
        numbers = np.array(places)[is_one]
        used, seats_no = np.unique(number_of[is_one], return_inverse=True)
        seats = seat_columns([lists[number] or [] for number in used.tolist()])
        rulesets = rulesets_of(some)
        columns = plain_columns(some, seats, seats_no)
        is_right = are_sound(columns, rulesets)
        if not is_right.all():
            some, numbers = list(compress(some, is_right)), numbers[is_right]
            rulesets.number = rulesets.number[is_right]
            if some:
                columns = plain_columns(some, seats, seats_no[is_right])
        if some:
            found += numbers.tolist()
            if keep:
                made.append(_tables(numbers + 1, columns, rulesets, plays))
    return sorted(found), made


def _tables(
    lines: np.ndarray,
    columns: PlainColumns,
    rulesets: Rulesets,
    plays: Mapping[int, bytes],
) -> Tables:
    hands = _hands(lines, columns, rulesets)
    own = [plays.get(place, b"") for place in (lines - 1).tolist()]
    return {
        "hands": hands,
        "hand_sides": _hand_sides(hands, columns),
        "hand_seats": _hand_seats(hands, columns),
        "hand_contents": _hand_contents(hands, columns, rulesets, own),
    }


def _hands(lines: np.ndarray, columns: PlainColumns, rulesets: Rulesets) -> pa.Table:
    n_hands = len(lines)
    ruleset = pa.array(rulesets.number)
    return pa.table(
        {
            "line": pa.array(lines, INT),
            "hand_id": columns.hand_id,
            "game_id": columns.game_id,
            "hand_no": pa.array(columns.numbers[:, 0], INT),
            "ruleset": texts(map(_name, rulesets.different)).take(ruleset),
            "options": texts(map(_options, rulesets.different)).take(ruleset),
            "mode": columns.mode,
            "device_id": texts(columns.device_ids),
            "started_at": _times(columns.started_at),
            "ended_at": _times(columns.ended_at),
            "dealer_seat": pa.array(columns.numbers[:, 1], INT),
            "ended_by": columns.ended_by,
            "went_out_seat": _whole(columns.out_seats[:, 0]),
            "special_hand_seat": _whole(columns.out_seats[:, 1]),
            "is_concealed": pa.array(columns.is_concealed, BOOL),
            "is_game_over": pa.array(columns.is_game_over, BOOL),
            "n_moves": pa.nulls(n_hands, INT),
            "status": pa.repeat("unverified", n_hands),
        }
    )


def _name(ruleset: Ruleset | None) -> str:
    return "" if ruleset is None else ruleset.name


def _options(ruleset: Ruleset | None) -> str:
    options = None if ruleset is None else ruleset.options
    return json.dumps(dict(options), sort_keys=True) if options else "{}"


def _times(micros: np.ndarray) -> pa.Array:
    return pa.array(micros, INT).view(TIME)


def _whole(numbers: np.ndarray) -> pa.Array:
    return pa.array(numbers, INT, mask=numbers == NULL)


def _hand_sides(hands: pa.Table, columns: PlainColumns) -> pa.Table:
    n_hands, n_sides = hands.num_rows, columns.n_sides
    n_rows = n_hands * n_sides
    hand = pa.array(np.repeat(np.arange(n_hands), n_sides))
    made = {
        "line": hands["line"].take(hand),
        "hand_id": hands["hand_id"].take(hand),
        "side": pa.array(np.tile(np.arange(n_sides), n_hands), INT),
        "special_hand": pa.nulls(n_rows, TEXT),
        "margin": pa.array(_margins(columns), INT),
    }
    for place, name in enumerate(POINTS):
        made[name] = pa.array(columns.points[:, place], INT)
    for place, name in enumerate(LINES):
        made[name] = _whole(columns.lines[:, place])
    for place, kind in enumerate(CANASTAS):
        made[f"n_{kind}_canastas"] = _whole(columns.canastas[:, place])
    for name in REPLAYED_OF_SIDES:
        made[name] = pa.nulls(n_rows, INT)
    return pa.table(made)


def _margins(columns: PlainColumns) -> np.ndarray:
    """Per side, its points minus the best other side's."""
    points = columns.points[:, 0].reshape(-1, columns.n_sides)
    margins = np.empty_like(points)
    for side in range(columns.n_sides):
        best = np.delete(points, side, axis=1).max(axis=1)
        margins[:, side] = points[:, side] - best
    return margins.ravel()


def _hand_seats(hands: pa.Table, columns: PlainColumns) -> pa.Table:
    seats, n_sides = columns.seats, columns.n_sides
    rows = seats.rows(columns.seats_no)
    seat = pa.array(rows.ravel())
    hand = pa.array(np.repeat(np.arange(len(rows)), seats.n_seats))
    number = seats.seat[rows.ravel()]
    partner = pa.array(np.roll(rows, -n_sides, axis=1).ravel())
    is_alone = n_sides == seats.n_seats
    made = {
        "line": hands["line"].take(hand),
        "hand_id": hands["hand_id"].take(hand),
        "seat": pa.array(number, INT),
        "side": pa.array(number % n_sides, INT),
        "player_id": seats.player_id.take(seat),
        "partner_id": pa.nulls(rows.size, TEXT)
        if is_alone
        else seats.player_id.take(partner),
        "controller": seats.controller.take(seat),
        "computer_skill": seats.skill.take(seat),
        "left_in_hand": pa.array(seats.left_in_hand[rows.ravel()], BOOL),
        "ended_by": hands["ended_by"].take(hand),
        "went_out_seat": hands["went_out_seat"].take(hand),
        "ended_at": hands["ended_at"].take(hand),
    }
    for name in REPLAYED_OF_SEATS:
        made[name] = pa.nulls(rows.size, INT)
    return pa.table(made)


def _hand_contents(
    hands: pa.Table, columns: PlainColumns, rulesets: Rulesets, plays: Sequence[bytes]
) -> pa.Table:
    n_hands = hands.num_rows
    return pa.table(
        {
            "line": hands["line"],
            "hand_id": hands["hand_id"],
            "content_hash": pa.array(
                content_hashes(_content_rows(columns, rulesets), plays), pa.binary()
            ),
            "play_hash": pa.nulls(n_hands, pa.binary()),
            "is_partial": pa.array(np.zeros(n_hands, np.bool_), BOOL),
            "n_moves": pa.array(np.zeros(n_hands, np.int64), INT),
        }
    )


def _content_rows(
    columns: PlainColumns, rulesets: Rulesets
) -> Iterable[tuple[object, ...]]:
    """What `content_hashes` takes."""
    n_hands, n_sides = len(columns.endings), columns.n_sides
    names = list(map(_name, rulesets.different))
    options = [
        [] if r is None else sorted(r.options.items()) for r in rulesets.different
    ]
    ruleset = rulesets.number.tolist()
    ends = zip(
        columns.endings,
        _values(columns.out_seats[:, 0]),
        _values(columns.out_seats[:, 1]),
        columns.is_concealed.tolist(),
        columns.is_game_over.tolist(),
        strict=True,
    )
    numbers = np.hstack((columns.points, columns.lines, columns.canastas))
    return zip(
        columns.game_ids,
        columns.numbers[:, 0].tolist(),
        map(names.__getitem__, ruleset),
        map(options.__getitem__, ruleset),
        columns.modes,
        columns.device_ids,
        columns.started_at.tolist(),
        columns.ended_at.tolist(),
        columns.numbers[:, 1].tolist(),
        map(columns.seats.packed.__getitem__, columns.seats_no.tolist()),
        ends,
        repeat((None,) * n_sides, n_hands),
        _values(numbers.reshape(n_hands, n_sides, -1)),
        repeat(None, n_hands),
        strict=True,
    )


def _values(numbers: np.ndarray) -> list[Any]:
    """Nested lists of the numbers, None where an array has `NULL`."""
    is_null = numbers == NULL
    if is_null.all() and numbers.ndim == 1:
        return [None] * len(numbers)
    values = numbers
    if is_null.any():
        values = numbers.astype(np.object_)
        values[is_null] = None
    return list(values.tolist())
