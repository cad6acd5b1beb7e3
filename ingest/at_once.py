"""Plainly sound hands of a block, read many at once.

What is found here is what `ingest.decode` and the steps after it find one by one;
to them goes every line that is left over. A hand with moves is read as one without,
and what its play tells is added.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from engine.records import ReplayedHand
from ingest.accepted import PlainPart
from ingest.numbered_plays import numbered_plays
from ingest.plain_tables import read_plain_hands
from ingest.play_tables import (
    by_ruleset,
    places_of,
    unsound_places,
    with_plays,
    without,
)
from ingest.plays import Plays, find_plays
from ingest.replays import replayed_play
from ingest.verification import Verify, is_sampled


def read_hands(data: bytes, verify: Verify) -> PlainPart:
    """The plainly sound hands of the lines in `data`."""
    plays = find_plays(data)
    if plays is None:
        return read_plain_hands(data, keep=True)
    part = read_plain_hands(plays.rest, keep=True, plays=plays.hashes)
    part.n_bytes = 0
    if not part.places:
        return part
    left = set(unsound_places(part.tables, plays))
    replays: dict[int, ReplayedHand] = {}
    for place, replayed in _replays(part.tables["hands"], plays, verify, left):
        if replayed is None:
            left.add(place)
        else:
            replays[place] = replayed
    tables = without(part.tables, sorted(left))
    places = sorted(set(part.places) - left)
    made = with_plays(tables, plays, replays) if places else {}
    return PlainPart(places, 0, made, len(replays))


def _replays(
    hands: pa.Table, plays: Plays, verify: Verify, unsound: set[int]
) -> Iterator[tuple[int, ReplayedHand | None]]:
    """The replay of each hand that is to be replayed, None where it is in doubt."""
    sampled = {
        place
        for place, play_hash in plays.hashes.items()
        if is_sampled(play_hash, verify)
    }
    sampled -= unsound
    if not sampled:
        return
    rest = plays.rest.split(b"\n")
    for ruleset, rows in by_ruleset(hands):
        places = [p for p in places_of(hands)[rows].tolist() if p in sampled]
        numbered = numbered_plays(
            plays, plays.at(np.array(places, np.int64)), ruleset.deck
        )
        for place, play in zip(places, numbered, strict=True):
            replayed = None
            if play is not None:
                replayed = replayed_play(rest[place], ruleset, *play)
            yield place, replayed
