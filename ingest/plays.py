"""Pack and moves of many lines at once, where they are plainly written."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ingest.arrow import INT
from ingest.contents import HASH_SIZE
from ingest.packed_moves import CARDS, TOO_MANY
from ingest.play_columns import lists
from ingest.play_moves import SLACK, WIDTH
from ingest.play_tokens import PADDING
from ingest.play_walk import (
    LINE,
    LISTED_USED,
    N_COLUMNS,
    N_LISTED,
    N_MOVES,
    N_PACK,
    N_USED,
    NAMED_USED,
    PACK_AT,
    PACKS_USED,
    REST_USED,
    ROWS_USED,
    WORDS_USED,
    Found,
    walk,
)

_LEAST_MOVE = len('{"seat":0,"do":"ask"}')
_LEAST_CARD = len('"2C1"')
_PAIR = b"\x92"  # the head of a list of two
_CODES = {card: code for code, card in enumerate(CARDS, start=1)}


@dataclass(slots=True, eq=False)
class Plays:
    """Pack and moves of some lines of a block, one play after the other.

    `hashes` has the play hash of each by its line's place in the block. `rest` is the
    block without them; lines in which they are not plainly written are as they were.
    """

    rows: np.ndarray  # (plays, N_COLUMNS)
    words: np.ndarray
    ms: np.ndarray
    listed: np.ndarray
    named: np.ndarray
    packs: np.ndarray
    hashes: dict[int, bytes]
    rest: bytes

    def at(self, places: np.ndarray) -> np.ndarray:
        """The number of the play at each of the places, -1 where none is."""
        number = np.full(max(self.rows[-1, LINE], places.max(initial=0)) + 1, -1)
        number[self.rows[:, LINE]] = np.arange(len(self.rows))
        found: np.ndarray = number[places]
        return found

    def n_moves(self, numbers: np.ndarray) -> np.ndarray:
        """Moves of some plays, 0 for number -1."""
        counts: np.ndarray = np.append(self.rows[:, N_MOVES], 0)[numbers]
        return counts

    def have_pack(self, numbers: np.ndarray, cards: Iterable[str]) -> np.ndarray:
        """Whether the packs of some plays are made of just these cards, each once."""
        expected = np.sort([_CODES[card] for card in cards])
        have: np.ndarray = self.rows[numbers, N_PACK] == len(expected)
        packs = self.packs[spread(self.rows[:, N_PACK], numbers[have])]
        packs = np.sort(packs.reshape(-1, len(expected)), axis=1)
        have[have] = (packs == expected).all(axis=1)
        return have

    def columns(self, numbers: np.ndarray, turns: np.ndarray) -> dict[str, pa.Array]:
        """What `hand_moves` holds of some plays; `turns` of each of their moves."""
        n_moves, n_listed = self.rows[numbers, N_MOVES], self.rows[numbers, N_LISTED]
        own = spread(self.rows[:, N_MOVES], numbers)
        words, ms = self.words[own] | turns, self.ms[own]
        cards = self.listed[spread(self.rows[:, N_LISTED], numbers)]
        return {
            "moves": lists(n_moves, pa.array(words)),
            "cards": lists(n_listed, pa.array(cards)),
            "ms": lists(n_moves, pa.array(ms, INT, mask=ms < 0)),
        }


def spread(sizes: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Where the values of some plays stand, of all of which these are the sizes."""
    counts = sizes[numbers]
    before = np.cumsum(counts) - counts
    firsts = (np.cumsum(sizes) - sizes)[numbers]
    places: np.ndarray = np.repeat(firsts - before, counts) + np.arange(counts.sum())
    return places


def find_plays(data: bytes) -> Plays | None:
    """The plays that are plainly written in the lines of `data`, None if none is."""
    n_bytes = len(data)
    found = Found(
        rows=np.empty((data.count(b"\n") + 1) * N_COLUMNS, np.int64),
        words=np.empty(n_bytes // _LEAST_MOVE + 1, np.int64),
        ms=np.empty(n_bytes // _LEAST_MOVE + 1, np.int64),
        listed=np.empty(n_bytes // _LEAST_CARD + 1, np.uint16),
        named=np.empty(n_bytes // _LEAST_CARD + 1, np.uint16),
        packs=np.empty(n_bytes // _LEAST_CARD + 1, np.uint16),
        packed=np.empty(n_bytes + SLACK, np.uint8),
        rest=np.empty(n_bytes + 1, np.uint8),
        used=np.zeros(N_USED, np.int64),
        move=np.zeros(WIDTH, np.int64),
        cards=np.zeros(TOO_MANY, np.uint16),
    )
    block = np.frombuffer(data + b"\n" * PADDING, np.uint8)
    walk(block, n_bytes, found)
    used = found.used
    if not used[ROWS_USED]:
        return None
    rows = found.rows[: used[ROWS_USED] * N_COLUMNS].reshape(-1, N_COLUMNS)
    packed = found.packed.data
    hashes = {}
    for line, *places in rows[:, (LINE, *range(PACK_AT, N_COLUMNS))].tolist():
        hashes[line] = _play_hash(packed, *places)
    return Plays(
        rows=rows,
        words=found.words[: used[WORDS_USED]],
        ms=found.ms[: used[WORDS_USED]],
        listed=found.listed[: used[LISTED_USED]],
        named=found.named[: used[NAMED_USED]],
        packs=found.packs[: used[PACKS_USED]],
        hashes=hashes,
        rest=found.rest[: used[REST_USED]].tobytes(),
    )


def _play_hash(
    packed: memoryview, pack: int, pack_end: int, moves: int, moves_end: int
) -> bytes:
    """The hash of msgpack's (pack, moves)."""
    digest = hashlib.blake2b(_PAIR, digest_size=HASH_SIZE)
    digest.update(packed[pack:pack_end])
    digest.update(packed[moves:moves_end])
    return digest.digest()
