"""Go on from a stored state: the same bits as a replay from the first hand."""

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.errors import CoastalError
from rating import records
from rating.away import NO_HAND, hold
from rating.config import RatingConfig
from rating.hands import HandArrays
from rating.level_steps import adopt_levels
from rating.replay import ReplayResult, kernel_constants, new_memory, run_kernel
from rating.seating import FINISHES, FIRST_PLAYER_ROW, Seated, seat_hands
from rating.totals import Totals, add_up


class LateHandError(CoastalError, ValueError):
    """A hand is older than one that was rated: only a full replay is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedState:
    """All that hands to come need of those that were rated.

    Attributes
    ----------
    waiting : HandArrays
        Away hands that are not settled; their lists of ids hold every player, game,
        device and ladder so far.
    waiting_inputs : records.Hands
        What the kernel found out about them.
    held_rows, held_hands, held_seats : int64 arrays, shape (n_held,)
        For whom each waits, in the order in which they were held.
    last : tuple
        Order of the last hand: (ended_at, game_id, hand_no, hand_id).
    totals : Totals
        What tables need beyond the states; `is_counted` is that of `waiting`.
    """

    config: RatingConfig
    seated: Seated
    memory: records.Memory
    waiting: HandArrays
    waiting_inputs: records.Hands
    held_rows: NDArray[np.int64]
    held_hands: NDArray[np.int64]
    held_seats: NDArray[np.int64]
    last: tuple[int, bytes, int, bytes] | None
    totals: Totals


def save(result: ReplayResult, before: SavedState | None = None) -> SavedState:
    """The state after `result`, which itself went on from `before`."""
    held = _open_entries(result.memory)
    kept, places = np.unique(held["hand"], return_inverse=True)
    inputs = records.Hands(*(column[kept] for column in result.inputs))
    was_counted = before.totals.is_counted if before else None
    totals = add_up(result, before.totals if before else None, was_counted)
    at, seats = np.nonzero(result.seating.flags & FINISHES)
    earlier = before.seated if before else None
    finished = (result.seating.rows[at, seats], result.hands.game[at])
    if earlier is not None:
        finished = (
            np.concatenate((earlier.finished_rows, finished[0])),
            np.concatenate((earlier.finished_games, finished[1])),
        )
    return SavedState(
        config=result.config,
        seated=Seated(
            keys=result.seating.keys,
            finished_rows=finished[0],
            finished_games=finished[1],
        ),
        memory=result.memory,
        waiting=result.hands.take(kept.astype(np.int64)),
        waiting_inputs=inputs,
        held_rows=result.inputs.rows[held["hand"], held["seat"]].astype(np.int64),
        held_hands=places.astype(np.int64),
        held_seats=held["seat"].astype(np.int64),
        last=_last(result, before),
        totals=replace(totals, is_counted=totals.is_counted[kept]),
    )


def go_on(
    state: SavedState,
    hands: HandArrays,
    config: RatingConfig | None = None,
    room: records.Room | None = None,
) -> ReplayResult:
    """Rate `hands`, which follow all that `state` has seen.

    With `config` from now on by that one: what was rated stays as it is. `room`
    holds the changes until it is used again; else they get memory of their own.

    Raises
    ------
    LateHandError
        If one of the hands does not follow.
    """
    if len(hands) and state.last and order_of(hands, 0) <= state.last:
        raise LateHandError(
            f"hand {hands.hand_id[0].as_py()} is not later than the last rated one, "
            f"{state.last[3].decode()}; replay from the first hand"
        )
    config = config or state.config
    joined = join(state.waiting, hands)
    seating = seat_hands(joined, state.seated)
    memory = new_memory(config, seating)
    n_rows = len(state.memory.states)
    players = slice(FIRST_PLAYER_ROW, n_rows)
    memory.states[players] = state.memory.states[players]
    memory.states["first_pending"] = NO_HAND
    memory.states["n_pending"] = 0
    move_rings(state.memory, memory)
    if config != state.config:
        constants = kernel_constants(config, seating, joined)
        places = _places_of_levels(state.config, config)
        adopt_levels(
            memory.states[players], places, constants.numbers[0], constants.levels
        )
    entries = zip(state.held_rows, state.held_hands, state.held_seats, strict=True)
    for row, hand, seat in entries:
        hold(row, hand, seat, memory)
    return run_kernel(joined, config, seating, memory, state.waiting_inputs, room)


def _places_of_levels(old: RatingConfig, new: RatingConfig) -> NDArray[np.int16]:
    """Where each level of `old` went: to its name, else its place, at most the top."""
    names = [level.name for level in new.levels.table]
    places = [
        names.index(level.name) if level.name in names else min(place, len(names) - 1)
        for place, level in enumerate(old.levels.table)
    ]
    return np.array(places, dtype=np.int16)


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
        hand_id=pa.concat_arrays((first.hand_id, second.hand_id)),
        game=np.concatenate((first.game, games[second.game])),
        hand_no=np.concatenate((first.hand_no, second.hand_no)),
        ended_at=np.concatenate((first.ended_at, second.ended_at)),
        ladder=np.concatenate((first.ladder, places[second.ladder])),
        device=np.concatenate((first.device, _moved(second.device, devices))),
        margin=np.concatenate((first.margin, second.margin)),
        is_game_over=np.concatenate((first.is_game_over, second.is_game_over)),
        player=np.concatenate(
            (
                _widened(first.player, n_seats, -1),
                _widened(_moved(second.player, players), n_seats, -1),
            )
        ),
        held_by=np.concatenate(
            (_widened(first.held_by, n_seats, 0), _widened(second.held_by, n_seats, 0))
        ),
        said_at=said_at,
        said=said,
        ladders=tuple(ladders.to_pylist()),
        game_ids=game_ids,
        player_ids=player_ids,
        device_ids=device_ids,
    )


def _open_entries(memory: records.Memory) -> NDArray[np.void]:
    """The entries of `held` that are not settled, in the order of holding."""
    first = memory.states["first_pending"][FIRST_PLAYER_ROW:]
    places = list(first[first != NO_HAND])
    for place in places:  # which grows by the next of each chain
        following = memory.held[place]["next"]
        if following != NO_HAND:
            places.append(following)
    return memory.held[np.sort(np.array(places, dtype=np.int64))]


def move_rings(old: records.Memory, new: records.Memory) -> None:
    """Copy the last Ratings of a window, whose rings may have grown.

    Where Form was no window until now, or a shorter one, it stands for the Ratings
    that were not kept.
    """
    old_size, new_size = np.diff(old.ring_start), np.diff(new.ring_start)
    for row in np.flatnonzero(new_size[: len(old_size)]):
        n, size = int(old.states[row]["rated_hands"]), int(new_size[row])
        hands = np.arange(max(0, n - size), n)
        places = new.ring_start[row] + hands % size
        new.ring[places] = old.states[row]["form"]
        kept = hands >= n - old_size[row]
        taken = old.ring_start[row] + hands[kept] % max(old_size[row], 1)
        new.ring[places[kept]] = old.ring[taken]


def _merge(
    first: pa.StringArray, second: pa.StringArray
) -> tuple[pa.StringArray, NDArray[np.int32]]:
    """The ids of both, each once, and where those of `second` went."""
    names = pa.concat_arrays((first.cast(pa.string()), second.cast(pa.string())))
    encoded = names.dictionary_encode()
    return encoded.dictionary, encoded.indices.to_numpy()[len(first) :]


def _moved(places: NDArray[np.int32], moved: NDArray[np.int32]) -> NDArray[np.int32]:
    """Places after `_merge`; negative ones stay."""
    found = np.full(places.shape, -1, dtype=np.int32)
    found[places >= 0] = moved[places[places >= 0]]
    return found


def _widened(table: NDArray, n_seats: int, empty: int) -> NDArray:  # type: ignore[type-arg]
    """`table` with as many seats, the further ones empty."""
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


def _last(
    result: ReplayResult, before: SavedState | None
) -> tuple[int, bytes, int, bytes] | None:
    """The order of the last hand seen; waiting hands come first in `result`."""
    n_before = len(before.waiting) if before else 0
    if len(result.hands) > n_before:
        return order_of(result.hands, len(result.hands) - 1)
    return before.last if before else None


def order_of(hands: HandArrays, place: int) -> tuple[int, bytes, int, bytes]:
    """The key by which hands are ordered."""
    game = hands.game_ids[int(hands.game[place])].as_py()
    return (
        int(hands.ended_at[place]),
        game.encode(),
        int(hands.hand_no[place]),
        hands.hand_id[place].as_py().encode(),
    )
