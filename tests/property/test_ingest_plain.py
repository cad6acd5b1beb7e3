"""Lines that are read many at once come to the same as lines read one by one."""

import json
import random

import pytest

from benchmarks.result_logs import write_results
from engine.play import play_games
from ingest.arrow import texts
from ingest.block import read_block
from ingest.instants import instants
from ingest.lines import Block
from ingest.plain_records import AT_ONCE
from ingest.times import instant
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


def test_a_key_that_stands_twice_is_found_among_many_lines(results):
    lines = [json.dumps(record).encode() for record in results] * 20
    doubled = {10, AT_ONCE - 1, AT_ONCE, 3 * AT_ONCE + 7}
    for place in doubled:
        lines[place] = lines[place].replace(b"{", b'{"mode": "live", ', 1)

    result = read_block(Block(b"\n".join(lines), 0), "none")

    assert {refusal.line - 1 for refusal in result.refusals} == doubled
    assert {refusal.code for refusal in result.refusals} == {"duplicate_key"}
    assert result.n_hands == len(lines) - len(doubled)


def test_a_plain_hand_is_told_from_a_key_that_stands_twice():
    line = as_bytes(hand()).replace(b"{", b'{"hand_no":1,', 1)

    (refused,) = read_block(Block(line, 0), "all").refusals

    assert refused.code == "duplicate_key"


def test_hands_with_the_same_seats_are_judged_each_for_itself(results):
    alone = [record for record in results if record["mode"] == "solo"][:1]
    seated = hand()["seats"]
    lines = [
        as_bytes(record | {"mode": mode, "seats": seats})
        for record in (*results[:3], *alone, hand())
        for mode in ("live", "solo")
        for seats in (record["seats"], seated, seated[::-1], seated[:3] * 2)
    ]
    block = Block(b"".join(lines), 0)

    at_once = read_block(block, "none")

    assert at_once == read_block(block, "none", at_once=False)
    assert 0 < at_once.n_hands < len(lines)


def test_an_option_true_is_another_than_an_option_1():
    options = ({"special_hands": 1}, {"special_hands": True}, {"special_hands": 1.0})
    lines = [as_bytes(hand(options=option)) for option in (*options, *options[::-1])]
    block = Block(b"".join(lines), 0)

    at_once = read_block(block, "none")

    assert at_once == read_block(block, "none", at_once=False)
    assert [refusal.line for refusal in at_once.refusals] == [1, 3, 4, 6]


def test_times_read_at_once_are_those_read_one_by_one():
    chances = random.Random(3)
    days = ("2026-11-28", "2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31")
    clocks = ("00:00:00", "23:59:59", "09:08:07", "24:00:00", "12:60:00", "12:00:60")
    fractions = ("", ".", ".1", ".12", ".000001", ".123456", ".1234567", ".12a")
    offsets = ("Z", "z", "+00:00", "-23:59", "+24:00", "+1000", "", "\u00a0Z")
    parts = [days, ("T", "T", "T", "t", " "), clocks, fractions, offsets]
    many = ["", "Z", *("".join(map(chances.choice, parts)) for _ in range(5_000))]

    micros, is_read = instants(texts(many))

    n_read = 0
    for text, found, was_read in zip(many, micros.tolist(), is_read, strict=True):
        if was_read:
            assert found == instant(text, "at")
        n_read += was_read
    assert n_read > 100
