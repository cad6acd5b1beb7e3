"""Charts can be seen by everybody: alt text, tables, colours that pass 3:1."""

import ast
from pathlib import Path

import pytest

from dashboards import charts
from dashboards.serve import COLORS

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "dashboards").rglob("*.py"))
NEEDS_ALT = {"vega_lite_chart", "altair_chart", "dataframe", "table", "bar_chart"}


def calls(path: Path) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]


def luminance(color: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("page", ["#FFFFFF", "#0E1117"])
@pytest.mark.parametrize("color", COLORS)
def test_colour_passes_three_to_one_on_both_pages(color, page):
    assert contrast(color, page) >= 3.0


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_chart_and_table_has_a_sentence_for_screen_readers(path):
    without = [
        node.lineno
        for node in calls(path)
        if node.func.attr in NEEDS_ALT
        and not any(keyword.arg == "alt" for keyword in node.keywords)
    ]

    assert without == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_charts_are_drawn_with_their_table(path):
    drawn = [node for node in calls(path) if node.func.attr == "vega_lite_chart"]

    assert not drawn or path.name == "charts.py"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "dashboards" / "data").glob("*.py")), ids=lambda p: p.name
)
def test_cached_loader_is_keyed_by_the_build(path):
    """Every cached loader takes the snapshot first; one person's also who that is."""
    cached = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any("cache_data" in ast.unparse(d) for d in node.decorator_list)
    ]

    for function in cached:
        names = [argument.arg for argument in function.args.args]
        assert names[0] == "snapshot"
        assert (
            path.name != "progress.py" or "viewer_id" in names or names[1] == "ladder"
        )


def test_bars_of_a_change_begin_at_zero_and_keep_their_sign():
    spec = charts.parts_chart(-3.2, 12.1)

    assert [v["points"] for v in spec["data"]["values"]] == [-3.2, 12.1]
