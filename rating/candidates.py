"""Configurations as a sweep judged them, and what follows in words."""

import json
import math
from dataclasses import dataclass
from typing import Literal

from rating.config import RatingConfig

Metric = Literal["log_loss", "brier", "win_log_loss"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """A mean difference a hand with its 95 % interval; NaN bounds below two blocks."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One configuration and how it did.

    Attributes
    ----------
    values : dict
        Under the keys that the sweep varied.
    loss, later_loss : float
        Mean of the metric a hand, on the first hands and on the later ones.
    from_live, later_from_live : Distance
        The same less that of the live configuration.
    p_value : float
        Of being no worse than the best, adjusted for the number of candidates.
    is_equal : bool
        Whether it cannot be told from the best.
    skill, calibration_slope, sharpness : float
        As in `rating.stats.scoring`, over all hands.
    level_changes, warnings : float
        Promotions and demotions, and warnings, per 1,000 hands.
    reversed_share : float
        Share of level changes that were taken back within 100 hands; NaN without any.
    spread : float
        Standard deviation of the last Ratings.
    level_counts : tuple of int
        Players at each level of its table at the end; self-rated come first.
    """

    values: dict[str, object]
    config: RatingConfig
    is_live: bool
    loss: float
    later_loss: float
    from_live: Distance
    later_from_live: Distance
    p_value: float
    is_equal: bool
    skill: float
    calibration_slope: float
    sharpness: float
    level_changes: float
    warnings: float
    reversed_share: float
    spread: float
    level_counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """A sweep, judged. The live configuration is the first candidate.

    `confirmed` is the best less the live configuration on the later hands, by
    bootstrap, and `confirmed_p` what flipping the signs of its blocks says.
    """

    metric: Metric
    keys: tuple[str, ...]
    n_hands: int
    n_later_hands: int
    n_blocks: int
    n_later_blocks: int
    candidates: tuple[Candidate, ...]
    best: int
    confirmed: Distance
    confirmed_p: float

    @property
    def ranked(self) -> tuple[Candidate, ...]:
        """The candidates, the smallest loss first and what has none last."""
        return tuple(
            sorted(self.candidates, key=lambda one: (math.isnan(one.loss), one.loss))
        )

    @property
    def n_equal(self) -> int:
        """Candidates that cannot be told from the best, the best included."""
        return sum(one.is_equal for one in self.candidates)

    @property
    def words(self) -> tuple[str, ...]:
        """What follows, in sentences."""
        live, best = self.candidates[0], self.candidates[self.best]
        n_all = len(self.candidates)
        known = (
            f"{self.n_equal} of {n_all} configurations cannot be told from the best "
            f"over {self.n_hands:,} hands in {self.n_blocks:,} blocks of games."
        )
        if live.is_equal:
            return known, (
                "The live configuration is one of them: these hands give no reason to "
                "change it."
            )
        later = self.confirmed
        confirmed = "confirm it" if later.high < 0.0 else "do not confirm it"
        better = (
            "The best foretells hands better than the live configuration: "
            f"{in_words(best.from_live)} a hand."
        )
        after = (
            f"The {self.n_later_hands:,} later hands, which had no part in the choice, "
            f"{confirmed}: {in_words(later)}, p = {self.confirmed_p:.2g}."
        )
        return known, better, after


def shown_value(value: object) -> str:
    """A value of a key as a person reads it: a whole number without its fraction."""
    if isinstance(value, float):
        return f"{value:.6g}"
    return json.dumps(value) if isinstance(value, (list, dict)) else str(value)


def in_words(distance: Distance) -> str:
    """A difference with its interval, as `-0.00120 (-0.00180 to -0.00060)`."""
    if math.isnan(distance.estimate):
        return "no later hands"
    if math.isnan(distance.low):
        return f"{distance.estimate:+.5f} (too few games for an interval)"
    return f"{distance.estimate:+.5f} ({distance.low:+.5f} to {distance.high:+.5f})"
