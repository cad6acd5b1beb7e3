"""Counting hands out of the warehouse or a snapshot, in the order of rating.md."""

from collections.abc import Iterator, Mapping
from typing import Final

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

PIECE: Final = 200_000  # hands held in memory at a time


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
    counting = query("counting_hands")
    chosen = {"ladder": ladder, "starts_at": starts_at, "ends_at": ends_at}
    text = f"select * from ({counting}) order by place"  # noqa: S608
    hands = fetch(con, text, chosen)
    game, game_ids = _coded(hands["game_id"])
    ladder_no, ladders = _coded(hands["ladder"])
    device, device_ids = _coded(hands["device_id"])
    player, held_by, player_ids = _seats(con, counting, chosen, hands.num_rows)
    said_at, said = _first_said(con, player_ids)
    return HandArrays(
        hand_id=hands["hand_id"].combine_chunks(),
        game=game,
        hand_no=hands["hand_no"].to_numpy(),
        ended_at=hands["ended_at"].to_numpy(),
        ladder=ladder_no,
        device=device,
        margin=hands["margin"].to_numpy(),
        is_game_over=_booleans(hands["is_game_over"]),
        player=player,
        held_by=held_by,
        said_at=said_at,
        said=said,
        ladders=tuple(ladders.to_pylist()),
        game_ids=game_ids,
        player_ids=player_ids,
        device_ids=device_ids,
    )


def load_pieces(
    con: Connection, ladder: str, starts_at: int = BEGINNING, size: int = PIECE
) -> Iterator[tuple[HandArrays, int]]:
    """The ladder's hands from `starts_at` on, about `size` at a time.

    Each with the instant before which all of its hands ended.
    """
    values = {"ladder": ladder, "starts_at": starts_at, "size": size}
    ends = fetch(con, query("piece_ends"), values)["ends_at"].to_pylist()
    for ends_at in (*ends, END):
        hands = load_hands(con, ladder, starts_at, ends_at)
        if len(hands):
            yield hands, int(hands.ended_at[-1]) + 1
        starts_at = ends_at


def counting_ladders(con: Connection) -> dict[str, int]:
    """The ladders that have a counting hand, with the instant of the last one."""
    rows = fetch(con, query("counting_ladders")).to_pylist()
    return {row["ladder"]: row["last_at"] for row in rows}


def _seats(
    con: Connection, counting: str, chosen: Mapping[str, object], n_hands: int
) -> tuple[NDArray[np.int32], NDArray[np.uint8], pa.StringArray]:
    """Who has each seat, how it was held, and the players' ids."""
    text = f"with counting_hands as ({counting}) {query('counting_seats')}"
    seats = fetch(con, text, {"skills": list(SKILLS), **chosen})
    place = seats["place"].to_numpy()
    seat = seats["seat"].to_numpy()
    n_seats = int(seat.max(initial=3)) + 1
    player = np.full((n_hands, n_seats), -1, dtype=np.int32)
    held_by = np.full((n_hands, n_seats), NOBODY, dtype=np.uint8)
    codes, player_ids = _coded(seats["player_id"])
    player[place, seat] = codes
    held_by[place, seat] = np.select(
        [codes < 0, _booleans(seats["is_player"]), _booleans(seats["left_in_hand"])],
        [seats["skill_no"].fill_null(0).to_numpy() - 1 + COMPUTER, PRESENT, LEFT],
        AWAY,
    )
    return player, held_by, player_ids


def _first_said(
    con: Connection, player_ids: pa.StringArray
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """When each player first gave a self-rating, and which."""
    records = fetch(con, query("first_self_ratings"), {"words": list(SELF_RATINGS)})
    said_at = np.full(len(player_ids), NEVER, dtype=np.int64)
    said = np.full(len(player_ids), NOT_SAID, dtype=np.int8)
    places = {name: i for i, name in enumerate(player_ids.to_pylist())}
    columns = (records[name].to_pylist() for name in ("player_id", "said_at", "said"))
    for name, at, word in zip(*columns, strict=True):
        if (place := places.get(name)) is not None:
            said_at[place], said[place] = at, word
    return said_at, said


def _coded(column: pa.ChunkedArray) -> tuple[NDArray[np.int32], pa.StringArray]:
    """A column of texts as places in the list of its distinct values; null is -1."""
    encoded = column.combine_chunks().dictionary_encode()
    codes = encoded.indices.fill_null(NO_DEVICE).to_numpy(zero_copy_only=False)
    return codes.astype(np.int32), encoded.dictionary


def _booleans(column: pa.ChunkedArray) -> NDArray[np.bool_]:
    return np.asarray(column.to_numpy(), dtype=np.bool_)
