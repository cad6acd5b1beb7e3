"""What makes two records the same: hashes of their canonical content."""

import hashlib
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from ingest.records import Player
from ingest.soundness import SoundHand

HASH_SIZE = 16  # bytes; 128 bits make a chance collision out of the question

_ENCODER = msgspec.json.Encoder()


class HandHashes(NamedTuple):
    """Hashes of one hand."""

    content: bytes
    play: bytes | None  # of pack and moves; None for a results-only hand


def hand_hashes(sound: SoundHand) -> HandHashes:
    """Hashes that ignore key order, white space, unknown fields and `engine`.

    Times count as instants, the ruleset and its options as what they mean.
    """
    hand, ruleset = sound.hand, sound.ruleset
    play = None
    if hand.moves is not None:
        play = _hash(_ENCODER.encode((hand.pack, hand.moves)))
    head = (
        hand.game_id,
        hand.hand_no,
        ruleset.name,
        sorted(ruleset.options.items()),
        hand.mode,
        None if hand.device_id is UNSET else hand.device_id,
        sound.started_at,
        sound.ended_at,
        hand.dealer_seat,
        hand.seats,
        hand.result,
        hand.pack if play is None else None,
    )
    return HandHashes(_hash(_ENCODER.encode(head) + (play or b"")), play)


def player_key(player: Player, at: int) -> tuple[str, int, str, str | None, bool]:
    """Everything that a player record says; `at` in microseconds."""
    return (player.player_id, at, player.name, player.self_rating, player.show_skill)


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=HASH_SIZE).digest()
