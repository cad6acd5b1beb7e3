"""Go on from a stored state: the same bits as a replay from the first hand."""

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.errors import CoastalError
from rating import records
from rating.away import NO_HAND, hold
from rating.config import RatingConfig
from rating.described import zero_margins_of
from rating.hands import HandArrays
from rating.joined import join
from rating.level_steps import adopt_levels
from rating.replay import Done, ReplayResult, kernel_constants, new_memory, run_kernel
from rating.seating import FINISHES, FIRST_PLAYER_ROW, Seated, seat_hands
from rating.totals import Totals, add_up


class LateHandError(CoastalError, ValueError):
    """A hand is older than one that was rated: only a full replay is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedState:
    """All that hands to come need of those that were rated.

    Attributes
    ----------
    n_seen : int
        Hands so far, rated or not.
    waiting : HandArrays
        Away hands that are not settled; their lists of ids hold every player, device
        and ladder so far, and the games that are still needed.
    waiting_places : int64 array, shape (n_waiting,)
        Hands that came before each.
    waiting_inputs : records.Hands
        What the kernel found out about them.
    waiting_zeros : float64 array, shape (n_waiting,)
        Their zero margins, under the configuration of their time.
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
    n_seen: int
    waiting: HandArrays
    waiting_places: NDArray[np.int64]
    waiting_inputs: records.Hands
    waiting_zeros: NDArray[np.float64]
    held_rows: NDArray[np.int64]
    held_hands: NDArray[np.int64]
    held_seats: NDArray[np.int64]
    last: tuple[int, bytes, int, bytes] | None
    totals: Totals


def save(
    result: ReplayResult,
    before: SavedState | None = None,
    *,
    keeps_games: bool = False,
) -> SavedState:
    """The state after `result`, which itself went on from `before`.

    With `keeps_games` it remembers who finished which game, whatever the hands say: a
    live state needs that, since nobody tells it which games will end once more.
    """
    held = _open_entries(result.memory)
    kept, places = np.unique(held["hand"].astype(np.int64), return_inverse=True)
    inputs = records.Hands._make(column[kept] for column in result.inputs)
    was_counted = before.totals.is_counted if before else None
    totals = add_up(result, before.totals if before else None, was_counted)
    seated = _seated(result, before, keeps_games=keeps_games)
    waiting, games = _without_other_games(
        result.hands.take(kept), seated.finished_games
    )
    return SavedState(
        config=result.config,
        seated=replace(seated, finished_games=games),
        memory=result.memory,
        n_seen=len(result.hands) - _n_waiting(before) + _n_seen(before),
        waiting=waiting,
        waiting_places=_places_of(kept, before),
        waiting_inputs=inputs,
        waiting_zeros=zero_margins_of(result, kept),
        held_rows=result.inputs.rows[held["hand"], held["seat"]].astype(np.int64),
        held_hands=places.astype(np.int64),
        held_seats=held["seat"].astype(np.int64),
        last=_last(result, before),
        totals=replace(totals, is_counted=totals.is_counted[kept]),
    )


def hand_places(result: ReplayResult, before: SavedState | None) -> NDArray[np.int64]:
    """How many hands came before each hand of `result`, which went on from `before`."""
    return _places_of(np.arange(len(result.hands)), before)


def _places_of(
    hands: NDArray[np.int64], before: SavedState | None
) -> NDArray[np.int64]:
    """The same of the chosen hands of a result, those of `before` that wait first."""
    n_waiting = _n_waiting(before)
    places = hands + (_n_seen(before) - n_waiting)
    if before is not None and n_waiting:
        waits = hands < n_waiting
        places[waits] = before.waiting_places[hands[waits]]
    return places


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
    done = Done(state.waiting_inputs, state.waiting_zeros)
    return run_kernel(joined, config, seating, memory, done, room)


def _places_of_levels(old: RatingConfig, new: RatingConfig) -> NDArray[np.int16]:
    """Where each level of `old` went: to its name, else its place, at most the top."""
    names = [level.name for level in new.levels.table]
    places = [
        names.index(level.name) if level.name in names else min(place, len(names) - 1)
        for place, level in enumerate(old.levels.table)
    ]
    return np.array(places, dtype=np.int16)


def _n_waiting(before: SavedState | None) -> int:
    return len(before.waiting) if before else 0


def _n_seen(before: SavedState | None) -> int:
    return before.n_seen if before else 0


def _seated(
    result: ReplayResult, before: SavedState | None, *, keeps_games: bool
) -> Seated:
    """What `result` leaves behind; finished games only where they may end again."""
    hands, seating = result.hands, result.seating
    again = np.flatnonzero(hands.is_game_over & (hands.ends_again | keeps_games))
    at, seats = np.nonzero(seating.flags[again] & FINISHES)
    rows, games = seating.rows[again[at], seats], hands.game[again[at]]
    if before is not None:
        rows = np.concatenate((before.seated.finished_rows, rows))
        games = np.concatenate((before.seated.finished_games, games))
    return Seated(keys=seating.keys, finished_rows=rows, finished_games=games)


def _without_other_games(
    hands: HandArrays, games: NDArray[np.int32]
) -> tuple[HandArrays, NDArray[np.int32]]:
    """`hands` and `games` with the ids of no other games in their list."""
    used, places = np.unique(np.concatenate((hands.game, games)), return_inverse=True)
    moved: NDArray[np.int32] = places.astype(np.int32)
    game_ids = hands.game_ids.take(pa.array(used))
    n_hands = len(hands)
    return replace(hands, game=moved[:n_hands], game_ids=game_ids), moved[n_hands:]


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


def _last(
    result: ReplayResult, before: SavedState | None
) -> tuple[int, bytes, int, bytes] | None:
    """The order of the last hand seen; waiting hands come first in `result`."""
    if len(result.hands) > _n_waiting(before):
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
