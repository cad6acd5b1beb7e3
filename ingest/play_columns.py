"""Melds and moves of checked hands as Arrow tables."""

from collections.abc import Sequence

import pyarrow as pa

from ingest.accepted import AcceptedHand
from ingest.arrow import INT, TEXT, bools, ints, texts


def meld_columns(accepted: Sequence[AcceptedHand]) -> pa.Table:
    """Rows of `melds` for the hands that were replayed."""
    rows = [
        (a, meld)
        for a in accepted
        if a.replayed is not None
        for meld in a.replayed.melds
    ]
    melds = [meld for _, meld in rows]
    return pa.table(
        {
            "line": ints(a.line for a, _ in rows),
            "hand_id": texts(a.sound.hand.hand_id for a, _ in rows),
            "side": ints(m.side for m in melds),
            "rank": texts(m.rank for m in melds),
            "n_naturals": ints(m.n_naturals for m in melds),
            "n_wilds": ints(m.n_wilds for m in melds),
            "canasta_kind": texts(m.canasta_kind for m in melds),
            "card_points": ints(m.card_points for m in melds),
        }
    )


def move_columns(accepted: Sequence[AcceptedHand]) -> pa.Table:
    """Rows of `moves` for the hands that have any."""
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
            "turn": ints(turns),
            "seat": ints(m.seat for m in moves),
            "do": texts(m.do for m in moves),
            "cards": pa.array([m.cards for m in moves], pa.list_(TEXT)),
            "rank": texts(m.rank for m in moves),
            "replacement": texts(m.replacement for m in moves),
            "yes": bools(m.yes for m in moves),
            "special_hand": texts(m.id for m in moves),
            "ms": ints(m.ms for m in moves),
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
    lines = ints(a.line for a in logged)
    ids = texts(a.sound.hand.hand_id for a in logged)
    return lines.take(at), ids.take(at), pa.array(numbers, INT)
