"""Points of whole positions, worked out by hand from the clauses of docs/rules.md.

Each row: bonus, going out, threes, melded, held, penalties, points.
"""

import pytest

from engine.position import score_position
from tests.golden.engine_positions import lines_of, position

COASTAL = {
    "two canastas and out": (
        {
            "melds": "7*K · 5*9 2*2 · 3*Q",
            "hands": "5 6",
            "red": 2,
            "black": 1,
            "out": True,
        },
        (800, 100, 400, 190, -10, 0, 1480),
    ),
    "unfinished sevens, three aces and three sevens held": (
        {"melds": "7*4 · 3*7", "hands": "A A A 8 · 7 7 7", "red": 1, "black": 2},
        (500, 0, 0, 50, -85, -5500, -5035),
    ),
    "no canasta: melds and threes are subtracted": (
        {"melds": "4*Q · 3*J 1*2", "hands": "K 5 · 8 8 4", "red": 3},
        (0, 0, -500, -90, -40, 0, -630),
    ),
    "natural aces, sevens, seven twos, four red threes": (
        {"melds": "7*A · 7*7 · 7*2", "hands": "9", "red": 4, "out": True},
        (8000, 100, 1000, 315, -10, 0, 9405),
    ),
    "mixed aces are an ordinary mixed canasta": (
        {"melds": "5*A 2*Jo · 7*8", "hands": "4 4", "black": 1, "out": True},
        (800, 100, 100, 270, -10, 0, 1260),
    ),
    "unfinished wilds and natural aces with one canasta": (
        {"melds": "7*10 · 2*2 1*Jo · 4*A", "hands": "6 6 · 7 5", "black": 2},
        (500, 0, 0, 240, -20, -4500, -3780),
    ),
    "never opened, three aces and three sevens in one holding": (
        {"hands": "A A A 7 7 7 2 · K Q 5", "red": 2},
        (0, 0, -300, 0, -120, -1500, -1920),
    ),
    "stopped on a three, four jokers in the wild canasta": (
        {"melds": "4*Jo 3*2 · 7*6", "hands": "3 K · A A", "red": 1},
        (3000, 0, 100, 295, -55, 0, 3340),
    ),
    "both partners hold three aces, a meld of six has no bonus": (
        {"melds": "4*2 3*Jo · 4*5 2*2", "hands": "A A A · A A A"},
        (2000, 0, 0, 290, -120, -3000, -830),
    ),
}

CLASSIC = {
    "natural and mixed canasta, out": (
        {"melds": "7*K · 4*9 3*2 · 3*5", "hands": "A 4", "red": 2, "out": True},
        (800, 100, 200, 185, -25, 0, 1260),
    ),
    "all four red threes, not out": (
        {"melds": "4*Q 3*Jo · 3*8", "hands": "2 2 K", "red": 4},
        (300, 0, 800, 220, -50, 0, 1270),
    ),
    "not melded: the red three is against the side": (
        {"hands": "A K 5 3 · Jo 2 9 9 4", "red": 1},
        (0, 0, -100, 0, -135, 0, -235),
    ),
    "not melded with all four red threes": (
        {"hands": "Q Q 6 · 8 4", "red": 4},
        (0, 0, -800, 0, -40, 0, -840),
    ),
    "concealed: 200 in all": (
        {"melds": "7*10 · 5*4", "hands": "K K 5", "out": True, "concealed": True},
        (500, 200, 0, 95, -25, 0, 770),
    ),
    "eight jacks spoiled by a wild, black threes on the way out": (
        {"melds": "8*J 1*2 · 3*3 · 3*A", "hands": "6", "red": 1, "out": True},
        (300, 100, 100, 175, -5, 0, 670),
    ),
    "asked, was allowed, failed": (
        {"melds": "7*Q · 3*7", "hands": "A A · 5", "red": 3, "failed_ask": 1},
        (500, 0, 300, 85, -45, -100, 740),
    ),
    "seven kings alone": ({"melds": "7*K"}, (500, 0, 0, 70, 0, 0, 570)),
}

PARTNERSHIP = {
    "natural canasta, out, two red threes": (
        {"melds": "7*K · 3*5", "hands": "A 4", "red": 2, "out": True},
        (500, 100, 200, 85, -25, 0, 860),
    ),
    "mixed canasta, not out": (
        {"melds": "5*9 2*2 · 4*Q", "hands": "8 6 · 3 10"},
        (300, 0, 0, 130, -30, 0, 400),
    ),
    "melds but no canasta: only the red threes turn": (
        {"melds": "4*A 1*2 · 3*J", "hands": "K 7 · Jo", "red": 3},
        (0, 0, -300, 130, -65, 0, -235),
    ),
    "four red threes with a canasta": (
        {"melds": "5*8 2*Jo", "hands": "5 4", "red": 4, "out": True},
        (300, 100, 800, 150, -10, 0, 1340),
    ),
    "four red threes without a canasta": (
        {"melds": "3*6", "hands": "Q Q · 2 3", "red": 4},
        (0, 0, -800, 15, -45, 0, -830),
    ),
    "never melded": (
        {"hands": "A A 9 5 · K K 4", "red": 1},
        (0, 0, -100, 0, -80, 0, -180),
    ),
    "nine jacks with a wild, natural aces": (
        {"melds": "8*J 1*2 · 7*A", "hands": "3", "out": True},
        (800, 100, 0, 240, -5, 0, 1135),
    ),
}

TILES = {
    "clean thirteens, out": (
        {"melds": "7*13 · 3*1", "hands": "4 5", "red": 2, "out": True},
        (500, 100, 200, 145, -10, 0, 935),
    ),
    "three wilds, a black three in each holding": (
        {"melds": "4*12 3*2 · 3*6", "hands": "10 3 · 1 3", "red": 1},
        (300, 0, -100, 115, -35, 0, 280),
    ),
    "not opened": (
        {"hands": "1 1 9 3 · 13 Jo 4", "red": 2},
        (0, 0, -300, 0, -120, 0, -420),
    ),
    "all four bonus threes are not doubled": (
        {"melds": "5*11 1*Jo", "hands": "8 8 · 3", "red": 4},
        (0, 0, 300, 100, -10, 0, 390),
    ),
    "clean ones are an ordinary canasta": (
        {"melds": "7*1 · 5*4 2*2", "hands": "12", "out": True},
        (800, 100, 0, 240, -10, 0, 1130),
    ),
    "not opened with all four bonus threes": (
        {"hands": "5 5 3 3 · 9", "red": 4},
        (0, 0, -600, 0, -15, 0, -615),
    ),
    "nine tiles, one bonus": (
        {"melds": "8*7 1*2 · 4*10", "hands": "2 6", "red": 3, "out": True},
        (300, 100, 300, 100, -25, 0, 775),
    ),
    "opened, no canasta: melds count": (
        {"melds": "3*13", "hands": "1 1 13 · 12 Jo 3", "red": 1},
        (0, 0, 0, 30, -120, 0, -90),
    ),
}


def _cases(ruleset, examples):
    return [
        pytest.param(ruleset, example, lines, id=f"{ruleset}: {name}")
        for name, (example, lines) in examples.items()
    ]


@pytest.mark.parametrize(
    ("ruleset", "example", "lines"),
    [
        *_cases("coastal", COASTAL),
        *_cases("classic-4", CLASSIC),
        *_cases("partnership", PARTNERSHIP),
        *_cases("tiles", TILES),
    ],
)
def test_points_add_up_as_on_paper(ruleset, example, lines):
    answer = score_position(position(ruleset, **example))

    assert lines_of(answer) == lines


def test_held_ranks_may_count_apart():
    answer = score_position(
        position(
            "coastal",
            hands="A A A 7 7 7 2 · K Q 5",
            red=2,
            options={"held_rank_penalty_per": "hand_and_rank"},
        )
    )

    assert answer["sides"][0]["points"] == -3420


def test_three_packs_with_five_red_threes():
    answer = score_position(
        position(
            "classic-6x3",
            melds="7*K · 5*A · 4*8 3*2",
            hands="4",
            red=5,
            out=True,
        )
    )

    assert lines_of(answer) == (800, 100, 1000, 270, -5, 0, 2165)


@pytest.mark.parametrize(
    ("n_threes", "points"),
    [(1, 100), (2, 200), (3, 300), (4, 800), (5, 1000), (6, 1200)],
)
def test_red_threes_by_their_number_3_7(n_threes, points):
    has_melded = position("classic-6x3", melds="3*K", red=n_threes)
    has_not = position("classic-6x3", red=n_threes)

    assert lines_of(score_position(has_melded))[2] == points
    assert lines_of(score_position(has_not))[2] == -points


def test_a_special_hand_is_all_that_its_side_gets():
    table = {
        "ruleset": "coastal",
        "sides": [
            {
                "points_before": 0,
                "melds": [],
                "threes": ["3H", "3D"],
                "went_out": False,
                "special_hand": "garbage",
                "holdings": [
                    [
                        "8C",
                        "8D",
                        "8H",
                        "8S",
                        "QC",
                        "QD",
                        "QH",
                        "QS",
                        "5C",
                        "5D",
                        "5H",
                        "KC",
                        "KD",
                        "KH",
                    ],
                    ["AC", "AD", "JK", "5S", "4H", "4C", "7H"],
                ],
            },
            {
                "points_before": 0,
                "melds": [],
                "threes": ["3C"],
                "went_out": False,
                "holdings": [["KS", "KC", "8C", "5D"], ["AH", "4S"]],
            },
        ],
    }

    answer = score_position(table)

    assert [side["points"] for side in answer["sides"]] == [3000, -160]
    assert answer["sides"][0]["held"] == 0


@pytest.mark.parametrize(
    ("ruleset", "total", "minimum"),
    [
        ("coastal", -600, 125),
        ("coastal", 2995, 125),
        ("coastal", 3000, 155),
        ("coastal", 4995, 155),
        ("coastal", 5000, 180),
        ("classic", -5, 15),
        ("classic", 0, 50),
        ("classic", 1500, 90),
        ("classic", 3000, 120),
        ("partnership", -200, 50),
        ("partnership", 1495, 50),
        ("partnership", 1500, 90),
        ("partnership", 2995, 90),
        ("partnership", 3000, 120),
        ("tiles", -5, 15),
        ("tiles", 1499 // 5 * 5, 50),
        ("tiles", 3000, 120),
        ("tiles", 6995, 120),
        ("tiles", 7200, 150),
    ],
)
def test_opening_minimum_follows_the_total(ruleset, total, minimum):
    answer = score_position(position(ruleset, total=total))

    assert answer["sides"][0]["opening_minimum"] == minimum
