"""One row of a score sheet: its fields as values, and whether its parts add up."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from engine.cards import KING, N_RANKS
from engine.ruleset import Ruleset
from engine.tally import MeldTally, SideTally
from ingest.records import MAX_POINTS
from ingest.refusal import RefusedLineError

COLUMNS = (
    "game_no",
    "hand_no",
    "started_at",
    "ended_at",
    "dealer_seat",
    "side",
    "player_1",
    "player_2",
    "natural_canastas",
    "mixed_canastas",
    "red_threes",
    "card_points",
    "went_out",
    "penalties",
    "hand_points",
    "game_points",
)
KEY_COLUMNS = ("game_no", "hand_no", "side")
RowKey = tuple[int, ...]  # of KEY_COLUMNS
CANASTA = 7  # cards
NATURAL_BONUS, MIXED_BONUS = 500, 300  # points
PENALTY = 100  # points each

_POINTS = ("card_points", "hand_points", "game_points")
_NUMBER = re.compile(r"[+-]?\d{1,17}", re.ASCII)
_ISO = "%Y-%m-%dT%H:%M:%S"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class SheetClock:
    """How a sheet writes its local times, and the zone they are in."""

    zone: ZoneInfo
    time_format: str | None = None  # as of strptime; None: ISO 8601


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """What one side wrote down for one hand; times in UTC."""

    line: int
    game_no: int
    hand_no: int
    started_at: datetime
    ended_at: datetime
    dealer_seat: int
    side: int
    players: tuple[str, str]
    natural_canastas: int
    mixed_canastas: int
    red_threes: int
    card_points: int
    went_out: bool
    penalties: int
    hand_points: int
    game_points: int

    @property
    def key(self) -> RowKey:
        """What tells it from the other rows of its sheet: see `row_key`."""
        return (self.game_no, self.hand_no, self.side)


def row_key(
    values: Sequence[str],
    places: Mapping[str, int],
    columns: Sequence[str] = KEY_COLUMNS,
) -> tuple[int, ...] | None:
    """What tells a row of a sheet from the others; None if its cells do not say."""
    key = [values[places[c]] if places[c] < len(values) else "" for c in columns]
    is_whole = all(part.isdecimal() and len(part) < 18 for part in key)
    return tuple(map(int, key)) if is_whole else None


def cells(text: str, delimiter: str = ",") -> list[str]:
    """The cells of one line of CSV, without the blanks around them.

    Raises
    ------
    RefusedLineError
        If it is no line of CSV.
    """
    try:
        row = next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        fault = (
            "a carriage return stands within the row; end rows with line feeds"
            if "\r" in text.strip()
            else f"a cell of the row has more than {csv.field_size_limit():,} letters"
        )
        raise RefusedLineError("bad_value", fault) from None
    return [cell.strip() for cell in row]


def sheet_row(
    line: int, values: Sequence[str], places: Mapping[str, int], clock: SheetClock
) -> SheetRow:
    """The row of a line's cells; `places` says where each column stands.

    Raises
    ------
    RefusedLineError
        Naming the first cell that is missing or no value of its column.
    """
    found = {
        name: values[at] if at < len(values) else "" for name, at in places.items()
    }
    missing = next((name for name in COLUMNS if not found[name]), None)
    if missing is not None:
        raise RefusedLineError("missing_field", f"`{missing}` is empty")
    numbers = {
        name: _number(name, found[name])
        for name in COLUMNS
        if name not in ("started_at", "ended_at", "player_1", "player_2")
    }
    _check_range(numbers)
    went_out = bool(numbers.pop("went_out"))
    return SheetRow(
        line=line,
        started_at=_local_time("started_at", found["started_at"], clock),
        ended_at=_local_time("ended_at", found["ended_at"], clock),
        players=(found["player_1"], found["player_2"]),
        went_out=went_out,
        **numbers,
    )


def _number(name: str, text: str) -> int:
    if _NUMBER.fullmatch(text):
        return int(text)
    raise RefusedLineError(
        "wrong_type",
        f"`{name}` is {text[:40]!r}, expected a whole number such as 1480",
    )


def _check_range(numbers: Mapping[str, int]) -> None:
    limits = {
        "game_no": (1, 10**9),
        "hand_no": (1, 10**9),
        "dealer_seat": (0, 3),
        "side": (0, 1),
        "natural_canastas": (0, 100),
        "mixed_canastas": (0, 100),
        "red_threes": (0, 4),
        "went_out": (0, 1),
        "penalties": (0, 100),
        **dict.fromkeys(_POINTS, (-MAX_POINTS, MAX_POINTS)),
    }
    for name, (low, high) in limits.items():
        if not low <= numbers[name] <= high:
            raise RefusedLineError(
                "bad_value",
                f"`{name}` is {numbers[name]}, expected {low} to {high}",
            )
    for name in _POINTS:
        if numbers[name] % 5:
            raise RefusedLineError(
                "bad_value", f"`{name}` is {numbers[name]}, expected a multiple of 5"
            )


def _local_time(name: str, text: str, clock: SheetClock) -> datetime:
    """A wall-clock time in UTC; of an ambiguous one the earlier."""
    zone = clock.zone
    wall = _wall_time(text, clock.time_format)
    if wall is None:
        shown = (clock.time_format or _ISO).strip()
        example = datetime(2021, 4, 10, 18, 31, 11).strftime(shown)
        raise RefusedLineError(
            "bad_time",
            f"`{name}` is {text[:40]!r}, expected a local time such as {example}",
        )
    try:
        moment = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
        is_shown = moment.astimezone(zone).replace(tzinfo=None) == wall
    except OverflowError:
        raise RefusedLineError(
            "bad_time", f"`{name}` is {text[:40]!r}, beyond what a calendar has"
        ) from None
    if not is_shown:
        raise RefusedLineError(
            "bad_time",
            f"`{name}` is {text}, an hour that {zone.key} skipped when its clocks "
            "went forward",
        )
    return moment


def _wall_time(text: str, time_format: str | None) -> datetime | None:
    """A local time as it was written; None if it is none."""
    try:
        if time_format is None:
            wall = datetime.fromisoformat(text)
        else:
            wall = datetime.strptime(text, time_format)
    except ValueError:
        return None
    return None if wall.tzinfo is not None else wall


def twice_shown(row: SheetRow, zone: ZoneInfo) -> Iterator[str]:
    """A sentence for each time of the row that the clocks of `zone` showed twice."""
    for name, moment in (("started_at", row.started_at), ("ended_at", row.ended_at)):
        wall = moment.astimezone(zone).replace(fold=1)
        if wall.astimezone(UTC) != moment:
            yield (
                f"`{name}` is {wall:%Y-%m-%dT%H:%M:%S}, which the clocks of {zone.key} "
                "showed twice; the earlier is taken"
            )


def microseconds(moment: datetime) -> int:
    """Microseconds since 1970-01-01 UTC."""
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def threes_of(row: SheetRow, ruleset: Ruleset) -> int:
    """Points of the red threes of a row.

    Where their sign depends on whether the side melded at all, which a sheet does
    not say, the sign with which the row adds up is taken.
    """
    n_canastas = row.natural_canastas + row.mixed_canastas
    meld = MeldTally(KING, CANASTA, 0, 0, 0)
    choices = [
        ruleset.threes_points(_tally(row.red_threes, melds), n_canastas)
        for melds in ([meld] * max(n_canastas, 1), [])
    ]
    without_threes = row.hand_points - _other_parts(row)
    if not n_canastas and choices[1] == without_threes:
        return choices[1]
    return choices[0]


def _tally(n_red_threes: int, melds: Sequence[MeldTally]) -> SideTally:
    return SideTally(
        melds=melds,
        n_red_threes=n_red_threes,
        n_black_threes=0,
        holdings=[[0] * N_RANKS, [0] * N_RANKS],
    )


def canasta_bonus_of(row: SheetRow) -> int:
    """Points of the canastas of a row."""
    return NATURAL_BONUS * row.natural_canastas + MIXED_BONUS * row.mixed_canastas


def _other_parts(row: SheetRow) -> int:
    going_out = 100 if row.went_out else 0
    return canasta_bonus_of(row) + row.card_points + going_out - PENALTY * row.penalties


def check_hand_points(row: SheetRow, threes: int) -> None:
    """Refuse a row whose parts do not add up to its hand_points."""
    total = _other_parts(row) + threes
    if total != row.hand_points:
        raise RefusedLineError(
            "points_mismatch",
            f"hand_points is {row.hand_points}, but canastas {canasta_bonus_of(row)} "
            f"+ red threes {threes} + card_points {row.card_points} + going out "
            f"{100 if row.went_out else 0} + penalties {-PENALTY * row.penalties} "
            f"= {total}",
        )
