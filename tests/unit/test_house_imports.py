"""Imports go one way: engine, ingest, rating, dashboards, then the command line."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ORDER = ("engine", "ingest", "rating", "dashboards", "coastal")
MODULES = sorted(
    path
    for package in ORDER[:-1]
    for path in (ROOT / package).rglob("*.py")
    if "__pycache__" not in path.parts
)


def imported_roots(path: Path) -> set[str]:
    """First words of everything that the module imports, lazily or not."""
    roots = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            roots.add((node.module or "").partition(".")[0])
    return roots


def test_there_are_modules_in_every_package():
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(ORDER[:-1])


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_module_imports_only_from_the_left(path):
    package = path.relative_to(ROOT).parts[0]
    to_the_right = set(ORDER[ORDER.index(package) + 1 :])

    assert not imported_roots(path) & to_the_right


@pytest.mark.parametrize(
    "path",
    [p for p in MODULES if p.relative_to(ROOT).parts[0] == "engine"],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_engine_needs_the_standard_library_only(path):
    allowed = set(sys.stdlib_module_names) | {"engine"}

    assert imported_roots(path) <= allowed


@pytest.mark.parametrize(
    ("package", "door"),
    [("rating", ("rating/store",)), ("dashboards", ("dashboards/data",))],
)
def test_only_one_door_leads_to_the_database(package, door):
    with_queries = {
        str(path.relative_to(ROOT))
        for path in MODULES
        if path.relative_to(ROOT).parts[0] == package
        and "duckdb" in imported_roots(path)
    }

    assert all(name.startswith(door) for name in with_queries), with_queries
