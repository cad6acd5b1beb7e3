"""What a replay in pieces adds up from one piece to the next."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.level_steps import DEMOTED, NOTHING, PROMOTED, STARTED
from rating.records import Floats
from rating.replay import ReplayResult, start_ratings
from rating.seating import FIRST_PLAYER_ROW
from rating.stats.exact import ExactSum, add_exactly, fraction_of, nothing_yet
from rating.stats.scoring import brier_of, log_loss_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums over all hands so far, and what each player's state does not hold.

    Attributes
    ----------
    n_changes : int64 array, shape (n_ladders,)
        Rows of rating_changes.
    n_hands : int
        Hands that rated somebody, at once or when they were settled.
    log_loss, brier : Fraction
        Sums over these hands, exact, so that no cut into pieces can change a bit.
    is_counted : bool array, shape (n_hands,)
        Of the hands of the last piece: those among them.
    steps : int64 array, shape (n_steps,)
        Of the changes of the last piece: places of those that moved a level.
    start, peak, last_change : float64 arrays, shape (n_states,)
        Where the player started, the highest Rating after a rated hand (-inf: none
        yet) and the last change, in rating points.
    last_hand_id, last_hand_at : shape (n_states,)
        The hand of that change; null and 0 while there is none.
    """

    n_changes: NDArray[np.int64]
    n_hands: int
    log_loss: Fraction
    brier: Fraction
    is_counted: NDArray[np.bool_]
    steps: NDArray[np.int64]
    start: Floats
    peak: Floats
    last_change: Floats
    last_hand_id: pa.StringArray
    last_hand_at: NDArray[np.int64]


def add_up(
    result: ReplayResult,
    before: Totals | None = None,
    was_counted: NDArray[np.bool_] | None = None,
) -> Totals:
    """The totals after `result`.

    `was_counted` tells which of its first hands, those that waited for players who
    were away, `before` has counted.
    """
    hands, n_states = result.hands, len(result.seating.keys)
    before = before or _nothing()
    counted = np.zeros(len(hands), dtype=np.bool_)
    if was_counted is not None:
        counted[: len(was_counted)] = was_counted
    rated = np.zeros(len(hands), dtype=np.bool_)
    n_changes = _grown(before.n_changes, len(hands.ladders), 0)
    peak = _grown(before.peak, n_states, -np.inf)
    last = np.full(n_states, -1, dtype=np.int64)
    steps = see_changes(result.changes, hands.ladder, rated, n_changes, peak, last)
    new = rated & ~counted
    log_loss, brier = nothing_yet(), nothing_yet()
    add_losses(result.inputs.expected, result.actual, new, log_loss, brier)
    seen = np.flatnonzero(last >= 0)
    hand = result.changes["hand"][last[seen]].astype(np.int64)
    last_change = _grown(before.last_change, n_states, 0.0)
    last_change[seen] = result.changes["rating_change"][last[seen]]
    last_hand_at = _grown(before.last_hand_at, n_states, 0)
    last_hand_at[seen] = hands.ended_at[hand]
    start = start_ratings(result.config, result.seating.keys.said)
    start[: len(before.start)] = before.start
    return Totals(
        n_changes=n_changes,
        n_hands=before.n_hands + int(np.count_nonzero(new)),
        log_loss=before.log_loss + fraction_of(log_loss),
        brier=before.brier + fraction_of(brier),
        is_counted=counted | rated,
        steps=steps,
        start=start,
        peak=peak,
        last_change=last_change,
        last_hand_id=_last_ids(
            before.last_hand_id, hands.hand_id, seen, hand, n_states
        ),
        last_hand_at=last_hand_at,
    )


def _nothing() -> Totals:
    none = np.empty(0)
    return Totals(
        n_changes=none.astype(np.int64),
        n_hands=0,
        log_loss=Fraction(),
        brier=Fraction(),
        is_counted=none.astype(np.bool_),
        steps=none.astype(np.int64),
        start=none,
        peak=none,
        last_change=none,
        last_hand_id=pa.array([], pa.string()),
        last_hand_at=none.astype(np.int64),
    )


def _grown(column: NDArray, size: int, filled: float) -> NDArray:  # type: ignore[type-arg]
    """A copy of `column` with room for more."""
    grown = np.full(size, filled, dtype=column.dtype)
    grown[: len(column)] = column
    return grown


def _last_ids(
    before: pa.StringArray,
    hand_id: pa.StringArray,
    seen: NDArray[np.intp],
    hand: NDArray[np.int64],
    n_states: int,
) -> pa.StringArray:
    """The ids of `before`, those of `seen` replaced by the hands they saw last."""
    places = np.full(n_states, -1, dtype=np.int64)
    places[: len(before)] = np.arange(len(before))
    places[seen] = len(before) + np.arange(len(seen))
    both = pa.concat_arrays((before, hand_id.take(pa.array(hand)).cast(pa.string())))
    return both.take(pa.array(places, mask=places < 0))


@compiled
def see_changes(
    changes: NDArray[np.void],
    ladder: NDArray[np.int32],
    rated: NDArray[np.bool_],
    n_changes: NDArray[np.int64],
    peak: Floats,
    last: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Look at each change once: a row is a cache line, and there are many.

    Marks `rated` hands, counts by ladder, raises `peak` and notes the place of the
    `last` change of each state.

    Returns
    -------
    int64 array
        The places of those that moved a level.
    """
    steps, n_steps = np.empty(len(changes), dtype=np.int64), 0
    for i in range(len(changes)):
        change = changes[i]
        hand, state = change["hand"], change["row"] - FIRST_PLAYER_ROW
        rated[hand] = True
        n_changes[ladder[hand]] += 1
        if change["rating_after"] > peak[state]:
            peak[state] = change["rating_after"]
        last[state] = i
        event = change["event"]
        if event != NOTHING:  # seldom: fresh memory is not touched for nothing
            steps[n_steps] = i
            n_steps += (event == STARTED) | (event == PROMOTED) | (event == DEMOTED)
    return steps[:n_steps].copy()


@compiled
def add_losses(
    expected: Floats,
    actual: Floats,
    chosen: NDArray[np.bool_],
    log_loss: ExactSum,
    brier: ExactSum,
) -> None:
    """Add the losses of the chosen hands, without rounding."""
    for hand in range(len(expected)):
        if chosen[hand]:
            add_exactly(log_loss_of(expected[hand], actual[hand]), log_loss)
            add_exactly(brier_of(expected[hand], actual[hand]), brier)
