"""A private player's numbers are in nothing that anybody else's page sends.

Ben hides his skill. His Rating runs to 1,543, his Form to 1,487; the side ratings of
his hands are 1,314.5 and 1,187.25, the expected score 0.56.
"""

import re
import struct

import pytest

from tests.dashboards.fixture_season import BEN_FORM, BEN_RATING
from tests.dashboards.page_content import sent_bytes

BENS = [BEN_RATING - 0.5 * n for n in range(70)] + [
    BEN_FORM - 0.25 * n for n in range(70)
]
SIDES = [1314.5, 1187.25]


def written(value: float) -> re.Pattern[bytes]:
    """A number as a message might hold it: as text or as the bytes of a double."""
    whole = round(value)
    texts = {f"{value}", f"{whole}", f"{whole:,}", f"{value:,.1f}"}
    number = b"|".join(re.escape(text.encode()) for text in sorted(texts))
    double = re.escape(struct.pack("<d", value))
    # Not within a longer number or a hash.
    return re.compile(rb"(?<![0-9a-f.,])(?:%b)(?![0-9a-f])|%b" % (number, double))


def leaks(app, values) -> set[bytes]:
    sent = sent_bytes(app)
    return {
        found.group() for value in values for found in written(value).finditer(sent)
    }


def test_search_finds_the_numbers_on_bens_own_page(open_page, hand_made_home):
    app = open_page(hand_made_home, "progress", "person:ben")

    assert b"1,543" in leaks(app, [BEN_RATING])
    assert b"1,487" in leaks(app, [BEN_FORM])


@pytest.mark.parametrize(
    ("page", "viewer"),
    [
        ("progress", "person:ana"),  # his partner
        ("progress", "person:dev"),
        ("hands", "person:ana"),
        ("hands", "person:dev"),
        ("hand", "person:ana"),
        ("statistics", "person:cho"),
        ("sql", "person:ana"),
        ("lab", "person:ana"),
    ],
)
def test_no_page_of_another_person_sends_a_private_rating(
    open_page, hand_made_home, page, viewer
):
    app = open_page(hand_made_home, page, viewer)

    assert leaks(app, BENS) == set()


def test_explanation_of_a_hand_with_a_private_player_is_masked(
    open_page, hand_made_home
):
    app = open_page(hand_made_home, "progress", "person:ana")
    chooser = next(box for box in app.selectbox if box.label == "Hand")

    chooser.select("h138").run()  # Ben sat in seat 2

    assert not app.exception
    assert leaks(app, BENS + SIDES) == set()
    assert any("keeps their skill level private" in c.value for c in app.caption)
    assert b"0.56" not in sent_bytes(app)


def test_explanation_of_a_hand_of_public_players_has_its_parts(
    open_page, hand_made_home
):
    app = open_page(hand_made_home, "progress", "person:ana")
    chooser = next(box for box in app.selectbox if box.label == "Hand")

    chooser.select("h139").run()  # Dev sat in seat 2

    assert b"opponents" in sent_bytes(app)


def test_operator_does_not_read_the_name_of_a_private_player(open_page, hand_made_home):
    from dashboards.data.lab import operator_names
    from dashboards.data.snapshot import current_snapshot
    from dashboards.viewer import Viewer

    open_page(hand_made_home, "progress")  # sets the home folder
    snapshot = current_snapshot()
    assert snapshot is not None

    names = operator_names(snapshot, Viewer("operator", "Operator"))

    assert names["ana"] == "Ana"
    assert names["ben"] == "private player 1"
    assert operator_names(snapshot, Viewer("analyst", "Analyst")) == {}


def test_two_viewers_of_one_page_never_share_a_cached_result(open_page, hand_made_home):
    ana = open_page(hand_made_home, "progress", "person:ana")
    ben = open_page(hand_made_home, "progress", "person:ben")
    again = open_page(hand_made_home, "progress", "person:ana")

    assert ben.metric[1].value == "1,543"
    assert again.metric[1].value == ana.metric[1].value == "1,086"
