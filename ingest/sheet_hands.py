"""Pairs of rows of a score sheet as results-only hands."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.ruleset import Ruleset
from ingest.accepted import AcceptedHand
from ingest.claims import check_claims
from ingest.contents import hand_hashes
from ingest.records import (
    LOG_VERSION,
    Canastas,
    Hand,
    Result,
    SeatRecord,
    SideResult,
    is_player_id,
)
from ingest.refusal import RefusedLineError
from ingest.sheet_rows import (
    PENALTY,
    SheetRow,
    canasta_bonus_of,
    check_hand_points,
    microseconds,
    threes_of,
)
from ingest.soundness import SoundHand


@dataclass(slots=True)
class SheetRows:
    """The rows of one sheet by (game_no, hand_no), and what was wrong with others.

    `faults` are by line; `broken` are the hands that a row could not be read of.
    """

    sheet_id: str
    ruleset: Ruleset
    rows: dict[tuple[int, int], list[SheetRow]] = field(default_factory=dict)
    faults: dict[int, RefusedLineError] = field(default_factory=dict)
    broken: set[tuple[int, int]] = field(default_factory=set)


def sheet_hands(reader: SheetRows) -> tuple[list[AcceptedHand], dict[int, int]]:
    """The hands of a sheet that add up, and the second row of each by its first.

    Rows that do not add up get their fault in `reader.faults`.
    """
    hands: list[AcceptedHand] = []
    twins: dict[int, int] = {}
    totals = _Totals()
    for key in sorted(reader.rows):
        rows = sorted(reader.rows[key], key=lambda row: (row.side, row.line))
        try:
            hand = _hand(reader, rows, totals)
        except RefusedLineError as fault:
            reader.faults.update(dict.fromkeys((row.line for row in rows), fault))
        else:
            first, second = sorted(row.line for row in rows)
            twins[first] = second
            hands.append(hand)
    hands.sort(key=lambda hand: hand.line)
    return hands, twins


class _Totals:
    """What each side's game_points may build on.

    After a wrong row both the total that was written and the one that was right
    will do, and after a row that is missing any: one wrong row is one fault and
    not a chain of them.
    """

    def __init__(self) -> None:
        self._latest: dict[tuple[int, int], tuple[int, set[int]]] = {}

    def next(self, row: SheetRow) -> int | None:
        """The total that `row` builds on; None if it builds on none."""
        key = (row.game_no, row.side)
        latest_no, bases = self._latest.get(key, (0, {0}))
        base = row.game_points - row.hand_points
        is_known = row.hand_no == latest_no + 1
        totals = {row.game_points}
        if is_known and base not in bases:
            totals |= {other + row.hand_points for other in bases}
        self._latest[key] = (row.hand_no, totals)
        return None if is_known and base not in bases else base


def _hand(reader: SheetRows, rows: Sequence[SheetRow], totals: _Totals) -> AcceptedHand:
    bases = [totals.next(row) for row in rows]
    _check_pair(reader, rows)
    sides: list[SideResult] = []
    for row, base in zip(rows, bases, strict=True):
        threes = threes_of(row, reader.ruleset)
        check_hand_points(row, threes)
        if base is None:
            raise RefusedLineError(
                "points_mismatch",
                f"game_points of side {row.side} is {row.game_points}, which is not "
                f"its previous game_points + hand_points {row.hand_points}",
            )
        sides.append(_side(row, threes, base))
    hand = _record(reader, rows, sides)
    check_claims(hand, reader.ruleset)
    sound = SoundHand(
        hand,
        reader.ruleset,
        microseconds(rows[0].started_at),
        microseconds(rows[0].ended_at),
    )
    line = min(row.line for row in rows)
    return AcceptedHand(line, sound, hand_hashes(sound), None)


def _check_pair(reader: SheetRows, rows: Sequence[SheetRow]) -> None:
    first = rows[0]
    where = f"game {first.game_no}, hand {first.hand_no}"
    if [row.side for row in rows] != [0, 1]:
        sides = ", ".join(str(row.side) for row in rows)
        why = (
            "the other row of it is refused"
            if (first.game_no, first.hand_no) in reader.broken
            else f"found side {sides}"
        )
        raise RefusedLineError(
            "missing_field", f"{where} needs one row each of side 0 and 1; {why}"
        )
    for name in ("started_at", "ended_at", "dealer_seat"):
        if getattr(first, name) != getattr(rows[1], name):
            raise RefusedLineError("bad_value", f"{where}: `{name}` differs by side")
    if first.ended_at < first.started_at:
        raise RefusedLineError("bad_time", f"{where}: it ends before it starts")
    if first.went_out and rows[1].went_out:
        raise RefusedLineError("bad_value", f"{where}: both sides went out")
    players = [player for row in rows for player in row.players]
    unfit = next((player for player in players if not is_player_id(player)), None)
    if unfit is not None:
        raise RefusedLineError(
            "bad_value",
            f"{where}: {unfit[:70]!r} is no player id (1 to 64 of A-Z a-z 0-9 _ . -)",
        )
    if len(set(players)) < len(players):
        raise RefusedLineError("bad_seats", f"{where}: a player sits in two seats")


def _side(row: SheetRow, threes: int, base: int) -> SideResult:
    return SideResult(
        points=row.hand_points,
        points_before=base,
        points_after=row.game_points,
        canasta_bonus=canasta_bonus_of(row),
        threes=threes,
        going_out=100 if row.went_out else 0,
        penalties=-PENALTY * row.penalties,
        canastas=Canastas(natural=row.natural_canastas, mixed=row.mixed_canastas),
    )


def _record(
    reader: SheetRows, rows: Sequence[SheetRow], sides: list[SideResult]
) -> Hand:
    first = rows[0]
    game_id = f"{reader.sheet_id}:{first.game_no}"
    totals = [side.points_after for side in sides]
    return Hand(
        v=LOG_VERSION,
        hand_id=f"{game_id}:{first.hand_no}",
        game_id=game_id,
        hand_no=first.hand_no,
        ruleset=reader.ruleset.name,
        options={},
        mode="live",
        started_at=first.started_at.isoformat(),
        ended_at=first.ended_at.isoformat(),
        dealer_seat=first.dealer_seat,
        seats=[
            SeatRecord(
                seat=seat,
                controller="player",
                player_id=rows[seat % 2].players[seat // 2],
            )
            for seat in range(4)
        ],
        result=Result(
            ended_by="went_out" if any(row.went_out for row in rows) else "stock",
            sides=sides,
            game_over=reader.ruleset.is_game_over(totals, first.hand_no),
        ),
    )
