"""Law 6: the formulas of docs/rating.md stand in one place, and all run from it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOME = ROOT / "rating" / "formulas.py"
FORMULAS = {
    "expected score": r"10(\.0)?\s*\*\*\s*\([^\n]*/|LN_10|/\s*400\b",
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
    if path != HOME
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
def test_pattern_finds_the_formula_in_its_place(name):
    assert re.search(FORMULAS[name], code_of(HOME))


FORMULA = """
from rating.compiled import inlined

@inlined
def formula(x):
    return x * {factor}
"""
CALLER = """
from rating.compiled import compiled
from rating.formulas import formula

@compiled
def call(x):
    return formula(x) + 1.0
"""


def test_changed_formula_runs_in_the_code_of_other_modules(tmp_path):
    package = tmp_path / "rating"
    package.mkdir()
    shutil.copy(ROOT / "rating" / "compiled.py", package)
    (package / "__init__.py").touch()
    (package / "caller.py").write_text(CALLER)
    # Both texts are equally long and may be equally old: no stale byte code, please.
    settings = {
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    answers = []

    for factor in (2.0, 3.0):
        (package / "formulas.py").write_text(FORMULA.format(factor=factor))
        done = subprocess.run(
            [sys.executable, "-c", "import rating.caller as c; print(c.call(10.0))"],
            cwd=tmp_path,
            env=os.environ | settings,
            capture_output=True,
            check=True,
            text=True,
        )
        answers.append(done.stdout)

    assert answers == ["21.0\n", "31.0\n"]
