"""Every page loads for everybody, on a full home, an empty one and none at all."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.dashboards.conftest import APP
from tests.dashboards.page_content import sent_bytes

PAGES = {
    "progress": "My progress",
    "hands": "My hands",
    "hand": "Hand",
    "statistics": "Statistics",
    "lab": "K-factor lab",
    "health": "Health",
    "sql": "SQL",
}


@pytest.mark.parametrize(
    ("page", "eyes"),
    [
        ("progress", "person:ana"),
        ("progress", "operator"),
        ("hands", "person:ana"),
        ("hands", "person:zoe"),
        ("hands", "analyst"),
        ("hand", "person:ana"),
        ("hand", "operator"),
        ("statistics", "person:ana"),
        ("statistics", "analyst"),
        ("lab", "operator"),
        ("health", "operator"),
        ("sql", "operator"),
        ("sql", "analyst"),
    ],
)
def test_page_loads_without_an_error(open_page, hand_made_home, page, eyes):
    app = open_page(hand_made_home, page, eyes)

    assert [title.value for title in app.title] == [PAGES[page]]
    assert not app.exception
    assert not app.error
    assert app.caption[-1].value.startswith("Data to 30 Nov 2026")


@pytest.mark.parametrize("page", PAGES)
def test_page_without_a_build_says_what_to_run(open_page, tmp_path, page):
    app = open_page(tmp_path / "nowhere", page)

    (notice,) = app.info
    assert "coastal demo" in notice.value
    assert not app.exception
    assert not app.error
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("page", "eyes"),
    [
        ("progress", None),
        ("hands", None),
        ("hand", None),
        ("statistics", None),
        ("lab", "operator"),
        ("health", "operator"),
        ("sql", "analyst"),
    ],
)
def test_page_of_a_build_without_hands_loads(open_page, handless_home, page, eyes):
    app = open_page(handless_home, page, eyes)

    assert not app.exception
    assert not app.error
    assert app.caption[-1].value.startswith("Data to no hand yet")


def test_navigation_leads_to_every_page(hand_made_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(hand_made_home))

    app = AppTest.from_file(str(APP), default_timeout=60).run()

    assert [title.value for title in app.title] == ["My progress"]
    assert not app.exception
    for page in PAGES:
        app.switch_page(f"pages/{page}.py").run()
        assert [title.value for title in app.title] == [PAGES[page]]


def test_pages_of_a_role_are_closed_to_a_person(open_page, hand_made_home):
    app = open_page(hand_made_home, "lab", "person:ana")

    assert app.info[0].value == "K-factor lab is for operators; you look as Ana."
    assert not app.number_input


def test_one_press_changes_the_eyes(open_page, hand_made_home):
    app = open_page(hand_made_home, "lab", "person:ana")

    app.button[0].click().run()

    assert app.number_input
    assert app.sidebar.selectbox[0].value == "operator"


def test_unknown_eyes_in_the_session_are_replaced(open_page, hand_made_home):
    app = open_page(hand_made_home, "progress", "person:nobody")

    assert app.sidebar.selectbox[0].value == "person:ana"


def test_error_of_ours_becomes_a_sentence_and_an_id(
    open_page, hand_made_home, monkeypatch, caplog
):
    def fail(*_args: object) -> None:
        raise RuntimeError("secret in /some/where")

    monkeypatch.setattr("dashboards.data.progress.standing", fail)

    app = open_page(hand_made_home, "progress", "person:ana")

    (error,) = app.error
    error_id = error.value.rsplit(" ", 1)[1].rstrip(".")
    assert "Something went wrong on our side" in error.value
    assert b"secret" not in sent_bytes(app)
    assert b"Traceback" not in sent_bytes(app)
    assert f"error {error_id}" in caplog.text
    assert "secret in /some/where" in caplog.text


def test_failing_part_leaves_the_rest_of_the_page(
    open_page, hand_made_home, monkeypatch
):
    def fail(*_args: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("dashboards.data.progress.explanation", fail)

    app = open_page(hand_made_home, "progress", "person:ana")

    assert len(app.error) == 1
    assert app.metric[1].value == "1,086"
    assert app.caption[-1].value.startswith("Data to")
