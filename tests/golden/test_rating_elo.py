"""The plain Elo part against published numbers.

Sources: the worked example of the article "Elo rating system" (Wikipedia): a player
of 1613 meets 1609, 1477, 1388, 1586 and 1720, is expected to score 0.51, 0.69, 0.79,
0.54 and 0.35, scores 2.5 and moves from 1613 to 1601 with K = 32. FIDE Handbook
B.02, table 8.1.2, which is built on the normal distribution: within 0.01 of the
logistic one up to a difference of 200.
"""

import pytest

from rating import formulas
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.replay import replay
from rating.tables import changes_table
from tests.golden.seasons import MINUTE, hand_arrays, make_hand, person

SCALE = 400.0


@pytest.mark.parametrize(
    ("opponent", "expected"),
    [(1609, 0.51), (1477, 0.69), (1388, 0.79), (1586, 0.54), (1720, 0.35)],
)
def test_expected_scores_of_the_published_example(opponent, expected):
    score = formulas.expected_score(1613.0, float(opponent), SCALE)

    assert score == pytest.approx(expected, abs=0.005)


def test_change_of_the_published_example():
    scores = [0.0, 0.5, 1.0, 1.0, 0.0]
    opponents = [1609.0, 1477.0, 1388.0, 1586.0, 1720.0]

    change = sum(
        formulas.opponents_part(32.0, formulas.expected_score(1613.0, other, SCALE))
        + formulas.result_part(32.0, score)
        for score, other in zip(scores, opponents, strict=True)
    )

    assert round(1613 + change) == 1601


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, 0.50), (25, 0.53), (50, 0.57), (100, 0.64), (150, 0.70), (200, 0.76)],
)
def test_expected_score_agrees_with_the_table_of_fide(difference, expected):
    score = formulas.expected_score(1000.0 + difference, 1000.0, SCALE)

    assert score == pytest.approx(expected, abs=0.01)


def test_difference_of_the_scale_means_odds_of_ten_to_one():
    score = formulas.expected_score(1400.0, 1000.0, SCALE)

    assert score / (1 - score) == pytest.approx(10.0, rel=1e-14)


@pytest.mark.parametrize(
    ("margin", "expected"),
    [(50, 0.514), (1000, 0.752), (2000, 0.902), (3000, 0.966)],
)
def test_actual_scores_of_the_page(margin, expected):
    score = formulas.actual_score(float(margin), formulas.LOGISTIC, 900.0)

    assert score == pytest.approx(expected, abs=0.0005)


def test_plain_elo_gives_what_the_elo_package_of_r_prints():
    # Introduction to the package elo (CRAN): elo.calc(c(1, 0), c(1500, 1500),
    # c(1500, 1600), k = 20) prints 1510, 1490 and 1492.801, 1607.199;
    # elo.prob gives 0.5 and 0.359935.
    config = with_values(
        RatingConfig(),
        {
            "change.k": [{"from_hand": 0, "k": 20}],
            "change.margin_function": "win_loss",
            "start.self_rating": {
                "learning": 850,
                "casual": 1500,
                "experienced": 1600,
                "expert": 1700,
            },
        },
    )
    said = {"a": "casual", "b": "casual", "c": "casual", "d": "experienced"}
    records = [
        {"player_id": player, "at": 0, "self_rating": word}
        for player, word in said.items()
    ]
    pairs = [("a", "b", [10, 0]), ("c", "d", [0, 10])]
    hands = [
        make_hand(
            f"h{number}",
            [person(one), person(other)],
            points,
            ruleset="classic-2",
            ended_at=number * MINUTE,
        )
        for number, (one, other, points) in enumerate(pairs, 1)
    ]

    rows = changes_table(replay(hand_arrays(hands, records), config)).to_pylist()

    after = [row["rating_after"] for row in rows]
    assert after == pytest.approx([1510, 1490, 1492.801, 1607.199], abs=5e-4)
    expected = [row["expected_score"] for row in rows if row["seat"] == 0]
    assert expected == pytest.approx([0.5, 0.359935], abs=5e-7)
