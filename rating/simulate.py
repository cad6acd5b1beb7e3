"""A population of players whose true skill is known, and the hands that they play.

It is there to measure a configuration against the truth: how fast Ratings arrive,
how far they are off, how late they follow. It knows nothing of cards: a hand is a
draw from the hands that the engine played, moved by the gap in skill. What play
itself does (styles, partners, openings) only the engine shows.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from engine.errors import UsageError
from engine.rulesets import get_ruleset
from rating.config import SELF_RATINGS, RatingConfig
from rating.hands import AWAY, COMPUTER, NO_DEVICE, NOT_SAID, PRESENT, HandArrays
from rating.simulate_kernel import (
    N_SEATS,
    NUMBERS,
    TABLE,
    Dealt,
    World,
    deal_hands,
)
from rating.simulate_points import Points, engine_points, points_a_gap

RULESETS: Final = {
    "coastal": "coastal",
    "classic": "classic-4",
    "partnership": "partnership",
    "tiles": "tiles-10000",
}
MOST_TABLES: Final = 200
MOST_HANDS: Final = 20_000_000  # about 13 GB with their report
MOST_PLAYERS: Final = 10_000_000
MOST_POINTS: Final = 10_000  # rating points
PEOPLE_A_TABLE: Final = 8  # of which half may be busy elsewhere
DRIFT_HANDS: Final = 100  # hands that `Population.drift` speaks of
HAND_MINUTES: Final = 6
FIRST_HAND_AT: Final = 1_767_225_600_000_000  # 2026-01-01 00:00 UTC, microseconds
MINUTE: Final = 60_000_000  # microseconds
COMPUTER_SKILL: Final = 2  # "expert", in SKILLS; Live counts all skills alike

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """Who plays, how often, and how good they are.

    Skill is measured in the rating points that it is worth under the default
    configuration of the family: two sides whose mean skills differ by 150 score
    on average what their Ratings would foretell if they differed by 150.

    Attributes
    ----------
    family
        Ruleset family; sets the points of hands and the target of a game.
    n_players
        At least 8. The i-th most active sits down in proportion to
        (i + 30) ** -0.6, a shifted Zipf law.
    skill_mean, skill_sd
        True skill of the players is normal; in rating points.
    drift
        SD of how far skill wanders in 100 of a player's hands, in rating points;
        0 where it stands still.
    return_hands
        Hands in which 63 % of a wandering is drawn back to the player's own mean
        (Ornstein and Uhlenbeck); None for a random walk.
    computer_share, computer_skill
        Share of seats held by computers, and their true skill.
    away_share
        Share of a player's hands that a computer plays for them, each for itself;
        what they do to the player says the policy of the configuration.
    abandoned_share
        Share of games that break up once a side has a random part of the target;
        a hand that jumps past the target ends even those.
    said_share, said_error
        Share of players who say how good they are, and the SD of their error; they
        say the self-rating whose default start is nearest.
    """

    family: str = "coastal"
    n_players: int = 2_000
    skill_mean: float = 1_000.0
    skill_sd: float = 150.0
    drift: float = 0.0
    return_hands: float | None = None
    computer_share: float = 0.06
    computer_skill: float = 1_300.0
    away_share: float = 0.0
    abandoned_share: float = 0.12
    said_share: float = 0.8
    said_error: float = 150.0

    def __post_init__(self) -> None:
        if self.family not in RULESETS:
            raise UsageError(
                f"found --family {self.family}, expected one of {', '.join(RULESETS)}"
            )
        _refuse_outside("players", self.n_players, 2 * N_SEATS, MOST_PLAYERS)
        for name in ("computer_share", "away_share", "abandoned_share", "said_share"):
            _refuse_outside(name, getattr(self, name), 0, 1)
        for name in ("skill_sd", "drift", "said_error"):
            _refuse_outside(name, getattr(self, name), 0, MOST_POINTS)
        for name in ("skill_mean", "computer_skill"):
            _refuse_outside(name, getattr(self, name), -MOST_POINTS, MOST_POINTS)
        if self.return_hands is not None:
            _refuse_outside("return_hands", self.return_hands, 1, MOST_HANDS)


def _refuse_outside(name: str, found: float, low: int, high: int) -> None:
    """Raise UsageError, in the words of the option, unless low <= found <= high."""
    if not low <= found <= high:  # nor where it is not a number
        option = name.replace("_", "-")
        raise UsageError(f"found --{option} {found}, expected {low:,} to {high:,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedHands:
    """Hands as a replay takes them, and the truth behind them.

    Attributes
    ----------
    hands : HandArrays
    skill : array, shape (n_hands, 4)
        True skill of each seat before the hand; of who is away their own.
    points : array, shape (n_hands, 2)
        What each side made.
    population : Population
    """

    hands: HandArrays
    skill: Floats
    points: Points
    population: Population

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def is_away(self) -> NDArray[np.bool_]:
        """Whose hand a computer plays, shape (n_hands, 4)."""
        return np.asarray(self.hands.held_by == AWAY)

    @property
    def strength(self) -> Floats:
        """True skill of whoever plays each seat, shape (n_hands, 4)."""
        return np.where(self.is_away, self.population.computer_skill, self.skill)


def simulate_hands(
    population: Population,
    n_hands: int,
    rng: np.random.Generator,
    points: Points | None = None,
) -> SimulatedHands:
    """Let the population play `n_hands`; the same generator gives the same bits.

    `points` are those of both sides of hands between even sides; else those of the
    engine's hands.
    """
    _refuse_outside("hands", n_hands, 1, MOST_HANDS)
    points = engine_points(population.family) if points is None else points
    people = population.n_players
    home = rng.normal(population.skill_mean, population.skill_sd, people)
    said = _self_ratings(population, home, rng)
    n_tables = max(1, min(MOST_TABLES, people // PEOPLE_A_TABLE))
    dealt = _no_hands_yet(n_hands)
    tables = np.zeros(n_tables, dtype=TABLE)
    tables["game"] = -1
    n_games = deal_hands(_world(population, home, points), tables, dealt, rng)
    step = max(1, HAND_MINUTES * MINUTE // n_tables)
    hands = HandArrays(
        hand_id=_hand_ids(dealt),
        game=dealt.game,
        hand_no=dealt.hand_no,
        ended_at=FIRST_HAND_AT + (np.arange(n_hands) + n_tables) * step,
        ladder=np.zeros(n_hands, dtype=np.int32),
        device=np.full(n_hands, NO_DEVICE, dtype=np.int32),
        margin=dealt.points[:, 0] - dealt.points[:, 1],
        is_game_over=dealt.is_game_over,
        ends_again=np.zeros(n_hands, dtype=np.bool_),
        player=dealt.player,
        held_by=_held_by(dealt),
        said_at=np.full(people, FIRST_HAND_AT),
        said=said,
        ladders=(f"{population.family}/live",),
        game_ids=_numbered("g", np.arange(n_games)),
        player_ids=_numbered("p", np.arange(people)),
        device_ids=pa.array([], pa.string()),
    )
    return SimulatedHands(
        hands=hands, skill=dealt.skill, points=dealt.points, population=population
    )


def _held_by(dealt: Dealt) -> NDArray[np.uint8]:
    """Who held each seat, in the codes of `HandArrays.held_by`."""
    people = np.where(dealt.is_away, np.uint8(AWAY), np.uint8(PRESENT))
    return np.where(dealt.player < 0, np.uint8(COMPUTER + COMPUTER_SKILL), people)


def _no_hands_yet(n_hands: int) -> Dealt:
    """Room for so many hands."""
    return Dealt(
        game=np.empty(n_hands, dtype=np.int32),
        hand_no=np.empty(n_hands, dtype=np.int64),
        player=np.empty((n_hands, N_SEATS), dtype=np.int32),
        skill=np.empty((n_hands, N_SEATS)),
        is_away=np.empty((n_hands, N_SEATS), dtype=np.bool_),
        points=np.empty((n_hands, 2), dtype=np.int64),
        is_game_over=np.empty(n_hands, dtype=np.bool_),
    )


def _world(population: Population, home: Floats, points: Points) -> World:
    """The population as the loop takes it; the first player is the most active."""
    activity = np.cumsum((np.arange(len(home)) + 30.0) ** -0.6)
    ruleset = get_ruleset(RULESETS[population.family])
    back = population.return_hands
    numbers = np.zeros(1, dtype=NUMBERS)
    numbers["computer_share"] = population.computer_share
    numbers["computer_skill"] = population.computer_skill
    numbers["away_share"] = population.away_share
    numbers["points_a_gap"] = points_a_gap(points, population.family)
    numbers["abandoned_share"] = population.abandoned_share
    # The wandering of independent steps grows with their root.
    numbers["drift"] = population.drift / math.sqrt(DRIFT_HANDS)
    numbers["kept"] = 1.0 if back is None else math.exp(-1.0 / back)
    numbers["target"] = ruleset.target
    numbers["is_strict"] = ruleset.target_strict
    return World(
        skill=home.copy(),
        home=home,
        is_busy=np.zeros(len(home), dtype=np.bool_),
        chance=activity / activity[-1],
        points=points,
        numbers=numbers,
    )


def _self_ratings(
    population: Population, home: Floats, rng: np.random.Generator
) -> NDArray[np.int8]:
    """What each player says of themself, NOT_SAID for those who say nothing."""
    starts = RatingConfig().start.self_rating
    values = np.array([getattr(starts, name) for name in SELF_RATINGS])
    felt = home + rng.normal(0.0, population.said_error, len(home))
    nearest = np.abs(felt[:, None] - values).argmin(axis=1).astype(np.int8)
    says = rng.random(len(home)) < population.said_share
    return np.where(says, nearest, np.int8(NOT_SAID))


def _hand_ids(dealt: Dealt) -> pa.StringArray:
    games = _numbered("g", dealt.game)
    return pc.binary_join_element_wise(
        games, pa.array(dealt.hand_no).cast("string"), "-"
    )


def _numbered(letter: str, numbers: NDArray[np.integer]) -> pa.StringArray:
    text = pa.array(numbers).cast("string")
    return pc.binary_join_element_wise(letter, text, "")
