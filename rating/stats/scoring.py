"""How well expected scores foretold actual ones: losses, and what their sums tell.

Actual scores are numbers in [0, 1], as `rating.metrics` explains, not only 0 and 1.
Every loss here is the same from either side of a hand, so each hand is taken from
both: the mean score is ½, and no number depends on which side is called 0.
"""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rating.compiled import compiled, inlined

Floats = NDArray[np.float64]

EVEN: Final = 0.5  # mean score of a hand, seen from both sides
TINY: Final = 1e-300  # keeps the log of an expected score that saturated finite


class HandSums(NamedTuple):
    """Sums over the hands of a block, or of all: what the measures below need.

    Each field has the same shape: `()` for all hands, `(n_blocks,)` by block, with
    further axes in front where blocks are drawn again and again. Sums of a partition
    of the hands add up, so they may be gathered while hands stream by.

    Attributes
    ----------
    n_hands
        Hands.
    log_loss, entropy, brier
        Sums of `log_losses`, `entropies` and `briers`.
    expected_spread, actual_spread
        Sums of (E - ½)² and (S - ½)².
    """

    n_hands: Floats
    log_loss: Floats
    entropy: Floats
    brier: Floats
    expected_spread: Floats
    actual_spread: Floats


@inlined
def log_loss_of(expected: float, actual: float) -> float:
    """Cross-entropy -S ln E - (1 - S) ln(1 - E) of a hand, in nats, 0 or more.

    Proper for the mean: smallest on average where E is the mean of S, also for
    scores between 0 and 1 (Gneiting and Raftery 2007, section 3). NaN if a score is.
    """
    won = actual * math.log(max(expected, TINY))
    lost = (1.0 - actual) * math.log(max(1.0 - expected, TINY))
    return -(won + lost)


@inlined
def brier_of(expected: float, actual: float) -> float:
    """Squared error (S - E)² of a hand, in [0, 1] (Brier 1950). NaN if a score is."""
    return (actual - expected) * (actual - expected)


def log_losses(expected: Floats, actual: Floats) -> Floats:
    """The `log_loss_of` each hand, of two arrays of one shape."""
    losses = np.empty(expected.shape)
    write_log_losses(expected.ravel(), actual.ravel(), losses.reshape(-1))
    return losses


@compiled
def write_log_losses(expected: Floats, actual: Floats, losses: Floats) -> None:
    """Write what `log_losses` gives into an array that is there."""
    for hand in range(len(losses)):
        losses[hand] = log_loss_of(expected[hand], actual[hand])


def entropies(actual: Floats) -> Floats:
    """The log loss that E = S would have had: what no forecast can avoid, in nats."""
    return log_losses(actual, actual)


def briers(expected: Floats, actual: Floats) -> Floats:
    """The `brier_of` each hand, of two arrays of one shape."""
    errors = np.empty(expected.shape)
    write_briers(expected.ravel(), actual.ravel(), errors.reshape(-1))
    return errors


@compiled
def write_briers(expected: Floats, actual: Floats, errors: Floats) -> None:
    """Write what `briers` gives into an array that is there."""
    for hand in range(len(errors)):
        errors[hand] = brier_of(expected[hand], actual[hand])


def hand_sums(
    expected: Floats, actual: Floats, block: NDArray[np.intp], n_blocks: int
) -> HandSums:
    """The sums by block, added in the order of the hands.

    Parameters
    ----------
    expected, actual : arrays, shape (n_hands,)
        E and S of side 0.
    block : array, shape (n_hands,)
        The block of each hand, from 0 to `n_blocks` - 1.
    """

    def by_block(values: Floats) -> Floats:
        return np.bincount(block, weights=values, minlength=n_blocks).astype(np.float64)

    return HandSums(
        n_hands=np.bincount(block, minlength=n_blocks).astype(np.float64),
        log_loss=by_block(log_losses(expected, actual)),
        entropy=by_block(entropies(actual)),
        brier=by_block(briers(expected, actual)),
        expected_spread=by_block((expected - EVEN) ** 2),
        actual_spread=by_block((actual - EVEN) ** 2),
    )


def totals(sums: HandSums) -> HandSums:
    """The sums over all blocks, the last axis."""
    return HandSums(*(field.sum(axis=-1) for field in sums))


def log_loss(sums: HandSums) -> Floats:
    """Mean log loss a hand, in nats."""
    return sums.log_loss / sums.n_hands


def deviance(sums: HandSums) -> Floats:
    """Mean log loss beyond the entropy of the scores, in nats, 0 or more.

    Unlike the log loss itself it is 0 for perfect foresight, since the entropy of
    fractional scores is no forecast's fault (McCullagh and Nelder 1989, section 2.3).
    """
    return (sums.log_loss - sums.entropy) / sums.n_hands


def skill(sums: HandSums) -> Floats:
    """The share of the deviance of E = ½ that was explained, at most 1.

    0 for a forecast that knows nothing, below 0 for a worse one.
    """
    ignorance = sums.n_hands * math.log(2.0) - sums.entropy
    return 1.0 - (sums.log_loss - sums.entropy) / ignorance


def brier(sums: HandSums) -> Floats:
    """Mean squared error a hand, in [0, 1]."""
    return sums.brier / sums.n_hands


def calibration_slope(sums: HandSums) -> Floats:
    """Slope of the regression of S on E, each hand seen from both sides.

    1 where differences of E come true; below 1 Ratings spread too far or are noisy,
    above 1 they spread too little or are slow (Cox 1958). NaN where every E is ½.
    The line goes through (½, ½) and 2 (S - ½)(E - ½) is the sum of the two squares
    less (S - E)².
    """
    product = (sums.expected_spread + sums.actual_spread - sums.brier) / 2.0
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(product / sums.expected_spread)


def sharpness(sums: HandSums) -> Floats:
    """SD of the expected scores around ½, in [0, ½]: how much is foretold at all."""
    return np.sqrt(sums.expected_spread / sums.n_hands)
