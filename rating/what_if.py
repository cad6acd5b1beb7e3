"""What the next hand would do to a Rating: one hand ahead, for any margin."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.ahead import HandsAhead, PlayerNow, Tables, play_ahead
from rating.config import MARGIN_FUNCTIONS, RatingConfig
from rating.described import describe_changes
from rating.display import shown, shown_part
from rating.formulas import NORMAL_CDF, actual_scores, zero_margin
from rating.level_steps import EVENTS, NO_LEVEL

N_POINTS: Final = 61  # of the curve: odd, so that a tie is one
REACH: Final = 4.0  # margin scales; a win by so much scores 0.98


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand:
    """A hand that may come.

    `partners` and `opponents` are mean strengths of the other seats of the own side
    (which has none if `side_size` is 1) and of the other side; `margin` is that of the
    own side, in points.
    """

    side_size: int
    partners: float
    opponents: float
    margin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """What a hand would do to its player; as the columns of rating_changes.

    Attributes
    ----------
    curve : tuple of (int, float)
        Change of the Rating by margin, for margins around a tie.
    """

    margin: int
    side_rating: float
    other_side_rating: float
    expected_score: float
    actual_score: float
    k_factor: float
    opponents_part: float
    result_part: float
    zero_margin: float | None
    rating_before: float
    rating_after: float
    form_before: float
    form_after: float
    rated_hands: int
    level: str | None
    level_event: str | None
    curve: tuple[tuple[int, float], ...]


def what_if(
    now: PlayerNow, config: RatingConfig, family: str, hand: NextHand
) -> WhatIf:
    """What `hand` would do to the player, were it the next that is rated.

    It finishes no game, and no away hand is settled before it.
    """
    scale = config.margin_scale(family)
    margins = _margins(scale, hand.margin)
    function = MARGIN_FUNCTIONS.index(config.change.margin_function)
    actual = actual_scores(margins, np.full(len(margins), scale), function)
    tables = Tables(
        side_size=np.array([hand.side_size], dtype=np.uint8),
        partners=np.array([hand.partners * (hand.side_size - 1)]),
        opponents=np.array([hand.opponents * hand.side_size]),
    )
    once = (1, len(margins))
    hands = HandsAhead(
        table=np.zeros(once, dtype=np.int64),
        actual=actual.reshape(once),
        finishes=np.zeros(once, dtype=np.bool_),
    )
    played = play_ahead(now, config, tables, hands)
    seen = describe_changes(*played)
    expected = float(played.inputs.expected[0])
    level = int(seen.level[0])
    return WhatIf(
        margin=hand.margin,
        side_rating=float(played.inputs.side_ratings[0, 0]),
        other_side_rating=float(played.inputs.side_ratings[0, 1]),
        expected_score=expected,
        actual_score=float(actual[0]),
        k_factor=float(seen.k_factor[0]),
        opponents_part=float(seen.opponents_part[0]),
        result_part=float(seen.result_part[0]),
        zero_margin=_zero_margin(expected, function, scale),
        rating_before=float(seen.rating_before[0]),
        rating_after=float(seen.rating_after[0]),
        form_before=float(seen.form_before[0]),
        form_after=float(seen.form_after[0]),
        rated_hands=int(seen.rated_hands[0]),
        level=None if level == NO_LEVEL else config.levels.table[level].name,
        level_event=EVENTS[int(seen.event[0])],
        curve=tuple(
            zip(margins[1:].tolist(), seen.rating_change[1:].tolist(), strict=True)
        ),
    )


def _zero_margin(expected: float, function: int, scale: float) -> float | None:
    """The margin that would change nothing; None where there is none."""
    probit = expected
    if function == NORMAL_CDF:
        from scipy.special import ndtri  # 0.1 s to import, rarely needed

        probit = float(ndtri(expected))
    margin = zero_margin(expected, probit, function, scale)
    return margin if math.isfinite(margin) else None


def _margins(scale: float, margin: int) -> NDArray[np.int64]:
    """The margin asked about, then those of the curve."""
    reach = max(REACH * scale, float(abs(margin)), 1.0)
    curve = np.rint(np.linspace(-reach, reach, N_POINTS)).astype(np.int64)
    return np.concatenate(([margin], curve))


def in_words(found: WhatIf) -> tuple[str, ...]:
    """The change in sentences, in the order in which it is worked out."""
    opponents, result = found.opponents_part, found.result_part
    before, after = found.form_before, found.form_after
    sides = (
        f"Your side's Rating would be {shown(found.side_rating)}, the other side's "
        f"{shown(found.other_side_rating)}: an expected score of "
        f"{found.expected_score:.3f}. K is {found.k_factor:g} for your rated hand "
        f"{found.rated_hands:,}."
    )
    parts = (
        f"The opponents' strength would make {shown_part(opponents)} and the result "
        f"{shown_part(result)}: together {shown_part(opponents + result)}."
    )
    form = f"Form would go from {shown(before)} to {shown(after)}. {_level(found)}"
    score = f"{_result(found.margin)} is an actual score of {found.actual_score:.3f}."
    return sides, score, parts, _zero(found), form


def _result(margin: int) -> str:
    if margin == 0:
        return "A tie"
    return f"A {'win' if margin > 0 else 'loss'} by {abs(margin):,} points"


def _zero(found: WhatIf) -> str:
    if found.zero_margin is None:
        return "No margin would leave the Rating as it is."
    margin = round(found.zero_margin)
    return f"{_result(margin)} would leave the Rating as it is."


def _level(found: WhatIf) -> str:
    if found.level is None:
        return "You would still be self-rated."
    return {
        None: f"Your level would stay {found.level}.",
        "started": f"Your level would begin at {found.level}.",
        "promoted": f"You would move up to {found.level}.",
        "demoted": f"You would drop to {found.level}.",
        "at_risk": f"{found.level} would be at risk: Form would be below its line.",
        "recovered": f"{found.level} would be safe again: Form would be at its line.",
    }[found.level_event]
