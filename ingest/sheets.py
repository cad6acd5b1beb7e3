"""Score sheets: the results that clubs keep in CSV, read as results-only hands."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.errors import CoastalError, UsageError
from engine.ruleset import Ruleset
from engine.rulesets import get_ruleset
from ingest.block import BlockResult, Refusal, block_lines, compress
from ingest.claims import check_claims
from ingest.columns import AcceptedHand, tables
from ingest.contents import hand_hashes
from ingest.lines import Block, LogFile
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
    COLUMNS,
    PENALTY,
    SheetRow,
    canasta_bonus_of,
    cells,
    check_hand_points,
    microseconds,
    sheet_row,
    threes_of,
)
from ingest.soundness import SoundHand

ID_DIGITS = 12  # hex digits of the SHA-256 that names a sheet


class NotASheetError(UsageError):
    """A CSV file that is no score sheet, or options that do not fit one."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How to read a sheet: its ruleset, the zone of its clock, its name."""

    ruleset: str
    timezone: str
    sheet_id: str | None = None

    def to_json(self) -> dict[str, object]:
        """The fields, for the manifest in raw/."""
        return {
            "ruleset": self.ruleset,
            "timezone": self.timezone,
            "sheet_id": self.sheet_id,
        }


@dataclass(slots=True)
class Sheet:
    """A sheet that was read: as it came, and as checked rows.

    `twins` has, for the first row of each hand, its second row.
    """

    options: SheetOptions
    block: Block
    result: BlockResult
    twins: dict[int, int]

    @property
    def frame(self) -> bytes:
        """The whole sheet as it came, in one zstd frame."""
        data = self.block.data
        return compress(data if data.endswith(b"\n") else data + b"\n")


@dataclass(slots=True)
class _Reader:
    sheet_id: str
    ruleset: Ruleset
    rows: dict[tuple[int, int], list[SheetRow]] = field(default_factory=dict)
    faults: dict[int, RefusedLineError] = field(default_factory=dict)  # by line
    broken: set[tuple[int, int]] = field(default_factory=set)


def read_sheet(file: LogFile, options: SheetOptions | None) -> Sheet:
    """Read a whole sheet; rows that do not add up are refused hand by hand.

    Raises
    ------
    NotASheetError
        If the options are missing or the header is not that of a sheet.
    """
    if options is None:
        raise NotASheetError(
            f"{file.path} is a score sheet: say --ruleset NAME and --timezone "
            "AREA/CITY, for a sheet has neither"
        )
    blocks = list(file.blocks())
    offset = blocks[0].offset if blocks else 0
    block = Block(b"".join(b.data for b in blocks), offset)
    return sheet_of(block, options, str(file.path))


def sheet_of(block: Block, options: SheetOptions, path: str) -> Sheet:
    """The sheet in `block`, which is a whole file."""
    zone, ruleset = _zone(options.timezone), _ruleset(options.ruleset)
    lines = [raw for _, _, raw in block_lines(block)]
    places = _places(lines, path)
    reader = _Reader(options.sheet_id or _sheet_id(lines), ruleset)
    result = BlockResult(n_lines=len(lines), blank=1)
    for number, raw in enumerate(lines[1:], start=2):
        text = raw.decode("utf-8", errors="replace")
        if not text.strip():
            result.blank += 1
            continue
        try:
            row = sheet_row(number, cells(text), places, zone)
        except RefusedLineError as fault:
            reader.faults[number] = fault
            _mark_broken(reader, cells(text), places)
        else:
            reader.rows.setdefault((row.game_no, row.hand_no), []).append(row)
    hands, twins = _hands(reader)
    result.n_hands = len(hands)
    result.tables = tables(hands, [])
    for number, start, raw in block_lines(block):
        found = reader.faults.get(number)
        if found is not None:
            result.refusals.append(Refusal(number, start, found.code, str(found), raw))
    return Sheet(options, block, result, twins)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise NotASheetError(
            f"{name!r} is no time zone; say --timezone AREA/CITY, for instance "
            "Australia/Sydney"
        ) from None


def _ruleset(name: str) -> Ruleset:
    try:
        ruleset = get_ruleset(name)
    except CoastalError as error:
        raise NotASheetError(str(error)) from None
    if (ruleset.n_seats, ruleset.n_sides) != (4, 2):
        raise NotASheetError(
            f"{name} is not played by two sides of two; a sheet has only these"
        )
    return ruleset


def _places(lines: Sequence[bytes], path: str) -> dict[str, int]:
    header = cells(lines[0].decode("utf-8", errors="replace")) if lines else []
    missing = [column for column in COLUMNS if column not in header]
    if missing:
        raise NotASheetError(
            f"{path} has no column {missing[0]}; the header of a score sheet is "
            f"{','.join(COLUMNS)}"
        )
    return {column: header.index(column) for column in COLUMNS}


def _sheet_id(lines: Sequence[bytes]) -> str:
    """First digits of the SHA-256 of header and first row, one line feed between."""
    head = b"\n".join(line.removesuffix(b"\r") for line in lines[:2])
    return hashlib.sha256(head).hexdigest()[:ID_DIGITS]


def _mark_broken(
    reader: _Reader, values: Sequence[str], places: Mapping[str, int]
) -> None:
    """Remember whose row could not be read, so that its twin is refused too."""
    key = [values[places[c]] if places[c] < len(values) else "" for c in COLUMNS[:2]]
    if all(part.isdecimal() and len(part) < 18 for part in key):
        reader.broken.add((int(key[0]), int(key[1])))


def _hands(reader: _Reader) -> tuple[list[AcceptedHand], dict[int, int]]:
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


def _hand(reader: _Reader, rows: Sequence[SheetRow], totals: _Totals) -> AcceptedHand:
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


def _check_pair(reader: _Reader, rows: Sequence[SheetRow]) -> None:
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


def _record(reader: _Reader, rows: Sequence[SheetRow], sides: list[SideResult]) -> Hand:
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
