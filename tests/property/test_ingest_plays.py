"""Moves that machine code reads come to the same as moves that are read one by one."""

import json
import random

import pytest

from engine.play import play_games
from ingest.block import read_block
from ingest.lines import Block
from ingest.plays import find_plays

RULESETS = ("coastal", "classic-2", "classic-6x3", "partnership", "tiles-1")
PIECES = (
    *('"', ",", ":", "{", "}", "[", "]", "\\", " ", "  ", "\t", "\r", "0", "-", "1e3"),
    *("1.0", "null", "true", "false", '"3C1"', '"13K2"', '"JK9"', '"ms":5', '"wild"'),
    *('"seat":1', '"yes":true', '"id":"pairs"', '"more":[1,"]"]', "[]", "\x00", "é"),
    *('"do":"ask"', '"do":"undo"', '"moves":[]', '"pack":null', "0005", "\\u0041"),
    *("9007199254740991", "9007199254740992", "123456789012345", "255", "65536"),
)


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Records of whole hands of every family, as the engine writes them."""
    folder = tmp_path_factory.mktemp("logs")
    records = []
    for ruleset in RULESETS:
        play_games(ruleset, n_games=1, out_dir=folder / ruleset, seed=5)
        for path in sorted((folder / ruleset).glob("hands*.jsonl")):
            lines = path.read_text().splitlines()[-4:]
            records += [json.loads(line) for line in lines]
    assert len(records) >= len(RULESETS)
    return records


def compact(record):
    return json.dumps(record, separators=(",", ":")).encode()


def shuffled(value, chances):
    """The value with the keys of all objects in another order."""
    if isinstance(value, dict):
        keys = chances.sample(sorted(value), len(value))
        return {key: shuffled(value[key], chances) for key in keys}
    if isinstance(value, list):
        return [shuffled(one, chances) for one in value]
    return value


def with_changed_move(record, chances):
    """A copy of which one move has another value, a field more, or one less."""
    copy = json.loads(json.dumps(record))
    move = chances.choice(copy["moves"])
    other = chances.choice(chances.choice(copy["moves"]).copy().popitem()[:1])
    match chances.randrange(5):
        case 0:
            move.pop(chances.choice(sorted(move)))
        case 1:
            move[other] = chances.choice((None, 5, "K", ["KH1"], True, [], "KH1", -1))
        case 2:
            move["ms"] = chances.choice((None, 0, 10**9, 2**33, 10**15, 2**53, 0.5))
        case 3:
            chances.shuffle(copy[chances.choice(("pack", "moves"))])
        case _:
            move["replacement"] = chances.choice((None, "KH1", "05R1", "x"))
    return copy


def mutated(record, chances):
    """A line of the record, most often with something changed."""
    kind = chances.randrange(8)
    if kind == 0:
        return json.dumps(record).encode()
    if kind == 1:
        return compact(shuffled(record, chances))
    if kind == 2:
        return json.dumps(record, indent=1).replace("\n", " ").encode()
    if kind <= 4:
        return compact(with_changed_move(record, chances))
    line = compact(record).decode()
    first = chances.choice((0, line.index('"pack"'), line.index('"moves"')))
    at = chances.randrange(first, len(line))
    end = at + chances.choice((0, 0, 1, 1, 2, 5, 30))
    if kind == 7:  # something that stood in the line, there a second time
        place = chances.randrange(len(line))
        piece = line[place : place + chances.randrange(40)]
    else:
        piece = chances.choice(PIECES)
    return (line[:at] + piece + line[end:]).replace("\n", " ").encode()


@pytest.mark.parametrize("verify", ["none", "sample", "all"])
def test_changed_logs_come_to_the_same_as_one_by_one(logs, verify):
    chances = random.Random(len(verify))
    n_sound = n_refused = n_plays = 0
    for _ in range(25):
        lines = [mutated(chances.choice(logs), chances) for _ in range(16)]
        end = chances.choice((b"\n", b"\r\n", b""))
        block = Block((b"\n" if b"\r" not in end else end).join(lines) + end, 17)
        block.is_last = not end

        compiled = read_block(block, verify, compiled=True)

        assert compiled == read_block(block, verify, at_once=False)
        n_sound += compiled.n_hands
        n_refused += len(compiled.refusals)
        plays = find_plays(block.data)
        n_plays += 0 if plays is None else len(plays.rows)
    assert n_sound > 100
    assert n_refused > 100
    assert n_plays > 100


def test_every_log_of_the_engine_is_plainly_written(logs):
    spaced = [json.dumps(record).encode() for record in logs]
    lines = [*map(compact, logs), *spaced]

    plays = find_plays(b"\n".join(lines))

    assert plays.rows[:, 0].tolist() == [*range(len(lines))]
    assert plays.rest.split(b"\n")[: len(logs)] == [
        compact({k: v for k, v in record.items() if k not in ("pack", "moves")})
        for record in logs
    ]


def long_hand(record, moves):
    """The record with other moves and abandoned, so that no breakdown is needed."""
    result = record["result"] | {"ended_by": "abandoned", "went_out_seat": None}
    result |= {"concealed": False, "special_hand_seat": None}
    return compact(record | {"moves": moves, "result": result})


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param([{"seat": 0, "do": "ask"}] * 4093, id="as many moves as fit"),
        pytest.param([{"seat": 0, "do": "ask"}] * 4094, id="a move too many"),
        pytest.param([{"seat": 0, "do": "ask"}] * 15, id="a short list"),
        pytest.param([{"seat": 0, "do": "ask"}] * 16, id="a longer list"),
        pytest.param(
            [{"seat": 1, "do": "draw", "cards": ["2C1"] * 253}] * 2, id="253 cards"
        ),
        pytest.param(
            [{"seat": 1, "do": "draw", "cards": ["2C1"] * 254}], id="254 cards"
        ),
        pytest.param(
            [{"seat": 1, "do": "draw", "cards": ["2C1"] * 195}] * 21, id="4095 cards"
        ),
        pytest.param(
            [{"seat": 1, "do": "draw", "cards": ["2C1"] * 241}] * 17, id="4097 cards"
        ),
        pytest.param([{"seat": 5, "do": "draw", "cards": []}], id="no cards"),
        pytest.param([], id="no moves"),
        pytest.param(
            [
                {"seat": 0, "do": "ask", "ms": 2**bits - less}
                for bits in (0, 7, 8, 16, 32, 49)
                for less in (1, 0)
            ],
            id="numbers of every size",
        ),
        pytest.param(
            [{"seat": 0, "do": "special_hand", "id": "triples", "cards": ["AC1"] * 14}],
            id="special hand",
        ),
        pytest.param(
            [{"seat": 0, "do": "answer", "yes": yes} for yes in (True, False)],
            id="answers",
        ),
    ],
)
def test_moves_of_every_size_come_to_the_same_as_one_by_one(logs, moves):
    block = Block(b"\n".join(long_hand(record, moves) for record in logs), 0)

    compiled = read_block(block, "none", compiled=True)

    assert compiled.n_hands > 0
    assert compiled == read_block(block, "none", at_once=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"moves":[{', '"moves":[{"seat":0,'),
        ('"moves":[{', '"moves":[,{'),
        ('"moves":[{', '"moves":[{},{'),
        ('}],"result"', '},],"result"'),
        ('}],"result"', ',}],"result"'),
        ('}],"result"', '}]}],"result"'),
        ('}],"result"', '}] ,"result"'),
        ('"pack":[', '"pack":["2C1",],"x":['),
        ('"pack":[', '"pack":[],"pack":['),
        ('"pack":[', '"pack" :['),
        ('"do":"draw"', '"do":"draw\x00"'),
        ('"do":"draw"', '"do":"dr\\u0061w"'),
        ('"do":"draw"', '"do":"draws"'),
        ('"seat":', '"seat":0'),
        ('"seat":', '"seat":-'),
        ('"ms":0', '"ms":00'),
        ('"ms":0', '"ms":0.0'),
        ('"ms":0', '"ms":0,"ms":0'),
        ('"ms":0', '"ms":0,"yes":true'),
        ('"ms":0', '"ms":0,"more":0'),
    ],
)
def test_what_is_not_plainly_written_is_left_to_be_read_one_by_one(logs, old, new):
    head, play = compact(logs[0]).decode().split('"pack"')
    play = '"pack"' + play
    assert old in play

    block = Block((head + play.replace(old, new, 1)).encode(), 0)

    assert find_plays(block.data) is None
    compiled = read_block(block, "none", compiled=True)
    assert compiled == read_block(block, "none", at_once=False)
