"""My progress shows the numbers that are stored, in the words of the page."""

import struct

import pytest

from tests.dashboards.conftest import draw_page
from tests.dashboards.page_content import sent_bytes


def tiles(app) -> dict[str, tuple[str, str]]:
    return {tile.label: (tile.value, tile.delta) for tile in app.metric}


def bars(app) -> list[str]:
    return [bar.proto.text for bar in app.get("progress")]


@pytest.fixture(scope="module")
def ana(hand_made_home):
    return draw_page(hand_made_home, "progress", "person:ana")


def test_tiles_show_level_rating_and_form_of_the_viewer(ana):
    assert tiles(ana) == {
        "Level": ("Intermediate", "since rated hand 50"),
        "Rating": ("1,086", "+9, now 1,086"),
        "Form": ("1,032", "+7 over 30 hands"),
        "Rated hands": ("140", "14 finished games"),
    }


def test_bars_name_what_is_had_and_what_is_needed(ana):
    assert bars(ana) == [
        "**Form** 1,032 of 1,150",
        "**Rated hands** 140 of 100 — met",
        "**Finished games** 14 of 20",
    ]


def test_missing_sentence_names_what_is_still_needed(ana):
    assert any(
        "118 points of Form, 6 finished games" in caption.value
        for caption in ana.caption
    )


def test_warning_says_how_far_form_may_still_fall(ana):
    (warning,) = ana.warning

    # Form 1,032, line 1,050, kept down to 1,050 - 50 = 1,000
    assert "below the Intermediate line of 1,050" in warning.value
    assert "unless Form falls to 1,000" in warning.value
    assert "32 points above that" in warning.value


def test_page_opens_for_the_most_active_person_first(open_page, hand_made_home):
    app = open_page(hand_made_home, "progress")

    assert app.sidebar.selectbox[0].value == "person:ana"


def test_self_rated_label_is_explained_before_the_tenth_hand(open_page, hand_made_home):
    app = open_page(hand_made_home, "progress", "person:cho")

    assert tiles(app)["Level"] == ("Expert", "self-rated")
    assert bars(app) == ["**Rated hands** 4 of 10"]
    (notice,) = app.info
    assert (
        "After 6 more rated hands your earned level begins at Beginner" in notice.value
    )
    assert "not a drop" in notice.value


def test_pending_away_hands_are_announced(open_page, hand_made_home):
    app = open_page(hand_made_home, "progress", "person:dev")

    assert any("played 2 hands in your seat" in notice.value for notice in app.info)


def test_person_without_a_rated_hand_reads_why(open_page, hand_made_home):
    app = open_page(hand_made_home, "progress", "person:zoe")

    (notice,) = app.info
    assert notice.value.startswith("No rated hand yet.")
    assert not app.metric


@pytest.mark.parametrize("role", ["operator", "analyst"])
def test_progress_of_a_role_asks_for_a_person(open_page, hand_made_home, role):
    app = open_page(hand_made_home, "progress", role)

    assert "Choose a person" in app.info[0].value
    assert not app.metric


def test_last_hands_show_each_change_with_the_rating_after_it(ana):
    last_hands = next(t.value for t in ana.table if "Change" in t.value)
    changes = [cell.split(",")[0] for cell in last_hands["Change"]]
    ratings = [cell.split("now ")[1] for cell in last_hands["Change"]]

    # Stored steps are +9 and -5; 1085.5 is shown as 1,086: half away from zero.
    assert changes == ["+9", "−5", "+9"] * 4  # noqa: RUF001  a true minus
    assert ratings[:4] == ["1,086", "1,086", "1,085", "1,085"]


def test_footer_says_how_far_the_data_reaches(ana, hand_made_home):
    build = (hand_made_home / "published" / "CURRENT").read_text().strip()

    # 140 hands, one every 5 hours from 1 Nov 18:00 on
    assert ana.caption[-1].value == (
        f"Data to 30 Nov 2026, 17:00 UTC · build {build} · 140 hands · "
        "rating configuration version 7 · times in UTC, a day starts at 00:00"
    )


def test_chart_sends_whole_points_only(ana):
    # Hand 139 left Rating 1085.5 and Form 1032.15; the page shows 1,086 and 1,032.
    sent = sent_bytes(ana)

    assert b"1085.5" not in sent
    assert b"1032.15" not in sent
    assert struct.pack("<d", 1085.5) not in sent
