"""Nothing outside a ruleset's own file asks for its name."""

import ast
from pathlib import Path

import pytest

from engine.rulesets import ALIASES, PRESETS

ROOT = Path(__file__).parents[2]
NAMES = {*PRESETS, *ALIASES, "coastal", "classic", "partnership", "tiles"}
MODULES = [
    path
    for package in ("engine", "ingest", "rating", "dashboards")
    for path in sorted((ROOT / package).rglob("*.py"))
    if path.parent != ROOT / "engine" / "rulesets"
]


def questions(source):
    """Comparisons, and calls that look at how a word begins, with a ruleset's name."""
    for node in ast.walk(ast.parse(source)):
        is_look = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in (
            "startswith",
            "endswith",
            "partition",
        )
        if is_look or isinstance(node, ast.Compare | ast.Match):
            words = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
            if words & NAMES:
                yield ast.unparse(node)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_module_asks_which_ruleset_it_is(path):
    assert list(questions(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        'if ruleset.family == "tiles": pass',
        'x = name in ("classic-2", "classic-4")',
        'x = ruleset.name.startswith("coastal")',
    ],
)
def test_such_a_question_would_be_found(source):
    assert len(list(questions(source))) == 1
