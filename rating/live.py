"""Add one hand at a time to a live state, in microseconds, with the same kernel."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating import records
from rating.away import NO_HAND
from rating.config import MARGIN_FUNCTIONS, SELF_RATINGS
from rating.continuation import LateHandError, SavedState
from rating.formulas import actual_score
from rating.hands import NO_DEVICE, NOBODY, NOT_SAID, family_of, is_live
from rating.kernel import replay_hands
from rating.level_steps import EVENTS
from rating.live_rooms import (
    FEW,
    Spot,
    doubled,
    moved,
    room_for_hands,
    spot_of,
    with_held,
)
from rating.replay import constants_of, start_ratings
from rating.seating import (
    FINISHES,
    FIRST_PLAYER_ROW,
    HELD,
    NOBODY_ROW,
    may_finish,
    write_seats,
)

MOST_HANDS: Final = 2**20  # of a player; K's steps end before
ONE_LADDER: Final = np.zeros(1, dtype=np.int32)
LIVE: Final = np.ones(1, dtype=np.bool_)
SOLO: Final = np.zeros(1, dtype=np.bool_)
ENDS_NONE: Final = np.zeros(1, dtype=np.bool_)  # finished games are marked here


class LiveHand(NamedTuple):
    """A counting hand. `held_by` has the codes of rating.hands, by seat."""

    ladder: str
    device_id: str | None
    hand_id: str
    game_id: str
    hand_no: int
    ended_at: int  # microseconds since 1970
    margin: int  # points of side 0 minus points of side 1
    is_game_over: bool
    player_ids: Sequence[str | None]
    held_by: Sequence[int]


class LiveChange(NamedTuple):
    """What a hand did to a player; the numbers are those of rating_changes."""

    player_id: str
    hand_id: str
    seat: int
    rating_before: float
    rating_change: float
    rating_after: float
    form_before: float
    form_after: float
    rated_hands: int
    finished_games: int
    level: str | None
    level_event: str | None
    settled_by_hand_id: str | None


class LiveRatings:
    """The Ratings of some ladders, which take hands in their order.

    Parameters
    ----------
    state : SavedState
        Where to begin: `rating.continuation.save` of a replay, with `keeps_games`
        unless no game that is over can get another hand that ends it.
    """

    def __init__(self, state: SavedState) -> None:
        self._config, self._last = state.config, state.last
        self._ladders: dict[str, tuple[NDArray[np.bool_], float]] = {}
        names = state.waiting.player_ids.to_pylist()
        devices = state.waiting.device_ids.to_pylist()
        games = state.waiting.game_ids.to_pylist()
        keys = state.seated.keys
        self._rows = {
            (
                state.waiting.ladders[ladder],
                names[player],
                None if device == NO_DEVICE else devices[device],
            ): FIRST_PLAYER_ROW + place
            for place, (ladder, player, device) in enumerate(
                zip(keys.ladder, keys.player, keys.device, strict=True)
            )
        }
        self._player_of = {row: key[1] for key, row in self._rows.items()}
        finished = zip(
            state.seated.finished_rows.tolist(),
            state.seated.finished_games.tolist(),
            strict=True,
        )
        self._finished = {(row, games[game]) for row, game in finished}
        self._said = {
            name: (int(at), int(word))
            for name, at, word in zip(
                names, state.waiting.said_at, state.waiting.said, strict=True
            )
            if word != NOT_SAID
        }
        names_of_levels = [level.name for level in self._config.levels.table]
        self._levels = (*names_of_levels, None)  # the last is NO_LEVEL
        words = (*range(len(SELF_RATINGS)), NOT_SAID)  # the last is NOT_SAID
        starts = start_ratings(self._config, np.array(words, dtype=np.int8))
        self._starts = starts.tolist()
        self._function = MARGIN_FUNCTIONS.index(self._config.change.margin_function)
        self._constants = constants_of(self._config, MOST_HANDS, np.empty(1))
        self._memory = with_held(state)
        waiting = state.waiting_inputs
        n_seats = max(4, waiting.rows.shape[1])
        self._make_room(waiting, len(waiting.rows) + FEW, n_seats)
        self._hand_ids = state.waiting.hand_id.to_pylist()
        self._changes = np.empty(FEW, dtype=records.CHANGE)

    def say(self, player_id: str, at: int, self_rating: str) -> None:
        """Note a self-rating given `at`, in microseconds since 1970; clause 2."""
        said = (at, SELF_RATINGS.index(self_rating))
        self._said[player_id] = min(said, self._said.get(player_id, said))

    def add(self, hand: LiveHand) -> list[LiveChange]:
        """Rate `hand`; what it did, in the order of application.

        Raises
        ------
        LateHandError
            If the hand does not follow all that are rated; the state stays as it is.
        """
        ids = hand.game_id.encode(), hand.hand_id.encode()
        order = (hand.ended_at, ids[0], hand.hand_no, ids[1])
        if self._last is not None and order <= self._last:
            raise LateHandError(
                f"hand {hand.hand_id} is not later than the last rated one, "
                f"{self._last[3].decode()}; replay from the first hand"
            )
        self._last = order
        place = len(self._hand_ids)
        spot = self._seat(hand, place)
        _, scale = self._ladder(hand.ladder)
        self._constants.actual[0] = actual_score(
            float(hand.margin), self._function, scale
        )
        n_most = len(hand.held_by) + int(self._memory.n_held[1]) + 1
        if len(self._changes) < n_most:
            self._changes = np.empty(2 * n_most, dtype=records.CHANGE)
        _, n = replay_hands(
            place, spot.hands, self._constants, self._memory, self._changes
        )
        self._hand_ids.append(hand.hand_id)
        found = [self._change(row) for row in self._changes[:n].tolist()]
        if not self._memory.n_held[1]:  # nobody waits: begin the rooms anew
            self._memory.n_held[0] = 0
            self._hand_ids.clear()
        elif not (spot.flags & HELD).any():
            self._hand_ids.pop()
        return found

    def _seat(self, hand: LiveHand, place: int) -> Spot:
        """Write the seats of `hand` into the rooms; where they are."""
        n_hands, n_seats = self._hands.rows.shape
        if place == n_hands or len(hand.held_by) > n_seats:
            n_seats = max(n_seats, len(hand.held_by))
            self._make_room(self._hands, 2 * n_hands, n_seats)
        spot = self._spots.get(place)
        if spot is None:
            spot = self._spots[place] = spot_of(self._hands, place)
        missing = n_seats - len(hand.held_by)
        self._held_by[0] = (*hand.held_by, *(NOBODY,) * missing)
        of_seat = [NOBODY_ROW] * n_seats
        for seat, player_id in enumerate(hand.player_ids):
            if player_id is not None:
                key = (hand.ladder, player_id, hand.device_id)
                known = self._rows.get(key)
                row = known or self._welcome(key, hand.ended_at)
                of_seat[seat] = row
        spot.rows[0] = of_seat
        live, _ = self._ladder(hand.ladder)
        write_seats(self._held_by, ONE_LADDER, live, ENDS_NONE, *spot[:3])
        if hand.is_game_over:
            finishing = may_finish(spot.flags[0], self._held_by[0])
            for seat in np.flatnonzero(finishing).tolist():
                end = (int(spot.rows[0, seat]), hand.game_id)
                if end not in self._finished:
                    self._finished.add(end)
                    spot.flags[0, seat] |= FINISHES
        if self._memory.n_held[0] + n_seats > len(self._memory.held):
            held = doubled(self._memory.held)
            self._memory = self._memory._replace(held=held)
        return spot

    def _make_room(self, old: records.Hands, n_hands: int, n_seats: int) -> None:
        """Rooms for so many hands and seats, with what `old` holds."""
        self._hands = room_for_hands(old, n_hands, n_seats)
        self._spots: dict[int, Spot] = {}
        self._held_by = np.empty((1, n_seats), dtype=np.uint8)

    def _ladder(self, name: str) -> tuple[NDArray[np.bool_], float]:
        """Whether the ladder is a live one, and its margin scale."""
        found = self._ladders.get(name)
        if found is None:
            scale = self._config.margin_scale(family_of(name))
            found = (LIVE if is_live(name) else SOLO, scale)
            self._ladders[name] = found
        return found

    def _welcome(self, key: tuple[str, str, str | None], ended_at: int) -> int:
        """Give a player a state; `ended_at` is that of their first counting hand."""
        at, word = self._said.get(key[1], (ended_at, NOT_SAID))
        start = self._starts[word if at <= ended_at else NOT_SAID]
        row = len(self._rows) + FIRST_PLAYER_ROW
        if row == len(self._memory.states):
            self._memory = moved(self._memory, self._config, 2 * row)
        state = self._memory.states[row]  # a fresh one but for the start
        state["rating"] = state["form"] = start
        self._rows[key] = row
        self._player_of[row] = key[1]
        return row

    def _change(self, row: tuple[Any, ...]) -> LiveChange:
        """A row of CHANGE as it is handed out."""
        before, after, form_before, form_after, delta, hand, player, by = row[:8]
        rated_hands, finished_games, level, seat, event = row[8:]
        return LiveChange(
            self._player_of[player],
            self._hand_ids[hand],
            seat,
            before,
            delta,
            after,
            form_before,
            form_after,
            rated_hands,
            finished_games,
            self._levels[level],
            EVENTS[event],
            None if by == NO_HAND else self._hand_ids[by],
        )
