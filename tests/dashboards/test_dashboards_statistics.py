"""Statistics of the hand-made season, their intervals from paper or scipy."""

import itertools
import math

import pytest
from scipy.stats import binomtest

from dashboards.data import statistics as data
from dashboards.data.snapshot import current_snapshot

LIVE = data.Pool("coastal", "live", 140)
# Ana's side wins by 130, but loses by 400 in every third of 140 hands.
N_LOST = 47
N_WON = 93


@pytest.fixture
def snapshot(hand_made_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(hand_made_home))
    return current_snapshot()


def test_pool_counts_hands_of_a_family_and_mode(snapshot):
    assert data.pools(snapshot) == [LIVE]


def test_share_of_hands_won_has_wilsons_interval(snapshot):
    oracle = binomtest(N_WON, 140).proportion_ci(0.95, method="wilson")

    won = data.statistics(snapshot, "ana", LIVE, None)["won"]

    assert (won.n, won.value) == (140, pytest.approx(N_WON / 140))
    # 1.96 for the exact quantile moves an end by less than 1e-5
    assert won.low == pytest.approx(oracle.low, abs=1e-5)
    assert won.high == pytest.approx(oracle.high, abs=1e-5)


def test_mean_margin_takes_games_as_the_unit_of_sampling(snapshot):
    mean = (N_WON * 130 - N_LOST * 400) / 140
    games = [
        sum(130 if number % 3 else -400 for number in range(first, first + 10))
        for first in range(0, 140, 10)
    ]
    squares = sum((total - 10 * mean) ** 2 for total in games)
    half = 1.96 * math.sqrt(squares * 14 / 13) / 140

    margin = data.statistics(snapshot, "ana", LIVE, None)["margin"]

    assert margin.n_games == 14
    assert margin.value == pytest.approx(mean)
    assert margin.low == pytest.approx(mean - half)
    assert margin.high == pytest.approx(mean + half)


def test_everybody_is_every_side_with_a_person_on_it(snapshot):
    everybody = data.statistics(snapshot, None, LIVE, None)

    assert everybody["points"].n == 280
    assert everybody["canastas"].value == pytest.approx(1.5)  # 1 and 2 by side
    assert everybody["mixed"].value == pytest.approx(0.5)


def test_cards_a_take_are_counted_over_takes(snapshot):
    taken = data.statistics(snapshot, "ana", LIVE, None)["pile_cards"]

    assert (taken.n, taken.value) == (280, pytest.approx(4.5))  # 9 cards in 2 takes


def test_player_who_never_sat_there_has_no_statistics(snapshot):
    assert data.statistics(snapshot, "zoe", LIVE, None) == {}


def test_unknown_ruleset_leaves_nothing(snapshot):
    assert data.statistics(snapshot, None, LIVE, "classic-2") == {}


@pytest.mark.parametrize("measure", ["points", "margin"])
def test_histogram_counts_every_side_once_in_bins_without_gaps(snapshot, measure):
    bins = data.histogram(snapshot, "ana", LIVE, None, measure)

    assert sum(row.n_all for row in bins) == 280
    assert sum(row.n_own for row in bins) == 140
    assert all(row.high == after.low for row, after in itertools.pairwise(bins))


def test_histogram_puts_a_value_into_the_bin_that_begins_with_it(snapshot):
    bins = data.histogram(snapshot, "ana", LIVE, None, "margin")

    own = {row.low: row.n_own for row in bins if row.n_own}
    width = bins[0].high - bins[0].low

    # -400 and 130 lie in the bins that begin at or below them
    assert own == {-400 // width * width: N_LOST, 130 // width * width: N_WON}


def test_quartiles_of_the_viewers_margins(snapshot):
    spread = data.spread(snapshot, "ana", LIVE, None, "margin")

    assert (spread.n, spread.median, spread.quarter) == (140, 130, -400)


def test_page_shows_n_and_interval_beside_everybody(open_page, hand_made_home):
    app = open_page(hand_made_home, "statistics", "person:ana")

    tables = [t.value for t in app.table if "Everybody" in t.value]
    cells = [str(cell) for table in tables for cell in table["You"]]
    assert any(cell == "1.00 (n = 140, 1.00 to 1.00)" for cell in cells)


def test_role_sees_everybody_only(open_page, hand_made_home):
    app = open_page(hand_made_home, "statistics", "analyst")

    assert all("You" not in table.value.columns for table in app.table[1:-2])
