"""Hands after other hands: one set of arrays, one list of ids."""

from dataclasses import replace
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.hands import HandArrays

T = TypeVar("T", bound=np.generic)


def join(first: HandArrays, second: HandArrays) -> HandArrays:
    """The hands of both, with the ids of `first` in their places."""
    game_ids, games = _merge(first.game_ids, second.game_ids)
    player_ids, players = _merge(first.player_ids, second.player_ids)
    device_ids, devices = _merge(first.device_ids, second.device_ids)
    ladders, places = _merge(pa.array(first.ladders), pa.array(second.ladders))
    n_seats = max(first.n_seats, second.n_seats)
    said_at, said = _join_said(first, second, players, len(player_ids))
    return replace(
        first,
        hand_id=pa.concat_arrays((first.hand_id, second.hand_id))
        if len(first)
        else second.hand_id,
        game=_follow(first.game, _moved(second.game, games)),
        hand_no=_follow(first.hand_no, second.hand_no),
        ended_at=_follow(first.ended_at, second.ended_at),
        ladder=_follow(first.ladder, _moved(second.ladder, places)),
        device=_follow(first.device, _moved(second.device, devices)),
        margin=_follow(first.margin, second.margin),
        is_game_over=_follow(first.is_game_over, second.is_game_over),
        ends_again=_follow(first.ends_again, second.ends_again),
        player=_follow(
            _widened(first.player, n_seats, -1),
            _widened(_moved(second.player, players), n_seats, -1),
        ),
        held_by=_follow(
            _widened(first.held_by, n_seats, 0), _widened(second.held_by, n_seats, 0)
        ),
        said_at=said_at,
        said=said,
        ladders=tuple(ladders.to_pylist()),
        game_ids=game_ids,
        player_ids=player_ids,
        device_ids=device_ids,
    )


def _merge(
    first: pa.StringArray, second: pa.StringArray
) -> tuple[pa.StringArray, NDArray[np.int32]]:
    """The ids of both, each once as in either, and where those of `second` went."""
    if not len(first):
        return second.cast(pa.string()), np.arange(len(second), dtype=np.int32)
    first, second = first.cast(pa.string()), second.cast(pa.string())
    known = pc.index_in(second, value_set=first)
    is_new = known.is_null().to_numpy(zero_copy_only=False)
    moved = known.fill_null(0).to_numpy().copy()
    moved[is_new] = np.arange(len(first), len(first) + np.count_nonzero(is_new))
    return pa.concat_arrays((first, second.filter(pa.array(is_new)))), moved


def _follow(first: NDArray[T], second: NDArray[T]) -> NDArray[T]:
    """The rows of both; `second` itself where there is nothing before it."""
    return np.concatenate((first, second)) if len(first) else second


def _moved(places: NDArray[np.int32], moved: NDArray[np.int32]) -> NDArray[np.int32]:
    """Places after `_merge`; negative ones stay."""
    if (moved == np.arange(len(moved))).all():
        return places
    found = np.empty(places.shape, dtype=np.int32)
    move_places(places.ravel(), moved, found.reshape(-1))
    return found


@compiled
def move_places(
    places: NDArray[np.int32], moved: NDArray[np.int32], found: NDArray[np.int32]
) -> None:
    """Write what `_moved` gives into an array that is there."""
    for i in range(len(places)):
        place = places[i]
        found[i] = moved[np.uint32(place)] if place >= 0 else place


def _widened(table: NDArray[T], n_seats: int, empty: int) -> NDArray[T]:
    """`table` with as many seats, the further ones empty."""
    if table.shape[1] == n_seats:
        return table
    wide = np.full((len(table), n_seats), empty, dtype=table.dtype)
    wide[:, : table.shape[1]] = table
    return wide


def _join_said(
    first: HandArrays, second: HandArrays, moved: NDArray[np.int32], n_players: int
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """The self-ratings, as the later hands know them."""
    missing = n_players - len(first.said)
    said_at = np.pad(first.said_at, (0, missing))
    said = np.pad(first.said, (0, missing))
    said_at[moved], said[moved] = second.said_at, second.said
    return said_at, said
