"""What plays and their replays add to the tables of plainly sound hands."""

import json
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.records import ReplayedHand
from engine.ruleset import Ruleset
from ingest.arrow import INT, as_array, facts, texts
from ingest.columns import REPLAYED_OF_SEATS, REPLAYED_OF_SIDES, Tables
from ingest.packed_moves import SHIFTS
from ingest.play_columns import meld_columns
from ingest.plays import Plays
from ingest.records import LINES
from ingest.soundness import ruleset_of

Replays = Mapping[int, ReplayedHand]  # by the place of the line in its block


def unsound_places(tables: Tables, plays: Plays) -> list[int]:
    """Places of hands that have a play and not what such a hand needs.

    That is the pack of the ruleset, and the whole breakdown unless it was abandoned.
    """
    hands = tables["hands"]
    places = places_of(hands)
    numbers = plays.at(places)
    is_sound = numbers < 0
    for ruleset, rows in by_ruleset(hands):
        own = rows[numbers[rows] >= 0]
        is_sound[own] = plays.have_pack(numbers[own], ruleset.deck.names)
    sides = tables["hand_sides"]
    is_bare = np.zeros(sides.num_rows, np.bool_)
    for line in LINES:
        is_bare |= as_array(pc.is_null(sides[line]))
    bare = np.unique(places_of(sides)[is_bare])
    has_end = ~as_array(pc.equal(hands["ended_by"], "abandoned"))
    is_sound &= ~(np.isin(places, bare) & has_end & (numbers >= 0))
    unsound: list[int] = places[~is_sound].tolist()
    return unsound


def by_ruleset(hands: pa.Table) -> Iterator[tuple[Ruleset, np.ndarray]]:
    """Each ruleset with options that is played, and the rows of its hands."""
    both = pc.binary_join_element_wise(hands["ruleset"], hands["options"], "\n")
    for text in pc.unique(both).to_pylist():
        name, options = text.split("\n")
        rows = np.flatnonzero(as_array(pc.equal(both, text)))
        yield ruleset_of(name, json.loads(options)), rows


def places_of(table: pa.Table) -> np.ndarray:
    """The place in its block of each row's line."""
    return as_array(table["line"]) - 1


def without(tables: Tables, places: Sequence[int]) -> Tables:
    """The tables without the rows of some lines."""
    if not places:
        return tables
    lines = pa.array([place + 1 for place in places], INT)
    kept = {
        name: table.filter(pc.invert(pc.is_in(table["line"], lines)))
        for name, table in tables.items()
    }
    return {name: table for name, table in kept.items() if table.num_rows}


def with_plays(tables: Tables, plays: Plays, replays: Replays) -> Tables:
    """The tables with what plays and replays tell; every line has its place or none."""
    hands, contents = tables["hands"], tables["hand_contents"]
    places = places_of(hands)
    numbers = plays.at(places)
    n_moves = plays.n_moves(numbers)
    replayed = [*map(replays.get, places.tolist())]
    status = ["unverified" if one is None else "verified" for one in replayed]
    hashes = map(plays.hashes.get, places_of(contents).tolist())
    made = {
        **tables,
        "hands": _with(
            hands,
            n_moves=pa.array(n_moves, INT, mask=numbers < 0),
            status=texts(status),
        ),
        "hand_contents": _with(
            contents,
            play_hash=pa.array(hashes, pa.binary()),
            n_moves=pa.array(n_moves, INT),
        ),
        "hand_moves": _moves(hands, plays, numbers, replayed),
    }
    if replays:
        made["hand_sides"] = _with_facts(
            tables["hand_sides"], replays, "sides", REPLAYED_OF_SIDES
        )
        made["hand_seats"] = _with_facts(
            tables["hand_seats"], replays, "seats", REPLAYED_OF_SEATS
        )
        made["melds"] = _melds(hands, replayed)
    return {name: table for name, table in made.items() if table.num_rows}


def _with(table: pa.Table, **columns: pa.Array) -> pa.Table:
    """The table with other values in some columns."""
    for name, values in columns.items():
        table = table.set_column(table.schema.get_field_index(name), name, values)
    return table


def _with_facts(
    table: pa.Table, replays: Replays, part: str, names: Sequence[str]
) -> pa.Table:
    """The table of sides or seats with what the replays tell of each."""
    rows: list[object] = []
    last = -1
    own: Iterator[object] = iter(())
    for place in places_of(table).tolist():
        if place != last:
            last = place
            replayed = replays.get(place)
            own = iter(() if replayed is None else getattr(replayed, part))
        rows.append(next(own, None))
    return _with(table, **{name: facts(rows, name) for name in names})


def _moves(
    hands: pa.Table,
    plays: Plays,
    numbers: np.ndarray,
    replayed: Sequence[ReplayedHand | None],
) -> pa.Table:
    own = np.flatnonzero(numbers >= 0)
    n_moves = plays.n_moves(numbers[own])
    if not any(replayed):
        turns = np.zeros(n_moves.sum(), np.int64)
    else:
        turns = np.concatenate(
            [
                np.zeros(count, np.int64)
                if (one := replayed[hand]) is None
                else np.array(one.turns, np.int64) + 1
                for hand, count in zip(own.tolist(), n_moves.tolist(), strict=True)
            ]
        )
    at = pa.array(own)
    return pa.table(
        {
            "line": hands["line"].take(at),
            "hand_id": hands["hand_id"].take(at),
            **plays.columns(numbers[own], turns << SHIFTS["turn"]),
        }
    )


def _melds(hands: pa.Table, replayed: Sequence[ReplayedHand | None]) -> pa.Table:
    lines, ids = hands["line"].to_pylist(), hands["hand_id"].to_pylist()
    return meld_columns(zip(lines, ids, replayed, strict=True))
