"""Hands that may come: copies of one player play them, with the kernel.

A copy begins where the player stands now, as player_ratings has them; who else sits at
the table is a fixed strength. Nothing is worked out here that the kernel works out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating import records
from rating.config import RatingConfig
from rating.display import whole
from rating.hands import NOT_SAID
from rating.kernel import replay_hands
from rating.level_steps import NEVER_PROMOTED, NO_LEVEL, adopt_levels
from rating.records import Floats
from rating.replay import constants_of, fresh_states
from rating.seating import FINISHES, FIRST_PLAYER_ROW, NOBODY_ROW, RATED

N_SEATS = 4  # in whose two sides every table fits: a seat may stand for several


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerNow:
    """A player on a ladder: columns of player_ratings.

    `last_ratings` are the Ratings after the last hands, the oldest first, as many as
    Form looks back on; needed only where `[form] kind` is `window`.
    """

    rating: float
    form: float
    rated_hands: int
    finished_games: int
    level: str | None
    protected_hands_left: int
    is_at_risk: bool
    last_ratings: Sequence[float] = ()

    def as_shown(self) -> "PlayerNow":
        """The same player in whole points, which is all that pages tell.

        Who may ask what any hand would do could else narrow their own Rating down to
        a thousandth, and from two of those work out a private partner's.
        """
        return replace(
            self,
            rating=float(whole(self.rating)),
            form=float(whole(self.form)),
            last_ratings=tuple(float(whole(value)) for value in self.last_ratings),
        )


class Tables(NamedTuple):
    """Who may sit at a table with the player, one row a table.

    Attributes
    ----------
    side_size : uint8 array, shape (n_tables,)
        Seats of a side.
    partners, opponents : arrays, shape (n_tables,)
        Sum of the strengths of the own side's other seats, and of the other side.
    """

    side_size: NDArray[np.uint8]
    partners: Floats
    opponents: Floats


class HandsAhead(NamedTuple):
    """The hands of every copy, in the order in which they are played.

    Attributes
    ----------
    table : int array, shape (n_hands, n_copies)
        Where each is played: a row of `Tables`.
    actual : array, shape (n_hands, n_copies)
        Actual score of the own side.
    finishes : bool array, shape (n_hands, n_copies)
        Whether it finishes a game.
    """

    table: NDArray[np.integer]
    actual: Floats
    finishes: NDArray[np.bool_]


class Played(NamedTuple):
    """What became of the copies.

    `changes` are rows of `records.CHANGE`, hand after hand, of each hand every copy;
    `inputs` and `constants` are what the kernel read and found out.
    """

    changes: NDArray[np.void]
    inputs: records.Hands
    constants: records.Constants


def play_ahead(
    now: PlayerNow, config: RatingConfig, tables: Tables, hands: HandsAhead
) -> Played:
    """Let copies of a player play `hands`, each copy its own column."""
    n_hands, n_copies = hands.table.shape
    most_hands = now.rated_hands + n_hands
    constants = constants_of(config, most_hands, hands.actual.ravel())
    memory = _memory(now, config, constants, tables, n_copies, most_hands)
    inputs = _inputs(tables, hands)
    changes = np.empty(n_hands * n_copies + N_SEATS, dtype=records.CHANGE)
    _, n = replay_hands(0, inputs, constants, memory, changes)
    return Played(changes[:n], inputs, constants)


def _inputs(tables: Tables, hands: HandsAhead) -> records.Hands:
    """The hands as the kernel reads them: the player holds seat 0."""
    table = hands.table.ravel()
    n, n_copies = len(table), hands.table.shape[1]
    first_table = FIRST_PLAYER_ROW + n_copies
    rows = np.full((n, N_SEATS), NOBODY_ROW, dtype=np.uint32)
    rows[:, 0] = FIRST_PLAYER_ROW + np.arange(n) % n_copies
    rows[:, 1] = first_table + table
    rows[:, 2] = first_table + len(tables.partners) + table
    flags = np.zeros((n, N_SEATS), dtype=np.uint8)
    flags[:, 0] = np.where(hands.finishes.ravel(), RATED | FINISHES, RATED)
    return records.Hands(
        rows=rows,
        flags=flags,
        side_size=tables.side_size[table],
        margin_no=np.arange(n, dtype=np.int32),
        expected=np.full(n, np.nan),
        actual=np.full(n, np.nan),
        side_ratings=np.full((n, 2), np.nan),
    )


def _memory(
    now: PlayerNow,
    config: RatingConfig,
    constants: records.Constants,
    tables: Tables,
    n_copies: int,
    most_hands: int,
) -> records.Memory:
    """The copies, and the strengths of the tables in rows that are never rated."""
    n_rows = n_copies + 2 * len(tables.partners)
    states = fresh_states(config, np.full(n_rows, NOT_SAID, dtype=np.int8))
    copies = states[FIRST_PLAYER_ROW : FIRST_PLAYER_ROW + n_copies]
    others = states[FIRST_PLAYER_ROW + n_copies :]
    others["rating"] = np.concatenate((tables.opponents, tables.partners))
    names = [level.name for level in config.levels.table]
    copies["rating"], copies["form"] = now.rating, now.form
    copies["rated_hands"] = copies["step_at"] = now.rated_hands
    copies["finished_games"] = now.finished_games
    copies["level"] = NO_LEVEL if now.level is None else names.index(now.level)
    copies["is_at_risk"] = now.is_at_risk
    copies["promoted_at"] = _promoted_at(now, config)
    places = np.arange(len(names), dtype=np.int16)
    adopt_levels(copies, places, constants.numbers[0], constants.levels)
    size = min(config.form.span, most_hands) if config.form.kind == "window" else 0
    sizes = np.zeros(len(states), dtype=np.int64)
    sizes[FIRST_PLAYER_ROW : FIRST_PLAYER_ROW + n_copies] = size
    return records.Memory(
        states=states,
        ring_start=np.concatenate(([0], np.cumsum(sizes))),
        ring=np.tile(_window(now, size), n_copies),
        held=np.zeros(0, dtype=records.HELD_HAND),
        n_held=np.zeros(2, dtype=np.int64),
    )


def _promoted_at(now: PlayerNow, config: RatingConfig) -> int:
    """Rated hands at the promotion that still protects; without one, never."""
    if not now.protected_hands_left:
        return NEVER_PROMOTED
    return now.rated_hands + now.protected_hands_left - config.levels.protected_hands


def _window(now: PlayerNow, size: int) -> Floats:
    """The last Ratings in the places where the kernel keeps those of a window."""
    ring = np.full(size, now.form)
    n_kept = min(size, now.rated_hands, len(now.last_ratings))
    if n_kept:
        hands = np.arange(now.rated_hands - n_kept, now.rated_hands)
        ring[hands % size] = now.last_ratings[-n_kept:]
    return ring
