"""Counting hands out of the warehouse or a snapshot, in the order of rating.md."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.beside import beside
from rating.hands import HandArrays
from rating.store.ahead import read_ahead
from rating.store.connection import Connection, fetch, query
from rating.store.gathered import Gathered, gathered
from rating.store.hand_source import HandSource, is_packed, is_snapshot
from rating.timeline import BEGINNING, END

PIECE: Final = 200_000  # hands rated at a time
WINDOW: Final = 1_000_000  # hands whose order is found out at a time


class Digest(NamedTuple):
    """What stands for hands and their seats: how many digests, and their sum."""

    n_digests: int
    total: int  # of 64 bits, what is above them cut off


class Piece(NamedTuple):
    """Hands that follow each other, all of which ended before `ends_at`."""

    hands: HandArrays
    ends_at: int  # microseconds since 1970
    digest: Digest


def load_hands(
    con: Connection,
    ladder: str | None = None,
    starts_at: int = BEGINNING,
    ends_at: int = END,
) -> HandArrays:
    """Counting hands, in the order in which Ratings apply them.

    All of them, or those of a ladder, or those that ended from `starts_at` to
    `ends_at` (left out), in microseconds since 1970.
    """
    ladders = (ladder,) if ladder is not None else tuple(counting_ladders(con))
    source = HandSource.of(con, ladders)
    return _whole(con, source, starts_at, ends_at).hands


def load_pieces(
    con: Connection, ladder: str, starts_at: int = BEGINNING, size: int = PIECE
) -> Iterator[Piece]:
    """The ladder's hands from `starts_at` on, about `size` at a time.

    Hands that ended at one instant stay together. They are read beside `con`, while
    the piece before is rated: what `con` has not committed is not there.
    """
    with beside(con) as reader:
        yield from read_ahead(_pieces(reader, ladder, starts_at, size))


def counting_ladders(con: Connection) -> dict[str, int]:
    """The ladders that have a counting hand, with the instant of the last one."""
    if is_snapshot(con):
        rule = "hand_id not in (select hand_id from hand_sides where side = 2)"
    elif is_packed(con):
        rule = "margin is not null"
    else:
        of_older = "(select hand_id from plain_hand_sides where side = 2)"
        rule = f"(len(sides) = 2 or sides is null and hand_id not in {of_older})"
    text = query("counting_ladders").format(has_two_sides=rule)
    rows = fetch(con, text).to_pylist()
    return {row["ladder"]: row["last_at"] for row in rows}


def _pieces(con: Connection, ladder: str, starts_at: int, size: int) -> Iterator[Piece]:
    source = HandSource.of(con, (ladder,))
    ends = None
    if source.is_as_stored:
        # Closed, for where time goes back they are not read to the end.
        with source.read(con, starts_at, END, "ended_at") as times:
            ends = _piece_ends((batch["ended_at"].to_numpy() for batch in times), size)
    if ends is not None:
        batches = source.read(con, starts_at, END)
        for n_hands, parts in _cut(batches, ends):
            yield _piece(gathered(parts, n_hands, source.about).in_order())
        return
    for ends_at in _window_ends(con, ladder, starts_at, size):
        yield from _window_pieces(con, source, starts_at, ends_at, size)
        starts_at = ends_at


def _window_pieces(
    con: Connection, source: HandSource, starts_at: int, ends_at: int, size: int
) -> Iterator[Piece]:
    """The pieces of a window, whose hands come in whatever order."""
    window = _whole(con, source, starts_at, ends_at)
    first = 0
    for end in _piece_ends([window.hands.ended_at], size) or ():
        yield _piece(window.part(first, end))
        first = end


def _whole(
    con: Connection, source: HandSource, starts_at: int, ends_at: int
) -> Gathered:
    """The hands that ended in that time, in the order of Ratings."""
    batches = source.read(con, starts_at, ends_at).read_all()
    return gathered(batches.to_batches(), batches.num_rows, source.about).in_order()


def _piece(part: Gathered) -> Piece:
    digest = Digest(len(part.digest), int(part.digest.sum(dtype=np.uint64)))
    return Piece(part.hands, int(part.hands.ended_at[-1]) + 1, digest)


def _piece_ends(times: Iterable[NDArray[np.int64]], size: int) -> list[int] | None:
    """Where pieces end of hands that ended at these instants; None if they fall."""
    ends, parts, n_waiting, last = [0], [], 0, BEGINNING
    for more in times:
        if len(more) and (more[0] < last or (np.diff(more) < 0).any()):
            return None
        last = int(more[-1]) if len(more) else last
        parts.append(more)
        n_waiting += len(more)
        if n_waiting <= size:
            continue
        rest = np.concatenate(parts)
        while len(rest) > size and last > rest[size - 1]:
            n_hands = int(np.searchsorted(rest, rest[size - 1], side="right"))
            ends.append(ends[-1] + n_hands)
            rest = rest[n_hands:]
        parts, n_waiting = [rest], len(rest)
    if n_waiting:
        ends.append(ends[-1] + n_waiting)
    return ends[1:]


def _cut(
    batches: pa.RecordBatchReader, ends: Sequence[int]
) -> Iterator[tuple[int, Iterator[pa.RecordBatch]]]:
    """For each piece how many hands it has, and its batches, to be taken at once."""
    rest: list[pa.RecordBatch] = []

    def parts(n_hands: int) -> Iterator[pa.RecordBatch]:
        while n_hands:
            batch = rest.pop() if rest else batches.read_next_batch()
            part = batch.slice(0, n_hands)
            n_hands -= part.num_rows
            if part.num_rows < batch.num_rows:
                rest.append(batch.slice(part.num_rows))
            yield part

    first = 0
    for end in ends:
        yield end - first, parts(end - first)
        first = end


def _window_ends(con: Connection, ladder: str, starts_at: int, size: int) -> list[int]:
    """Instants that cut the ladder's hands into windows of whole pieces."""
    n_read = max(WINDOW // size, 1) * size
    [(n_hands,)] = con.execute("select count(*) from hands").fetchall()
    if n_hands <= n_read:
        return [END]
    values = {"ladder": ladder, "starts_at": starts_at, "size": n_read}
    return [*fetch(con, query("window_ends"), values)["ends_at"].to_pylist(), END]
