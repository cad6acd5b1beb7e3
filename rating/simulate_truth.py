"""A configuration against the truth that a simulation knows."""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.errors import UsageError
from rating import metrics_theory as theory
from rating.config import RatingConfig
from rating.metrics import rated_hands
from rating.metrics_blocks import pull_of
from rating.replay import ReplayResult, replay, start_ratings
from rating.seating import FIRST_PLAYER_ROW, Seating, seat_hands
from rating.simulate import DRIFT_HANDS, Population, SimulatedHands
from rating.simulate_kernel import expected_scores
from rating.stats import scoring

Floats = NDArray[np.float64]

LONGEST: Final = 1_000  # rated hands that a convergence curve follows
FEWEST_PLAYERS: Final = 20  # behind a point of it
CLOSE: Final = 50.0  # rating points that count as right
LAGS: Final = tuple(range(0, 401, 10))  # rated hands
STEEPEST: Final = 20.0  # rating points per point of skill
N_FITTED: Final = 200_000  # hands that the spread is fitted on


@dataclass(frozen=True, slots=True, kw_only=True)
class Convergence:
    """How much of a wrong start is left.

    Attributes
    ----------
    hands : array, shape (n,)
        Rated hands, from 0.
    gap : array, shape (n,)
        Mean distance still to go over the mean distance at the start, of the players
        who played that many hands; chance cancels out. 1 at 0; may overshoot 0.
    is_close : array, shape (n,)
        Share of these players whose Rating is within 50 points of the truth.
    n_players : array, shape (n,)
    """

    hands: NDArray[np.int64]
    gap: Floats
    is_close: Floats
    n_players: NDArray[np.int64]

    def hands_until(self, left: float) -> int | None:
        """The first number of hands with no more than this share left."""
        reached = np.flatnonzero(self.gap <= left)
        return int(self.hands[reached[0]]) if len(reached) else None

    def close_after(self, n_hands: int) -> float | None:
        """Share of Ratings that are close after so many hands."""
        place = np.flatnonzero(self.hands == n_hands)
        return float(self.is_close[place[0]]) if len(place) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthReport:
    """What a configuration makes of hands whose truth is known.

    A player is settled when, after the last K step, they have played as many hands as
    a Rating remembers, 2 / (K c). The truth is true skill on the
    scale that this configuration works towards: `spread` rating points per point.
    All in rating points but for shares, scores and hands; NaN or None where there
    is nothing to measure.

    Attributes
    ----------
    spread
        Rating points that a point of skill is worth (1 under the default).
    convergence : Convergence
    bias, form_bias
        Mean of Rating (Form) less truth, settled players.
    noise, form_noise
        SD of the same.
    noise_in_theory
        `metrics_theory.equilibrium_sd` with the drift of the population.
    lag, form_lag
        How many of the player's hands ago the truth was most like the Rating (Form)
        of now; None where skill stands still.
    lag_in_theory
        ln 2 / (K c), the median age of what a Rating remembers.
    skill, best_skill
        Skill against ½ of the Ratings, and of the truth itself: no Rating can have
        more.
    calibration_slope
        Of settled and new players together.
    """

    spread: float
    n_hands: int
    n_settled: int
    convergence: Convergence
    bias: float
    form_bias: float
    noise: float
    form_noise: float
    noise_in_theory: float
    lag: int | None
    form_lag: int | None
    lag_in_theory: float
    skill: float
    best_skill: float
    calibration_slope: float


def report_truth(
    simulated: SimulatedHands, config: RatingConfig, seating: Seating | None = None
) -> TruthReport:
    """Replay the hands under `config` and compare with the truth.

    `seating` saves time for the same hands. Raises UsageError if none is rated.
    """
    seating = seat_hands(simulated.hands) if seating is None else seating
    result = replay(simulated.hands, config, seating)
    chosen = rated_hands(result)
    if not chosen.any():
        raise UsageError("found no rated hand, expected more hands or fewer computers")
    gap = _gaps(simulated)[chosen]
    expected, actual = result.inputs.expected[chosen], result.actual[chosen]
    spread = _spread(gap, actual, config)
    sums, best = _sums(expected, actual), _sums(_foretold(gap, spread, config), actual)
    errors = _errors(simulated, result, spread)
    k = config.change.k[-1].k
    pull = float(pull_of(result, scoring.sharpness(sums) ** 2))
    settled_from = config.change.k[-1].from_hand + theory.effective_hands(k, pull)
    settled = errors.rated_hands > settled_from
    moves = simulated.population.drift > 0.0
    return TruthReport(
        spread=spread,
        n_hands=int(np.count_nonzero(chosen)),
        n_settled=int(np.count_nonzero(settled)),
        convergence=_convergence(errors),
        bias=_mean(errors.rating[settled]),
        form_bias=_mean(errors.form[settled]),
        noise=_sd(errors.rating[settled]),
        form_noise=_sd(errors.form[settled]),
        noise_in_theory=_noise_in_theory(simulated.population, k, pull, spread, sums),
        lag=_lag(errors, errors.rating, settled) if moves else None,
        form_lag=_lag(errors, errors.form, settled) if moves else None,
        lag_in_theory=math.log(2.0) / (k * pull),
        skill=float(scoring.skill(sums)),
        best_skill=float(scoring.skill(best)),
        calibration_slope=float(scoring.calibration_slope(sums)),
    )


def _noise_in_theory(
    population: Population,
    k: float,
    pull: float,
    spread: float,
    sums: scoring.HandSums,
) -> float:
    back = population.return_hands
    return float(
        theory.equilibrium_sd(
            k,
            scoring.brier(sums),
            pull,
            drift_variance=(spread * population.drift) ** 2 / DRIFT_HANDS,
            return_rate=0.0 if back is None else 1.0 / back,
        )
    )


def _gaps(simulated: SimulatedHands) -> Floats:
    """True skill of side 0 less that of side 1, by hand, as it was played."""
    skill = simulated.strength
    return (skill[:, 0] + skill[:, 2] - skill[:, 1] - skill[:, 3]) / 2.0


def _foretold(gap: Floats, spread: float, config: RatingConfig) -> Floats:
    return expected_scores(spread * gap, config.change.scale)


def _sums(expected: Floats, actual: Floats) -> scoring.HandSums:
    block = np.zeros(len(expected), dtype=np.intp)
    return scoring.totals(scoring.hand_sums(expected, actual, block, 1))


def _spread(gap: Floats, actual: Floats, config: RatingConfig) -> float:
    """The rating points per point of skill with which the truth foretells best.

    Ratings settle where E is the mean of S, which is where the log loss is least.
    """
    from scipy.optimize import minimize_scalar

    step = max(1, len(gap) // N_FITTED)
    gap, actual = gap[::step], actual[::step]

    def loss(spread: float) -> float:
        return float(scoring.log_losses(_foretold(gap, spread, config), actual).mean())

    found = minimize_scalar(
        loss, bounds=(0.0, STEEPEST), method="bounded", options={"xatol": 1e-4}
    )
    return float(found.x)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Errors:
    """One row a rated hand of a player, by player and in the order of hands."""

    player: NDArray[np.int32]  # row of the states
    rated_hands: NDArray[np.int32]
    truth: Floats
    rating: Floats  # less the truth
    form: Floats
    before: Floats  # Rating before the player's first hand less the truth then


def _errors(simulated: SimulatedHands, result: ReplayResult, spread: float) -> _Errors:
    changes = result.changes
    order = np.argsort(changes["row"], kind="stable")

    def of(name: str) -> NDArray[Any]:
        return changes[name][order]

    skill = simulated.skill[of("hand"), of("seat")]
    truth = spread * skill + _origin(simulated, result, spread)
    hands = of("rated_hands")
    starts = np.flatnonzero(hands == 1)
    before = (of("rating_before") - truth)[starts]
    return _Errors(
        player=of("row"),
        rated_hands=hands,
        truth=truth,
        rating=of("rating_after") - truth,
        form=of("form_after") - truth,
        before=np.repeat(before, np.diff(starts, append=len(hands))),
    )


def _origin(simulated: SimulatedHands, result: ReplayResult, spread: float) -> float:
    """The Rating of skill 0: computers fix it; without any, the mean of the starts."""
    population = simulated.population
    if (simulated.hands.player < 0).any() or simulated.is_away.any():
        fixed = result.config.seats.computer_live
        return fixed - spread * population.computer_skill
    keys = result.seating.keys
    first_skill = np.zeros(len(keys))
    seated = simulated.hands.player.ravel()
    rows = result.inputs.rows.ravel().astype(np.int64) - FIRST_PLAYER_ROW
    place = np.flatnonzero(seated >= 0)[::-1]  # of several the first one stays
    first_skill[rows[place]] = simulated.skill.ravel()[place]
    starts = start_ratings(result.config, keys.said)
    return float(starts.mean() - spread * first_skill.mean())


def _convergence(errors: _Errors) -> Convergence:
    """The mean remaining gap by rated hands, towards the truth of that moment."""
    followed = errors.rated_hands <= LONGEST
    hands = errors.rated_hands[followed]
    start = errors.before[followed]
    size = np.bincount(hands, weights=np.abs(start), minlength=LONGEST + 1)
    togo = np.sign(start) * errors.rating[followed]
    left = np.bincount(hands, weights=togo, minlength=LONGEST + 1)
    close = np.abs(errors.rating[followed]) <= CLOSE
    n_close = np.bincount(hands, weights=close, minlength=LONGEST + 1)
    n = np.bincount(hands, minlength=LONGEST + 1)
    first = errors.rated_hands == 1
    n[0] = np.count_nonzero(first)
    n_close[0] = np.count_nonzero(np.abs(errors.before[first]) <= CLOSE)
    size[0] = left[0] = np.abs(errors.before[first]).sum()
    kept = np.flatnonzero((n >= FEWEST_PLAYERS) & (size > 0.0))
    return Convergence(
        hands=kept,
        gap=left[kept] / size[kept],
        is_close=n_close[kept] / n[kept],
        n_players=n[kept],
    )


def _lag(errors: _Errors, error: Floats, settled: NDArray[np.bool_]) -> int | None:
    """The lag in hands at which the truth is nearest to the Rating (or Form) of now."""
    value = error + errors.truth
    # Every lag is judged by the same rows: those with a settled past long enough.
    longest = LAGS[-1]
    place = np.flatnonzero(settled[longest:]) + longest
    place = place[errors.player[place] == errors.player[place - longest]]
    if not len(place):
        return None
    place = place[:: max(1, len(place) // N_FITTED)]
    misses = [float(np.var(value[place] - errors.truth[place - lag])) for lag in LAGS]
    return LAGS[int(np.argmin(misses))]


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan


def _sd(values: Floats) -> float:
    return float(values.std()) if len(values) else math.nan
