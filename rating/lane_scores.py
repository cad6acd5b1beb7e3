"""Sums of a sweep over the hands of each block of games, eight lanes at a time."""

from typing import Final

from rating.compiled import inlined
from rating.formulas import of_side, score_of
from rating.lane_records import Index
from rating.machine import bits_of_float, eight_at, float_from_bits, put_eight
from rating.records import Floats

# Rows of `LaneMemory.sums`. The log loss of a hand is -ln E - (1 - S) x with x the
# log odds against side 0; the logs are one product, kept as mantissa and exponent,
# since a logarithm a hand would cost more than the rest of it.
E_MANTISSA, E_EXPONENT, LOSER_LOG_ODDS, BRIER, EXPECTED_SPREAD = range(5)
# The same of the chance to win P = 1 / (1 + exp(slope * x)), then what fits the slope.
P_MANTISSA, P_EXPONENT, LOST_LOG_ODDS, SLOPE_SCORE, SLOPE_INFORMATION = range(5, 10)
EVENT_SUMS: Final = 9  # + the kernel's number of an event, from 1
REVERSALS: Final = 15
N_SUMS: Final = 16

MOST_LOG_ODDS: Final = 708.0  # where `formulas.exp` cuts: a loss is not below 0

EXPONENT_BITS: Final = 52
EXPONENT_OF_1: Final = 1023
MANTISSA: Final = (1 << EXPONENT_BITS) - 1
BITS_OF_1: Final = EXPONENT_OF_1 << EXPONENT_BITS


@inlined
def add_eight(sums: Floats, block: Index, row: Index, lane: Index, x: float) -> None:
    """Add to eight neighbours of `sums`."""
    place = (block, row, lane)
    put_eight(sums, place, eight_at(sums, place) + x)


@inlined
def multiply(
    sums: Floats, block: Index, mantissa: Index, lane: Index, p: float
) -> None:
    """Take one more factor into products kept as mantissa and exponent."""
    bits = bits_of_float(eight_at(sums, (block, mantissa, lane)) * p)
    exponent = (bits >> EXPONENT_BITS) - EXPONENT_OF_1
    add_eight(sums, block, mantissa + 1, lane, exponent)
    product = float_from_bits((bits & MANTISSA) | BITS_OF_1)
    put_eight(sums, (block, mantissa, lane), product)


@inlined
def cut(log_odds: float) -> float:
    """The log odds that the score they gave had, also where it saturated."""
    return min(max(log_odds, -MOST_LOG_ODDS), MOST_LOG_ODDS)


@inlined
def score_hand(
    sums: Floats, block: Index, lane: Index, e: float, s: float, x: float
) -> None:
    """Add the losses of a hand to the sums of its block."""
    multiply(sums, block, E_MANTISSA, lane, e)
    add_eight(sums, block, LOSER_LOG_ODDS, lane, of_side(s, 1) * cut(x))
    add_eight(sums, block, BRIER, lane, (s - e) * (s - e))
    add_eight(sums, block, EXPECTED_SPREAD, lane, (e - 0.5) * (e - 0.5))


@inlined
def score_win(
    sums: Floats, block: Index, lane: Index, won: float, x: float, slope: float
) -> None:
    """Add the loss of foretelling who won, and what fits its slope."""
    x = cut(x)
    y = cut(slope * x)
    p = score_of(y)
    multiply(sums, block, P_MANTISSA, lane, p)
    add_eight(sums, block, LOST_LOG_ODDS, lane, (1.0 - won) * y)
    add_eight(sums, block, SLOPE_SCORE, lane, (p - won) * x)
    add_eight(sums, block, SLOPE_INFORMATION, lane, p * (1.0 - p) * x * x)
