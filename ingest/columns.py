"""Checked records to Arrow tables, column by column.

Every table has `line`, the record's line within its block, so that the rows of
lines that turn out to be duplicates can be left out.
"""

import json
from collections.abc import Sequence

import pyarrow as pa
from msgspec import UNSET

from ingest.accepted import AcceptedHand, AcceptedPlayer
from ingest.arrow import bools, ints, texts, times
from ingest.play_columns import meld_columns, move_columns
from ingest.records import LINES, SideResult

Tables = dict[str, pa.Table]


def tables(hands: Sequence[AcceptedHand], players: Sequence[AcceptedPlayer]) -> Tables:
    """Arrow tables by the name of the warehouse table they are made for."""
    complete = [hand for hand in hands if not hand.is_partial]
    partial = [hand for hand in hands if hand.is_partial]
    made = {
        "hands": _hands(complete),
        "hand_sides": _hand_sides(complete),
        "hand_seats": _hand_seats(complete),
        "melds": meld_columns(complete),
        "moves": move_columns(complete),
        "partial_hands": _hands(partial),
        "hand_contents": _hand_contents(hands),
        "player_records": _player_records(players),
    }
    return {name: table for name, table in made.items() if table.num_rows}


def _hands(accepted: Sequence[AcceptedHand]) -> pa.Table:
    hands = [a.sound.hand for a in accepted]
    results = [hand.result for hand in hands]
    return pa.table(
        {
            "line": ints(a.line for a in accepted),
            "hand_id": texts(h.hand_id for h in hands),
            "game_id": texts(h.game_id for h in hands),
            "hand_no": ints(h.hand_no for h in hands),
            "ruleset": texts(a.sound.ruleset.name for a in accepted),
            "options": texts(_options(a) for a in accepted),
            "mode": texts(h.mode for h in hands),
            "device_id": texts(
                None if h.device_id is UNSET else h.device_id for h in hands
            ),
            "started_at": times(a.sound.started_at for a in accepted),
            "ended_at": times(a.sound.ended_at for a in accepted),
            "dealer_seat": ints(h.dealer_seat for h in hands),
            "ended_by": texts(None if r is None else r.ended_by for r in results),
            "went_out_seat": ints(
                None if r is None else r.went_out_seat for r in results
            ),
            "special_hand_seat": ints(
                None if r is None else r.special_hand_seat for r in results
            ),
            "is_concealed": bools(None if r is None else r.concealed for r in results),
            "is_game_over": bools(None if r is None else r.game_over for r in results),
            "n_moves": ints(a.n_moves for a in accepted),
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
        "hand_id": texts(a.sound.hand.hand_id for a, _, _ in rows),
        "side": ints(side for _, side, _ in rows),
        "special_hand": texts(claimed.special_hand for claimed in claims),
        "margin": ints(margin for a in accepted for margin in _margins(a)),
    }
    for name in ("points", "points_before", "points_after", *LINES):
        columns[name] = ints(getattr(claimed, name) for claimed in claims)
    for kind in ("natural", "mixed", "wild", "aces", "sevens"):
        columns[f"n_{kind}_canastas"] = ints(
            None if c.canastas is None else getattr(c.canastas, kind) for c in claims
        )
    facts = [
        None if a.replayed is None else a.replayed.sides[side] for a, side, _ in rows
    ]
    for name in (
        "opening_turn",
        "opening_points",
        "opening_minimum",
        "n_pile_takes",
        "n_pile_cards",
    ):
        columns[name] = ints(
            None if fact is None else getattr(fact, name) for fact in facts
        )
    return pa.table(columns)


def _margins(accepted: AcceptedHand) -> list[int]:
    """Per side, its points minus the best other side's."""
    result = accepted.sound.hand.result
    points = [] if result is None else [side.points for side in result.sides]
    return [
        own - max(points[:side] + points[side + 1 :]) for side, own in enumerate(points)
    ]


def _hand_seats(accepted: Sequence[AcceptedHand]) -> pa.Table:
    rows = [(a, seat) for a in accepted for seat in a.sound.hand.seats]
    seats = [seat for _, seat in rows]
    facts = [
        None if a.replayed is None else a.replayed.seats[seat.seat] for a, seat in rows
    ]
    columns = {
        "line": ints(a.line for a, _ in rows),
        "hand_id": texts(a.sound.hand.hand_id for a, _ in rows),
        "seat": ints(s.seat for s in seats),
        "side": ints(s.seat % a.sound.ruleset.n_sides for a, s in rows),
        "player_id": texts(s.player_id for s in seats),
        "partner_id": texts(_partner(a, s.seat) for a, s in rows),
        "controller": texts(s.controller for s in seats),
        "computer_skill": texts(s.skill for s in seats),
        "left_in_hand": bools(s.left_in_hand for s in seats),
        "ended_by": texts(_ended_by(a) for a, _ in rows),
        "went_out_seat": ints(_went_out_seat(a) for a, _ in rows),
        "ended_at": times(a.sound.ended_at for a, _ in rows),
    }
    for name in ("n_draws", "n_pile_takes", "n_discards", "n_time_outs"):
        columns[name] = ints(
            None if fact is None else getattr(fact, name) for fact in facts
        )
    return pa.table(columns)


def _partner(accepted: AcceptedHand, seat: int) -> str | None:
    other = accepted.sound.ruleset.partner_of(seat)
    return None if other is None else accepted.sound.hand.seats[other].player_id


def _ended_by(accepted: AcceptedHand) -> str | None:
    result = accepted.sound.hand.result
    return None if result is None else result.ended_by


def _went_out_seat(accepted: AcceptedHand) -> int | None:
    result = accepted.sound.hand.result
    return None if result is None else result.went_out_seat


def _hand_contents(accepted: Sequence[AcceptedHand]) -> pa.Table:
    return pa.table(
        {
            "line": ints(a.line for a in accepted),
            "hand_id": texts(a.sound.hand.hand_id for a in accepted),
            "content_hash": pa.array([a.hashes.content for a in accepted], pa.binary()),
            "play_hash": pa.array([a.hashes.play for a in accepted], pa.binary()),
            "is_partial": bools(a.is_partial for a in accepted),
            "n_moves": ints(a.n_moves or 0 for a in accepted),
        }
    )


def _player_records(accepted: Sequence[AcceptedPlayer]) -> pa.Table:
    players = [a.player for a in accepted]
    return pa.table(
        {
            "line": ints(a.line for a in accepted),
            "player_id": texts(p.player_id for p in players),
            "at": times(a.at for a in accepted),
            "name": texts(p.name for p in players),
            "self_rating": texts(p.self_rating for p in players),
            "show_skill": bools(p.show_skill for p in players),
        }
    )
