"""Counting hands out of the warehouse or a snapshot, in the order of rating.md."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.beside import beside
from rating.config import SELF_RATINGS, SKILLS
from rating.hands import AWAY, COMPUTER, LEFT, PRESENT, HandArrays, is_live
from rating.store.ahead import read_ahead
from rating.store.connection import Connection, fetch, query
from rating.store.gathered import About, Gathered, gathered
from rating.timeline import BEGINNING, END

PIECE: Final = 200_000  # hands rated at a time
WINDOW: Final = 1_000_000  # hands whose order is found out at a time
BATCH: Final = 32_768  # hands handed over at a time: what is made of them is near
SEAT_CODES: Final = {
    "skills": list(SKILLS),
    "present": PRESENT,
    "left": LEFT,
    "away": AWAY,
    "computer": COMPUTER,
}
_OF_LADDER: Final = "split_part(ruleset, '-', 1) = $family_{0} and mode = $mode_{0}"
_OF_PACKED: Final = "(sides[1].points - sides[2].points)"


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
    if _is_snapshot(con):
        rule = "hand_id not in (select hand_id from hand_sides where side = 2)"
    elif _is_packed(con):
        rule = "margin is not null"
    else:
        of_older = "(select hand_id from plain_hand_sides where side = 2)"
        rule = f"(len(sides) = 2 or sides is null and hand_id not in {of_older})"
    text = query("counting_ladders").format(has_two_sides=rule)
    rows = fetch(con, text).to_pylist()
    return {row["ladder"]: row["last_at"] for row in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSource:
    """Where the hands of some ladders are read, and what stands beside them.

    `is_as_stored`: they come in the order in which they are stored, each time.
    """

    text: str
    values: dict[str, object]
    about: About
    is_as_stored: bool

    @classmethod
    def of(cls, con: Connection, ladders: Sequence[str]) -> "HandSource":
        """That of the ladders, in the warehouse or in a snapshot."""
        columns, is_asked = _of_ladders(ladders)
        names: dict[str, object] = {}
        for place, ladder in enumerate(ladders):
            family, _, mode = ladder.partition("/")
            names |= {f"family_{place}": family, f"mode_{place}": mode}
        again = fetch(con, query("ending_again"))["game_id"]
        words = {"words": list(SELF_RATINGS)}
        return cls(
            text=query("counting_hands").format(
                counted=_counted(con), of_ladders=columns, is_asked=is_asked
            ),
            values=names,
            about=About(
                tuple(ladders),
                again.combine_chunks(),
                fetch(con, query("first_said"), words),
            ),
            is_as_stored=not _is_snapshot(con) and _is_packed(con),
        )

    def read(
        self, con: Connection, starts_at: int, ends_at: int, columns: str = "*"
    ) -> pa.RecordBatchReader:
        """The hands that ended in that time, batch by batch; then `con` is free."""
        times = {"starts_at": starts_at, "ends_at": ends_at}
        text = f"select {columns} from ({self.text})"  # noqa: S608
        return con.sql(text, params=self.values | times).to_arrow_reader(BATCH)


def _of_ladders(ladders: Sequence[str]) -> tuple[str, str]:
    """The columns that only some ladders need, and which hands are asked for.

    What is the same for all hands is not read: to tell the ladder, or that a live hand
    has no device, costs much at every hand.
    """
    if len(ladders) == 1:
        # A live hand has no device, whatever a log says.
        return "" if is_live(ladders[0]) else "device_id,", _OF_LADDER.format(0)
    cases = [
        f"when {_OF_LADDER.format(place)} then {place}" for place in range(len(ladders))
    ]
    place = f"case {' '.join(cases)} else -1 end" if cases else "-1"
    device = "case when mode = 'solo' then device_id end"
    return f"{place} as ladder, {device} as device_id,", "true"


def _counted(con: Connection) -> str:
    """The query of hands of two sides, those of older homes among them if there are."""
    if _is_snapshot(con):
        return _plain_hands("hand_sides", "hand_seats")
    if _is_packed(con):
        rules = {"margin": "margin", "has_two_sides": "margin is not null"}
        return query("packed_hands").format(**rules)
    packed = query("packed_hands").format(
        margin=f"coalesce(margin, {_OF_PACKED})", has_two_sides="len(sides) = 2"
    )
    older = _plain_hands("plain_hand_sides", "plain_hand_seats")
    return f"{packed} union all by name ({older})"


def _plain_hands(hand_sides: str, hand_seats: str) -> str:
    names = {"hand_sides": hand_sides, "hand_seats": hand_seats}
    return query("plain_hands").format(**names, **SEAT_CODES)


def _is_snapshot(con: Connection) -> bool:
    """Whether sides and seats are rows of tables of their own, as readers get them."""
    found = "from duckdb_tables() where table_name = 'hand_seats'"
    return _finds(con, f"{found} and database_name = current_database()")


def _is_packed(con: Connection) -> bool:
    """Whether every hand of the warehouse has all of it in its own row.

    Others are of an older home; joined with their sides and seats, hands no longer
    come in the order in which they lie.
    """
    is_older = "from hands where margin is null and len(sides) = 2"
    return not (_finds(con, "from plain_hand_sides") or _finds(con, is_older))


def _finds(con: Connection, text: str) -> bool:
    return con.execute(f"select exists ({text})").fetchall() == [(True,)]


def _pieces(con: Connection, ladder: str, starts_at: int, size: int) -> Iterator[Piece]:
    source = HandSource.of(con, (ladder,))
    for ends_at in _window_ends(con, ladder, starts_at, size):
        yield from _window_pieces(con, source, starts_at, ends_at, size)
        starts_at = ends_at


def _window_pieces(
    con: Connection, source: HandSource, starts_at: int, ends_at: int, size: int
) -> Iterator[Piece]:
    """The pieces of a window; as its hands come, if they come in the order of time."""
    if source.is_as_stored:
        times = source.read(con, starts_at, ends_at, "ended_at").read_all()
        ended_at = times["ended_at"].to_numpy()
        if (np.diff(ended_at) >= 0).all():
            batches = source.read(con, starts_at, ends_at)
            ends = _piece_ends(ended_at, size)
            for n_hands, parts in _cut(batches, ends):
                yield _piece(gathered(parts, n_hands, source.about).in_order())
            return
    window = _whole(con, source, starts_at, ends_at)
    first = 0
    for end in _piece_ends(window.hands.ended_at, size):
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


def _piece_ends(ended_at: NDArray[np.int64], size: int) -> list[int]:
    """Where pieces end of hands in the order of time."""
    ends = [0]
    while ends[-1] < len(ended_at):
        last = ended_at[min(ends[-1] + size, len(ended_at)) - 1]
        ends.append(int(np.searchsorted(ended_at, last, side="right")))
    return ends[1:]


def _cut(
    batches: pa.RecordBatchReader, ends: Sequence[int]
) -> Iterator[tuple[int, Iterator[pa.RecordBatch]]]:
    """For each piece how many hands it has, and its batches, to be taken at once."""
    rest = [pa.RecordBatch.from_pylist([], batches.schema)]

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
