"""Positions that no table could show, each with its clause of docs/rules.md."""

import io
import json

import pytest

from engine.position import PositionError, score_lines, score_position
from tests.golden.engine_positions import position


def refused(table):
    """The clause with which the position is refused."""
    with pytest.raises(PositionError) as error:
        score_position(table)
    return error.value.clause


def bare(**side):
    """A coastal table with one side filled in."""
    empty = {"points_before": 0, "melds": [], "threes": [], "holdings": [[], []]}
    return {"ruleset": "coastal", "sides": [{**empty, **side}, empty]}


@pytest.mark.parametrize(
    ("ruleset", "melds", "clause"),
    [
        ("coastal", "2*K", "2.3.1"),
        ("coastal", "8*K", "2.3.1"),
        ("coastal", "3*K 3*2", "2.3.2"),
        ("coastal", "1*K 2*2", "2.3.2"),
        ("coastal", "5*7 1*2", "2.3.4"),
        ("coastal", "3*K · 3*K", "2.3.1"),
        ("coastal", "2*2 1*Jo · 3*2", "2.3.1"),
        ("coastal", "3*3", "2.7"),
        ("classic-4", "3*2", "3.3.2"),
        ("classic-4", "2*K 3*2", "3.3.1"),
        ("classic-4", "4*K 4*2", "3.3.1"),
        ("classic-4", "3*3", "3.3.5"),
        ("partnership", "4*K 3*2", "4.4"),
        ("tiles", "2*8 2*2", "5.3"),
        ("tiles", "3*3", "5.6"),
    ],
)
def test_melds_that_no_table_shows(ruleset, melds, clause):
    assert refused(position(ruleset, melds=melds)) == clause


def test_a_meld_of_two_ranks():
    assert refused(bare(melds=[["KH", "KS", "QD"]])) == "2.3.1"


@pytest.mark.parametrize(
    "holding", [["KH", "KH", "KH"], ["KH1", "KH1"], ["KH1", "KH", "KH2"]]
)
def test_more_copies_than_the_packs_hold(holding):
    assert refused(bare(holdings=[holding, []])) == "2.1"


def test_a_third_pack_holds_a_third_copy():
    table = position("classic-6x3")
    table["sides"][0]["holdings"] = [["KH", "KH", "KH"], []]

    assert score_position(table)["sides"][0]["held"] == -30


def test_two_sides_cannot_both_go_out():
    table = position("classic", melds="7*K", out=True)
    other = position("classic", melds="7*Q", out=True)["sides"][0]
    table["sides"][1] = other

    assert refused(table) == "3.9"


@pytest.mark.parametrize(
    ("melds", "hands", "clause"),
    [
        ("7*K · 7*Q", "4 · 5", "2.10.1"),  # nobody's holding is empty
        ("7*K · 6*Q", "4", "2.10.1"),  # one canasta
        ("7*K · 7*Q · 3*7", "4", "2.10.1"),
        ("7*K · 7*Q · 3*A", "4", "2.10.1"),
        ("7*K · 7*Q · 3*2", "4", "2.10.1"),
    ],
)
def test_going_out_that_was_not_possible(melds, hands, clause):
    table = position("coastal", melds=melds, hands=hands, out=True)

    assert refused(table) == clause


def test_mixed_aces_let_a_side_go_out():
    table = position("coastal", melds="7*K · 7*Q · 3*A 1*2", hands="4", out=True)

    assert score_position(table)["sides"][0]["going_out"] == 100


def test_concealed_without_going_out():
    assert refused(position("classic", melds="7*K", concealed=True)) == "3.9"


@pytest.mark.parametrize("ruleset", ["coastal", "partnership", "tiles", "classic-2"])
def test_failed_asks_cost_in_classic_only(ruleset):
    assert refused(position(ruleset, failed_ask=1)) is not None


@pytest.mark.parametrize(
    ("ruleset", "three", "clause"),
    [("classic", "3H", "3.7"), ("partnership", "3D", "4.8"), ("tiles", "03R", "5.6")],
)
def test_threes_that_are_exposed_are_not_held(ruleset, three, clause):
    table = position(ruleset)
    table["sides"][0]["holdings"] = [[three], []]

    assert refused(table) == clause


def test_one_three_may_be_the_last_card_of_coastals_stock():
    assert score_position(bare(holdings=[["3C"], []]))["sides"][0]["held"] == -5
    assert refused(bare(holdings=[["3C"], ["3H"]])) == "2.10.4"


def test_nobody_is_out_when_the_last_card_was_a_three():
    table = position("coastal", melds="7*K · 7*Q", out=True)
    table["sides"][1] = {**table["sides"][1], "holdings": [["3C"], []]}

    assert refused(table) == "2.10.4"


@pytest.mark.parametrize("threes", [["KH"], ["3H", "KD"]])
def test_only_threes_are_exposed(threes):
    assert refused(bare(threes=threes)) == "2.7"


def test_black_threes_are_not_exposed_in_classic():
    table = position("classic")
    table["sides"][0]["threes"] = ["3C"]

    assert refused(table) == "3.7"


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"special_hand": "straight"}, "2.11"),
        ({"special_hand": "pairs"}, "2.11"),
        ({"special_hand": "garbage", "went_out": True}, "2.10.1"),
    ],
)
def test_special_hands_that_are_none(change, clause):
    garbage = [*("8" + s for s in "CDHS"), *("Q" + s for s in "CDHS")]
    garbage += [*("5" + s for s in "CDH"), *("K" + s for s in "CDH")]

    assert refused(bare(holdings=[garbage, []], **change)) == clause


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"ruleset": "rummy", "sides": []},
        {"ruleset": "coastal", "options": {"target": True}, "sides": []},
        {"ruleset": "coastal", "options": {"jokers": 3}, "sides": []},
        {"ruleset": "coastal", "sides": 3},
        {"ruleset": "coastal", "sides": [[]]},
        bare(points_before=7),
        bare(points_before="0"),
        bare(points_before=True),
        bare(melds=[["11H", "KH", "KS"]]),
        bare(melds=[[1, 2, 3]]),
        bare(holdings="KH"),
        bare(went_out=1),
        bare(holdings=[[], [], []]),
    ],
)
def test_what_cannot_be_read_is_refused(table):
    with pytest.raises(PositionError):
        score_position(table)


def score(text):
    """Exit status and answers for a stream."""
    out = io.StringIO()
    status = score_lines(io.StringIO(text), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_one_object_over_many_lines():
    status, answers = score(json.dumps(bare(), indent=2))

    assert status == 0
    assert [side["points"] for side in answers[0]["sides"]] == [0, 0]


def test_a_refused_line_stands_in_its_place():
    good = json.dumps(bare())
    wrong = json.dumps(bare(threes=["KH"]))

    status, answers = score(f"{good}\n\n{wrong}\nnonsense\n{good}\n")

    assert status == 1
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[1]["clause"] == "2.7"


def test_every_clause_behind_the_points_is_named():
    table = position("coastal", melds="7*K · 3*7", hands="A A A", red=1)

    side = score_position(table)["sides"][0]

    clauses = {line["clause"] for line in side["lines"]}
    assert {"2.4", "2.5", "2.7", "2.12"} <= clauses
    assert sum(line["points"] for line in side["lines"]) == side["points"]
