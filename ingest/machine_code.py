"""Whether the readers' machine code is on disk, and a program that puts it there.

Making it takes some seconds, which only a large file pays for: `python -m
ingest.machine_code`, part of the set-up, spares the first one that.
"""

from functools import cache

from ingest import (
    plain_checks,
    plain_contents,
    plain_scan,
    plain_texts,
    plain_words,
    play_walk,
)
from ingest.compiled import is_on_disk
from ingest.plain_tables import read_plain_hands
from ingest.plays import find_plays

PLAIN = (
    plain_words.add_words,
    plain_scan.read_hands,
    plain_checks.verdicts,
    plain_contents.pack_hands,
    plain_texts.gather,
)
_SIDE = b'{"points":0,"points_before":0,"points_after":0}'
_SEATS = b",".join(
    b'{"seat":%d,"player_id":"p%d","controller":"player"}' % (seat, seat)
    for seat in range(4)
)
_HAND = (
    b'{"type":"hand","v":1,"hand_id":"h","game_id":"g","hand_no":1,'
    b'"ruleset":"coastal","options":{},"mode":"live",'
    b'"started_at":"2026-01-01T00:00:00Z","ended_at":"2026-01-01T00:00:00Z",'
    b'"dealer_seat":0,"seats":[' + _SEATS + b'],"result":{"ended_by":"stock",'
    b'"game_over":false,"sides":[' + _SIDE + b"," + _SIDE + b"]}}\n"
)


@cache
def is_made(*, with_moves: bool) -> bool:
    """Whether the code for plain hands, and that for moves, is on disk."""
    needed = (*PLAIN, play_walk.walk) if with_moves else PLAIN
    return all(map(is_on_disk, needed))


def main() -> None:
    """Make what is not there."""
    read_plain_hands(_HAND, keep=True)
    find_plays(_HAND)


if __name__ == "__main__":
    main()
