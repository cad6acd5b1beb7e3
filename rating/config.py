"""The configuration of the Coastal Rating: every number that the page leaves open."""

from dataclasses import dataclass, field, fields
from typing import Literal, get_args

MarginFunction = Literal["logistic", "normal_cdf", "clamp", "win_loss"]
FormKind = Literal["exponential", "window"]
AwayHands = Literal["on_return", "always", "never"]

FAMILIES = ("coastal", "classic", "partnership", "tiles")  # ruleset families
SELF_RATINGS = ("learning", "casual", "experienced", "expert")  # lowest first
SKILLS = ("beginner", "intermediate", "expert")  # computers, lowest first
MARGIN_FUNCTIONS: tuple[MarginFunction, ...] = get_args(MarginFunction)
FORM_KINDS: tuple[FormKind, ...] = get_args(FormKind)
AWAY_HANDS: tuple[AwayHands, ...] = get_args(AwayHands)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfRatingStarts:
    """Start Rating by self-rating, in rating points."""

    learning: float = 850.0
    casual: float = 1000.0
    experienced: float = 1150.0
    expert: float = 1300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StartConfig:
    """Where a player starts on a ladder."""

    rating: float = 1000.0  # rating points, without a self-rating
    self_rating: SelfRatingStarts = field(default_factory=SelfRatingStarts)
    provisional_hands: int = 10  # rated hands until there is a level


@dataclass(frozen=True, slots=True, kw_only=True)
class KStep:
    """One step of the K-factor: `k` once `from_hand` rated hands were played."""

    from_hand: int
    k: float  # rating points per unit of score


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginScales:
    """Scale s of the actual score by ruleset family, in points of the game."""

    coastal: float = 900.0
    classic: float = 250.0
    partnership: float = 250.0
    tiles: float = 250.0


DEFAULT_K = (
    KStep(from_hand=0, k=24.0),
    KStep(from_hand=30, k=16.0),
    KStep(from_hand=100, k=10.0),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeConfig:
    """How far one hand moves a Rating."""

    scale: float = 400.0  # rating points for odds of ten to one
    k: tuple[KStep, ...] = DEFAULT_K
    margin_function: MarginFunction = "logistic"
    margin_scale: MarginScales = field(default_factory=MarginScales)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormConfig:
    """How Form averages the Rating."""

    kind: FormKind = "exponential"
    span: int = 30  # rated hands


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerStrengths:
    """What a computer seat counts as in Solo, in rating points."""

    beginner: float = 850.0
    intermediate: float = 1050.0
    expert: float = 1300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsConfig:
    """Strength of seats that no player plays, and what becomes of away hands."""

    computer_live: float = 1300.0  # rating points
    computer_solo: ComputerStrengths = field(default_factory=ComputerStrengths)
    away_hands: AwayHands = "on_return"


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level and what it asks for; the first level has no Form line."""

    name: str
    form: float | None = None  # Form line, rating points
    hands: int = 0  # rated hands
    games: int = 0  # finished games


DEFAULT_LEVELS = (
    Level(name="Beginner"),
    Level(name="Improver", form=950.0, hands=20, games=1),
    Level(name="Intermediate", form=1050.0, hands=50, games=4),
    Level(name="Advanced", form=1150.0, hands=100, games=10),
    Level(name="Expert", form=1300.0, hands=200, games=20),
    Level(name="Master", form=1450.0, hands=400, games=40),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsConfig:
    """When a player moves up or down."""

    keep_margin: float = 50.0  # rating points below the own line before a drop
    protected_hands: int = 25  # rated hands after a promotion without a drop
    table: tuple[Level, ...] = DEFAULT_LEVELS


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingConfig:
    """One version of the configuration.

    `RatingConfig()` is the default of `docs/rating.md`. Values are checked where
    they enter, in `rating.config_file`.
    """

    version: int = 1
    start: StartConfig = field(default_factory=StartConfig)
    change: ChangeConfig = field(default_factory=ChangeConfig)
    form: FormConfig = field(default_factory=FormConfig)
    seats: SeatsConfig = field(default_factory=SeatsConfig)
    levels: LevelsConfig = field(default_factory=LevelsConfig)

    def margin_scale(self, family: str) -> float:
        """Scale s of the actual score in `family`, in points of the game."""
        return float(getattr(self.change.margin_scale, family))

    def to_toml(self) -> str:
        """The text of a `rating.toml` that reads back as this configuration."""
        start, change, seats = self.start, self.change, self.seats
        steps = ", ".join(
            f"{{ from_hand = {s.from_hand}, k = {_number(s.k)} }}" for s in change.k
        )
        levels = ",\n".join(f"    {_level(level)}" for level in self.levels.table)
        return "\n".join(
            (
                f"version = {self.version}",
                "",
                "[start]",
                f"rating = {_number(start.rating)}",
                f"self_rating = {_inline(start.self_rating)}",
                f"provisional_hands = {start.provisional_hands}",
                "",
                "[change]",
                f"scale = {_number(change.scale)}",
                f"k = [ {steps} ]",
                f'margin_function = "{change.margin_function}"',
                f"margin_scale = {_inline(change.margin_scale)}",
                "",
                "[form]",
                f'kind = "{self.form.kind}"',
                f"span = {self.form.span}",
                "",
                "[seats]",
                f"computer_live = {_number(seats.computer_live)}",
                f"computer_solo = {_inline(seats.computer_solo)}",
                f'away_hands = "{seats.away_hands}"',
                "",
                "[levels]",
                f"keep_margin = {_number(self.levels.keep_margin)}",
                f"protected_hands = {self.levels.protected_hands}",
                f"table = [\n{levels},\n]",
                "",
            )
        )


def _number(value: float) -> str:
    """`value` as TOML: a whole number without its fraction, else all its digits."""
    if value.is_integer() and abs(value) < 1e15:  # exact in float64
        return str(int(value))
    return repr(value)


def _inline(
    group: SelfRatingStarts | MarginScales | ComputerStrengths,
) -> str:
    """A group of numbers as an inline table of TOML."""
    pairs = (f"{f.name} = {_number(getattr(group, f.name))}" for f in fields(group))
    return f"{{ {', '.join(pairs)} }}"


def _level(level: Level) -> str:
    """A row of the level table as an inline table of TOML."""
    parts = [f"name = {_text(level.name)}"]
    if level.form is not None:
        parts.append(f"form = {_number(level.form)}")
    if level.hands:
        parts.append(f"hands = {level.hands}")
    if level.games:
        parts.append(f"games = {level.games}")
    return f"{{ {', '.join(parts)} }}"


def _text(value: str) -> str:
    """`value` as a basic string of TOML."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(_printable(c) for c in escaped) + '"'


def _printable(character: str) -> str:
    """`character`, or its escape where TOML allows none unescaped."""
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x20 or code == 0x7F else character
