"""Law 6: the formulas of docs/rating.md stand in the kernel and nowhere else."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "rating" / "kernel.py"
FORMULAS = {
    "expected score": r"10(\.0)?\s*\*\*\s*\(|LN_10|/\s*400\b",
    "logistic actual score": r"1(\.0)?\s*/\s*\(\s*1(\.0)?\s*\+\s*(math\.|np\.)?exp",
    "normal actual score": r"1\.702|erfc?\(",
    "opponents part": r"\(?0\.5\s*-\s*(own_)?(e|expected\w*)\b",
    "result part": r"\b(s|actual\w*)\s*-\s*0\.5",
    "Form weight": r"2(\.0)?\s*/\s*\(\s*\w*\.?span\s*\+\s*1|2\s*/\s*31\b",
    "Form": r"\(\s*rating(_after)?\s*-\s*\w*form\w*\s*\)",
    "zero margin": r"log\(\s*\w+\s*/\s*\(\s*1(\.0)?\s*-|\bln\(\w+\s*/\s*\(1",
}
SOURCES = sorted(
    path
    for package in ("rating", "dashboards", "ingest", "engine")
    for pattern in ("*.py", "*.sql")
    for path in (ROOT / package).rglob(pattern)
    if path != KERNEL
)


def code_of(path):
    """The text without docstrings and comments, which may speak of formulas."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r'"""[\s\S]*?"""', "", text)
    return re.sub(r"(#|--).*|comment on [\s\S]*?;", "", text)


@pytest.mark.parametrize("pattern", FORMULAS.values(), ids=FORMULAS.keys())
def test_formula_stands_in_no_second_place(pattern):
    places = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if re.search(pattern, code_of(path))
    ]

    assert places == []


@pytest.mark.parametrize("name", FORMULAS)
def test_pattern_finds_the_formula_in_the_kernel(name):
    assert re.search(FORMULAS[name], code_of(KERNEL))
