"""Counting hands out of the warehouse or a snapshot, in the order of rating.md."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
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
WINDOW: Final = 1_000_000  # hands read at a time
ORDER: Final = ("ended_at", "game_id", "hand_no", "hand_id")
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
    if _is_snapshot(con):
        rule = "hand_id not in (select hand_id from hand_sides where side = 2)"
    else:
        of_older = "(select hand_id from plain_hand_sides where side = 2)"
        rule = f"(len(sides) = 2 or sides is null and hand_id not in {of_older})"
    text = query("counting_ladders").format(has_two_sides=rule)
    rows = fetch(con, text).to_pylist()
    return {row["ladder"]: row["last_at"] for row in rows}


def counting_hands(con: Connection) -> str:
    """The query of this name, for the warehouse or for a snapshot.

    Of games that end again, and of hands of an older home, it speaks only where there
    are any: joined with them, hands no longer come in the order in which they lie.
    """
    again = query("ending_again")
    ends_again = "is_game_over and game_id in (from ending_again)"
    counted = query("packed_hands")
    if _is_snapshot(con):
        counted = _plain_hands("hand_sides", "hand_seats")
    elif _finds(con, "from plain_hand_sides"):
        older = _plain_hands("plain_hand_sides", "plain_hand_seats")
        counted += f"union all by name ({older})"
    return query("counting_hands").format(
        ending_again=again,
        ends_again=ends_again if _finds(con, again) else "false",
        counted=counted,
    )


def _plain_hands(hand_sides: str, hand_seats: str) -> str:
    names = {"hand_sides": hand_sides, "hand_seats": hand_seats}
    return query("plain_hands").format(**names, **SEAT_CODES)


def _is_snapshot(con: Connection) -> bool:
    """Whether sides and seats are rows of tables of their own, as readers get them."""
    found = "from duckdb_tables() where table_name = 'hand_seats'"
    return _finds(con, f"{found} and database_name = current_database()")


def _finds(con: Connection, text: str) -> bool:
    return con.execute(f"select exists ({text})").fetchall() == [(True,)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    """Hands as they were read, in order, and all players who sit there.

    `player` has places in `player_ids`, -1 where no player has the seat.
    """

    hands: pa.Table
    player: NDArray[np.int32]
    held_by: NDArray[np.uint8]
    player_ids: pa.StringArray
    said_at: NDArray[np.int64]
    said: NDArray[np.int8]

    def arrays(self, first: int, end: int) -> HandArrays:
        """The hands from place `first` to `end` (left out)."""
        hands = self.hands.slice(first, end - first)
        game, game_ids = _coded(hands["game_id"])
        ladder, ladders = _coded(hands["ladder"])
        device, device_ids = _coded(hands["device_id"])
        player, seated = _places_of_seated(self.player[first:end], len(self.said))
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
            said_at=self.said_at[seated],
            said=self.said[seated],
            ladders=tuple(ladders.to_pylist()),
            game_ids=game_ids,
            player_ids=self.player_ids.take(pa.array(seated)),
            device_ids=device_ids,
        )

    def digest(self, first: int, end: int) -> Digest:
        """What stands for the hands from place `first` to `end` (left out)."""
        digests = self.hands["digest"].slice(first, end - first).to_numpy()
        return Digest(end - first, int(digests.sum(dtype=np.uint64)))


def _window_ends(con: Connection, ladder: str, starts_at: int, size: int) -> list[int]:
    """Instants that cut the ladder's hands into windows of whole pieces."""
    n_read = max(WINDOW // size, 1) * size
    [(n_hands,)] = con.execute("select count(*) from hands").fetchall()
    if n_hands <= n_read:
        return [END]
    values = {"ladder": ladder, "starts_at": starts_at, "size": n_read}
    return [*fetch(con, query("window_ends"), values)["ends_at"].to_pylist(), END]


def _read(con: Connection, ladder: str | None, starts_at: int, ends_at: int) -> _Window:
    chosen = {"ladder": ladder, "starts_at": starts_at, "ends_at": ends_at}
    hands = _in_order(fetch(con, counting_hands(con), chosen))
    players = hands["players"].combine_chunks()
    held_by = hands["held_by"].combine_chunks()
    places, player_ids = _coded(players.flatten())
    first_said = fetch(con, query("first_said"), {"words": list(SELF_RATINGS)})
    said_by = pc.index_in(player_ids, first_said["player_id"])
    said = first_said.take(said_by)
    return _Window(
        hands=hands.drop_columns(["players", "held_by"]),
        player=_by_seat(places, players.value_lengths(), -1),
        held_by=_by_seat(held_by.flatten().to_numpy(), held_by.value_lengths(), NOBODY),
        player_ids=player_ids,
        said_at=said["said_at"].fill_null(NEVER).to_numpy(),
        said=said["said"].fill_null(NOT_SAID).to_numpy().astype(np.int8),
    )


def _in_order(hands: pa.Table) -> pa.Table:
    """The hands in the order of Ratings; as they are if they lie in it already.

    Texts are compared byte by byte, as the order of hands asks.
    """
    if (np.diff(hands["ended_at"].to_numpy()) > 0).all():
        return hands
    keys = [(name, "ascending") for name in ORDER]
    return hands.take(pc.sort_indices(hands, sort_keys=keys))


def _by_seat(
    values: NDArray,  # type: ignore[type-arg]
    n_seats: pa.Array,
    empty: int,
) -> NDArray:  # type: ignore[type-arg]
    """The values of all hands in a table by hand and seat, at least four seats."""
    sizes = n_seats.to_numpy()
    widest = int(sizes.max(initial=4))
    if (sizes == widest).all():
        return values.reshape(-1, widest)
    table = np.full((len(sizes), widest), empty, dtype=values.dtype)
    table[np.arange(widest) < sizes[:, None]] = values
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


def _coded(
    column: pa.ChunkedArray | pa.StringArray,
) -> tuple[NDArray[np.int32], pa.StringArray]:
    """A column of texts as places in the list of its distinct values; null is -1."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    encoded = whole.dictionary_encode()
    codes = encoded.indices.fill_null(NO_DEVICE).to_numpy(zero_copy_only=False)
    return codes.astype(np.int32), encoded.dictionary


def _booleans(column: pa.ChunkedArray) -> NDArray[np.bool_]:
    return np.asarray(column.to_numpy(), dtype=np.bool_)
