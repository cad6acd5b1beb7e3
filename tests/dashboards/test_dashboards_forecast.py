"""The forecast of My progress, and the sentence where there is none."""

import numpy as np
import pytest
import streamlit as st

from dashboards.data import ahead as data
from dashboards.data.progress import Ladder
from dashboards.data.snapshot import current_snapshot
from dashboards.forecast import forecast_chart, percent
from tests.dashboards.conftest import draw_page
from tests.dashboards.page_content import text

LIVE = Ladder("coastal/live", None, 140)


@pytest.fixture
def snapshot(hand_made_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(hand_made_home))
    return current_snapshot()


def test_page_tells_a_chance_a_number_of_hands_and_what_binds(hand_made_home):
    app = draw_page(hand_made_home, "progress", "person:ana")

    (lines,) = [m.value for m in app.markdown if "What binds" in m.value]
    assert "Chance to reach Advanced within 50 rated hands" in lines
    assert "What binds: Form" in lines
    assert "1,150" in lines
    assert not app.error


def test_page_is_the_same_each_time_it_is_drawn(snapshot):
    first = data.way_up(snapshot, "ana", LIVE)
    st.cache_data.clear()

    assert data.way_up(snapshot, "ana", LIVE) == first


def test_new_player_reads_when_the_first_level_begins(hand_made_home):
    app = draw_page(hand_made_home, "progress", "person:cho")

    assert "Beginner, begins with rated hand 10, whatever Form is" in text(app)


def test_twelve_own_hands_are_too_few_and_the_page_says_so(
    open_page, hand_made_home, monkeypatch
):
    monkeypatch.setenv("COASTAL_HOME", str(hand_made_home))
    hands = data.recent_hands(current_snapshot(), "ana", LIVE, n_last=12)
    st.cache_data.clear()
    monkeypatch.setattr(data, "recent_hands", lambda *_, **__: hands)

    app = open_page(hand_made_home, "progress", "person:ana")
    st.cache_data.clear()

    assert "12 are too few to say how you play. It takes 30." in text(app)
    assert not app.error


def test_fan_begins_at_the_form_of_now_and_widens(snapshot):
    found = data.way_up(snapshot, "ana", LIVE)

    outer, inner, middle, _past, rule, _name = forecast_chart(found, 140, [])["layer"]

    fan = outer["data"]["values"]
    assert fan[0] == {
        "hands": 0,
        "rated_hands": 140,
        **dict.fromkeys(("low_80", "low_50", "median", "high_50", "high_80"), 1032),
    }
    widths = np.array([row["high_80"] - row["low_80"] for row in fan])
    assert widths[-1] > widths[10] > 0
    assert inner["data"] == middle["data"] == outer["data"]
    assert rule["data"]["values"][0]["line"] == 1150.0


@pytest.mark.parametrize(
    ("chance", "shown"),
    [(0.0, "less than 1 %"), (0.624, "62 %"), (0.625, "63 %"), (1.0, "more than 99 %")],
)
def test_chance_is_whole_percent_and_never_certain(chance, shown):
    assert percent(chance) == shown
