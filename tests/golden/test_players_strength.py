"""More skill wins more: 400 hands of duplicate deals a pairing (docs/players.md)."""

import pytest

from benchmarks.strength import compare
from engine.players.skill import SKILLS


@pytest.mark.parametrize(
    ("strong", "weak"), [("expert", "intermediate"), ("intermediate", "beginner")]
)
def test_more_skill_wins_more_at_coastal(strong, weak):
    got = compare("coastal", SKILLS[strong], SKILLS[weak], 400, seed=2, workers=1)

    assert got.n_hands == 400
    assert got.mean - got.half_width > 0
