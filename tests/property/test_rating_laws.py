"""The laws of docs/rating.md, clause 7, on hands drawn at random."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating import formulas
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.replay import replay
from rating.tables import changes_table, ratings_table
from tests.golden.seasons import (
    MINUTE,
    computer,
    hand_arrays,
    make_hand,
    person,
    random_season,
)

FUNCTIONS = ("logistic", "normal_cdf", "clamp", "win_loss")
QUICK = {  # levels that are reached, left and warned about within a short season
    "levels.table": [
        {"name": "a"},
        {"name": "b", "form": 960, "hands": 6},
        {"name": "c", "form": 1000, "games": 1},
        {"name": "d", "form": 1040},
    ],
    "levels.keep_margin": 15,
    "levels.protected_hands": 4,
    "start.provisional_hands": 2,
    "change.k": [{"from_hand": 0, "k": 70}, {"from_hand": 9, "k": 45}],
}
FEW = settings(max_examples=15, deadline=None)
MANY = settings(max_examples=150, deadline=None)

ratings = st.floats(0, 3000)
margins = st.integers(-20_000, 20_000).map(lambda n: 5 * n)
seeds = st.integers(0, 10**6)
functions = st.sampled_from(FUNCTIONS)


def rows_of(hands, records, config=None):
    result = replay(hand_arrays(hands, records), config or RatingConfig())
    return changes_table(result).to_pylist()


def one_hand(points, starts=(1000.0,) * 4, config=None, seats=None):
    """The changes of one hand between players whose starts are given."""
    words = ("learning", "casual", "experienced", "expert")
    config = with_values(
        config or RatingConfig(),
        {"start.self_rating": dict(zip(words, starts, strict=True))},
    )
    people = [person(f"p{i}") for i in range(4)]
    records = [
        {"player_id": f"p{i}", "at": 0, "self_rating": words[i]} for i in range(4)
    ]
    hand = make_hand("h", seats or people, points, ended_at=MINUTE)
    return rows_of([hand], records, config)


@FEW
@given(seed=seeds)
def test_law_1_replaying_twice_and_in_any_order_of_arrival_gives_the_same_bits(seed):
    hands, records = random_season(seed, n_hands=120)
    config = with_values(RatingConfig(), QUICK)
    first = rows_of(hands, records, config)

    random.Random(seed).shuffle(hands)
    records.reverse()

    assert rows_of(hands, records, config) == first


@MANY
@given(points=st.tuples(margins, margins), starts=st.tuples(*[ratings] * 4))
def test_law_2_swapping_the_sides_mirrors_a_hand(points, starts):
    a, b, c, d = starts

    hand = one_hand(points, (a, b, c, d))
    mirrored = one_hand(points[::-1], (b, a, d, c))

    got = [(r["expected_score"], r["actual_score"], r["rating_change"]) for r in hand]
    want = [
        (r["expected_score"], r["actual_score"], r["rating_change"]) for r in mirrored
    ]
    swapped = [want[i] for i in (1, 0, 3, 2)]
    np.testing.assert_allclose(got, swapped, rtol=0, atol=1e-12)


@FEW
@given(seed=seeds)
def test_law_2_swapping_the_sides_mirrors_a_season(seed):
    hands, records = random_season(seed, n_hands=120)
    two_sided = [h for h in hands if len(h["points"]) == 2]
    swapped = [
        h
        | {"points": h["points"][::-1]}
        | {"seats": [h["seats"][i ^ 1] for i in range(len(h["seats"]))]}
        for h in two_sided
    ]

    season = ratings_table(replay(hand_arrays(two_sided, records), RatingConfig()))
    mirror = ratings_table(replay(hand_arrays(swapped, records), RatingConfig()))

    assert by_player(mirror) == pytest.approx(by_player(season), rel=0, abs=1e-9)


def by_player(ratings):
    return {
        (r["ladder"], r["player_id"], r["device_id"]): r["rating"]
        for r in ratings.to_pylist()
    }


@MANY
@given(points=st.tuples(margins, margins), starts=st.tuples(*[ratings] * 4))
def test_law_2_the_seat_order_of_partners_does_not_matter(points, starts):
    a, b, c, d = starts

    hand = one_hand(points, (a, b, c, d))
    turned = one_hand(points, (c, d, a, b))

    changes = [r["rating_change"] for r in hand]
    assert [turned[i]["rating_change"] for i in (2, 3, 0, 1)] == changes


@MANY
@given(low=margins, more=st.integers(0, 9000), starts=ratings, function=functions)
def test_law_3_a_larger_margin_never_gives_the_winner_less(low, more, starts, function):
    config = with_values(RatingConfig(), {"change.margin_function": function})

    less = one_hand((low, 0), (starts,) * 4, config)[0]["rating_change"]
    larger = one_hand((low + 5 * more, 0), (starts,) * 4, config)[0]["rating_change"]

    assert larger >= less


@MANY
@given(points=margins, starts=ratings, function=functions)
def test_law_3_a_tie_between_equal_sides_changes_nothing(points, starts, function):
    config = with_values(RatingConfig(), {"change.margin_function": function})

    rows = one_hand((points, points), (starts,) * 4, config)

    assert [r["rating_change"] for r in rows] == [0.0] * 4


@MANY
@given(points=margins, starts=st.tuples(*[ratings] * 4), function=functions)
def test_law_3_no_change_is_larger_than_k(points, starts, function):
    config = with_values(RatingConfig(), {"change.margin_function": function})

    rows = one_hand((points, 0), starts, config)

    assert max(abs(r["rating_change"]) for r in rows) <= 24


@MANY
@given(points=st.integers(-10_000, 10_000), starts=st.tuples(*[ratings] * 4))
def test_law_3_a_logistic_change_is_smaller_than_k(points, starts):
    rows = one_hand((points, 0), starts)

    assert max(abs(r["rating_change"]) for r in rows) < 24


@MANY
@given(points=st.tuples(margins, margins), starts=st.tuples(*[ratings] * 4))
def test_law_4_with_equal_k_the_four_changes_add_up_to_0(points, starts):
    rows = one_hand(points, starts)

    assert sum(r["rating_change"] for r in rows) == pytest.approx(0.0, abs=1e-11)


@FEW
@given(seed=seeds)
def test_law_5_a_hand_that_rates_nobody_changes_nothing_when_it_is_removed(seed):
    hands, records = random_season(seed, n_hands=120)
    lonely = [person("p0"), computer(), computer(), computer()]
    alone = [
        make_hand(f"x{i}", lonely, [5 * i, 0], game_id="x", ended_at=MINUTE * (9 + i))
        for i in range(1, 90)
    ]
    first = min(h["ended_at"] for h in hands)
    # A hand in front keeps the others from being anybody's first counting hand.
    front = make_hand("f", lonely, [0, 0], game_id="f", ended_at=min(first, 0))

    rows = rows_of([front, *hands], records)

    assert rows_of([front, *hands, *alone], records) == rows


@FEW
@given(seed=seeds, policy=st.sampled_from(["on_return", "always"]))
def test_law_8_demotions_are_warned_of_and_spare_the_promoted(seed, policy):
    hands, records = random_season(seed, n_hands=300)
    config = with_values(RatingConfig(), QUICK | {"seats.away_hands": policy})
    histories = {}
    for row in rows_of(hands, records, config):
        key = (row["ladder"], row["player_id"], row["device_id"])
        histories.setdefault(key, []).append(row)

    for history in histories.values():
        check_history(history)


def check_history(history):
    warned_in, promoted_at = None, None
    for row in history:
        applied_in = row["settled_by_hand_id"] or row["hand_id"]
        if row["level_event"] == "demoted":
            assert warned_in is not None
            assert warned_in != applied_in
            assert row["rated_hands"] - promoted_at > 4
            assert row["settled_by_hand_id"] is None
        if row["level_event"] == "promoted":
            promoted_at = row["rated_hands"]
        if row["level_event"] in ("started", "promoted", "demoted"):
            warned_in = None
        if row["level_event"] == "at_risk":
            warned_in = applied_in


EXTREME = st.floats(allow_nan=False, allow_infinity=False)
SCALES = st.floats(min_value=5e-324, allow_nan=False, allow_infinity=False)


@MANY
@given(rating=EXTREME, other=EXTREME, scale=SCALES)
def test_expected_score_never_overflows(rating, other, scale):
    assert 0.0 <= formulas.expected_score(rating, other, scale) <= 1.0


@MANY
@given(
    margin=st.integers(-200_000, 200_000),
    scale=SCALES,
    function=st.integers(0, len(FUNCTIONS) - 1),
)
def test_actual_score_never_overflows_and_is_odd_around_one_half(
    margin, scale, function
):
    score = formulas.actual_score(float(margin), function, scale)
    mirrored = formulas.actual_score(float(-margin), function, scale)

    assert 0.0 <= score <= 1.0
    assert score + mirrored == pytest.approx(1.0, abs=1e-15)


@MANY
@given(x=st.floats(-708, 708))
def test_own_exponential_is_within_2_ulp_of_the_library(x):
    assert formulas.exp(x) == pytest.approx(np.exp(x), rel=2 * np.finfo(float).eps)


def test_openskill_defect_a_ten_to_nothing_win_moves_more_than_one_to_nothing():
    # openskill 6.1 (issue 181): a larger margin moved Ratings less.
    small = one_hand((10, 0))[0]["rating_change"]
    large = one_hand((100, 0))[0]["rating_change"]

    assert large > small > 0


@FEW
@given(points=st.integers(-4000, 4000), function=functions)
def test_openskill_defect_a_tie_moves_nobody_of_equal_strength(points, function):
    config = with_values(RatingConfig(), {"change.margin_function": function})

    rows = one_hand([points, points], config=config)

    assert [row["rating_change"] for row in rows] == [0.0] * 4


@FEW
@given(
    low=st.integers(1, 3000),
    more=st.integers(1, 3000),
    starts=st.tuples(*[ratings] * 4),
)
def test_openskill_defect_a_larger_margin_moves_winner_and_loser_more(
    low, more, starts
):
    small, large = one_hand([low, 0], starts), one_hand([low + more, 0], starts)

    for narrow, wide in zip(small, large, strict=True):
        gained = wide["rating_change"] - narrow["rating_change"]
        assert gained > 0 if narrow["side"] == 0 else gained < 0
