"""Melds and moves of checked hands as Arrow tables."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ingest.accepted import AcceptedHand
from ingest.arrow import INT, TEXT, bools, each, ints, texts


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
            "side": ints(each(melds, "side")),
            "rank": texts(each(melds, "rank")),
            "n_naturals": ints(each(melds, "n_naturals")),
            "n_wilds": ints(each(melds, "n_wilds")),
            "canasta_kind": texts(each(melds, "canasta_kind")),
            "card_points": ints(each(melds, "card_points")),
        }
    )


def move_columns(accepted: Sequence[AcceptedHand]) -> pa.Table:
    """Rows of `moves` for the hands that have any."""
    logged = [a for a in accepted if a.sound.hand.moves]
    counts = [len(a.sound.hand.moves or ()) for a in logged]
    moves = [move for a in logged for move in a.sound.hand.moves or ()]
    lines, ids, numbers = _spread(logged, counts)
    return pa.table(
        {
            "line": lines,
            "hand_id": ids,
            "move_no": numbers,
            "turn": _turns(logged, counts),
            "seat": ints(each(moves, "seat")),
            "do": texts(each(moves, "do")),
            "cards": pa.array(list(each(moves, "cards")), pa.list_(TEXT)),
            "rank": texts(each(moves, "rank")),
            "replacement": texts(each(moves, "replacement")),
            "yes": bools(each(moves, "yes")),
            "special_hand": texts(each(moves, "id")),
            "ms": ints(each(moves, "ms")),
        }
    )


def _turns(logged: Sequence[AcceptedHand], counts: Sequence[int]) -> pa.Array:
    if all(a.replayed is None for a in logged):
        return pa.nulls(sum(counts), INT)
    turns: list[int | None] = []
    for a, count in zip(logged, counts, strict=True):
        turns += [None] * count if a.replayed is None else a.replayed.turns
    return ints(turns)


def _spread(
    logged: Sequence[AcceptedHand], counts: Sequence[int]
) -> tuple[pa.Array, pa.Array, pa.Array]:
    """Line, hand id and index of every move, repeated without a Python loop each."""
    hand = np.repeat(np.arange(len(logged)), counts)
    firsts = np.cumsum([0, *counts])
    at = pa.array(hand)
    lines = ints(each(logged, "line"))
    ids = texts(each(logged, "sound.hand.hand_id"))
    numbers = np.arange(firsts[-1]) - firsts[hand]
    return lines.take(at), ids.take(at), pa.array(numbers, INT)
