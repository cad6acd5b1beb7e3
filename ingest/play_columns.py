"""Melds and moves of checked hands as Arrow tables."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa

from engine.records import ReplayedHand
from ingest.accepted import AcceptedHand
from ingest.arrow import INT, TEXT, bools, each, ints, texts
from ingest.packed_moves import SHIFTS, PackedMoves


def meld_columns(hands: Iterable[tuple[int, str, ReplayedHand | None]]) -> pa.Table:
    """Rows of `melds` for line, hand id and replay of hands; None: not replayed."""
    rows = [
        (line, hand_id, meld)
        for line, hand_id, replayed in hands
        if replayed is not None
        for meld in replayed.melds
    ]
    melds = [meld for _, _, meld in rows]
    return pa.table(
        {
            "line": ints(line for line, _, _ in rows),
            "hand_id": texts(hand_id for _, hand_id, _ in rows),
            "side": ints(each(melds, "side")),
            "rank": texts(each(melds, "rank")),
            "n_naturals": ints(each(melds, "n_naturals")),
            "n_wilds": ints(each(melds, "n_wilds")),
            "canasta_kind": texts(each(melds, "canasta_kind")),
            "card_points": ints(each(melds, "card_points")),
        }
    )


def move_tables(accepted: Sequence[AcceptedHand]) -> dict[str, pa.Table]:
    """Rows of `hand_moves`, and of `plain_moves` for what does not fit there."""
    packed: list[tuple[AcceptedHand, PackedMoves]] = []
    plain: list[AcceptedHand] = []
    for a in accepted:
        if a.sound.hand.moves:
            found = a.sound.hand.packed_moves
            if found is None:
                plain.append(a)
            else:
                packed.append((a, found))
    return {"hand_moves": _packed_columns(packed), "plain_moves": _plain_columns(plain)}


def _packed_columns(rows: Sequence[tuple[AcceptedHand, PackedMoves]]) -> pa.Table:
    hands = [packed for _, packed in rows]
    n_moves = np.array([len(packed.seat) for packed in hands], np.int64)
    n_cards = _joined(hands, "n_cards")
    named = np.frombuffer(b"".join(packed.cards for packed in hands), np.uint16)
    card, n_listed, cards = _listed_cards(n_moves, np.maximum(n_cards - 1, 0), named)
    moves = n_cards << SHIFTS["n_cards"]
    moves |= card << SHIFTS["card"]
    moves |= _turns(rows) << SHIFTS["turn"]
    for name in ("seat", "do", "yes", "special_hand", "rank", "replacement"):
        moves |= _joined(hands, name) << SHIFTS[name]
    return pa.table(
        {
            "line": ints(a.line for a, _ in rows),
            "hand_id": texts(a.sound.hand.hand_id for a, _ in rows),
            "moves": lists(n_moves, pa.array(moves)),
            "cards": lists(n_listed, pa.array(cards)),
            "ms": lists(n_moves, ints(chain.from_iterable(p.ms for p in hands))),
        }
    )


def _listed_cards(
    n_moves: np.ndarray, n_cards: np.ndarray, named: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The field `card` of every move; how many cards each hand lists, and these."""
    is_single = n_cards == 1
    card = np.where(is_single, 0, n_cards)
    ends = np.cumsum(card)
    of_hands = np.diff(np.append(0, ends)[np.append(0, np.cumsum(n_moves))])
    # Where they begin: after those of all moves before, less those of hands before.
    card = ends - card - np.repeat(np.cumsum(of_hands) - of_hands, n_moves)
    card[is_single] = named[np.cumsum(n_cards)[is_single] - 1]
    return card, of_hands, named[~np.repeat(is_single, n_cards)]


def _joined(hands: Sequence[PackedMoves], field: str) -> np.ndarray:
    """The codes of one field of all hands' moves."""
    codes = b"".join(getattr(packed, field) for packed in hands)
    return np.frombuffer(codes, np.uint8).astype(np.int64)


def _turns(rows: Sequence[tuple[AcceptedHand, PackedMoves]]) -> np.ndarray:
    """The turn of each move and one; 0 where the hand was not replayed."""
    unknown = np.zeros(max((len(p.seat) for _, p in rows), default=0), np.int64)
    parts = [
        unknown[: len(packed.seat)]
        if a.replayed is None
        else np.array(a.replayed.turns, np.int64) + 1
        for a, packed in rows
    ]
    return np.concatenate(parts) if parts else unknown


def lists(sizes: np.ndarray, values: pa.Array) -> pa.Array:
    """Consecutive values as one list a row."""
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)


def _plain_columns(logged: Sequence[AcceptedHand]) -> pa.Table:
    counts = [len(a.sound.hand.moves or ()) for a in logged]
    moves = [move for a in logged for move in a.sound.hand.moves or ()]
    lines, ids, numbers = _spread(logged, counts)
    return pa.table(
        {
            "line": lines,
            "hand_id": ids,
            "move_no": numbers,
            "turn": _plain_turns(logged, counts),
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


def _plain_turns(logged: Sequence[AcceptedHand], counts: Sequence[int]) -> pa.Array:
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
