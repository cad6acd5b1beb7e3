"""The package against an independent program, and the worked example of the page."""

import tomllib
from itertools import pairwise

import pytest

from rating.config import RatingConfig
from rating.config_file import with_values
from rating.replay import replay
from rating.tables import changes_table, level_changes_table, ratings_table
from tests.golden import reference_rating
from tests.golden.seasons import (
    MINUTE,
    away,
    computer,
    hand_arrays,
    make_hand,
    person,
    random_season,
)

TOLERANCE = 1e-9  # rating points and scores

LOW_LEVELS = [  # reached within a short season
    {"name": "a"},
    {"name": "b", "form": 950, "hands": 12, "games": 1},
    {"name": "c", "form": 990},
    {"name": "d", "form": 1020, "games": 2},
    {"name": "e", "form": 1060},
]
QUICK = {
    "levels.table": LOW_LEVELS,
    "levels.keep_margin": 10,
    "levels.protected_hands": 3,
    "start.provisional_hands": 3,
    "change.k": [{"from_hand": 0, "k": 60}, {"from_hand": 7, "k": 35}],
}
CONFIGS = {
    "default": {},
    "quick levels": QUICK,
    "always": QUICK | {"seats.away_hands": "always"},
    "never": QUICK | {"seats.away_hands": "never"},
    "window": QUICK | {"form.kind": "window", "form.span": 5},
    "window of one": {"form.kind": "window", "form.span": 1},
    "long window": {"form.kind": "window", "form.span": 10**9},
    "short span": QUICK | {"form.span": 1},
    "normal": QUICK | {"change.margin_function": "normal_cdf"},
    "clamp": QUICK | {"change.margin_function": "clamp"},
    "win or loss": QUICK | {"change.margin_function": "win_loss"},
    "no protection": QUICK | {"levels.protected_hands": 0, "levels.keep_margin": 0},
    "narrow": {"change.scale": 1e-3, "change.margin_scale.coastal": 1e-9},
    "levels at once": {"start.provisional_hands": 1, "levels.table": [{"name": "x"}]},
}


def assert_same_row(got, wanted):
    for column, value in wanted.items():
        if isinstance(value, float):
            assert got[column] == pytest.approx(value, rel=0, abs=TOLERANCE), column
        else:
            assert got[column] == value, (column, got, wanted)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("values", CONFIGS.values(), ids=CONFIGS.keys())
def test_replay_equals_the_reference_on_a_random_season(seed, values):
    hands, records = random_season(seed)
    config = with_values(RatingConfig(), values)
    table = tomllib.loads(config.to_toml())

    result = replay(hand_arrays(hands, records), config)
    rows = changes_table(result).to_pylist()
    states = ratings_table(result)
    steps = level_changes_table(result).to_pylist()
    expected = reference_rating.rate(hands, records, table)

    for name, ladder in expected.items():
        got = [row for row in rows if row["ladder"] == name]
        assert len(got) == len(ladder.rows)
        for mine, wanted in zip(got, ladder.rows, strict=True):
            assert_same_row(mine, wanted)
    rated = [p for x in expected.values() for p in x.players.values() if p["n"]]
    assert states.num_rows == len(rated)
    assert [(s["hand_id"], s["player_id"], s["to_level"]) for s in steps] == [
        (r["hand_id"], r["player_id"], r["level"])
        for r in rows
        if r["level_event"] in ("started", "promoted", "demoted")
    ]


@pytest.mark.parametrize("policy", ["on_return", "always", "never"])
def test_player_ratings_are_the_last_state_of_each_player(policy):
    hands, records = random_season(7)
    config = with_values(RatingConfig(), QUICK | {"seats.away_hands": policy})
    reference = reference_rating.rate(hands, records, tomllib.loads(config.to_toml()))

    rows = ratings_table(replay(hand_arrays(hands, records), config)).to_pylist()

    expected = {
        (ladder, *key): player
        for ladder, state in reference.items()
        for key, player in state.players.items()
        if player["n"]
    }
    got = {(r["ladder"], r["player_id"], r["device_id"]): r for r in rows}
    assert got.keys() == expected.keys()
    for key, player in expected.items():
        row = got[key]
        passed = player["n"] - (player["promoted_at"] or -100)
        assert row["start_rating"] == player["start"]
        assert row["rating"] == pytest.approx(player["rating"], abs=TOLERANCE)
        assert row["form"] == pytest.approx(player["form"], abs=TOLERANCE)
        assert row["peak_rating"] == pytest.approx(max(player["ratings"]), abs=1e-9)
        assert row["rated_hands"] == player["n"]
        assert row["finished_games"] == len(player["games"])
        assert row["level_since_hands"] == player["step_at"]
        assert row["is_at_risk"] == player["at_risk"]
        assert row["n_pending_hands"] == len(player["waiting"])
        assert row["protected_hands_left"] == max(0, 3 - passed)


SEATS = [person("ana"), person("bo"), person("cy"), person("di")]
EXAMPLE = [  # docs/rating.md, the worked example
    make_hand("h1", SEATS, [1480, -160], hand_no=1, ended_at=601 * MINUTE),
    make_hand("h2", SEATS, [600, 650], hand_no=2, ended_at=602 * MINUTE),
    make_hand(
        "h3",
        [person("ana"), person("bo"), away("cy"), person("di")],
        [2000, 100],
        hand_no=3,
        ended_at=603 * MINUTE,
    ),
    make_hand(
        "h4",
        [person("ana"), person("bo"), person("cy"), computer("expert")],
        [-500, 300],
        hand_no=4,
        ended_at=604 * MINUTE,
        game_over=True,
    ),
]
SAID = [{"player_id": "bo", "at": 600 * MINUTE, "self_rating": "expert"}]


@pytest.fixture(scope="module")
def example():
    return replay(hand_arrays(EXAMPLE, SAID), RatingConfig())


def test_worked_example_changes(example):
    rows = changes_table(example).to_pylist()

    got = [
        (r["hand_id"], r["player_id"], r["expected_score"], r["actual_score"])
        for r in rows
    ]
    changes = [(r["settled_by_hand_id"], r["rating_change"]) for r in rows]
    e1, e2, e3, e4 = 0.296615, 0.330136, 0.537243, 0.181803
    s1, s2, s3, s4 = 0.860833, 0.486115, 0.891978, 0.291339
    assert got == [
        ("h1", "ana", pytest.approx(e1, abs=1e-6), pytest.approx(s1, abs=1e-6)),
        ("h1", "bo", pytest.approx(1 - e1, abs=1e-6), pytest.approx(1 - s1, abs=1e-6)),
        ("h1", "cy", pytest.approx(e1, abs=1e-6), pytest.approx(s1, abs=1e-6)),
        ("h1", "di", pytest.approx(1 - e1, abs=1e-6), pytest.approx(1 - s1, abs=1e-6)),
        ("h2", "ana", pytest.approx(e2, abs=1e-6), pytest.approx(s2, abs=1e-6)),
        ("h2", "bo", pytest.approx(1 - e2, abs=1e-6), pytest.approx(1 - s2, abs=1e-6)),
        ("h2", "cy", pytest.approx(e2, abs=1e-6), pytest.approx(s2, abs=1e-6)),
        ("h2", "di", pytest.approx(1 - e2, abs=1e-6), pytest.approx(1 - s2, abs=1e-6)),
        ("h3", "ana", pytest.approx(e3, abs=1e-6), pytest.approx(s3, abs=1e-6)),
        ("h3", "bo", pytest.approx(1 - e3, abs=1e-6), pytest.approx(1 - s3, abs=1e-6)),
        ("h3", "di", pytest.approx(1 - e3, abs=1e-6), pytest.approx(1 - s3, abs=1e-6)),
        ("h3", "cy", pytest.approx(e3, abs=1e-6), pytest.approx(s3, abs=1e-6)),
        ("h4", "ana", pytest.approx(e4, abs=1e-6), pytest.approx(s4, abs=1e-6)),
        ("h4", "bo", pytest.approx(1 - e4, abs=1e-6), pytest.approx(1 - s4, abs=1e-6)),
        ("h4", "cy", pytest.approx(e4, abs=1e-6), pytest.approx(s4, abs=1e-6)),
    ]
    expected_changes = [
        *((None, x) for x in (13.541222, -13.541222, 13.541222, -13.541222)),
        *((None, x) for x in (3.743490, -3.743490, 3.743490, -3.743490)),
        *((None, x) for x in (8.513652, -8.513652, -8.513652)),
        ("h4", 8.513652),
        *((None, x) for x in (2.628862, -2.628862, 2.628862)),
    ]
    assert [settled for settled, _ in changes] == [s for s, _ in expected_changes]
    assert [change for _, change in changes] == pytest.approx(
        [change for _, change in expected_changes], abs=1e-6
    )


def test_worked_example_side_ratings_of_the_away_hand(example):
    rows = changes_table(example).to_pylist()

    [settled] = [r for r in rows if r["settled_by_hand_id"]]

    assert settled["side_rating"] == pytest.approx((1017.284712 + 1300) / 2, abs=1e-6)
    assert settled["margin"] == 1900


def test_worked_example_ratings_form_and_counts(example):
    rows = {r["player_id"]: r for r in ratings_table(example).to_pylist()}

    got = {
        name: (r["rating"], r["form"], r["rated_hands"], r["finished_games"])
        for name, r in rows.items()
    }
    ana = (pytest.approx(1028.427226, abs=1e-6), pytest.approx(1021.262881, abs=1e-6))
    assert got["ana"] == (*ana, 4, 1)
    assert got["cy"] == (*ana, 4, 1)
    assert got["bo"][:2] == pytest.approx((1271.572774, 1278.737119), abs=1e-6)
    assert got["di"][0] == pytest.approx(974.201636, abs=1e-6)
    assert got["di"][2:] == (3, 0)


def test_changes_of_one_player_follow_each_other_without_a_gap():
    hands, records = random_season(11)
    rows = changes_table(replay(hand_arrays(hands, records), RatingConfig()))

    histories = {}
    for row in rows.to_pylist():
        key = (row["ladder"], row["player_id"], row["device_id"])
        histories.setdefault(key, []).append(row)

    for history in histories.values():
        for before, after in pairwise(history):
            assert after["rating_before"] == before["rating_after"]
            assert after["form_before"] == before["form_after"]
            assert after["rated_hands"] == before["rated_hands"] + 1
