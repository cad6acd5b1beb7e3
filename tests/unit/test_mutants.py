"""The faults that `make mutants` tries: which there are, and that each is one."""

import re
from pathlib import Path

import pytest

from tests.mutants.__main__ import GROUPS, equivalent, paths_of, table
from tests.mutants.judge import Baseline, Court, Verdict
from tests.mutants.mutate import compiled, functions_of, mutants_of

ROOT = Path(__file__).parents[2]


def faults(source, path="engine/some.py"):
    return [(m.before, m.after) for m in mutants_of(path, source)]


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("x = 7", ["x = 8"]),
        ("x = -1", ["x = 1"]),
        ("x = True", ["x = False"]),
        ("x = a < 7", ["x = a <= 7"]),
        ("x = a <= 7", ["x = a < 7", "x = a <= 8"]),
        ("x = a >= 7", ["x = a > 7"]),
        ("x = a == 7", ["x = a != 7", "x = a == 8"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a is None", ["x = a is not None"]),
        ("x = a + b", ["x = a - b"]),
        ("x += 1", ["x -= 1", "x += 2"]),
        ("x = not a", ["x = a"]),
        ("x = max(a, b)", ["x = min(a, b)"]),
        ("x = a if b else c", ["x = a if not b else c"]),
        (
            "x = a and b",
            ["x = a or b", "x = not a and b", "x = a and (not b)"],
        ),
        ('x = "word"', []),
        ("x: int = y", []),
        ('raise ValueError(f"{7}")', []),
    ],
)
def test_faults_of_a_line(line, changed):
    assert [after for _, after in faults(line)] == changed


def test_words_are_values_in_a_ruleset():
    assert faults('ask = "none"', "engine/rulesets/tiles.py") == [
        ("ask = 'none'", "ask = 'none?'")
    ]


def test_letters_that_are_looked_in_lose_one():
    assert faults('x = suit in "DH"', "engine/rulesets/tiles.py") == [
        ("x = suit in 'DH'", "x = suit not in 'DH'"),
        ("x = suit in 'DH'", "x = suit in 'D'"),
    ]


def test_docstrings_types_and_messages_are_left_alone():
    source = '''
def f(x: Literal["a"] = y) -> int:
    """Seven: 7."""
    refusal(state, "meld", 7)
    return x
'''
    assert faults(source) == []


def test_each_fault_changes_one_function_or_what_acts_at_import():
    source = "N = 7\n\ndef f(a):\n    return a > N\n"
    found = mutants_of("engine/some.py", source)
    whole, *codes = compiled(Path("some.py"), source, [m.number for m in found])

    assert [(m.line, m.function) for m in found] == [(1, ""), (4, "f")]
    assert functions_of(codes[0]) == functions_of(whole)
    assert functions_of(codes[1]) != functions_of(whole)


@pytest.mark.parametrize("group", GROUPS)
def test_every_module_of_a_group_is_there(group):
    assert all((ROOT / path).is_file() for path in paths_of([group]))


def test_the_page_has_every_module_with_no_mutant_left():
    page = (ROOT / "docs" / "rules.md").read_text("utf-8").partition("## 12.")[2]
    rows = re.findall(
        r"^\| `?([\w/.]+)`? \| ([\d,]+) \| ([\d,]+) \| (\d+) \| (\d+) \|$",
        page,
        re.MULTILINE,
    )
    counts = {
        name: [int(n.replace(",", "")) for n in numbers] for name, *numbers in rows
    }

    assert [f"engine/{name}" for name in counts if name != "all"] == paths_of(GROUPS)
    assert all(n == noticed + same for n, noticed, same, left in counts.values())
    assert all(left == 0 for *_, left in counts.values())


def test_every_equivalent_mutant_has_its_reason():
    assert all(len(reason) > 10 for reason in equivalent().values())


@pytest.mark.parametrize(
    ("noticed_by", "is_by_test"),
    [
        ("tests/unit/test_engine_classic.py::test_draw", True),
        ("collecting the tests", False),  # no file to be tried first on the next
        ("the process", False),
        (None, False),
    ],
)
def test_only_tests_are_tried_first_on_the_mutants_nearby(
    noticed_by, is_by_test, tmp_path
):
    [mutant, *_] = mutants_of("engine/some.py", "x = a < 7\n")
    reported = []
    court = Court(Baseline(), reported.append, tmp_path / "verdict.json", 1.0)

    court._settle(Verdict(mutant, noticed_by, ""))

    assert bool(court.recent) is is_by_test
    assert len(reported) == 1


def test_the_table_says_what_became_of_each_mutant():
    found = mutants_of("engine/some.py", "x = a < 7\ny = b < 7\nz = c < 7\n")
    rows = list(table(found, {found[0].key: "why"}, {found[1]}))

    assert rows[2:] == ["| `some.py` | 3 | 1 | 1 | 1 |", "| all | 3 | 1 | 1 | 1 |"]
