"""What a replay in pieces adds up from one piece to the next."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rating.compiled import compiled
from rating.metrics import briers, log_losses
from rating.records import Floats
from rating.replay import ReplayResult, start_ratings
from rating.seating import FIRST_PLAYER_ROW
from rating.stats.exact import exact_sum


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
    changes, keys = result.changes, result.seating.keys
    before = before or _nothing()
    rated = np.zeros(len(result.hands), dtype=np.bool_)
    rated[changes["hand"]] = True
    counted = np.zeros(len(result.hands), dtype=np.bool_)
    if was_counted is not None:
        counted[: len(was_counted)] = was_counted
    new = rated & ~counted
    peak = _grown(before.peak, len(keys), -np.inf)
    last = np.full(len(keys), -1, dtype=np.int64)
    see_peaks(changes, peak, last)
    seen = np.flatnonzero(last >= 0)
    hand = changes["hand"][last[seen]].astype(np.int64)
    last_change = _grown(before.last_change, len(keys), 0.0)
    last_change[seen] = changes["rating_change"][last[seen]]
    last_hand_at = _grown(before.last_hand_at, len(keys), 0)
    last_hand_at[seen] = result.hands.ended_at[hand]
    start = start_ratings(result.config, keys.said)
    start[: len(before.start)] = before.start
    by_ladder = np.bincount(
        result.hands.ladder[changes["hand"]], minlength=len(result.hands.ladders)
    )
    return Totals(
        n_changes=_grown(before.n_changes, len(by_ladder), 0) + by_ladder,
        n_hands=before.n_hands + int(np.count_nonzero(new)),
        log_loss=before.log_loss + exact_sum(log_losses(result)[new]),
        brier=before.brier + exact_sum(briers(result)[new]),
        is_counted=counted | rated,
        start=start,
        peak=peak,
        last_change=last_change,
        last_hand_id=_last_ids(
            before.last_hand_id, result.hands.hand_id, seen, hand, len(keys)
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
    places[seen] = len(before) + hand
    both = pa.concat_arrays((before, hand_id.cast(pa.string())))
    return both.take(pa.array(places, mask=places < 0))


@compiled
def see_peaks(changes: NDArray[np.void], peak: Floats, last: NDArray[np.int64]) -> None:
    """Raise `peak` and note the place of the `last` change of each state."""
    for i in range(len(changes)):
        place = changes[i]["row"] - FIRST_PLAYER_ROW
        peak[place] = max(peak[place], changes[i]["rating_after"])
        last[place] = i
