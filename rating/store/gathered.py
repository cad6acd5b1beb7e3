"""Hands as they come out of DuckDB, batch by batch, gathered into arrays."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from rating.hand_digests import DigestedHands, write_digests
from rating.hands import NEVER, NO_DEVICE, NOBODY, NOT_SAID, HandArrays
from rating.text_numbers import NO_TEXT, Numbers
from rating.texts import NO_TEXT_DIGEST, Digests, text_digests

Column: TypeAlias = NDArray[Any]

FEWEST_SEATS: Final = 4  # as wide as a table of seats is at least
_COPIED: Final = ("hand_no", "ended_at", "margin", "is_game_over", "ends_again")


class About(NamedTuple):
    """What stands beside the hands.

    `ending_again` are the games that end again; `first_said` has a row a player.
    """

    ladders: tuple[str, ...]
    ending_again: pa.StringArray
    first_said: pa.Table


def digested(batch: pa.RecordBatch, ending_again: pa.StringArray) -> DigestedHands:
    """The hands of a batch of `counting_hands` as their digests are made from them."""
    is_game_over = batch["is_game_over"].to_numpy().view(np.bool_)
    ends_again = np.zeros(len(is_game_over), dtype=np.bool_)
    if len(ending_again):
        found = pc.is_in(batch["game_id"], value_set=ending_again)
        ends_again = is_game_over & found.to_numpy(zero_copy_only=False)
    devices = np.full(batch.num_rows, NO_TEXT_DIGEST)
    if "device_id" in batch.schema.names:
        devices = text_digests(batch["device_id"])
    starts = batch["held_by"].offsets.to_numpy()
    return DigestedHands(
        hand_ids=text_digests(batch["hand_id"]),
        game_ids=text_digests(batch["game_id"]),
        device_ids=devices,
        hand_no=batch["hand_no"].to_numpy(),
        ended_at=batch["ended_at"].to_numpy(),
        margin=batch["margin"].to_numpy(),
        is_game_over=is_game_over,
        ends_again=ends_again,
        seated=text_digests(batch["seated"]),
        seat_ends=starts[1:] - starts[0],
        held_by=batch["held_by"].flatten().to_numpy(),
    )


def ladders_of(batch: pa.RecordBatch) -> NDArray[np.int32]:
    """Place of each hand's ladder among those asked for: there may be one alone."""
    if "ladder" in batch.schema.names:
        return np.asarray(batch["ladder"].to_numpy(), dtype=np.int32)
    return np.zeros(batch.num_rows, dtype=np.int32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """Hands by place; `digest` is that of each, what else is there as `HandArrays`."""

    hands: HandArrays
    digest: Digests

    def in_order(self) -> "Gathered":
        """The hands in the order of Ratings; as they are if they lie in it already."""
        order = _order(self.hands)
        if order is None:
            return self
        return Gathered(hands=self.hands.take(order), digest=self.digest[order])

    def part(self, first: int, end: int) -> "Gathered":
        """The hands from place `first` to `end` (left out), with no other ids."""
        if (first, end) == (0, len(self.digest)):
            return self
        hands = self.hands.take(slice(first, end))
        game, games = _compact(hands.game, len(hands.game_ids))
        device, devices = _compact(hands.device, len(hands.device_ids))
        player, players = _compact(hands.player, len(hands.player_ids))
        found = replace(
            hands,
            game=game,
            device=device,
            player=player,
            said_at=hands.said_at[players],
            said=hands.said[players],
            game_ids=hands.game_ids.take(pa.array(games)),
            player_ids=hands.player_ids.take(pa.array(players)),
            device_ids=hands.device_ids.take(pa.array(devices)),
        )
        return Gathered(hands=found, digest=self.digest[first:end])


def gathered(batches: Iterable[pa.RecordBatch], n_hands: int, about: About) -> Gathered:
    """The `n_hands` hands of the batches, in the order in which they come."""
    games, devices, players = Numbers(), Numbers(), Numbers()
    hand_ids: list[pa.StringArray] = [pa.array([], pa.string())]
    columns, first = _room(n_hands), 0
    for batch in batches:
        facts = digested(batch, about.ending_again)
        _widen(columns, facts.seat_ends)
        rows = {name: c[first : first + batch.num_rows] for name, c in columns.items()}
        hand_ids.append(batch["hand_id"])
        games.write(batch["game_id"], facts.game_ids, rows["game"])
        if "device_id" in batch.schema.names:
            devices.write(batch["device_id"], facts.device_ids, rows["device"])
        players.write_parts(batch["seated"], facts.seated, rows["player"])
        _write_seats(facts.seat_ends, facts.held_by, rows["held_by"])
        for name in _COPIED:
            rows[name][:] = getattr(facts, name)
        rows["ladder"][:] = ladders_of(batch)
        write_digests(facts, rows["digest"])
        first += batch.num_rows
    said_at, said = _said(players.texts(), about.first_said)
    digest = columns.pop("digest")
    hands = HandArrays(
        **columns,
        hand_id=pa.concat_arrays(hand_ids),
        said_at=said_at,
        said=said,
        ladders=about.ladders,
        game_ids=games.texts(),
        player_ids=players.texts(),
        device_ids=devices.texts(),
    )
    return Gathered(hands=hands, digest=digest)


def _room(n_hands: int) -> dict[str, Column]:
    """Columns for so many hands."""
    seats = (n_hands, FEWEST_SEATS)
    return {
        "game": np.empty(n_hands, dtype=np.int32),
        "hand_no": np.empty(n_hands, dtype=np.int64),
        "ended_at": np.empty(n_hands, dtype=np.int64),
        "ladder": np.empty(n_hands, dtype=np.int32),
        "device": np.full(n_hands, NO_DEVICE, dtype=np.int32),
        "margin": np.empty(n_hands, dtype=np.int64),
        "is_game_over": np.empty(n_hands, dtype=np.bool_),
        "ends_again": np.empty(n_hands, dtype=np.bool_),
        "player": np.empty(seats, dtype=np.int32),
        "held_by": np.empty(seats, dtype=np.uint8),
        "digest": np.empty(n_hands, dtype=np.uint64),
    }


def _widen(columns: dict[str, Column], seat_ends: NDArray[np.int32]) -> None:
    """Make the tables of seats as wide as the hands that end there need it."""
    widest = int(np.diff(seat_ends, prepend=0).max(initial=0))
    for name, empty in (("player", NO_TEXT), ("held_by", NOBODY)):
        missing = max(0, widest - columns[name].shape[1])
        if missing:
            more = ((0, 0), (0, missing))
            columns[name] = np.pad(columns[name], more, constant_values=empty)


def _write_seats(
    seat_ends: NDArray[np.int32], held_by: NDArray[np.uint8], table: Column
) -> None:
    """Write who held the seats, hand by hand, into a table by hand and seat."""
    if table.size == len(held_by):
        table[:] = held_by.reshape(table.shape)
        return
    table[:] = NOBODY
    n_seats = np.diff(seat_ends, prepend=0)
    table[np.arange(table.shape[1]) < n_seats[:, None]] = held_by


def _said(
    player_ids: pa.StringArray, first_said: pa.Table
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """When each player first gave a self-rating, and which."""
    said = first_said.take(pc.index_in(player_ids, first_said["player_id"]))
    return (
        said["said_at"].fill_null(NEVER).to_numpy(),
        said["said"].fill_null(NOT_SAID).to_numpy().astype(np.int8),
    )


def _order(hands: HandArrays) -> NDArray[np.int64] | None:
    """The order of Ratings; None if the hands lie in it.

    Texts are compared byte by byte, as the order of hands asks.
    """
    if (np.diff(hands.ended_at) > 0).all():
        return None
    order = np.argsort(hands.ended_at, kind="stable")
    is_same = np.diff(hands.ended_at[order]) == 0
    tied = np.flatnonzero(np.append(is_same, False) | np.append(False, is_same))
    places = order[tied]
    keys = {
        "ended_at": hands.ended_at[places],
        "game_id": hands.game_ids.take(pa.array(hands.game[places])),
        "hand_no": hands.hand_no[places],
        "hand_id": hands.hand_id.take(pa.array(places)),
    }
    ascending = [(name, "ascending") for name in keys]
    order[tied] = places[pc.sort_indices(pa.table(keys), sort_keys=ascending)]
    return order


def _compact(
    places: NDArray[np.int32], n_texts: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Places in the list of those that occur, and which of all those are; -1 stays."""
    # One more, for no text: its place -1 is the last.
    is_there = np.zeros(n_texts + 1, dtype=np.bool_)
    is_there[places] = True
    is_there[-1] = False
    moved = np.cumsum(is_there, dtype=np.int32) - np.int32(1)
    moved[-1] = NO_TEXT
    return moved[places], np.flatnonzero(is_there)
