"""The explanation of one change, in numbers and in words."""

import json
from datetime import UTC, datetime

import pytest

from ingest.home import Home
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.explain import PrivateRatingError, explain
from rating.refresh import adopt, rate, refresh
from rating.store import UnknownChangeError, read_change
from tests.golden.rating_warehouse import fill, open_memory
from tests.golden.seasons import MINUTE, away, computer, make_hand, person
from tests.golden.test_rating_reference import EXAMPLE, SAID

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def con(tmp_path_factory):
    con = open_memory()
    ghost = {"player_id": "di", "at": 0, "self_rating": None, "name": "Di"}
    alone = [person("ana"), computer(), computer(), computer()]
    missed = [person("ana"), away("eve"), computer(), computer()]
    other = {"game_id": "other", "ended_at": 700 * MINUTE}
    more = [
        make_hand("alone", alone, [5, 0], **other),
        make_hand("missed", missed, [5, 0], **other),
        make_hand("given-up", EXAMPLE[0]["seats"], [0, 0], **other)
        | {"ended_by": "abandoned"},
        make_hand("three", EXAMPLE[0]["seats"], [0, 0, 5], **other),
    ]
    fill(con, EXAMPLE + more, [*SAID, ghost])
    refresh(con, Home(tmp_path_factory.mktemp("home")), NOW)
    yield con
    con.close()


def test_headline_is_the_shown_change_and_rating(con):
    assert explain(read_change(con, "h1", "ana")).headline == "+14, now 1,014"
    assert explain(read_change(con, "h1", "bo")).headline == f"{MINUS}14, now 1,286"


@pytest.mark.parametrize("player", ["ana", "bo", "cy", "di"])
@pytest.mark.parametrize("hand", ["h1", "h2"])
def test_parts_add_up_to_the_change_to_the_last_bit(con, hand, player):
    numbers = explain(read_change(con, hand, player)).numbers

    total = numbers["opponents_part"] + numbers["result_part"]
    assert total == numbers["rating_change"]


def test_zero_margin_of_the_first_hand_by_hand(con):
    # m0 = 900 ln(E / (1 - E)) = 900 ln(10) (1000 - 1150) / 400
    explanation = explain(read_change(con, "h1", "ana"))

    assert explanation.numbers["zero_margin"] == pytest.approx(-777.12, abs=0.01)
    assert "A loss by 777 points would have left the Rating as it was." in (
        explanation.words
    )


def test_words_say_result_sides_k_parts_form_and_what_is_missing(con):
    words = explain(read_change(con, "h1", "ana")).words

    assert words == (
        "The side won the hand by 1,640 points: an actual score of 0.861.",
        (
            "The own side's Rating was 1,000, the other side's 1,150: an expected "
            "score of 0.297."
        ),
        "K is 24: the first 30 rated hands count most; this was rated hand 1.",
        "The strength of the sides made +4.9 and the result +8.7: together +13.5.",
        "A loss by 777 points would have left the Rating as it was.",
        (
            "Form, the Rating averaged over roughly the last 30 hands, went from "
            "1,000 to 1,014."
        ),
        "Missing to Beginner: 9 rated hands.",
    )


def test_settled_hand_says_when_it_was_settled(con):
    explanation = explain(read_change(con, "h3", "cy"))

    assert explanation.words[0].endswith("after the return, h4.")
    assert explanation.numbers["settled_by_hand_id"] == "h4"


def test_json_holds_every_number(con):
    found = json.loads(explain(read_change(con, "h2", "di")).to_json())

    assert found["hand_id"] == "h2"
    assert found["rating_change"] == pytest.approx(-3.743490, abs=1e-6)
    assert found["opponents"] == "weaker"
    assert found["missing"] == ["8 rated hands"]


TELLING = ("side_rating", "other_side_rating", "expected_score", "zero_margin")


@pytest.fixture
def private(tmp_path):
    con = open_memory()
    hidden = {"player_id": "cy", "at": 0, "self_rating": None, "show_skill": False}
    fill(con, EXAMPLE, [*SAID, hidden])
    refresh(con, Home(tmp_path), NOW)
    yield con
    con.close()


@pytest.mark.parametrize("player", ["ana", "bo", "di"])
def test_strengths_are_words_where_another_person_is_private(private, player):
    explanation = explain(read_change(private, "h1", player))

    assert explanation.is_masked
    assert [explanation.numbers[name] for name in TELLING] == [None] * 4
    assert explanation.numbers["opponents"] in ("stronger", "weaker")
    assert not any("expected" in sentence for sentence in explanation.words)


def test_masked_numbers_do_not_give_the_expected_score_away(private):
    numbers = explain(read_change(private, "h1", "ana")).numbers

    assert numbers["rating_change"] == 14
    assert numbers["opponents_part"] is None
    assert numbers["result_part"] is None


def test_private_player_sees_the_own_numbers(private):
    explanation = explain(read_change(private, "h1", "cy"), viewer="cy")

    assert not explanation.is_masked
    assert explanation.numbers["expected_score"] is not None


def test_private_player_is_explained_to_nobody_else(private):
    with pytest.raises(PrivateRatingError, match="does not show"):
        explain(read_change(private, "h1", "cy"), viewer="bo")


REASONS = [
    ("nowhere", "ana", "there is no hand nowhere"),
    ("h1", "eve", "eve has no seat in hand h1; players there: ana, bo, cy, di"),
    ("given-up", "ana", "abandoned"),
    ("three", "ana", "has 3 sides"),
    ("alone", "ana", "only person"),
    ("missed", "eve", "away"),
]


@pytest.mark.parametrize(("hand", "player", "reason"), REASONS)
def test_hand_without_a_change_says_why(con, hand, player, reason):
    with pytest.raises(UnknownChangeError, match=reason):
        read_change(con, hand, player)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"change.margin_function": "win_loss"}, "K is 24"),
        ({"form.kind": "window"}, "Form, the plain mean of the last 30 Ratings"),
        ({"change.k": [{"from_hand": 0, "k": 5}]}, "the same for every hand"),
        (
            {
                "change.k": [
                    {"from_hand": 0, "k": 9},
                    {"from_hand": 1, "k": 8},
                    {"from_hand": 3, "k": 7},
                ]
            },
            "K is 8: it is the K of rated hands 2 to 3",
        ),
    ],
)
def test_words_follow_the_configuration_of_the_run(tmp_path, values, words):
    con, home = open_memory(), Home(tmp_path)
    fill(con, EXAMPLE, SAID)
    config = with_values(RatingConfig(), values)
    version = adopt(con, home, config, now=NOW, author="t", reason="r")
    rate(con, version, NOW)

    explanation = explain(read_change(con, "h2", "ana"))

    assert words in " ".join(explanation.words)
    con.close()
