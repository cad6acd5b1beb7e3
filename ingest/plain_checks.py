"""Which results-only hands are plainly sound, decided for many at once.

What is False here may still be sound, or is refused with a code and a sentence:
`ingest.soundness` and `ingest.claims` look at it field by field. Rare things are
left to them on purpose: special hands, options that cannot be, ids with odd letters.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import UNSET

from engine.ruleset import Ruleset
from ingest.arrow import texts
from ingest.plain_columns import NULL, PlainColumns
from ingest.plain_records import PlainHand
from ingest.records import MAX_ID, MAX_PLAYER_ID, is_player_id
from ingest.refusal import RefusedLineError
from ingest.soundness import ruleset_of


def rulesets_of(hands: Sequence[PlainHand]) -> list[Ruleset | None]:
    """The ruleset of each hand with its options; None where there is none."""
    known: dict[str, Ruleset | None] = {}
    found: list[Ruleset | None] = []
    for hand in hands:
        if hand.options:
            found.append(_ruleset(hand.ruleset, hand.options))
            continue
        if hand.ruleset not in known:
            known[hand.ruleset] = _ruleset(hand.ruleset, {})
        found.append(known[hand.ruleset])
    return found


def _ruleset(name: str, options: dict[str, object]) -> Ruleset | None:
    try:
        return ruleset_of(name, options)
    except RefusedLineError:
        return None


def are_sound(columns: PlainColumns, rulesets: Sequence[Ruleset | None]) -> np.ndarray:
    """Whether each hand is sound, (h,) bool; False also where it is in doubt."""
    fits = [
        ruleset is not None
        and ruleset.n_seats == columns.n_seats
        and ruleset.n_sides == columns.n_sides
        for ruleset in rulesets
    ]
    are_ids = _are_ids(columns.hand_id) & _are_ids(texts(columns.game_ids))
    is_right = np.array(fits, np.bool_) & are_ids & _have_right_devices(columns)
    is_right &= columns.has_times & (columns.started_at <= columns.ended_at)
    is_right &= columns.numbers[:, 1] < columns.n_seats
    is_right &= _are_right_ends(columns) & _are_right_seats(columns, rulesets)
    is_right &= _are_right_points(columns)
    return _with_right_game_overs(columns, rulesets, is_right)


def _are_ids(ids: pa.StringArray) -> np.ndarray:
    lengths = _array(pc.binary_length(ids))
    is_id: np.ndarray = (lengths >= 1) & (lengths <= MAX_ID)
    if not _has_only(ids, range(ord(" "), ord("~") + 1)):
        is_id &= np.array([text.isprintable() for text in ids.to_pylist()])
    return is_id


def _has_only(values: pa.StringArray, letters: range | bytes) -> bool:
    """Whether all the texts together are made of these letters."""
    is_one = np.zeros(256, np.bool_)
    is_one[list(letters)] = True
    return bool(is_one[np.frombuffer(values.buffers()[2] or b"", np.uint8)].all())


def _have_right_devices(columns: PlainColumns) -> np.ndarray:
    return np.array(
        [
            device is not UNSET if is_solo else device is UNSET or device is None
            for device, is_solo in zip(
                columns.device_id, columns.is_solo.tolist(), strict=True
            )
        ],
        np.bool_,
    )


def _are_right_ends(columns: PlainColumns) -> np.ndarray:
    went_out = _equal(columns.ended_by, "went_out")
    out_seat, special_seat = columns.out_seats.T
    is_right: np.ndarray = (out_seat == NULL) | (
        went_out & (out_seat < columns.n_seats)
    )
    is_right &= special_seat == NULL
    is_right &= went_out | ~columns.is_concealed
    return is_right


def _equal(values: pa.StringArray, text: str) -> np.ndarray:
    return _array(pc.equal(values, text))


def _array(values: pa.Array) -> np.ndarray:
    return np.asarray(values.to_numpy(zero_copy_only=False))


def _are_right_seats(
    columns: PlainColumns, rulesets: Sequence[Ruleset | None]
) -> np.ndarray:
    shape = (-1, columns.n_seats)
    is_person = _is_given(columns.player_id)
    is_skilled = _is_given(columns.skill)
    is_computer = _equal(columns.controller, "computer")
    left = columns.left_in_hand
    of_person = ~is_skilled & ~(left & ~is_computer)
    of_computer = is_computer & is_skilled & ~left
    is_right = np.where(is_person, of_person, of_computer)
    is_right &= _are_player_ids(columns.player_id)
    is_right &= columns.seat == np.tile(np.arange(columns.n_seats), len(rulesets))
    are_right: np.ndarray = is_right.reshape(shape).all(axis=1)
    has_jokers = (columns.extra_jokers != NULL).reshape(shape).all(axis=1)
    needs_jokers = [r is not None and r.joker_button != "off" for r in rulesets]
    are_right &= has_jokers | ~np.array(needs_jokers, np.bool_)
    people = is_person.reshape(shape)
    present = (is_person & ~is_computer).reshape(shape)
    is_alone = (people.sum(axis=1) == 1) & (people == present).all(axis=1)
    are_right &= ~columns.is_solo | is_alone
    are_right &= ~_sits_twice(columns)
    return are_right


def _is_given(values: pa.StringArray) -> np.ndarray:
    return _array(values.is_valid())


def _are_player_ids(ids: pa.StringArray) -> np.ndarray:
    """Whether each is the id of a player, or null."""
    lengths = _array(pc.fill_null(pc.binary_length(ids), 1))
    is_id: np.ndarray = (lengths >= 1) & (lengths <= MAX_PLAYER_ID)
    letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
    if not _has_only(ids, letters):
        is_id &= np.array([t is None or is_player_id(t) for t in ids.to_pylist()])
    return is_id


def _sits_twice(columns: PlainColumns) -> np.ndarray:
    codes = columns.player_id.dictionary_encode().indices.fill_null(-1)
    sorted_codes = np.sort(codes.to_numpy().reshape(-1, columns.n_seats), axis=1)
    is_same = sorted_codes[:, 1:] == sorted_codes[:, :-1]
    twice: np.ndarray = (is_same & (sorted_codes[:, 1:] >= 0)).any(axis=1)
    return twice


def _are_right_points(columns: PlainColumns) -> np.ndarray:
    points, before, after = columns.points.T
    is_right = (points + before == after) & ~columns.has_special_hand
    is_whole = (columns.lines != NULL).all(axis=1)
    total = np.where(is_whole, columns.lines.T, 0).sum(axis=0)
    is_right &= ~is_whole | (total == points)
    are_right: np.ndarray = is_right.reshape(-1, columns.n_sides).all(axis=1)
    return are_right


def _with_right_game_overs(
    columns: PlainColumns, rulesets: Sequence[Ruleset | None], is_right: np.ndarray
) -> np.ndarray:
    """`is_right` without the hands whose `game_over` does not follow."""
    after = columns.points[:, 2].reshape(-1, columns.n_sides)
    targets = [
        NULL if r is None or r.target is None or r.n_rounds is not None else r.target
        for r in rulesets
    ]
    # Below the target nothing is over; of the rest the ruleset is asked.
    is_over = np.zeros(len(rulesets), np.bool_)
    asked = np.flatnonzero(is_right & (after.max(axis=1) >= np.array(targets)))
    for index in asked.tolist():
        ruleset = rulesets[index]
        if ruleset is not None:
            hand_no = int(columns.numbers[index, 0])
            is_over[index] = ruleset.is_game_over(after[index].tolist(), hand_no)
    follows: np.ndarray = is_over == columns.is_game_over
    follows |= _equal(columns.ended_by, "abandoned")
    follows &= is_right
    return follows
