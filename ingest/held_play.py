"""The play of one held hand: its line in raw/, replayed in the engine.

No table keeps the pack, so the line as it came is what tells how the cards lay. What
this gives out is only what one seat saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import CoastalError
from engine.refusals import HandRefusedError
from engine.replay import deal_hand
from engine.rulesets import get_ruleset
from engine.seen import SeenStep, seen_steps
from ingest.decode import known_record
from ingest.records import Hand
from ingest.segments import segment_lines, segment_path

if TYPE_CHECKING:
    import duckdb

    from ingest.home import Home


class NoPlayError(CoastalError, LookupError):
    """A hand whose moves are not in this home folder."""


@dataclass(frozen=True, slots=True)
class HeldPlay:
    """A hand as one seat saw it, move by move.

    Attributes
    ----------
    steps : the deal, then each move
    n_moves : moves of the log
    stopped : why the engine cannot follow the moves after the last step; None if
        it follows them all
    """

    steps: list[SeenStep]
    n_moves: int
    stopped: str | None


def held_play(
    con: duckdb.DuckDBPyConnection, home: Home, hand_id: str, seat: int
) -> HeldPlay:
    """The hand as `seat` saw it; `con` reads a snapshot of `home`.

    Raises
    ------
    NoPlayError
        If the log has no moves, or raw/ has no line of the hand.
    DamagedSegmentError
        If the file of raw/ is damaged.
    """
    hand = _held_hand(con, home, hand_id)
    if hand is None or not hand.pack or not hand.moves or hand.result is None:
        raise NoPlayError(f"{home.raw} holds no moves of hand {hand_id}")
    steps: list[SeenStep] = []
    stopped = None
    try:
        state = deal_hand(
            get_ruleset(hand.ruleset, hand.options),
            dealer_seat=hand.dealer_seat,
            seats=hand.seats,
            points_before=[side.points_before for side in hand.result.sides],
            pack=hand.pack,
        )
        steps.extend(seen_steps(state, hand.moves, seat))
    except HandRefusedError as error:  # its message may name cards that nobody saw
        stopped = f"the log breaks clause {error.clause} of docs/rules.md there"
    except CoastalError as error:
        stopped = str(error)
    except (ArithmeticError, AttributeError, LookupError, TypeError):
        stopped = "the engine cannot follow this hand"
    return HeldPlay(steps, len(hand.moves), stopped)


def _held_hand(con: duckdb.DuckDBPyConnection, home: Home, hand_id: str) -> Hand | None:
    row = con.execute(
        "select segment_no from hand_contents "
        "where hand_id = ? and not is_partial and n_moves > 0",
        [hand_id],
    ).fetchone()
    path = segment_path(home, row[0]) if row else None
    if path is None or not path.exists():
        return None
    return next(_hands_of(segment_lines(path), hand_id), None)


def _hands_of(lines: Iterator[bytes], hand_id: str) -> Iterator[Hand]:
    """Complete hands of this id; in a segment a partial one may stand before it."""
    mark = hand_id.encode()
    for line in lines:
        if mark not in line and b"\\" not in line:  # an id may be written with escapes
            continue
        record = known_record(line)
        if (
            isinstance(record, Hand)
            and record.hand_id == hand_id
            and record.result is not None
        ):
            yield record
