"""What a sweep found: sums by block of games and by configuration."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rating import lane_scores
from rating.config import RatingConfig
from rating.lanes import GameBlocks
from rating.level_steps import EVENTS
from rating.records import Floats
from rating.stats.scoring import EVEN, HandSums, entropies


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalStates:
    """Where a sweep leaves the players; rows as in `Seating.keys`, a lane a column.

    Attributes
    ----------
    rating, form : float64 arrays, shape (n_states, n_configs)
    standing : array of lane_records.STANDING of that shape
        With 0 rows where levels were left out.
    """

    rating: Floats
    form: Floats
    standing: NDArray[np.void]


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepResult:
    """What a sweep found, by block of games and by configuration.

    Attributes
    ----------
    has_levels, has_wins : bool
        Whether levels were judged and wins foretold; without them those sums are 0.
    sums : float64 array, shape (n_blocks, N_SUMS, n_configs)
        Rows as `rating.lane_scores` names them.
    slopes : float64 array, shape (n_configs,)
        Slope of the log odds to win on the log odds of E, fitted to all hands.
    spread : float64 array, shape (n_configs,)
        Standard deviation of the rated players' last Ratings, in rating points.
    margin_no : int32 array, shape (n_hands,)
        Place of each hand's margin in `actual`.
    actual : float64 array, shape (n_margins, n_configs)
        Actual score of side 0.
    level_counts : int64 array, shape (n_configs, n_levels + 1)
        Players at each level at the end; the first column is self-rated. Columns
        that a configuration's table does not have are 0.
    states : FinalStates, or None unless they were asked for
    """

    configs: tuple[RatingConfig, ...]
    blocks: GameBlocks
    has_levels: bool
    has_wins: bool
    sums: Floats
    slopes: Floats
    spread: Floats
    margin_no: NDArray[np.int32]
    actual: Floats
    level_counts: NDArray[np.int64]
    states: FinalStates | None

    @property
    def log_loss(self) -> Floats:
        """Sum of the log losses of each block, shape (n_blocks, n_configs)."""
        k = lane_scores
        return self._log_loss(k.E_MANTISSA, k.E_EXPONENT, k.LOSER_LOG_ODDS)

    @property
    def win_log_loss(self) -> Floats:
        """The same of who won, foretold with the slope fitted to earlier hands.

        Unlike the log loss of the actual score it may be compared between margin
        functions and scales; a tie counts as half a win.
        """
        k = lane_scores
        return self._log_loss(k.P_MANTISSA, k.P_EXPONENT, k.LOST_LOG_ODDS)

    @property
    def brier(self) -> Floats:
        """Sum of the squared errors of each block, shape (n_blocks, n_configs)."""
        return self.sums[:, lane_scores.BRIER]

    @property
    def expected_spread(self) -> Floats:
        """Sum of (E - ½)² of each block, shape (n_blocks, n_configs)."""
        return self.sums[:, lane_scores.EXPECTED_SPREAD]

    @property
    def level_changes(self) -> Floats:
        """Promotions and demotions in each block, shape (n_blocks, n_configs)."""
        return self.events("promoted") + self.events("demoted")

    @property
    def reversals(self) -> Floats:
        """Steps that took back one of the last 100 hands, by block."""
        return self.sums[:, lane_scores.REVERSALS]

    def hand_sums(self, chosen: NDArray[np.bool_]) -> HandSums:
        """What `rating.stats.scoring` measures, over the chosen blocks.

        `chosen` has shape (n_blocks,), each sum (n_configs,).
        """
        counted = self.blocks.is_counted & chosen[self.blocks.block]
        margins = np.bincount(
            self.margin_no[counted], minlength=len(self.actual)
        ).astype(np.float64)
        n_hands = np.full(len(self.configs), float(margins.sum()))
        return HandSums(
            n_hands=n_hands,
            log_loss=self.log_loss[chosen].sum(axis=0),
            entropy=margins @ entropies(self.actual),
            brier=self.brier[chosen].sum(axis=0),
            expected_spread=self.expected_spread[chosen].sum(axis=0),
            actual_spread=margins @ (self.actual - EVEN) ** 2,
        )

    def events(self, event: str) -> Floats:
        """How often a level event came, shape (n_blocks, n_configs)."""
        return self.sums[:, lane_scores.EVENT_SUMS + EVENTS.index(event)]

    def _log_loss(self, mantissa: int, exponent: int, log_odds: int) -> Floats:
        logs = np.log(self.sums[:, mantissa]) + self.sums[:, exponent] * np.log(2.0)
        found: Floats = -logs - self.sums[:, log_odds]
        return found
