"""More skill wins more: 400 hands of duplicate deals a pairing (docs/players.md)."""

import pytest

from benchmarks.strength import compare
from engine.rulesets import get_ruleset

RULESETS = (
    "coastal", "classic-4", "classic-2", "classic-6x3", "partnership", "tiles-3",
)  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("strong", "weak"), [("expert", "intermediate"), ("intermediate", "beginner")]
)
def test_more_skill_wins_more(ruleset, strong, weak):
    skills = get_ruleset(ruleset).skills

    got = compare(ruleset, skills[strong], skills[weak], 400, seed=2, workers=1)

    assert got.n_hands == 400
    assert got.mean - got.half_width > 0
