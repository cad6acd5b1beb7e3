"""Plainly sound hands of a block, read many at once.

What is found here is what `ingest.decode` and the steps after it find one by one;
to them goes every line that is left over. A hand with moves is read as one without,
and what its play tells is added.
"""

from collections.abc import Sequence

from engine.records import ReplayedHand
from ingest.accepted import PlainPart
from ingest.decode import known_record
from ingest.plain_tables import read_plain_hands
from ingest.play_tables import unsound_places, with_plays, without
from ingest.plays import Plays, find_plays
from ingest.records import Hand
from ingest.refusal import RefusedLineError
from ingest.replays import compare, replay
from ingest.soundness import SoundHand, ruleset_of
from ingest.verification import Verify, is_sampled


def read_hands(lines: Sequence[bytes], data: bytes, verify: Verify) -> PlainPart:
    """The plainly sound hands among `lines`, whose bytes are `data`."""
    plays = find_plays(data)
    if plays is None:
        return read_plain_hands(data, keep=True)
    part = read_plain_hands(plays.rest, keep=True, plays=plays.hashes)
    part.n_bytes = 0
    if not part.places:
        return part
    left = unsound_places(part.tables, plays)
    replays: dict[int, ReplayedHand] = {}
    for place in _to_replay(part.places, left, plays, verify):
        try:
            replays[place] = _replayed(lines[place])
        except RefusedLineError:
            left.append(place)
    tables = without(part.tables, left)
    places = sorted(set(part.places).difference(left))
    made = with_plays(tables, plays, replays) if places else {}
    return PlainPart(places, 0, made, len(replays))


def _to_replay(
    places: Sequence[int], left: Sequence[int], plays: Plays, verify: Verify
) -> list[int]:
    hashes = plays.hashes
    unsound = set(left)
    return [
        place
        for place in places
        if place in hashes
        and place not in unsound
        and is_sampled(hashes[place], verify)
    ]


def _replayed(line: bytes) -> ReplayedHand:
    """The replay of a plainly sound hand, or a refusal."""
    hand = known_record(line)
    if not isinstance(hand, Hand) or hand.result is None:
        raise RefusedLineError("wrong_type", "the line is no hand with a result")
    ruleset = ruleset_of(hand.ruleset, hand.options)
    replayed = replay(SoundHand(hand, ruleset, 0, 0), hand.result)
    if hand.result.ended_by != "abandoned":
        compare(replayed, hand.result)
    return replayed
