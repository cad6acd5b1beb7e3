"""Checked records to Arrow tables, column by column.

Every table has `line`, the record's line within its block, so that the rows of
lines that turn out to be duplicates can be left out.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pyarrow as pa
from msgspec import UNSET

from engine.records import ReplayedHand
from ingest.contents import HandHashes
from ingest.records import LINES, Player, SideResult
from ingest.soundness import SoundHand

_TIME = pa.timestamp("us", tz="UTC")
_INT = pa.int64()
_TEXT = pa.string()
_BOOL = pa.bool_()

Tables = dict[str, pa.Table]


@dataclass(slots=True)
class AcceptedHand:
    """A hand that is sound on its own."""

    line: int
    sound: SoundHand
    hashes: HandHashes
    replayed: ReplayedHand | None  # None: not replayed

    @property
    def is_partial(self) -> bool:
        """Whether the hand's end has not arrived."""
        return self.sound.hand.result is None

    @property
    def n_moves(self) -> int | None:
        """Moves in the log; None for a results-only hand."""
        moves = self.sound.hand.moves
        return None if moves is None else len(moves)


@dataclass(slots=True)
class AcceptedPlayer:
    """A player record; `at` is microseconds since 1970 in UTC."""

    line: int
    player: Player
    at: int


def tables(hands: Sequence[AcceptedHand], players: Sequence[AcceptedPlayer]) -> Tables:
    """Arrow tables by the name of the warehouse table they are made for."""
    complete = [hand for hand in hands if not hand.is_partial]
    partial = [hand for hand in hands if hand.is_partial]
    made = {
        "hands": _hands(complete),
        "hand_sides": _hand_sides(complete),
        "hand_seats": _hand_seats(complete),
        "melds": _melds(complete),
        "moves": _moves(complete),
        "partial_hands": _hands(partial),
        "hand_contents": _hand_contents(hands),
        "player_records": _player_records(players),
    }
    return {name: table for name, table in made.items() if table.num_rows}


def _ints(values: Iterable[int | None]) -> pa.Array:
    return pa.array(list(values), _INT)


def _texts(values: Iterable[str | None]) -> pa.Array:
    return pa.array(list(values), _TEXT)


def _bools(values: Iterable[bool | None]) -> pa.Array:
    return pa.array(list(values), _BOOL)


def _times(values: Iterable[int]) -> pa.Array:
    return pa.array(list(values), _INT).cast(_TIME)


def _hands(accepted: Sequence[AcceptedHand]) -> pa.Table:
    hands = [a.sound.hand for a in accepted]
    results = [hand.result for hand in hands]
    return pa.table(
        {
            "line": _ints(a.line for a in accepted),
            "hand_id": _texts(h.hand_id for h in hands),
            "game_id": _texts(h.game_id for h in hands),
            "hand_no": _ints(h.hand_no for h in hands),
            "ruleset": _texts(a.sound.ruleset.name for a in accepted),
            "options": _texts(_options(a) for a in accepted),
            "mode": _texts(h.mode for h in hands),
            "device_id": _texts(
                None if h.device_id is UNSET else h.device_id for h in hands
            ),
            "started_at": _times(a.sound.started_at for a in accepted),
            "ended_at": _times(a.sound.ended_at for a in accepted),
            "dealer_seat": _ints(h.dealer_seat for h in hands),
            "ended_by": _texts(None if r is None else r.ended_by for r in results),
            "went_out_seat": _ints(
                None if r is None else r.went_out_seat for r in results
            ),
            "special_hand_seat": _ints(
                None if r is None else r.special_hand_seat for r in results
            ),
            "is_concealed": _bools(None if r is None else r.concealed for r in results),
            "is_game_over": _bools(None if r is None else r.game_over for r in results),
            "n_moves": _ints(a.n_moves for a in accepted),
            "status": _texts(
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
        "line": _ints(a.line for a, _, _ in rows),
        "hand_id": _texts(a.sound.hand.hand_id for a, _, _ in rows),
        "side": _ints(side for _, side, _ in rows),
        "special_hand": _texts(claimed.special_hand for claimed in claims),
        "margin": _ints(margin for a in accepted for margin in _margins(a)),
    }
    for name in ("points", "points_before", "points_after", *LINES):
        columns[name] = _ints(getattr(claimed, name) for claimed in claims)
    for kind in ("natural", "mixed", "wild", "aces", "sevens"):
        columns[f"n_{kind}_canastas"] = _ints(
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
        columns[name] = _ints(
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
        "line": _ints(a.line for a, _ in rows),
        "hand_id": _texts(a.sound.hand.hand_id for a, _ in rows),
        "seat": _ints(s.seat for s in seats),
        "side": _ints(s.seat % a.sound.ruleset.n_sides for a, s in rows),
        "player_id": _texts(s.player_id for s in seats),
        "partner_id": _texts(_partner(a, s.seat) for a, s in rows),
        "controller": _texts(s.controller for s in seats),
        "computer_skill": _texts(s.skill for s in seats),
        "left_in_hand": _bools(s.left_in_hand for s in seats),
        "ended_by": _texts(_ended_by(a) for a, _ in rows),
        "went_out_seat": _ints(_went_out_seat(a) for a, _ in rows),
        "ended_at": _times(a.sound.ended_at for a, _ in rows),
    }
    for name in ("n_draws", "n_pile_takes", "n_discards", "n_time_outs"):
        columns[name] = _ints(
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


def _melds(accepted: Sequence[AcceptedHand]) -> pa.Table:
    rows = [
        (a, meld)
        for a in accepted
        if a.replayed is not None
        for meld in a.replayed.melds
    ]
    melds = [meld for _, meld in rows]
    return pa.table(
        {
            "line": _ints(a.line for a, _ in rows),
            "hand_id": _texts(a.sound.hand.hand_id for a, _ in rows),
            "side": _ints(m.side for m in melds),
            "rank": _texts(m.rank for m in melds),
            "n_naturals": _ints(m.n_naturals for m in melds),
            "n_wilds": _ints(m.n_wilds for m in melds),
            "canasta_kind": _texts(m.canasta_kind for m in melds),
            "card_points": _ints(m.card_points for m in melds),
        }
    )


def _moves(accepted: Sequence[AcceptedHand]) -> pa.Table:
    logged = [a for a in accepted if a.sound.hand.moves]
    counts = [len(a.sound.hand.moves or ()) for a in logged]
    moves = [move for a in logged for move in a.sound.hand.moves or ()]
    lines, ids, numbers = _spread(logged, counts)
    turns: list[int | None] = []
    for a, count in zip(logged, counts, strict=True):
        turns += [None] * count if a.replayed is None else a.replayed.turns
    return pa.table(
        {
            "line": lines,
            "hand_id": ids,
            "move_no": numbers,
            "turn": _ints(turns),
            "seat": _ints(m.seat for m in moves),
            "do": _texts(m.do for m in moves),
            "cards": pa.array([m.cards for m in moves], pa.list_(_TEXT)),
            "rank": _texts(m.rank for m in moves),
            "replacement": _texts(m.replacement for m in moves),
            "yes": _bools(m.yes for m in moves),
            "special_hand": _texts(m.id for m in moves),
            "ms": _ints(m.ms for m in moves),
        }
    )


def _spread(
    logged: Sequence[AcceptedHand], counts: Sequence[int]
) -> tuple[pa.Array, pa.Array, pa.Array]:
    """Line, hand id and index of every move, repeated without a Python loop each."""
    place: list[int] = []
    numbers: list[int] = []
    for hand, count in enumerate(counts):
        place += [hand] * count
        numbers += range(count)
    at = pa.array(place, pa.int32())
    lines = _ints(a.line for a in logged)
    ids = _texts(a.sound.hand.hand_id for a in logged)
    return lines.take(at), ids.take(at), pa.array(numbers, _INT)


def _hand_contents(accepted: Sequence[AcceptedHand]) -> pa.Table:
    return pa.table(
        {
            "line": _ints(a.line for a in accepted),
            "hand_id": _texts(a.sound.hand.hand_id for a in accepted),
            "content_hash": pa.array([a.hashes.content for a in accepted], pa.binary()),
            "play_hash": pa.array([a.hashes.play for a in accepted], pa.binary()),
            "is_partial": _bools(a.is_partial for a in accepted),
            "n_moves": _ints(a.n_moves or 0 for a in accepted),
        }
    )


def _player_records(accepted: Sequence[AcceptedPlayer]) -> pa.Table:
    players = [a.player for a in accepted]
    return pa.table(
        {
            "line": _ints(a.line for a in accepted),
            "player_id": _texts(p.player_id for p in players),
            "at": _times(a.at for a in accepted),
            "name": _texts(p.name for p in players),
            "self_rating": _texts(p.self_rating for p in players),
            "show_skill": _bools(p.show_skill for p in players),
        }
    )
