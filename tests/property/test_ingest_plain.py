"""Lines that are read many at once come to the same as lines read one by one."""

import json
import random
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.result_logs import write_results
from engine.play import play_games
from ingest import machine_code
from ingest.block import plain_part, read_block
from ingest.compiled import compiled_from, is_on_disk
from ingest.lines import Block
from ingest.plain_tables import read_plain_hands
from ingest.workers import FEW, MANY, started_workers
from tests.unit.hand_records import as_bytes, hand, player

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


SEPARATORS = ((",", ":"), (", ", ": "), (",", " :"))
separators = st.sampled_from(SEPARATORS)
PIECES = (
    *(b"null", b"-1", b"-0", b"00", b"1e9", b".0", b"\n", b"\r", b"\t", b" ", b'"'),
    *(b"\\u0000", b"\\n", b"{}", b"[]", b"true", b",", b":", b"}", b"]", b"\xc3\xa9"),
    *(b"\xff", b"\x00", b"\x7f", b'"more":1,', b'"v":1,', b'"skill":null,', b"99999"),
    *(b'"wild":1,', b'"pack":null,', b'"engine":{},', b"9007199254740993", b"5"),
)
# A process that reads lines of which the last byte is the last of its page, with no
# page behind it.
AT_THE_EDGE = """
import ctypes, mmap, sys
import numpy as np
from ingest.plain_scan import read_hands
from ingest.plain_state import new_state
from ingest.plain_words import new_words

libc = ctypes.CDLL(None, use_errno=True)
page = mmap.mmap(-1, 2 * mmap.PAGESIZE)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
edge = ctypes.c_void_p(address + mmap.PAGESIZE)
assert libc.mprotect(edge, mmap.PAGESIZE, 0) == 0
n_hands = 0
for line in sys.stdin.buffer:
    page[mmap.PAGESIZE - len(line) : mmap.PAGESIZE] = line
    lines = np.frombuffer(page, np.uint8)[mmap.PAGESIZE - len(line) : mmap.PAGESIZE]
    state = new_state(1)
    read_hands(lines, state, new_words())
    n_hands += state.n_rows[0]
print(n_hands)
"""


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


def plain_places(lines):
    """Which of the lines are plain."""
    data = b"".join(line.rstrip(b"\n") + b"\n" for line in lines)
    return read_plain_hands(data, keep=False).places


def assert_same(data):
    """Lines read at once and one by one come to the same."""
    block = Block(data, 17, is_last=not data.endswith(b"\n"))
    assert read_block(block, "none") == read_block(block, "none", at_once=False)


def reordered(data):
    """Records with their keys in another order."""

    def mixed(value):
        if isinstance(value, list):
            return [mixed(inner) for inner in value]
        if not isinstance(value, dict):
            return value
        return {k: mixed(value[k]) for k in data.draw(st.permutations(list(value)))}

    return mixed


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
    apart = chances.choice(SEPARATORS)
    line = json.dumps(copy, separators=apart, ensure_ascii=chances.random() < 0.5)
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
    doubled = {0, 10, len(lines) // 2, len(lines) - 1}
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


def test_lines_as_sites_and_the_engine_write_them_are_plain(results):
    lines = [
        json.dumps(record, separators=apart).encode()
        for record in results
        for apart in SEPARATORS
        if record["result"]["ended_by"] != "special_hand"
    ]

    assert len(lines) > 100
    assert plain_places(lines) == [*range(len(lines))]
    assert plain_places([line + b"\r" for line in lines]) == [*range(len(lines))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"hand_no": 1,', b'"hand_no": 01,'),
        (b'"hand_no": 1,', b'"hand_no": 1.0,'),
        (b'"hand_no": 1,', b'"hand_no": 1e0,'),
        (b'"hand_no": 1,', b'"hand_no": +1,'),
        (b'"hand_no": 1,', b'"hand_no": 0,'),
        (b'"hand_no": 1,', b'"hand_no": 9007199254740992,'),
        (b'"hand_no": 1,', b'"hand_no": 18446744073709551617,'),
        (b'"hand_no": 1,', b'"hand_no": true,'),
        (b'"hand_no": 1,', b'"hand_no": null,'),
        (b'"hand_no": 1,', b'"hand_no": 1,,'),
        (b'"hand_no": 1,', b'"hand_no": 1 2,'),
        (b'"hand_no": 1,', b'"hand_no" 1,'),
        (b'"hand_no": 1,', b'"hand_no":: 1,'),
        (b'"hand_no": 1,', b""),
        (b'"hand_no": 1,', b'"hand_no": 1, "hand_no": 1,'),
        (b'"hand_no": 1,', b'"hand_no": 1, "hand_number": 1,'),
        (b'"points": 500', b'"points": -0'),
        (b'"points": 500', b'"points": 501'),
        (b'"points": 500', b'"points": 100005'),
        (b'"points": 500', b'"points": - 500'),
        (b'"points_before": 0', b'"points_before": -0'),
        (b'"h1"', b'""'),
        (b'"h1"', b'"h\\u0031"'),
        (b'"h1"', b'"h\t"'),
        (b'"h1"', b'"h\x7f"'),
        (b'"h1"', '"hé"'.encode()),
        (b'"h1"', b'"' + b"h" * 129 + b'"'),
        (b'"ana"', b'"a na"'),
        (b'"ana"', b'"bo"'),
        (b'"ana"', b'"' + b"a" * 65 + b'"'),
        (b'"live"', b'"solo"'),
        (b'"live"', b'"Live"'),
        (b'"coastal"', b'"coastel"'),
        (b'"options": {}', b'"options": {"target": 8500, "target": 8500}'),
        (b'"options": {}', b'"options": {"target": 8500,}'),
        (b'"options": {}', b'"options": {"target": NaN}'),
        (b'"options": {}', b'"options": {"target"}'),
        (b'"options": {}', b'"options": []'),
        (b'"live"', b'"live", "coastal": 1'),
        (b'"points_after": 500', b'"points_after": 500, "canastas": {"coastal": 1}'),
        (b'"points_after": 500', b'"points_after": 500, "canastas": {"coastal": {}}'),
        (b'"options": {}', b'"options": {}, "engine": {"name":"a","name":"a"}'),
        (b'"type": "hand"', b'"type": "hands"'),
        (b'"type": "hand", ', b""),
        (b'"v": 1', b'"v": 2'),
        (b'"dealer_seat": 3', b'"dealer_seat": 4'),
        (b'"game_over": false', b'"game_over": true'),
        (b'"game_over": false', b'"game_over": falsed'),
        (b'"game_over": false', b'"game_over": 0'),
        (b'"game_over": false}', b'"game_over": false]'),
        (b'"game_over": false}', b'"game_over": false'),
        (b'"game_over": false}', b'"game_over": false,}'),
        (b'"sides": [', b'"sides": [,'),
        (b'"sides": [', b'"sides": [{},'),
        (b'"seats": [', b'"seats": [['),
        (b'"seats": [', b'"seats": [], "more": ['),
        (b"10:09:00Z", b"10:09:60Z"),
        (b"10:09:00Z", b"09:59:59Z"),
        (b"10:09:00Z", b"10:09:00"),
        (b"2026-11-01T10:00", b"2026-02-29T10:00"),
    ],
)
def test_a_line_that_is_wrong_or_odd_is_not_plain(before, after):
    line = json.dumps(hand()).encode()
    assert plain_places([line]) == [0]
    assert line.count(before) >= 1

    assert plain_places([line.replace(before, after, 1), line]) == [1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"hand_no": 1,', b'"hand_no": 9007199254740991,'),
        (b'"hand_no": 1,', b'"hand_no"   :   1   ,   '),
        (b'"h1"', b'"' + b"~" * 128 + b'"'),
        (b'"ana"', b'"' + b"a" * 64 + b'"'),
        (b'"options": {}', b'"options": {"target": 5000, "special_hands": true}'),
        (b'"options": {}', b'"options": { }, "engine": {"name": "x{}", "version": ""}'),
        (b'"ruleset": "coastal"', b'"ruleset": "coastal-cla-strict"'),
        (b'"device_id": null, ', b""),
        (b'"ended_by": "stock"', b'"ended_by": "abandoned"'),
        (b'"ended_by": "stock"', b'"ended_by": "went_out", "concealed": true'),
        (b'"ended_by": "stock"', b'"ended_by": "went_out", "went_out_seat": 3'),
        (b'"points_after": 500', b'"points_after": 500, "canastas": {}'),
        (b'"points_after": 500', b'"points_after": 500, "canastas": null'),
        (b'"points_after": 500', b'"points_after": 500, "canastas": {"wild": 255}'),
        (b'"points_after": 500', b'"points_after": 500, "held": -35, "threes": null'),
        (b"2026-11-01T10:00:00Z", b"0001-01-01T00:00:00.5+23:59"),
    ],
)
def test_what_is_right_is_plain_and_comes_to_the_same(before, after):
    line = json.dumps(hand()).encode()
    assert line.count(before) >= 1
    line = line.replace(before, after, 1)

    assert plain_places([line]) == [0]
    assert_same(line + b"\n")


def test_times_read_at_once_are_those_read_one_by_one():
    chances = random.Random(3)
    days = ("2026-11-28", "2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31")
    clocks = ("00:00:00", "23:59:59", "09:08:07", "24:00:00", "12:60:00", "12:00:60")
    fractions = ("", ".", ".1", ".12", ".000001", ".123456", ".1234567", ".12a")
    offsets = ("Z", "z", "+00:00", "-23:59", "+24:00", "+1000", "", "\u00a0Z")
    parts = [days, ("T", "T", "T", "t", " "), clocks, fractions, offsets]
    many = ["", "Z", *("".join(map(chances.choice, parts)) for _ in range(3_000))]
    lines = [as_bytes(hand(started_at=text, ended_at=text)) for text in many]

    assert_same(b"".join(lines))
    assert len(plain_places(lines)) > 100


edits = st.lists(
    st.tuples(
        st.sampled_from(("put", "cut", "double", "swap", "end")),
        st.floats(0, 1, exclude_max=True),
        st.floats(0, 1, exclude_max=True),
        st.sampled_from(PIECES),
    ),
    max_size=4,
)


def edited(line, changes):
    """The line after some changes of its bytes."""
    for kind, one, other, piece in changes:
        at, to = sorted((int(one * len(line)), int(other * len(line))))
        near = at + min(to - at, 12)
        if kind == "put":
            line = line[:at] + piece + line[at:]
        elif kind == "cut":
            line = line[:at] + line[near:]
        elif kind == "double":
            line = line[:near] + line[at:]
        elif kind == "swap":
            line = line[:at] + line[to:] + line[at:to]
        else:
            line = line[:at]
    return line


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_bytes_changed_anywhere_come_to_the_same_as_one_by_one(results, data):
    record = st.sampled_from(results).map(reordered(data))
    lines = [
        edited(
            json.dumps(data.draw(record), separators=data.draw(separators)).encode(),
            data.draw(edits),
        )
        for _ in range(data.draw(st.integers(1, 4)))
    ]
    end = data.draw(st.sampled_from((b"", b"\n", b"\r\n", b"\n\n")))

    assert_same(b"\n".join(lines) + end)


def test_nothing_is_read_behind_the_last_line_feed(results):
    line = json.dumps(results[0]).encode()
    lines = [line[:cut] + b"\n" for cut in range(len(line) + 1)]
    lines += [
        b'{"started_at":"' + b"2026-11-28T19:02:11.123456+01:00"[:n] + b"\n"
        for n in range(33)
    ]

    run = subprocess.run(
        [sys.executable, "-c", AT_THE_EDGE], input=b"".join(lines), capture_output=True
    )

    assert run.stdout == b"1\n", run.stderr


def test_threads_and_processes_read_what_one_by_one_is_read(results):
    plain = b"".join(as_bytes(record) for record in results)
    odd = as_bytes(player(name="Zoë")) + b"\n{}\n" + as_bytes(hand(v=2))
    moved = as_bytes(hand(moves=[{"seat": 0, "do": "leave"}])) * 20
    enough = odd * (FEW // len(odd) + 1)
    data = [plain, plain + odd, odd + plain + enough, moved, plain[:-1]]
    blocks = [Block(lines, 0, is_last=lines == plain[:-1]) for lines in data]

    with started_workers(2, n_bytes=MANY + 1) as workers:
        read = [*workers.read(blocks, "none")]

    assert read == [(b, read_block(b, "none", at_once=False)) for b in blocks]


def test_machine_code_that_is_not_on_disk_is_done_without(results, monkeypatch):
    block = Block(b"".join(as_bytes(record) for record in results), 0)
    assert machine_code.is_made(with_moves=False)  # made by the tests before
    monkeypatch.setattr(machine_code, "is_made", lambda **_: False)

    assert not plain_part(block, makes_code=False).places
    assert plain_part(block).places
    assert read_block(block, "none", makes_code=False) == read_block(block, "none")


def test_a_function_that_was_never_compiled_is_not_on_disk():
    assert not is_on_disk(compiled_from("no stamp", lambda number: number))
    assert not is_on_disk(len)
