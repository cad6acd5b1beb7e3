"""The what-if of My progress: numbers of the kernel, from what the page shows."""

import math

import pytest

from dashboards.data import ahead as data
from dashboards.data.progress import Ladder
from dashboards.data.snapshot import current_snapshot
from dashboards.what_if import what_if_chart
from rating.what_if import NextHand
from tests.dashboards.conftest import draw_page
from tests.dashboards.page_content import text

LIVE = Ladder("coastal/live", None, 140)
EVEN = NextHand(side_size=2, partners=1086.0, opponents=1086.0, margin=450)


@pytest.fixture
def snapshot(hand_made_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(hand_made_home))
    return current_snapshot()


def number(app, label):
    return next(box for box in app.number_input if box.label == label)


def test_player_is_read_as_the_snapshot_has_them(snapshot):
    now = data.player_now(snapshot, "ana", LIVE)

    assert (now.rating, now.rated_hands, now.finished_games) == (1086.0, 140, 14)
    assert (now.form, now.level, now.is_at_risk) == (1032.4, "Intermediate", True)


def test_recent_hands_are_the_last_ones_with_their_margins(snapshot):
    hands = data.recent_hands(snapshot, "ana", LIVE, n_last=20)

    # Hands 120 to 139: lost by 400 where the number is a multiple of three.
    assert [hand.margin for hand in hands[:4]] == [-400, 130, 130, -400]
    assert [hand.side_size for hand in hands] == [2] * 20
    # finished_games is n // 10: hands 130 and 140 of Ana, places 9 and 19 here.
    assert [place for place, hand in enumerate(hands) if hand.finishes] == [9, 19]


def test_page_works_out_a_hand_of_even_sides(hand_made_home):
    app = draw_page(hand_made_home, "progress", "person:ana")

    # All four at 1,086, K 10, half a margin scale: S = 1 / (1 + e^-0.5) = 0.622.
    change = 10 * (1 / (1 + math.exp(-0.5)) - 0.5)
    assert number(app, "Margin").value == 450
    assert number(app, "Opponents' Rating").value == 1086
    assert round(change, 1) == 1.2
    assert "together +1.2" in text(app)
    assert "+1, now 1,087" in text(app)


def test_stronger_opponents_and_a_loss_change_the_words(open_page, hand_made_home):
    app = open_page(hand_made_home, "progress", "person:ana")

    number(app, "Opponents' Rating").set_value(1286)
    number(app, "Margin").set_value(-100).run()

    assert not app.exception
    # E at 200 points less is 1 / (1 + 10^0.5) = 0.240; zero margin 900 ln(E/(1-E)).
    assert "an expected score of 0.240" in text(app)
    assert "A loss by 1,036 points would leave the Rating as it is" in text(app)


def test_numbers_are_worked_out_from_whole_points(snapshot):
    asked = data.next_hand(snapshot, "ana", LIVE, EVEN)

    assert data.player_now(snapshot, "ana", LIVE).form == 1032.4
    assert (asked.rating_before, asked.form_before) == (1086.0, 1032.0)


def test_pending_away_hands_are_left_out_and_said(hand_made_home):
    app = draw_page(hand_made_home, "progress", "person:dev")

    assert any("Left out: the 2 hands" in c.value for c in app.caption)


def test_chart_has_the_margin_that_changes_nothing_and_the_hand_asked_about(snapshot):
    found = data.next_hand(snapshot, "ana", LIVE, EVEN)

    spec = what_if_chart(found)

    _across, at, curve, asked = spec["layer"]
    assert at["data"]["values"] == [{"margin": 0}]
    assert len(curve["data"]["values"]) == 61
    assert asked["data"]["values"][0]["margin"] == 450
