"""Every clause that a refusal can carry is a clause of docs/rules.md."""

import re
from pathlib import Path

import pytest

from engine.rulesets import PRESETS, get_ruleset

RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def clauses():
    """Ids of the page: bold ones, and their numbered parts."""
    found = set()
    current = ""
    for line in RULES.splitlines():
        head = re.match(r"\*\*(\d+\.\d+)\b", line)
        part = re.match(r"(\d+)\. ", line)
        if head:
            current = head[1]
            found.add(current)
        elif part and current:
            found.add(f"{current}.{part[1]}")
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_refusals_quote_clauses_that_exist(preset):
    options = {"stake": 5} if preset == "tiles-arena" else None
    quoted = set(get_ruleset(preset, options).clauses.values())

    assert quoted <= clauses()
