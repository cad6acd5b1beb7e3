"""Replay hands under a configuration: arrays in, arrays out."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating import kernel, level_steps, records
from rating.away import NO_HAND
from rating.config import (
    AWAY_HANDS,
    MARGIN_FUNCTIONS,
    SELF_RATINGS,
    SKILLS,
    RatingConfig,
)
from rating.formulas import actual_scores, form_weights
from rating.hands import NOT_SAID, HandArrays, family_of
from rating.seating import (
    COMPUTER_LIVE_ROW,
    COMPUTER_SOLO_ROW,
    FIRST_PLAYER_ROW,
    HELD,
    NOBODY_ROW,
    Seating,
    seat_hands,
)


class Done(NamedTuple):
    """What is known of hands that wait for players who were away."""

    inputs: records.Hands
    zero_margins: records.Floats  # of side 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResult:
    """What a replay found.

    Attributes
    ----------
    inputs, constants
        What the kernel read; `inputs` also holds the scores of side 0 and the side
        ratings of each hand, NaN where the hand rates nobody, now or later.
    memory
        What the kernel remembers after the last hand.
    changes : array of records.CHANGE, shape (n_changes,)
        One row a rated seat, in the order of application over all ladders.
    done : Done or None
        What was known of its first hands before.
    """

    hands: HandArrays
    seating: Seating
    config: RatingConfig
    inputs: records.Hands
    constants: records.Constants
    memory: records.Memory
    changes: NDArray[np.void]
    done: Done | None

    @property
    def actual(self) -> NDArray[np.float64]:
        """Actual score of side 0 of each hand, NaN as in `inputs`."""
        return self.inputs.actual

    @property
    def states(self) -> NDArray[np.void]:
        """The players' states; whose they are says `seating.keys`."""
        return self.memory.states[FIRST_PLAYER_ROW:]


def replay(
    hands: HandArrays, config: RatingConfig, seating: Seating | None = None
) -> ReplayResult:
    """Rate `hands` from the first on.

    `seating` saves time where the same hands are replayed again: it depends on the
    hands alone.
    """
    seating = seat_hands(hands) if seating is None else seating
    return run_kernel(hands, config, seating, new_memory(config, seating))


def run_kernel(
    hands: HandArrays,
    config: RatingConfig,
    seating: Seating,
    memory: records.Memory,
    done: Done | None = None,
    room: records.Room | None = None,
) -> ReplayResult:
    """Rate `hands` on top of what `memory` holds.

    `done` are the first of these hands, applied before and still waiting for players
    who were away. `room` is where the changes go.
    """
    constants = kernel_constants(config, seating, hands)
    inputs = records.Hands(
        rows=seating.rows,
        flags=seating.flags,
        side_size=seating.side_size,
        margin_no=seating.margin_no,
        expected=np.full(len(hands), np.nan),
        actual=np.full(len(hands), np.nan),
        side_ratings=np.full((len(hands), 2), np.nan),
    )
    n_done = 0
    if done is not None:
        n_done = len(done.zero_margins)
        inputs.expected[:n_done] = done.inputs.expected
        inputs.actual[:n_done] = done.inputs.actual
        inputs.side_ratings[:n_done] = done.inputs.side_ratings
    # Every seat is applied at most once: at its hand, or when it is settled.
    n_rows = int(np.count_nonzero(seating.flags)) + hands.n_seats + len(memory.held)
    changes = (room or records.Room()).of(n_rows)
    _, n = kernel.replay_hands(n_done, inputs, constants, memory, changes)
    return ReplayResult(
        hands=hands,
        seating=seating,
        config=config,
        inputs=inputs,
        constants=constants,
        memory=memory,
        changes=changes[:n],
        done=done,
    )


def kernel_constants(
    config: RatingConfig, seating: Seating, hands: HandArrays
) -> records.Constants:
    """`config` as the kernel reads it, for these hands."""
    most_hands = int(seating.keys.n_seats.max(initial=0))
    return constants_of(config, most_hands, _actual_scores(config, seating, hands))


def constants_of(
    config: RatingConfig, most_hands: int, actual: NDArray[np.float64]
) -> records.Constants:
    """`config` as the kernel reads it, for players with up to `most_hands` hands."""
    numbers = np.zeros(1, dtype=records.NUMBERS)
    numbers["scale"] = config.change.scale
    numbers["keep_margin"] = config.levels.keep_margin
    numbers["protected_hands"] = config.levels.protected_hands
    numbers["provisional_hands"] = config.start.provisional_hands
    numbers["is_window"] = config.form.kind == "window"
    numbers["away"] = AWAY_HANDS.index(config.seats.away_hands)
    levels = np.zeros(len(config.levels.table) + 1, dtype=records.LEVEL)
    for row, level in zip(levels, config.levels.table, strict=False):
        row["line"] = -np.inf if level.form is None else level.form
        row["hands"] = level.hands
        row["games"] = level.games
    levels["line"][-1] = np.inf
    span = config.form.span
    return records.Constants(
        numbers=numbers,
        levels=levels,
        actual=actual,
        k=_k_table(config, most_hands),
        weights=form_weights(span, min(span // 2 + 1, most_hands) + 1),
    )


def new_memory(config: RatingConfig, seating: Seating) -> records.Memory:
    """The memory of the kernel before the first hand."""
    states = fresh_states(config, seating.keys.said)
    sizes = np.zeros(len(states), dtype=np.int64)
    if config.form.kind == "window":
        sizes[FIRST_PLAYER_ROW:] = np.minimum(seating.keys.n_seats, config.form.span)
    ring_start = np.concatenate(([0], np.cumsum(sizes)))
    n_held = int(np.count_nonzero(seating.flags & HELD))
    return records.Memory(
        states=states,
        ring_start=ring_start,
        ring=np.zeros(int(ring_start[-1])),
        held=np.zeros(n_held, dtype=records.HELD_HAND),
        n_held=np.zeros(2, dtype=np.int64),
    )


def fresh_states(config: RatingConfig, said: NDArray[np.int8]) -> NDArray[np.void]:
    """States before the first hand: the fixed strengths, then the players."""
    states = records.new_states(FIRST_PLAYER_ROW + len(said))
    states["rating"] = states["form"] = first_ratings(config, said)
    states["level"] = level_steps.NO_LEVEL
    states["promoted_at"] = level_steps.NEVER_PROMOTED
    states["first_pending"] = NO_HAND
    states["lower"], states["upper"] = -np.inf, np.inf
    states["judge_at"] = min(config.start.provisional_hands, level_steps.NEVER_JUDGED)
    return states


def first_ratings(config: RatingConfig, said: NDArray[np.int8]) -> NDArray[np.float64]:
    """The strength of every row before the first hand, those of no player too."""
    ratings = np.empty(FIRST_PLAYER_ROW + len(said))
    ratings[FIRST_PLAYER_ROW:] = start_ratings(config, said)
    ratings[COMPUTER_LIVE_ROW] = config.seats.computer_live
    for place, skill in enumerate(SKILLS):
        ratings[COMPUTER_SOLO_ROW + place] = getattr(config.seats.computer_solo, skill)
    ratings[NOBODY_ROW] = 0.0
    return ratings


def start_ratings(config: RatingConfig, said: NDArray[np.int8]) -> NDArray[np.float64]:
    """Where players start who said this of themselves; clause 2 of docs/rating.md."""
    own = config.start.self_rating
    values = np.array([getattr(own, name) for name in SELF_RATINGS])
    return np.where(said == NOT_SAID, config.start.rating, values[said])


def _actual_scores(
    config: RatingConfig, seating: Seating, hands: HandArrays
) -> NDArray[np.float64]:
    """The actual score of side 0 for each distinct margin."""
    function = MARGIN_FUNCTIONS.index(config.change.margin_function)
    scales = np.array([config.margin_scale(family_of(x)) for x in hands.ladders])
    return actual_scores(seating.margins, scales[seating.margin_ladders], function)


def _k_table(config: RatingConfig, most_hands: int) -> NDArray[np.float64]:
    """K by rated hands so far, as far as it matters to `most_hands` hands."""
    steps = config.change.k
    first = np.array([step.from_hand for step in steps], dtype=np.int64)
    values = np.array([step.k for step in steps])
    n = np.arange(min(int(first[-1]), most_hands) + 1)
    return values[np.searchsorted(first, n, side="right") - 1]
