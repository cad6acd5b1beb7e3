"""The engine and the independent scorer agree on random legal positions."""

import random

import pytest

from engine.position import score_position
from tests.golden.independent_scorer import random_position, score_side

LINES = (
    "points",
    "melded",
    "canasta_bonus",
    "threes",
    "going_out",
    "held",
    "penalties",
    "opening_minimum",
    "canastas",
)


@pytest.mark.parametrize(
    "ruleset",
    ["coastal", "classic-4", "classic-2", "classic-6x3", "partnership", "tiles-10000"],
)
def test_engine_agrees_with_the_independent_scorer(ruleset):
    rng = random.Random(ruleset)
    family = ruleset.partition("-")[0]
    positions = [random_position(rng, ruleset) for _ in range(1000)]
    expected = [
        [score_side(side, family, {}) for side in position["sides"]]
        for position in positions
    ]

    scored = [score_position(position) for position in positions]

    got = [
        [{line: side[line] for line in LINES} for side in result["sides"]]
        for result in scored
    ]
    assert got == [[{k: s[k] for k in LINES} for s in sides] for sides in expected]
