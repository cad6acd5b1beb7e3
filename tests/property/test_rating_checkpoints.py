"""Laws 1 and 7 in the warehouse: whatever comes late, changes or goes, the stored
Ratings are those of a replay from the first hand, though rating goes on from a
checkpoint."""

import random
from datetime import UTC, datetime

import pytest

from ingest.home import Home
from ingest.warehouse import open_warehouse
from rating.check import check_stored
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.refresh import adopt, rate
from rating.store import live_version, read_checkpoints
from tests.golden.rating_warehouse import fill, open_memory, take_out
from tests.golden.seasons import random_season

NOW = datetime(2026, 3, 1, tzinfo=UTC)
CONFIGS = (
    {},
    {"seats.away_hands": "always"},
    {"form.kind": "window", "form.span": 4, "start.provisional_hands": 2},
)
PIECE = 9  # hands: a season has many checkpoints


def bring_up_to_date(con, **options):
    return rate(con, live_version(con), NOW, piece_size=PIECE, **options)


@pytest.fixture(params=["rows", "files"])
def season_home(request, tmp_path, monkeypatch):
    """A home that keeps what is rated in tables, or in files however little it is."""
    if request.param == "files":
        monkeypatch.setattr("rating.store.history.FILE_ROWS", 1)
    return Home(tmp_path)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_to_the_hands_the_numbers_are_those_of_a_replay(
    season_home, seed
):
    follow_a_season(season_home, seed, n_hands=40)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 40))
def test_whatever_happens_to_many_seasons(season_home, seed):
    follow_a_season(season_home, seed, n_hands=120)


def follow_a_season(home, seed, n_hands):
    """Hands in any order of arrival, then one replaced and one removed."""
    with open_warehouse(home) as con:
        follow_in(con, home, seed, n_hands)


def follow_in(con, home, seed, n_hands):
    rng = random.Random(seed)
    hands, records = random_season(rng.randrange(10**6), n_hands=n_hands)
    config = with_values(RatingConfig(), CONFIGS[seed % len(CONFIGS)])
    adopt(con, home, config, now=NOW, author="t", reason="r")
    rng.shuffle(hands)
    n_first, n_records = rng.randrange(n_hands), rng.randrange(len(records))

    fill(con, hands[:n_first], records[:n_records])
    bring_up_to_date(con)
    check_stored(con, None)
    fill(con, hands[n_first:], records[n_records:])
    bring_up_to_date(con)
    check_stored(con, None)
    replaced, gone = rng.sample(hands, 2)
    take_out(con, [replaced["hand_id"], gone["hand_id"]])
    fill(con, [replaced | {"points": [p + 55 for p in replaced["points"][::-1]]}], [])
    bring_up_to_date(con)
    check_stored(con, None)


@pytest.fixture
def warehouse(tmp_path):
    hands, records = random_season(5, n_hands=70)
    con = open_memory()
    adopt(con, Home(tmp_path), RatingConfig(), now=NOW, author="t", reason="r")
    fill(con, hands, records)
    bring_up_to_date(con)
    yield con, hands
    con.close()


def run_of_changes(con):
    return con.execute(
        "select ladder, seq, rating_after from rating_changes order by all"
    ).fetchall()


def test_late_hand_leaves_the_checkpoints_before_it(warehouse):
    con, hands = warehouse
    before = {p.ends_at for p in read_checkpoints(con, "coastal/live")}
    live = [h for h in hands if h["mode"] == "live" and h["ruleset"][:7] == "coastal"]
    late = live[-3]
    take_out(con, [late["hand_id"]])

    bring_up_to_date(con)
    without = {p.ends_at for p in read_checkpoints(con, "coastal/live")}
    fill(con, [late], [])
    bring_up_to_date(con)
    after = {p.ends_at for p in read_checkpoints(con, "coastal/live")}

    kept = {ends_at for ends_at in before if ends_at <= late["ended_at"]}
    assert kept
    assert kept <= without
    assert kept <= after
    check_stored(con, None)


def test_hand_on_one_ladder_leaves_the_others_alone(warehouse):
    con, hands = warehouse
    gone = next(h for h in reversed(hands) if h["ruleset"].startswith("classic"))
    take_out(con, [gone["hand_id"]])

    written = bring_up_to_date(con).ladders

    assert {ladder.split("/")[0] for ladder in written} <= {"classic"}


def test_lost_rows_are_written_again(warehouse):
    con, _ = warehouse
    before = run_of_changes(con)
    con.execute("delete from rated_seat_rows where seq % 3 = 0")

    bring_up_to_date(con)

    assert run_of_changes(con) == before
    check_stored(con, None)


def test_checkpoints_may_be_missing(warehouse):
    con, _ = warehouse
    before = run_of_changes(con)
    con.execute("delete from rating_checkpoints")

    bring_up_to_date(con)

    assert run_of_changes(con) == before
    assert read_checkpoints(con, "coastal/live")
