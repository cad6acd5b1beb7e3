"""Small tables that a phone, a keyboard and a screen reader can read.

On a page up to 640 px wide a row becomes a card: its three key fields first, the
others below them in small print, each with its column's name. It stays one table.
The shape is in dashboards/phone.css; what differs by table is written here.
"""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboards.plain import plain

MINUS = "\N{MINUS SIGN}"
N_KEYS = 3  # fields that lead a card
Cell = str | int | float | None


def show_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    alt: str,
    keys: Sequence[str] | None = None,
) -> None:
    """Draw rows as a plain table; null is a dash, numbers get thousands separators.

    Texts are shown as they are: a name or a refused line never becomes markup.
    `keys` are the columns that lead a card on a phone; None is the first three.
    """
    cells = [[plain(shown_cell(cell)) for cell in row] for row in rows]
    frame = pd.DataFrame(cells, columns=list(columns), dtype="str")
    st.html(_card_style(columns, columns[:N_KEYS] if keys is None else keys, alt))
    st.table(frame, border="horizontal", hide_index=True, alt=alt)


def _card_style(columns: Sequence[str], keys: Sequence[str], alt: str) -> str:
    """Which cells of the table with this `alt` lead its cards, and their names."""
    rules = []
    for number, column in enumerate(columns, 1):
        cell = f"table[aria-label={_css_text(alt)}] td:nth-child({number})"
        if column in keys:
            place = keys.index(column)
            rules.append(f"{cell} {{ --place: {place}; --weight: 600; --size: 1rem; }}")
            if place == 0:
                rules.append(f"{cell} {{ flex-basis: 100%; }}")
        if column and column != keys[0]:
            name = f"content: {_css_text(f'{column} ')};"
            rules.append(f"{cell} p::before {{ {name} }}")
    return f"<style>@media (max-width: 640px) {{ {' '.join(rules)} }}</style>"


def _css_text(text: str) -> str:
    r"""`text` as a string of CSS in which nothing can end the string or the style.

    >>> _css_text('a"</b')
    '"a\\22 \\3c \\2f b"'
    """
    safe = (c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in text)
    return f'"{"".join(safe)}"'


def shown_cell(cell: Cell) -> str:
    """One value as text.

    >>> shown_cell(1086), shown_cell(0.5), shown_cell(None)
    ('1,086', '0.5', '–')
    """
    if cell is None:
        return "–"
    return cell if isinstance(cell, str) else signed(cell)


def signed(value: float, digits: int | None = None) -> str:
    """A number with thousands separators and a true minus; never a minus before zero.

    >>> signed(1086), signed(-0.2, 0), signed(2.345, 1)
    ('1,086', '0', '2.3')
    """
    text = f"{value:,}" if digits is None else f"{value:,.{digits}f}"
    if not text.strip("-0.,"):
        text = text.removeprefix("-")
    return text.replace("-", MINUS)
