"""Lines of partial hands: no table says who sat there, only raw/ does."""

from collections.abc import Iterator

import duckdb

from ingest.block import block_lines
from ingest.decode import decode
from ingest.home import Home
from ingest.records import Hand
from ingest.refusal import RefusedLineError
from ingest.segments import read_manifest, segment_blocks, segment_path


def partial_lines(
    con: duckdb.DuckDBPyConnection, home: Home, player_id: str
) -> dict[str, bytes]:
    """The line of each partial hand that a player sits in, by hand_id."""
    rows = con.execute(
        "select segment_no, list(hand_id) from hand_contents where is_partial "
        "group by segment_no order by segment_no"
    ).fetchall()
    found: dict[str, bytes] = {}
    for segment_no, hand_ids in rows:
        held = set(hand_ids)
        # Of two of one hand the later is held: it has more moves.
        found |= {
            hand.hand_id: raw
            for hand, raw in _partial_hands(home, segment_no)
            if hand.hand_id in held
            and any(seat.player_id == player_id for seat in hand.seats)
        }
    return found


def _partial_hands(home: Home, segment_no: int) -> Iterator[tuple[Hand, bytes]]:
    path = segment_path(home, segment_no)
    manifest = read_manifest(path)
    for block, _ in segment_blocks(path, manifest) if not manifest.sheet else ():
        for _, _, raw in block_lines(block):
            try:
                record = decode(raw.removesuffix(b"\r"))
            except RefusedLineError:  # an older program took it
                continue
            if isinstance(record, Hand) and record.result is None:
                yield record, raw
