"""Every clause that refusals, code and tests quote is a clause of docs/rules.md."""

import ast
import re
from pathlib import Path

import pytest

from engine.rulesets import PRESETS, get_ruleset

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


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


QUOTED = re.compile(r"(?:clauses?|rules\.md|of|\() ?(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)\b")
CODE = sorted((ROOT / "engine").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_engine_*.py"))


def comments_and_docstrings(source):
    """The words of a module that are no code."""
    tree = ast.parse(source)
    scopes = (ast.Module, ast.FunctionDef, ast.ClassDef)
    words = [
        ast.get_docstring(n) or "" for n in ast.walk(tree) if isinstance(n, scopes)
    ]
    return words + re.findall(r"#(.*)", source)


@pytest.mark.parametrize("path", CODE, ids=lambda p: str(p.relative_to(ROOT)))
def test_code_quotes_clauses_that_exist(path):
    words = comments_and_docstrings(path.read_text(encoding="utf-8"))
    quoted = {clause for text in words for clause in QUOTED.findall(text)}

    assert quoted <= clauses()


def is_clauses(numbers, known):
    """Whether numbers like 3 6 4 7 are clauses (3.6 and 4.7) one after the other."""
    return not numbers or any(
        ".".join(numbers[:n]) in known and is_clauses(numbers[n:], known)
        for n in (2, 3)
        if len(numbers) >= n
    )


@pytest.mark.parametrize("path", TESTS, ids=lambda p: p.stem)
def test_names_of_tests_quote_clauses_that_exist(path):
    known = clauses() | {str(number) for number in range(12)} | {"11"}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            quoted = re.search(r"(?:_\d+)+$", node.name)
            numbers = quoted[0].strip("_").split("_") if quoted else []
            if len(numbers) > 1:
                assert is_clauses(numbers, known), node.name


@pytest.mark.parametrize("preset", PRESETS)
def test_a_thousand_hands_of_each_preset_were_verified_and_their_ends_add_up(preset):
    [row] = re.findall(rf"^\| `{preset}` \| ([\d,].*) \|$", RULES, re.MULTILINE)
    cells = [cell.strip().replace("–", "0") for cell in row.split("|")]
    n_hands, n_verified, *ends = [int(cell.replace(",", "")) for cell in cells]

    assert n_hands >= 1000
    assert n_verified == n_hands == sum(ends)
