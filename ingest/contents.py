"""What makes two records the same: hashes of their canonical content."""

import hashlib
from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from engine.ruleset import Ruleset
from ingest.records import (
    CANASTAS,
    LINES,
    POINTS,
    Canastas,
    Player,
    Result,
    SideResult,
)
from ingest.soundness import SoundHand

HASH_SIZE = 16  # bytes; 128 bits make a chance collision out of the question

_ENCODER = msgspec.msgpack.Encoder()
_seat_of = attrgetter(
    "player_id", "controller", "skill", "left_in_hand", "extra_jokers"
)
_points_of: Callable[[SideResult], tuple[int | None, ...]] = attrgetter(*POINTS, *LINES)
_canastas_of: Callable[[Canastas], tuple[int, ...]] = attrgetter(*CANASTAS)
_NO_CANASTAS = (None,) * len(CANASTAS)


class HandHashes(NamedTuple):
    """Hashes of one hand."""

    content: bytes
    play: bytes | None  # of pack and moves; None for a results-only hand


def hand_hashes(sound: SoundHand) -> HandHashes:
    """Hashes that ignore key order, white space, unknown fields and `engine`.

    Times count as instants, the ruleset and its options as what they mean, a field
    that is absent as one with its default. Content is a row of plain values, see
    `content_hashes`.
    """
    hand, ruleset = sound.hand, sound.ruleset
    play = None
    if hand.moves is not None:
        play = _hash(_ENCODER.encode((hand.pack, hand.moves)))
    row = (
        hand.game_id,
        hand.hand_no,
        ruleset.name,
        sorted(ruleset.options.items()),
        hand.mode,
        None if hand.device_id is UNSET else hand.device_id,
        sound.started_at,
        sound.ended_at,
        hand.dealer_seat,
        [*map(_seat_of, hand.seats)],
        *_result(hand.result),
        hand.pack if play is None else None,
    )
    return HandHashes(_hash(_ENCODER.encode(row) + (play or b"")), play)


def packed_ruleset(ruleset: Ruleset) -> bytes:
    """The part that a ruleset with its options has in a packed row of content."""
    name, options = ruleset.name, sorted(ruleset.options.items())
    return _ENCODER.encode(name) + _ENCODER.encode(options)


def content_hashes(
    packed: bytes, starts: Sequence[int], plays: Sequence[bytes]
) -> list[bytes]:
    """The content hashes of hands from packed rows, and their play hashes.

    The play hash of a results-only hand is empty; such a hand has no pack either.

    A row begins at each of `starts` but the last, which is where the last one ends. It
    is game_id, hand_no, name and sorted options of the ruleset, mode, device_id,
    started_at, ended_at, dealer_seat; of each seat player_id, controller, skill,
    left_in_hand, extra_jokers; ended_by, went_out_seat, special_hand_seat, concealed,
    game_over; of each side its special hand; of each side points before and after,
    lines and canastas; the pack.
    """
    blake2b = hashlib.blake2b
    return [
        blake2b(packed[start:end] + play, digest_size=HASH_SIZE).digest()
        for (start, end), play in zip(pairwise(starts), plays, strict=True)
    ]


def _result(result: Result | None) -> tuple[object, ...]:
    if result is None:
        return (None, None, None)
    end = (
        result.ended_by,
        result.went_out_seat,
        result.special_hand_seat,
        result.concealed,
        result.game_over,
    )
    specials = [side.special_hand for side in result.sides]
    return (end, specials, [_side(side) for side in result.sides])


def _side(side: SideResult) -> tuple[int | None, ...]:
    counts = side.canastas
    return _points_of(side) + (_NO_CANASTAS if counts is None else _canastas_of(counts))


def player_key(player: Player, at: int) -> tuple[str, int, str, str | None, bool]:
    """Everything that a player record says; `at` in microseconds."""
    return (player.player_id, at, player.name, player.self_rating, player.show_skill)


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=HASH_SIZE).digest()
