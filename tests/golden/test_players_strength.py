"""More skill wins more: 400 hands of duplicate deals a pairing (docs/players.md)."""

import pytest

from benchmarks.strength import compare
from engine.rulesets import get_ruleset


@pytest.mark.parametrize(
    ("strong", "weak"), [("expert", "intermediate"), ("intermediate", "beginner")]
)
def test_more_skill_wins_more_at_coastal(strong, weak):
    skills = get_ruleset("coastal").skills

    got = compare("coastal", skills[strong], skills[weak], 400, seed=2, workers=1)

    assert got.n_hands == 400
    assert got.mean - got.half_width > 0
