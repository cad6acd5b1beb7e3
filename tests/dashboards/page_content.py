"""Everything that a page sends to the browser, for tests that search it."""

from collections.abc import Iterator

from streamlit.testing.v1 import AppTest


def elements(app: AppTest) -> Iterator[object]:
    """Every element of the page, the sidebar included."""
    for block in (app.main, app.sidebar):
        yield from block


def sent_bytes(app: AppTest) -> bytes:
    """The messages of a page as they go to the browser, one after another."""
    return b"\n".join(
        element.proto.SerializeToString()
        for element in elements(app)
        if getattr(element, "proto", None) is not None
    )


def text(app: AppTest) -> str:
    """The same as text, as far as it is text."""
    return sent_bytes(app).decode("utf-8", errors="replace")
