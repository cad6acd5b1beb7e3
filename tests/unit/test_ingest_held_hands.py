"""Held hands are found in every batch, whether or not the warehouse is asked."""

import random

import duckdb
import pyarrow as pa
import pytest

from ingest import held_hands
from ingest.held_hands import HeldHands
from ingest.warehouse import define
from tests.unit.hand_records import as_bytes, hand


@pytest.fixture
def con():
    with duckdb.connect() as con:
        define(con)
        yield con


def insert(con, ids):
    for hand_id in sorted(ids):
        con.execute(
            "insert into hand_contents values (?, 'x'::blob, null, false, 7, 1)",
            [hand_id],
        )


@pytest.mark.parametrize("most", [0, 20, 1 << 24])
@pytest.mark.parametrize("n_before", [0, 30])
def test_exactly_the_held_ones_are_found(con, monkeypatch, most, n_before):
    monkeypatch.setattr(held_hands, "MOST_HASHES", most)
    rng = random.Random(n_before)
    stored = {f"h{number}" for number in range(n_before)}
    insert(con, stored)
    held = HeldHands(con)

    for number in range(30):
        fresh = [f"n{number}-{place}" for place in range(rng.randrange(1, 9))]
        again = rng.sample(sorted(stored), min(len(stored), rng.choice([0, 0, 3])))
        ids = [*fresh, *again]

        found = held.among(pa.table({"hand_id": ids}))

        assert found.keys() == set(again)
        assert all(facts == (b"x", False, 7, None) for facts in found.values())
        loaded = set(fresh[:-1])  # one is refused and stays out
        insert(con, loaded)
        stored |= loaded


def test_later_batches_of_a_new_file_do_not_look_through_all_hands(con, monkeypatch):
    insert(con, ["old"])
    held = HeldHands(con)
    held.among(pa.table({"hand_id": ["a"]}))
    held.among(pa.table({"hand_id": ["b"]}))
    asked = []
    execute_on = held_hands.execute_on
    monkeypatch.setattr(
        held_hands,
        "execute_on",
        lambda con, ids, query: asked.append(query) or execute_on(con, ids, query),
    )

    assert held.among(pa.table({"hand_id": ["c"]})) == {}
    assert not any("hand_contents" in query for query in asked)
    assert held.among(pa.table({"hand_id": ["d", "old"]})).keys() == {"old"}


def test_batches_of_one_file_know_of_each_other(desk, monkeypatch):
    from ingest import lines, loading

    monkeypatch.setattr(lines, "BLOCK", 3_000)
    monkeypatch.setattr(loading, "BATCH", 1)
    names = ["a", "b", "c", "d", "a", "e", "f", "b", "b", "g", "h", "a"]
    records = [hand(name, game_id=name) for name in names]

    run = desk.read(as_bytes(*records, hand("c", game_id="other")), verify="none")

    counts = run.counts
    assert (counts.loaded, counts.duplicate, counts.conflict) == (8, 4, 1)
