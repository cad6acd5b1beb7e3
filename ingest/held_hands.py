"""Which hands are held already, asked of the warehouse only where it may be so."""

from typing import NamedTuple

import duckdb
import numpy as np
import pyarrow as pa

from ingest.warehouse import execute_on, one_row

MOST_HASHES = 1 << 24  # 128 MB of them; with more hands held every batch asks


class HeldHand(NamedTuple):
    """What is known of a hand that is held."""

    content_hash: bytes
    is_partial: bool
    n_moves: int
    line: int | None  # line of this block; None: held in the warehouse


class HeldHands:
    """The hands in the warehouse behind `con`, while a file is loaded into it.

    A batch whose ids have hashes that no held hand's id has is new as a whole. Looking
    for them among all hands costs more with every hand held, so the first batch of a
    file does that, and later ones only if one of their hashes is known.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        self._n_batches = 0
        # Sorted, each at least twice as long as the next. None: every batch asks.
        self._hashes: list[np.ndarray] | None = None

    def among(self, contents: pa.Table) -> dict[str, HeldHand]:
        """By id, those of some hands that are held; all count as held from now on."""
        self._n_batches += 1
        ids = contents.select(["hand_id"])
        if self._n_batches == 2:
            self._hashes = self._all_hashes()
        if self._hashes is not None and not _notice(self._hashes, self._hashed(ids)):
            return {}
        rows = execute_on(
            self._con,
            ids,
            "select distinct hand_id, content_hash, is_partial, n_moves "
            "from hand_contents semi join incoming using (hand_id)",
        ).fetchall()
        return {row[0]: HeldHand(row[1], row[2], row[3], None) for row in rows}

    def _all_hashes(self) -> list[np.ndarray] | None:
        """The hashes of all hands held; None if they are too many."""
        known = one_row(self._con, "select count(*) from hand_contents")
        if known is None or int(str(known[0])) > MOST_HASHES:
            return None
        query = "select hash(hand_id) as hashes from hand_contents"
        return [np.sort(self._con.execute(query).fetchnumpy()["hashes"])]

    def _hashed(self, ids: pa.Table) -> np.ndarray:
        query = "select hash(hand_id) as hashes from incoming"
        return np.sort(execute_on(self._con, ids, query).fetchnumpy()["hashes"])


def _notice(known: list[np.ndarray], new: np.ndarray) -> bool:
    """Whether one of the hashes is known; all are, afterwards."""
    is_known = any(_have_one_in_common(run, new) for run in known)
    while known and len(known[-1]) < 2 * len(new):
        # A stable sort merges two sorted runs.
        new = np.sort(np.concatenate([known.pop(), new]), kind="stable")
    known.append(new)
    return is_known


def _have_one_in_common(run: np.ndarray, some: np.ndarray) -> bool:
    """Whether two sorted arrays share a number."""
    if not len(run):
        return False
    places = np.minimum(np.searchsorted(run, some), len(run) - 1)
    return bool(np.any(run[places] == some))
