"""Numbers as people read them."""

import math
from itertools import pairwise

import pytest

from rating.display import shown, shown_change, shown_part, shown_step, whole
from rating.levels import progress


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.5, 1), (-0.5, -1), (2.5, 3), (1086.49, 1086), (0.49999999999999994, 0)],
)
def test_halves_are_rounded_away_from_zero(value, expected):
    assert whole(value) == expected


def test_step_reads_as_on_the_page():
    assert shown_step(1077.2, 1085.7) == "+9, now 1,086"


def test_loss_has_a_minus_sign_and_no_change_a_plus_minus():
    assert shown_change(1000.0, 996.2) == "\N{MINUS SIGN}4"
    assert shown_change(1000.2, 1000.4) == "±0"


def test_column_of_shown_changes_adds_up():
    ratings = [1000.0, 1000.4, 1000.8, 1001.2, 999.5, 1003.49]
    steps = [whole(b) - whole(a) for a, b in pairwise(ratings)]

    assert sum(steps) == whole(ratings[-1]) - whole(ratings[0])


def test_thousands_have_a_separator():
    assert shown(1234567.0) == "1,234,567"
    assert shown(-1234.5) == "\N{MINUS SIGN}1,235"


def test_part_of_a_change_keeps_a_decimal():
    assert shown_part(-2.34) == "\N{MINUS SIGN}2.3"


NEXT = {
    "next_level": "Intermediate",
    "form_needed": 1050.0,
    "hands_needed": 50,
    "games_needed": 4,
}


def test_progress_has_one_line_each_for_form_hands_and_games():
    way = progress(form=1043.9, rated_hands=50, finished_games=3, **NEXT)

    got = [(line.what, line.have, line.need, line.is_met) for line in way.lines]
    assert got == [
        ("Form", 1043, 1050, False),
        ("rated hands", 50, 50, True),
        ("finished games", 3, 4, False),
    ]
    assert way.missing == ("7 points of Form", "1 finished game")


def test_form_is_rounded_down_so_that_equal_numbers_are_met():
    below = math.nextafter(1050.0, 0.0)

    short = progress(form=below, rated_hands=50, finished_games=4, **NEXT).lines[0]
    met = progress(form=1050.0, rated_hands=50, finished_games=4, **NEXT).lines[0]

    assert (short.have, short.is_met) == (1049, False)
    assert (met.have, met.is_met, met.share) == (1050, True, 1.0)


def test_self_rated_player_waits_for_hands_alone():
    way = progress(
        form=800.0,
        rated_hands=4,
        finished_games=0,
        next_level="Beginner",
        form_needed=None,
        hands_needed=10,
        games_needed=0,
    )

    assert [line.is_met for line in way.lines] == [True, False, True]
    assert way.lines[1].share == 0.4
    assert way.missing == ("6 rated hands",)


def test_highest_level_has_nothing_above():
    way = progress(
        form=1500.0,
        rated_hands=900,
        finished_games=90,
        next_level=None,
        form_needed=None,
        hands_needed=None,
        games_needed=None,
    )

    assert way.lines == ()
    assert way.missing == ()
