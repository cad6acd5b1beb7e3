"""Tables that become cards: which fields lead, and that no text ends the style."""

import re

import pytest
from streamlit.testing.v1 import AppTest

COLUMNS = ("When", "Change", "Points", "Partner")


def drawn(**settings: object) -> tuple[str, AppTest]:
    """The style of a table of one row, and the page it is on."""

    def page(settings: dict[str, object]) -> None:
        from dashboards.table import show_table

        show_table(**settings)

    kept = {"columns": COLUMNS, "rows": [("a", "b", "c", "d")], "alt": "A table."}
    app = AppTest.from_function(page, args=(kept | settings,)).run()
    (style,) = [html.proto.body for html in app.get("html")]
    return style, app


def led_by(style: str) -> dict[int, int]:
    """Place in the card by the column's number, from 1."""
    found = re.findall(r"nth-child\((\d+)\) \{ --place: (\d+);", style)
    return {int(column): int(place) for column, place in found}


def test_first_three_columns_lead_a_card():
    style, app = drawn()

    assert led_by(style) == {1: 0, 2: 1, 3: 2}
    assert list(app.table[0].value.columns) == list(COLUMNS)


def test_named_columns_lead_a_card_in_their_order():
    style, _ = drawn(keys=("Partner", "When"))

    assert led_by(style) == {4: 0, 1: 1}


@pytest.mark.parametrize("text", ['a"b', "</style><b>", "a\\", "a\nb", "ключ", "a{}"])
def test_no_text_ends_the_style_or_a_string_in_it(text):
    style, app = drawn(columns=("x", text), rows=[("1", "2")], alt=text)

    assert not app.exception
    assert style.count("<") == 2  # of the style itself
    assert style.count('"') == 2 * style.count("aria-label=") + 2 * style.count(
        "content:"
    )
