"""Which results-only hands are plainly sound, decided for many at once.

What is False here may still be sound, or is refused with a code and a sentence:
`ingest.soundness` and `ingest.claims` look at it field by field. Rare things are
left to them on purpose: special hands, options that cannot be, ids with odd letters.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.ruleset import Ruleset
from ingest.arrow import as_array, equal, has_only
from ingest.plain_columns import PlainColumns
from ingest.plain_fields import NULL, are
from ingest.plain_records import PlainHand
from ingest.plain_seats import are_alone, are_right_seats, have_jokers
from ingest.records import MAX_ID
from ingest.refusal import RefusedLineError
from ingest.soundness import ruleset_of


@dataclass(slots=True, eq=False)
class Rulesets:
    """The different rulesets of many hands, None where there is none."""

    different: list[Ruleset | None]
    number: np.ndarray  # of each hand: which of them

    def each(self, value: Callable[[Ruleset], object], none: object) -> np.ndarray:
        """A value of each hand's ruleset, `none` where there is none."""
        values = [none if one is None else value(one) for one in self.different]
        of_each: np.ndarray = np.array(values)[self.number]
        return of_each


def rulesets_of(hands: Sequence[PlainHand]) -> Rulesets:
    """The ruleset of each hand with its options."""
    numbers: dict[Hashable, int] = {}
    different: list[Ruleset | None] = []
    found: list[int] = []
    for hand in hands:
        options = hand.options
        # As text, for to Python true is equal to 1.
        key = (hand.ruleset, str(options)) if options else hand.ruleset
        number = numbers.setdefault(key, len(different))
        if number == len(different):
            different.append(_ruleset(hand.ruleset, options))
        found.append(number)
    return Rulesets(different, np.array(found, np.int64))


def _ruleset(name: str, options: Mapping[str, object]) -> Ruleset | None:
    try:
        return ruleset_of(name, options)
    except RefusedLineError:
        return None


def are_sound(columns: PlainColumns, rulesets: Rulesets) -> np.ndarray:
    """Whether each hand is sound, (h,) bool; False also where it is in doubt."""
    shape = (columns.seats.n_seats, columns.n_sides)
    is_right = rulesets.each(lambda r: (r.n_seats, r.n_sides) == shape, False)
    is_right &= _are_ids(columns.hand_id) & _are_ids(columns.game_id)
    is_right &= _have_right_devices(columns)
    is_right &= columns.has_times & (columns.started_at <= columns.ended_at)
    is_right &= columns.numbers[:, 1] < columns.seats.n_seats
    is_right &= _are_right_ends(columns) & _have_right_seats(columns, rulesets)
    is_right &= _are_right_points(columns)
    return _with_right_game_overs(columns, rulesets, is_right)


def _are_ids(ids: pa.StringArray) -> np.ndarray:
    lengths = as_array(pc.binary_length(ids))
    is_id: np.ndarray = (lengths >= 1) & (lengths <= MAX_ID)
    if not has_only(ids, range(ord(" "), ord("~") + 1)):
        is_id &= np.array([text.isprintable() for text in ids.to_pylist()])
    return is_id


def _have_right_devices(columns: PlainColumns) -> np.ndarray:
    return np.where(columns.is_solo, columns.has_device, are(columns.device_ids, None))


def _are_right_ends(columns: PlainColumns) -> np.ndarray:
    went_out = equal(columns.ended_by, "went_out")
    out_seat, special_seat = columns.out_seats.T
    is_right: np.ndarray = (out_seat == NULL) | (
        went_out & (out_seat < columns.seats.n_seats)
    )
    is_right &= special_seat == NULL
    is_right &= went_out | ~columns.is_concealed
    return is_right


def _have_right_seats(columns: PlainColumns, rulesets: Rulesets) -> np.ndarray:
    seats, number = columns.seats, columns.seats_no
    is_right: np.ndarray = are_right_seats(seats)[number]
    is_right &= ~columns.is_solo | are_alone(seats)[number]
    needs_jokers = rulesets.each(lambda r: r.joker_button != "off", False)
    is_right &= ~needs_jokers | have_jokers(seats)[number]
    return is_right


def _are_right_points(columns: PlainColumns) -> np.ndarray:
    points, before, after = columns.points.T
    is_right = (points + before == after) & ~columns.has_special_hand
    is_whole = (columns.lines != NULL).all(axis=1)
    total = np.where(is_whole, columns.lines.T, 0).sum(axis=0)
    is_right &= ~is_whole | (total == points)
    are_right: np.ndarray = is_right.reshape(-1, columns.n_sides).all(axis=1)
    return are_right


def _with_right_game_overs(
    columns: PlainColumns, rulesets: Rulesets, is_right: np.ndarray
) -> np.ndarray:
    """`is_right` without the hands whose `game_over` does not follow."""
    after = columns.points[:, 2].reshape(-1, columns.n_sides)
    # Below the target nothing is over; of the rest the ruleset is asked.
    is_over = np.zeros(len(after), np.bool_)
    reaches = after.max(axis=1) >= rulesets.each(_least_to_end, NULL)
    for index in np.flatnonzero(is_right & reaches).tolist():
        ruleset = rulesets.different[rulesets.number[index]]
        if ruleset is not None:
            hand_no = int(columns.numbers[index, 0])
            is_over[index] = ruleset.is_game_over(after[index].tolist(), hand_no)
    follows: np.ndarray = is_over == columns.is_game_over
    follows |= equal(columns.ended_by, "abandoned")
    follows &= is_right
    return follows


def _least_to_end(ruleset: Ruleset) -> int:
    """Points below which no game is over; `NULL` where rounds can end it."""
    if ruleset.target is None or ruleset.n_rounds is not None:
        return NULL
    return ruleset.target
