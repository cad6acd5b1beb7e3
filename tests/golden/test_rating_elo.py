"""The plain Elo part against published numbers.

Sources: the worked example of the article "Elo rating system" (Wikipedia): a player
of 1613 meets 1609, 1477, 1388, 1586 and 1720, is expected to score 0.51, 0.69, 0.79,
0.54 and 0.35, scores 2.5 and moves from 1613 to 1601 with K = 32. FIDE Handbook
B.02, table 8.1.2, which is built on the normal distribution: within 0.01 of the
logistic one up to a difference of 200.
"""

import pytest

from rating import formulas

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
