"""Checked records to Arrow tables, column by column.

Every table has `line`, the record's line within its block, so that the rows of
lines that turn out to be duplicates can be left out.
"""

import json
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc
from msgspec import UNSET

from ingest.accepted import AcceptedHand, AcceptedPlayer
from ingest.arrow import bools, each, facts, ints, texts, times
from ingest.play_columns import meld_columns, move_tables
from ingest.records import CANASTAS, LINES, POINTS, SideResult

Tables = dict[str, pa.Table]

# What only a replay in the engine tells; null for results-only hands.
REPLAYED_OF_SIDES = (
    "opening_turn",
    "opening_points",
    "opening_minimum",
    "n_pile_takes",
    "n_pile_cards",
)
REPLAYED_OF_SEATS = ("n_draws", "n_pile_takes", "n_discards", "n_time_outs")


def tables(hands: Sequence[AcceptedHand], players: Sequence[AcceptedPlayer]) -> Tables:
    """Arrow tables by the name of the warehouse table they are made for."""
    complete = [hand for hand in hands if not hand.is_partial]
    partial = [hand for hand in hands if hand.is_partial]
    made = {
        "hands": _hands(complete),
        "hand_sides": _hand_sides(complete),
        "hand_seats": _hand_seats(complete),
        "melds": meld_columns(
            (hand.line, hand.sound.hand.hand_id, hand.replayed) for hand in complete
        ),
        **move_tables(complete),
        "partial_hands": _hands(partial),
        "hand_contents": _hand_contents(hands),
        "player_records": _player_records(players),
    }
    return {name: table for name, table in made.items() if table.num_rows}


def merged(parts: Sequence[Tables]) -> Tables:
    """The tables of all parts in one, their rows in the order of the lines."""
    parts = [part for part in parts if part]
    if len(parts) == 1:
        return parts[0]
    found: Tables = {}
    for name in sorted({name for part in parts for name in part}):
        table = pa.concat_tables([part[name] for part in parts if name in part])
        order = pc.sort_indices(table["line"])  # a stable sort
        found[name] = table.take(order)
    return found


def _hands(accepted: Sequence[AcceptedHand]) -> pa.Table:
    hands = [a.sound.hand for a in accepted]
    results = [hand.result for hand in hands]
    return pa.table(
        {
            "line": ints(each(accepted, "line")),
            "hand_id": texts(each(hands, "hand_id")),
            "game_id": texts(each(hands, "game_id")),
            "hand_no": ints(each(hands, "hand_no")),
            "ruleset": texts(each(accepted, "sound.ruleset.name")),
            "options": texts(_options(a) for a in accepted),
            "mode": texts(each(hands, "mode")),
            "device_id": texts(
                None if h.device_id is UNSET else h.device_id for h in hands
            ),
            "started_at": times(each(accepted, "sound.started_at")),
            "ended_at": times(each(accepted, "sound.ended_at")),
            "dealer_seat": ints(each(hands, "dealer_seat")),
            "ended_by": texts(None if r is None else r.ended_by for r in results),
            "went_out_seat": ints(
                None if r is None else r.went_out_seat for r in results
            ),
            "special_hand_seat": ints(
                None if r is None else r.special_hand_seat for r in results
            ),
            "is_concealed": bools(None if r is None else r.concealed for r in results),
            "is_game_over": bools(None if r is None else r.game_over for r in results),
            "n_moves": ints(each(accepted, "n_moves")),
            "status": texts(
                "unverified" if a.replayed is None else "verified" for a in accepted
            ),
        }
    )


def _options(accepted: AcceptedHand) -> str:
    options = accepted.sound.ruleset.options
    return json.dumps(dict(options), sort_keys=True) if options else "{}"


def _hand_sides(accepted: Sequence[AcceptedHand]) -> pa.Table:
    rows: list[tuple[AcceptedHand, int, SideResult]] = [
        (a, side, claimed)
        for a in accepted
        if a.sound.hand.result is not None
        for side, claimed in enumerate(a.sound.hand.result.sides)
    ]
    claims = [claimed for _, _, claimed in rows]
    columns = {
        "line": ints(a.line for a, _, _ in rows),
        "special_hand": texts(each(claims, "special_hand")),
    }
    for name in (*POINTS, *LINES):
        columns[name] = ints(each(claims, name))
    canastas = [claimed.canastas for claimed in claims]
    for kind in CANASTAS:
        columns[f"n_{kind}_canastas"] = facts(canastas, kind)
    replayed = [
        None if a.replayed is None else a.replayed.sides[side] for a, side, _ in rows
    ]
    for name in REPLAYED_OF_SIDES:
        columns[name] = facts(replayed, name)
    return pa.table(columns)


def _hand_seats(accepted: Sequence[AcceptedHand]) -> pa.Table:
    seats = [seat for a in accepted for seat in a.sound.hand.seats]
    replayed = [
        fact
        for a in accepted
        for fact in (
            [None] * len(a.sound.hand.seats) if a.replayed is None else a.replayed.seats
        )
    ]
    columns = {
        "line": ints(a.line for a in accepted for _ in a.sound.hand.seats),
        "player_id": texts(each(seats, "player_id")),
        "controller": texts(each(seats, "controller")),
        "computer_skill": texts(each(seats, "skill")),
        "left_in_hand": bools(each(seats, "left_in_hand")),
    }
    for name in REPLAYED_OF_SEATS:
        columns[name] = facts(replayed, name)
    return pa.table(columns)


def _hand_contents(accepted: Sequence[AcceptedHand]) -> pa.Table:
    return pa.table(
        {
            "line": ints(each(accepted, "line")),
            "hand_id": texts(each(accepted, "sound.hand.hand_id")),
            "content_hash": pa.array([a.hashes.content for a in accepted], pa.binary()),
            "play_hash": pa.array([a.hashes.play for a in accepted], pa.binary()),
            "is_partial": bools(each(accepted, "is_partial")),
            "n_moves": ints(a.n_moves or 0 for a in accepted),
        }
    )


def _player_records(accepted: Sequence[AcceptedPlayer]) -> pa.Table:
    players = [a.player for a in accepted]
    return pa.table(
        {
            "line": ints(each(accepted, "line")),
            "player_id": texts(each(players, "player_id")),
            "at": times(each(accepted, "at")),
            "name": texts(each(players, "name")),
            "self_rating": texts(each(players, "self_rating")),
            "show_skill": bools(each(players, "show_skill")),
        }
    )
