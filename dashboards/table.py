"""Small tables that a phone, a keyboard and a screen reader can read."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboards.plain import plain

MINUS = "\N{MINUS SIGN}"
Cell = str | int | float | None


def show_table(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]], *, alt: str
) -> None:
    """Draw rows as a plain table; null is a dash, numbers get thousands separators.

    Texts are shown as they are: a name or a refused line never becomes markup.
    """
    cells = [[plain(shown_cell(cell)) for cell in row] for row in rows]
    frame = pd.DataFrame(cells, columns=list(columns), dtype="str")
    st.table(frame, border="horizontal", hide_index=True, alt=alt)


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
