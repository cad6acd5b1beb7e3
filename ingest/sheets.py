"""Score sheets: the results that clubs keep in CSV, read as results-only hands."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.errors import CoastalError
from engine.ruleset import Ruleset
from engine.rulesets import get_ruleset
from ingest.block import BlockResult, Refusal, block_lines, compress
from ingest.columns import tables
from ingest.file_format import TOO_WIDE, UNPACK_FIRST
from ingest.lines import Block, LogFile
from ingest.packed_hands import packed
from ingest.refusal import RefusedLineError
from ingest.sheet_form import OWN_FORM, NotASheetError, SheetForm
from ingest.sheet_hands import SheetRows, sheet_hands
from ingest.sheet_rows import (
    COLUMNS,
    RowKey,
    SheetClock,
    cells,
    row_key,
    sheet_row,
    twice_shown,
)

ID_DIGITS = 12  # hex digits of the SHA-256 that names a sheet
_SHEET_ID = re.compile("[ -~]{1,100}")  # a hand's id has 128 at most


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How to read a sheet: its ruleset, the zone of its clock, its name."""

    ruleset: str
    timezone: str
    sheet_id: str | None = None
    form: SheetForm = OWN_FORM

    @classmethod
    def from_json(cls, fields: Mapping[str, object]) -> "SheetOptions":
        """The reverse of `to_json`."""
        known = {name: fields[name] for name in ("ruleset", "timezone", "sheet_id")}
        form = SheetForm(**fields.get("form") or {})  # type: ignore[arg-type]
        return cls(**known, form=form)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, object]:
        """The fields, for the manifest in raw/."""
        return {
            "ruleset": self.ruleset,
            "timezone": self.timezone,
            "sheet_id": self.sheet_id,
            **({} if self.form == OWN_FORM else {"form": asdict(self.form)}),
        }


@dataclass(slots=True)
class Sheet:
    """A sheet that was read: as it came, and as checked rows.

    `twins` has, for the first row of each hand, its second row. `notes` are sentences
    on how rows were understood, by line; `keys` say which row a line is.
    """

    options: SheetOptions
    sheet_id: str
    block: Block
    result: BlockResult
    twins: dict[int, int]
    notes: list[tuple[int, str]]
    keys: dict[int, RowKey]

    @property
    def frame(self) -> bytes:
        """The whole sheet as it came, in one zstd frame."""
        data = self.block.data
        return compress(data if data.endswith(b"\n") else data + b"\n")


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
    check_options(options)
    if file.is_utf_16:
        raise NotASheetError(f"{file.path} is UTF-16, expected UTF-8; save it as UTF-8")
    blocks = list(file.blocks())
    offset = blocks[0].offset if blocks else 0
    data = b"".join(b.data for b in blocks)
    if file.is_cut:
        data = data[: data.rfind(b"\n") + 1]
    if file.is_cut and not data:
        what = "ends early or is damaged; copy it anew"
        if file.is_too_wide:
            what = f"{TOO_WIDE}; {UNPACK_FIRST}"
        raise NotASheetError(f"{file.path} is an archive that {what}")
    sheet = sheet_of(Block(data, offset), options, str(file.path))
    sheet.result.truncated = int(file.is_cut)
    return sheet


def sheet_of(block: Block, options: SheetOptions, path: str) -> Sheet:
    """The sheet in `block`, which is a whole file."""
    form, ruleset = options.form, _ruleset(options.ruleset)
    clock = SheetClock(_zone(options.timezone), form.time_format)
    lines = [raw for _, _, raw in block_lines(block)]
    places = _places(lines, form, path)
    notes: list[tuple[int, str]] = []
    sheet_id = options.sheet_id or _sheet_id(lines)
    reader = SheetRows(sheet_id, ruleset)
    result = BlockResult(n_lines=len(lines), blank=1)
    for number, raw in enumerate(lines[1:], start=2):
        if not raw.strip():
            result.blank += 1
            continue
        values: list[str] = []
        try:
            values = row_values(raw, form.delimiter, places)
            row = sheet_row(number, values, places, clock)
        except RefusedLineError as fault:
            reader.faults[number] = fault
            _mark_broken(reader, values, places)
        else:
            notes += [(number, note) for note in twice_shown(row, clock.zone)]
            reader.rows.setdefault((row.game_no, row.hand_no), []).append(row)
    hands, twins = sheet_hands(reader)
    result.n_hands = len(hands)
    result.tables = packed(tables(hands, []))
    for number, start, raw in block_lines(block):
        found = reader.faults.get(number)
        if found is not None:
            result.refusals.append(Refusal(number, start, found.code, str(found), raw))
    keys = {row.line: row.key for rows in reader.rows.values() for row in rows}
    return Sheet(options, sheet_id, block, result, twins, notes, keys)


def row_values(raw: bytes, delimiter: str, places: Mapping[str, int]) -> list[str]:
    """The cells of a row; those of columns that nobody reads may be in any encoding.

    Raises
    ------
    RefusedLineError
        If it is no line of CSV, or one that is read is not UTF-8.
    """
    text = raw.decode("utf-8", errors="replace")
    values = cells(text, delimiter)
    read = [values[at] for at in places.values() if at < len(values)]
    if any("\ufffd" in value for value in read) and "\ufffd".encode() not in raw:
        raise RefusedLineError(
            "bad_utf8", "the row has bytes that are not UTF-8; save the sheet as UTF-8"
        )
    return values


def check_options(options: SheetOptions) -> None:
    """Refuse options that no sheet can be read with.

    Raises
    ------
    NotASheetError
        If there is no such ruleset or zone, or the sheet's id cannot be part of ids.
    """
    sheet_id = options.sheet_id
    if sheet_id is not None and not _SHEET_ID.fullmatch(sheet_id):
        raise NotASheetError(
            f"{sheet_id[:40]!r} is no --sheet-id, expected 1 to 100 printable ASCII "
            "letters"
        )
    _ruleset(options.ruleset)
    _zone(options.timezone)


def sheet_places(block: Block, form: SheetForm) -> dict[str, int]:
    """Where each column of the sheet in `block` stands."""
    return _places([raw for _, _, raw in block_lines(block)], form, "the sheet")


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise NotASheetError(
            f"{name[:40]!r} is no time zone; say --timezone AREA/CITY, for instance "
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


def _places(lines: Sequence[bytes], form: SheetForm, path: str) -> dict[str, int]:
    first = lines[0].decode("utf-8", errors="replace") if lines else ""
    try:
        header = cells(first, form.delimiter)
    except RefusedLineError as fault:
        raise NotASheetError(f"{path} has no header of a sheet: {fault}") from None
    missing = [column for column in COLUMNS if form.header_of(column) not in header]
    if missing:
        why = "; it has bytes that are not UTF-8" if "\ufffd" in first else ""
        raise NotASheetError(
            f"{path} has no column {form.header_of(missing[0])}; the header of a score "
            f"sheet is {','.join(COLUMNS)}, or what --columns FILE says it is{why}"
        )
    return {column: header.index(form.header_of(column)) for column in COLUMNS}


def _sheet_id(lines: Sequence[bytes]) -> str:
    """First digits of the SHA-256 of header and first row, one line feed between."""
    head = b"\n".join(line.removesuffix(b"\r") for line in lines[:2])
    return hashlib.sha256(head).hexdigest()[:ID_DIGITS]


def _mark_broken(
    reader: SheetRows, values: Sequence[str], places: Mapping[str, int]
) -> None:
    """Remember whose row could not be read, so that its twin is refused too."""
    key = row_key(values, places, COLUMNS[:2])
    if key is not None:
        reader.broken.add((key[0], key[1]))
