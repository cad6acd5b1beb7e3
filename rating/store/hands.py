"""Counting hands out of the warehouse or a snapshot, in the order of rating.md."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.config import SELF_RATINGS, SKILLS
from rating.hands import (
    AWAY,
    COMPUTER,
    LEFT,
    NEVER,
    NO_DEVICE,
    NOBODY,
    NOT_SAID,
    PRESENT,
    HandArrays,
)
from rating.store.connection import Connection, fetch, query
from rating.timeline import BEGINNING, END

PIECE: Final = 200_000  # hands rated at a time
WINDOW: Final = 1_000_000  # hands read at a time: each reading looks at all sides
# DuckDB compares texts byte by byte, as the order of hands asks.
ORDER: Final = "ended_at, game_id, hand_no, hand_id"
SEAT_CODES: Final = {
    "skills": list(SKILLS),
    "present": PRESENT,
    "left": LEFT,
    "away": AWAY,
    "computer": COMPUTER,
}


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
    window = _read(con, ladder, starts_at, ends_at)
    return window.arrays(0, window.hands.num_rows)


def load_pieces(
    con: Connection, ladder: str, starts_at: int = BEGINNING, size: int = PIECE
) -> Iterator[Piece]:
    """The ladder's hands from `starts_at` on, about `size` at a time.

    Hands that ended at one instant stay together.
    """
    for ends_at in _window_ends(con, ladder, starts_at, size):
        window = _read(con, ladder, starts_at, ends_at)
        ended_at = window.hands["ended_at"].to_numpy()
        first = 0
        while first < len(ended_at):
            last = ended_at[min(first + size, len(ended_at)) - 1]
            end = int(np.searchsorted(ended_at, last, side="right"))
            hands, digest = window.arrays(first, end), window.digest(first, end)
            yield Piece(hands, int(last) + 1, digest)
            first = end
        starts_at = ends_at


def counting_ladders(con: Connection) -> dict[str, int]:
    """The ladders that have a counting hand, with the instant of the last one."""
    rows = fetch(con, query("counting_ladders")).to_pylist()
    return {row["ladder"]: row["last_at"] for row in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    """Hands as they were read, with their seats, and all players who may sit there.

    `player` has places in `players`, -1 where no player has the seat; `digests` are
    of 64 bits, those of the seats added to their hand's.
    """

    hands: pa.Table
    player: NDArray[np.int32]
    held_by: NDArray[np.uint8]
    digests: NDArray[np.uint64]
    players: pa.Table

    def arrays(self, first: int, end: int) -> HandArrays:
        """The hands from place `first` to `end` (left out)."""
        hands = self.hands.slice(first, end - first)
        game, game_ids = _coded(hands["game_id"])
        ladder, ladders = _coded(hands["ladder"])
        device, device_ids = _coded(hands["device_id"])
        player, seated = _places_of_seated(self.player[first:end], len(self.players))
        players = self.players.take(pa.array(seated))
        return HandArrays(
            hand_id=hands["hand_id"].combine_chunks(),
            game=game,
            hand_no=hands["hand_no"].to_numpy(),
            ended_at=hands["ended_at"].to_numpy(),
            ladder=ladder,
            device=device,
            margin=hands["margin"].to_numpy(),
            is_game_over=_booleans(hands["is_game_over"]),
            ends_again=_booleans(hands["ends_again"]),
            player=player,
            held_by=self.held_by[first:end],
            said_at=players["said_at"].fill_null(NEVER).to_numpy(),
            said=players["said"].fill_null(NOT_SAID).to_numpy().astype(np.int8),
            ladders=tuple(ladders.to_pylist()),
            game_ids=game_ids,
            player_ids=players["player_id"].combine_chunks(),
            device_ids=device_ids,
        )

    def digest(self, first: int, end: int) -> Digest:
        """What stands for the hands from place `first` to `end` (left out)."""
        n_seats = int(np.count_nonzero(self.held_by[first:end] != NOBODY))
        total = int(self.digests[first:end].sum(dtype=np.uint64))
        return Digest(end - first + n_seats, total)


def _window_ends(con: Connection, ladder: str, starts_at: int, size: int) -> list[int]:
    """Instants that cut the ladder's hands into windows of whole pieces."""
    values = {"ladder": ladder, "starts_at": starts_at}
    n_hands = fetch(con, query("count_hands"), values)["n_hands"][0].as_py()
    n_read = max(WINDOW // size, 1) * size
    if n_hands <= n_read:
        return [END]
    ends = fetch(con, query("window_ends"), values | {"size": n_read})
    return [*ends["ends_at"].to_pylist(), END]


def _read(con: Connection, ladder: str | None, starts_at: int, ends_at: int) -> _Window:
    times: dict[str, object] = {"starts_at": starts_at, "ends_at": ends_at}
    text = f"from ({query('counting_hands')}) order by {ORDER}"
    hands = fetch(con, text, times | {"ladder": ladder})
    words = {"words": list(SELF_RATINGS)}
    players = fetch(con, query("seated_players"), times | words)
    seats = _read_seats(con, hands["hand_id"], players["player_id"], times)
    n_seats = int(seats["seat"].to_numpy().max(initial=3)) + 1
    shape = (hands.num_rows, n_seats)
    at = seats["place"].to_numpy() * n_seats + seats["seat"].to_numpy()
    seat_digests = _scattered(seats["digest"], at, shape, 0)
    return _Window(
        hands=hands,
        player=_scattered(seats["player"], at, shape, -1),
        held_by=_scattered(seats["held_by"], at, shape, NOBODY),
        digests=hands["digest"].to_numpy() + seat_digests.sum(axis=1, dtype=np.uint64),
        players=players,
    )


def _read_seats(
    con: Connection,
    hand_ids: pa.ChunkedArray,
    player_ids: pa.ChunkedArray,
    times: dict[str, object],
) -> pa.Table:
    """The seats of the hands, these and the players by their places in the lists."""
    # DuckDB finds both by their names.
    counting_hands = _numbered("hand_id", hand_ids)
    known_players = _numbered("player_id", player_ids)
    text = query("place_seats").format(counting_seats=query("counting_seats"))
    found = con.sql(text, params=SEAT_CODES | times).to_arrow_table()
    del counting_hands, known_players
    return found


def _numbered(name: str, ids: pa.ChunkedArray) -> pa.Table:
    return pa.table({name: ids, "place": np.arange(len(ids), dtype=np.int64)})


def _scattered(
    column: pa.ChunkedArray,
    at: NDArray[np.int64],
    shape: tuple[int, int],
    empty: int,
) -> NDArray:  # type: ignore[type-arg]
    """The values of a column at their places of a table by hand and seat."""
    values = column.to_numpy()
    table = np.full(shape, empty, dtype=values.dtype)
    table.reshape(-1)[at] = values
    return table


def _places_of_seated(
    player: NDArray[np.int32], n_players: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Places in the list of those who are seated, and which of all those are."""
    # One more, for seats of no player: their place -1 is the last.
    is_seated = np.zeros(n_players + 1, dtype=np.bool_)
    is_seated[player] = True
    is_seated[-1] = False
    places = np.cumsum(is_seated, dtype=np.int32) - np.int32(1)
    places[-1] = -1
    return places[player], np.flatnonzero(is_seated)


def _coded(column: pa.ChunkedArray) -> tuple[NDArray[np.int32], pa.StringArray]:
    """A column of texts as places in the list of its distinct values; null is -1."""
    encoded = column.combine_chunks().dictionary_encode()
    codes = encoded.indices.fill_null(NO_DEVICE).to_numpy(zero_copy_only=False)
    return codes.astype(np.int32), encoded.dictionary


def _booleans(column: pa.ChunkedArray) -> NDArray[np.bool_]:
    return np.asarray(column.to_numpy(), dtype=np.bool_)
