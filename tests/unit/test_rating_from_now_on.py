"""A version that holds from now on: clause 6. Expected values are arithmetic on the
scores that stand beside them, or what another version gave before."""

from datetime import UTC, datetime

import numpy as np
import pytest

from ingest.home import Home
from rating.check import check_stored
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.refresh import adopt, rate, refresh, revert
from rating.store import live_version, read_change, read_versions
from rating.timeline import Phase, always, config_at
from tests.golden.rating_warehouse import fill, open_memory, take_out, time_of
from tests.golden.seasons import MINUTE, away, make_hand, person, random_season

EARLY = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)  # before every hand
DOUBLE_K = {"change.k": [{"from_hand": 0, "k": 48}]}


@pytest.fixture
def con():
    con = open_memory()
    yield con
    con.close()


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


@pytest.fixture
def season(con, home):
    """The first hands are rated by version 1; the rest comes later."""
    hands, records = random_season(11, n_hands=90)
    hands.sort(key=lambda hand: hand["ended_at"])
    early = [h for h in hands if h["ended_at"] <= hands[59]["ended_at"]]
    fill(con, early, records)
    refresh(con, home, EARLY)
    return hands[len(early) :]


def publish(con, home, values, *, is_from_now_on=True):
    config = with_values(RatingConfig(), values)
    version = adopt(
        con,
        home,
        config,
        now=EARLY,
        author="t",
        reason="r",
        is_from_now_on=is_from_now_on,
    )
    rate(con, version, EARLY)
    return version


def go_back(con, home, number):
    rate(con, revert(con, home, number, now=EARLY, author="t", reason="r"), EARLY)


def rows_of(con):
    return con.execute(
        "select * exclude (rating_run_id) from rating_changes order by ladder, seq"
    ).fetchall()


def test_hands_before_keep_every_bit_and_hands_after_take_the_new_k(con, home, season):
    before = rows_of(con)
    version = publish(con, home, DOUBLE_K)
    assert rows_of(con) == before

    fill(con, season, [])
    refresh(con, home, EARLY)

    kept = con.execute(
        "select * exclude (rating_run_id) from rating_changes "
        "where ended_at < ? and settled_by_hand_id is null order by ladder, seq",
        [version.applies_from],
    ).fetchall()
    assert set(kept) <= set(before)
    new = con.execute(
        "select rating_change, actual_score, expected_score from rating_changes "
        "where ended_at >= ?",
        [version.applies_from],
    ).fetchnumpy()
    wanted = 48 * (new["actual_score"] - new["expected_score"])
    assert len(wanted) > 20
    np.testing.assert_allclose(new["rating_change"], wanted, rtol=0, atol=1e-12)


def test_replay_from_the_first_hand_gives_the_same_bits(con, home, season):
    publish(con, home, DOUBLE_K | {"form.kind": "window", "form.span": 3})
    fill(con, season, [])
    refresh(con, home, EARLY)
    before = rows_of(con)

    check_stored(con, None)
    rate(con, live_version(con), EARLY, is_forced=True, piece_size=7)

    assert rows_of(con) == before


def test_late_hand_older_than_the_version_is_rated_by_the_one_before(con, home):
    seats = [person("a"), person("b"), person("c"), person("d")]
    hands = [
        make_hand(f"h{i}", seats, [100, 0], ended_at=i * MINUTE) for i in range(1, 7)
    ]
    fill(con, [hands[0], hands[2], hands[3]], [])
    refresh(con, home, EARLY)
    publish(con, home, DOUBLE_K)

    fill(con, [hands[1], *hands[4:]], [])
    refresh(con, home, EARLY)

    k = con.execute(
        "select k_factor from rating_changes where player_id = 'a' order by seq"
    ).fetchall()
    assert k == [(24,), (24,), (24,), (24,), (48,), (48,)]
    check_stored(con, None)


def test_away_hand_keeps_its_scores_and_takes_the_k_of_its_settlement(con, home):
    present = [person("a"), person("b"), person("c"), person("d")]
    missing = [person("a"), person("b"), away("c"), person("d")]
    fill(con, [make_hand("h1", missing, [900, 0], ended_at=MINUTE)], [])
    refresh(con, home, EARLY)
    publish(con, home, DOUBLE_K | {"change.margin_scale.coastal": 90})
    fill(con, [make_hand("h2", present, [0, 0], ended_at=2 * MINUTE)], [])

    refresh(con, home, EARLY)

    [row] = con.execute(
        "select actual_score, k_factor, settled_by_hand_id from rating_changes "
        "where player_id = 'c' and hand_id = 'h1'"
    ).fetchall()
    assert row == (pytest.approx(1 / (1 + np.exp(-1)), rel=1e-15), 48, "h2")
    assert read_change(con, "h1", "c").config.margin_scale("coastal") == 90
    assert read_change(con, "h1", "a").config.margin_scale("coastal") == 900
    check_stored(con, None)


@pytest.mark.parametrize("piece_size", [1, 100])
def test_away_hand_keeps_the_zero_margin_of_its_own_version(con, home, piece_size):
    present = [person("a"), person("b"), person("c"), person("d")]
    missing = [person("a"), person("b"), away("c"), person("d")]
    first = make_hand("h0", present, [500, 0], ended_at=MINUTE)
    fill(con, [first, make_hand("h1", missing, [9, 0], ended_at=2 * MINUTE)], [])
    refresh(con, home, EARLY)
    publish(con, home, {"change.margin_scale.coastal": 90})
    fill(con, [make_hand("h2", present, [0, 0], ended_at=3 * MINUTE)], [])

    rate(con, live_version(con), EARLY, is_forced=True, piece_size=piece_size)

    rows = con.execute(
        "select player_id, hand_id, expected_score, zero_margin from rating_changes "
        "where hand_id in ('h1', 'h2') and side = 0 order by seq"
    ).fetchall()
    scales = {("a", "h1"): 900, ("c", "h1"): 900, ("a", "h2"): 90, ("c", "h2"): 90}
    assert len(rows) == 4
    for player_id, hand_id, e, zero in rows:
        scale = scales[player_id, hand_id]
        assert zero == pytest.approx(scale * np.log(e / (1 - e)), rel=1e-12)
    check_stored(con, None)


def test_reverting_restores_the_numbers_of_either_version(con, home, season):
    fill(con, season[:10], [])
    refresh(con, home, EARLY)
    publish(con, home, DOUBLE_K)
    fill(con, season[10:], [])
    refresh(con, home, EARLY)
    from_now_on = rows_of(con)

    go_back(con, home, 1)
    by_first = rows_of(con)
    go_back(con, home, 2)

    assert by_first != from_now_on
    assert rows_of(con) == from_now_on
    versions = read_versions(con)
    assert [v.before_config_id for v in versions] == [None, 1, None, 1]
    assert versions[3].applies_from == versions[1].applies_from
    assert [v.parent_config_id for v in versions] == [None, 1, 2, 3]


def test_recomputing_history_under_the_live_numbers_is_a_version(con, home, season):
    publish(con, home, DOUBLE_K)

    version = publish(con, home, DOUBLE_K, is_from_now_on=False)

    k = con.execute("select distinct k_factor from rating_changes").fetchall()
    assert (version.config_id, version.applies_from) == (3, None)
    assert k == [(48,)]


def test_version_holds_after_the_last_hand_even_where_the_clock_is_behind(
    con, home, season
):
    [(last,)] = con.execute("select max(ended_at) from hands").fetchall()

    version = publish(con, home, DOUBLE_K)

    assert version.applies_from > last


def test_versions_published_one_after_another_share_the_time(con, home):
    seats = [person("a"), person("b"), person("c"), person("d")]
    for number, k in enumerate((24, 48, 12), 1):
        publish(con, home, {"change.k": [{"from_hand": 0, "k": k}]})
        hand = make_hand(f"h{number}", seats, [100, 0], ended_at=number * MINUTE)
        fill(con, [hand], [])
        refresh(con, home, EARLY)

    k = con.execute(
        "select k_factor from rating_changes where player_id = 'a' order by seq"
    ).fetchall()
    assert k == [(24,), (48,), (12,)]
    check_stored(con, None)


def test_levels_stay_with_their_names_and_lines_are_judged_at_the_next_hand(con, home):
    seats = [person("a"), person("b"), person("c"), person("d")]
    table = [{"name": "low"}, {"name": "high", "form": 900}]
    publish(con, home, {"start.provisional_hands": 1, "levels.table": table})
    hands = [
        make_hand(f"h{i}", seats, [100, 0], ended_at=i * MINUTE) for i in range(1, 5)
    ]
    fill(con, hands[:3], [])
    refresh(con, home, EARLY)
    wider = [{"name": "low"}, {"name": "mid", "form": 100}, {"name": "high"}]
    wider[2]["form"] = 5000

    publish(con, home, {"start.provisional_hands": 1, "levels.table": wider})
    levels = "select distinct level, next_level from player_ratings"
    assert con.execute(levels).fetchall() == [("high", None)]
    fill(con, hands[3:], [])
    refresh(con, home, EARLY)

    events = con.execute(
        "select distinct level, level_event from rating_changes where hand_id = 'h4'"
    ).fetchall()
    assert events == [("high", "at_risk")]


def test_configuration_of_an_instant_is_that_of_the_last_version_before_it():
    old, new = RatingConfig(), with_values(RatingConfig(), DOUBLE_K)
    timeline = (*always(old), Phase(100, new))

    assert [config_at(timeline, at) for at in (-5, 99, 100, 101)] == [
        old,
        old,
        new,
        new,
    ]


def test_hand_that_goes_is_gone_under_both_versions(con, home, season):
    publish(con, home, DOUBLE_K)
    fill(con, season, [])
    refresh(con, home, EARLY)
    [(early,), (late,)] = con.execute(
        "select arg_min(hand_id, ended_at) from hands where mode = 'live' union all "
        "select arg_max(hand_id, ended_at) from hands where mode = 'live'"
    ).fetchall()

    take_out(con, [early, late])
    refresh(con, home, EARLY)

    check_stored(con, None)
    assert time_of(0) < live_version(con).applies_from


RATINGS = "select * exclude (rating_run_id) from rating_changes order by all"


class CutError(Exception):
    """A crash at this place."""


@pytest.mark.parametrize("place", ["before the row", "after the row"])
def test_crash_while_a_version_goes_live_leaves_past_ratings_alone(
    con, home, season, monkeypatch, place
):
    before = con.execute(RATINGS).fetchall()

    def cut(*_, **__):
        raise CutError

    with monkeypatch.context() as patch:
        if place == "before the row":
            patch.setattr("rating.refresh.publish_version", cut)
        else:
            patch.setattr("pathlib.Path.replace", cut)
        with pytest.raises(CutError):
            publish(con, home, DOUBLE_K)
    refresh(con, home, EARLY)

    assert con.execute(RATINGS).fetchall() == before
    n_versions = 1 if place == "before the row" else 2
    assert len(read_versions(con)) == n_versions
    assert home.rating_toml.read_text() == live_version(con).config.to_toml()
    assert [path.name for path in home.path.iterdir()] == ["rating.toml"]
