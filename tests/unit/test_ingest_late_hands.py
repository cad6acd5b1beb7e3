"""Late hands change Ratings from their place on: the same bits as in order."""

import random

import pytest

from ingest.warehouse import open_warehouse
from rating.refresh import refresh
from tests.unit.conftest import NOW
from tests.unit.hand_records import Desk, as_bytes, hand, player, result

N_HANDS = 240
PEOPLE = ("ana", "bo", "cy", "di", "ed", "flo", "gus")
TABLES = ("rating_changes", "player_ratings", "level_changes")
# The number of the replay tells how often there was one, and nothing else.
ROWS = "select columns(lambda c: c <> 'rating_run_id') from {} order by all"


def season():
    """Records in the order of time: several games, seats away, words said late."""
    chances = random.Random(20)
    records = []
    totals = {}
    for number in range(N_HANDS):
        game = f"g{number % 5}-{number // 40}"
        hand_no, before = totals.get(game, (0, (0, 0)))
        points = tuple(5 * chances.randrange(-40, 60) for _ in range(2))
        totals[game] = (
            hand_no + 1,
            tuple(a + b for a, b in zip(before, points, strict=True)),
        )
        seats = [
            {"seat": seat, "player_id": who, "controller": "player"}
            for seat, who in enumerate(chances.sample(PEOPLE, 4))
        ]
        if chances.random() < 0.2:
            seats[chances.randrange(4)] |= {
                "controller": "computer",
                "left_in_hand": chances.random() < 0.5,
            }
        day, minute = divmod(number, 24)
        records.append(
            hand(
                f"h{number:03}",
                game_id=game,
                hand_no=hand_no + 1,
                # Every fourth hand ends with the one before it.
                started_at=f"2026-10-{day + 1:02}T{minute // 4 * 4 % 24:02}:00:00Z",
                ended_at=f"2026-10-{day + 1:02}T{minute // 4 * 4 % 24:02}:30:00Z",
                seats=seats,
                result=result(*zip(points, before, strict=True)),
            )
        )
    said = [
        player(who, self_rating=word, at=f"2026-{month}-01T00:00:00Z")
        for who, word, month in (
            ("ana", "expert", "09"),
            ("ana", "learning", "12"),
            ("bo", "learning", "10"),
            ("cy", None, "09"),
        )
    ]
    return records + said


def ratings(desk):
    return {table: desk.rows(ROWS.format(table)) for table in TABLES}


def read_and_rate(desk, records):
    desk.read(as_bytes(*records))
    with open_warehouse(desk.home) as con:
        return refresh(con, desk.home, NOW)


@pytest.fixture(scope="module")
def in_order(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("in-order"), clock=lambda: NOW)
    read_and_rate(desk, season())
    found = ratings(desk)
    assert len(found["rating_changes"]) > 3 * N_HANDS
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_hands_in_any_order_and_in_any_files_give_the_same_bits(desk, in_order, seed):
    chances = random.Random(seed)
    records = season()
    chances.shuffle(records)
    while records:
        size = chances.randrange(1, 100)
        read_and_rate(desk, records[:size])
        records = records[size:]

    assert ratings(desk) == in_order


@pytest.mark.parametrize("late", [0, 117, N_HANDS - 1])
def test_one_hand_that_comes_late_gives_the_same_bits(desk, in_order, late):
    records = season()
    read_and_rate(desk, records[:late] + records[late + 1 :])
    assert ratings(desk) != in_order

    read_and_rate(desk, [records[late]])

    assert ratings(desk) == in_order


def test_word_that_comes_late_and_sets_a_start_gives_the_same_bits(desk, in_order):
    records = season()
    read_and_rate(desk, records[: N_HANDS // 2] + records[N_HANDS + 1 :])
    read_and_rate(desk, records[N_HANDS // 2 : N_HANDS])
    assert ratings(desk) != in_order

    read_and_rate(desk, [records[N_HANDS]])  # ana said in September who she is

    assert ratings(desk) == in_order
