"""Lines that are read many at once come to the same as lines read one by one."""

import json
import random

import pytest

from benchmarks.result_logs import write_results
from engine.play import play_games
from ingest.block import read_block
from ingest.lines import Block
from tests.unit.hand_records import as_bytes, hand

VALUES = (
    *(None, True, False, 0, 1, 5, -5, 2, 3, 4, 100_005, 10**17, 1.0, "", "x", "ana"),
    *("player", "computer", "expert", "went_out", "stock", "special_hand", "solo"),
    *("live", "classic-2", "classic-6x3", "tiles-1", "tiles", "abandoned", [], {}),
    *("2026-11-01T10:00:00.1Z", "2026-11-01T10:00:60Z", "2024-02-29T00:00:00+01:00"),
    *(
        "dream_plus_4",
        "pairs",
        {"target": 5000},
        {"natural": 1},
        "a\x7f",
        "\u00e9",
        "ab\n",
    ),
)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Results-only records of every family, as the engine and as a site write them."""
    folder = tmp_path_factory.mktemp("results")
    write_results(folder / "site.jsonl", 40, seed=3)
    records = read(folder / "site.jsonl")
    for ruleset in ("coastal", "classic-2", "classic-6x3", "partnership", "tiles-1"):
        play_games(ruleset, n_games=1, out_dir=folder / ruleset, seed=5)
        for path in sorted((folder / ruleset).glob("hands*.jsonl")):
            records += read(path)[-3:]
    for record in records:
        record.pop("pack", None)
        record.pop("moves", None)
    return records


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def places(value, path=()):
    """Paths of all values within a JSON value."""
    steps = ()
    if isinstance(value, dict):
        steps = value
    elif isinstance(value, list):
        steps = range(len(value))
    for step in steps:
        yield (*path, step)
        yield from places(value[step], (*path, step))


def changed(record, chances):
    """The line of `record` with a value or a key changed, often still sound."""
    copy = json.loads(json.dumps(record))
    path = chances.choice(list(places(copy)))
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    kind = chances.randrange(6)
    if kind == 0:
        del inner[path[-1]]
    elif kind == 1 and isinstance(inner[path[-1]], int):
        inner[path[-1]] += chances.choice((-5, 5, 1, -1))
    elif kind == 2 and isinstance(inner, dict):
        inner[chances.choice(("more", "skill", "wild", "engine", "left_in_hand"))] = 0
    elif kind != 3:
        inner[path[-1]] = chances.choice(VALUES)
    separators = chances.choice(((",", ":"), (", ", ": "), (",", " :")))
    line = json.dumps(copy, separators=separators, ensure_ascii=chances.random() < 0.5)
    if kind == 3:  # the same key a second time in some object
        key = chances.choice(line.split('"')[1::2])
        at = chances.choice([i for i, letter in enumerate(line) if letter == "{"])
        line = (
            f'{line[: at + 1]}"{key}":{chances.choice(("1", "null"))},{line[at + 1 :]}'
        )
    return line.encode()


def test_lines_read_at_once_come_to_the_same_as_one_by_one(results):
    chances = random.Random(7)
    n_sound = n_refused = 0
    for _ in range(60):
        lines = [changed(chances.choice(results), chances) for _ in range(20)]
        block = Block(b"\n".join(lines) + b"\n", 17)

        at_once = read_block(block, "all")

        assert at_once == read_block(block, "all", at_once=False)
        n_sound += at_once.n_hands
        n_refused += len(at_once.refusals)
    assert n_sound > 200
    assert n_refused > 200


def test_a_plain_hand_is_told_from_a_key_that_stands_twice():
    line = as_bytes(hand()).replace(b"{", b'{"hand_no":1,', 1)

    (refused,) = read_block(Block(line, 0), "all").refusals

    assert refused.code == "duplicate_key"
