"""The app's entry: builds the navigation and runs the page of the address."""

from pathlib import Path

import streamlit as st

PAGES = Path(__file__).parent / "pages"
ICON = Path(__file__).parent / "icon.svg"


def navigation() -> st.Page:
    """The page that the address asks for, with all pages in the sidebar.

    Pages have no icons: the browser would fetch them from a font server, and this
    service works offline.
    """
    return st.navigation(
        {
            "Players": [
                st.Page(PAGES / "progress.py", title="My progress", default=True),
                st.Page(PAGES / "hands.py", title="My hands"),
                st.Page(PAGES / "hand.py", title="Hand"),
                st.Page(PAGES / "statistics.py", title="Statistics"),
            ],
            "Operators": [
                st.Page(PAGES / "lab.py", title="K-factor lab"),
                st.Page(PAGES / "health.py", title="Health"),
            ],
            "Analysts": [st.Page(PAGES / "sql.py", title="SQL")],
        }
    )


st.set_page_config(page_title="Coastal", page_icon=ICON, layout="wide")
navigation().run()
