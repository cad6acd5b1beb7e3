"""Each code of the hand log's list, by the lines that must get it."""

import json

import pytest

from ingest.block import read_block
from ingest.decode import decode
from ingest.lines import MAX_LINE, Block
from tests.unit.hand_records import as_bytes, hand, player, result, with_value, without


def refusal(line):
    """Code and sentence of the one refused line."""
    data = line if isinstance(line, bytes) else as_bytes(line)
    read = read_block(Block(data, 0), "all")
    (refused,) = read.refusals
    assert (read.n_lines, read.n_hands + read.n_players) == (1, 0)
    return refused.code, refused.message


def accepted(line):
    data = line if isinstance(line, bytes) else as_bytes(line)
    read = read_block(Block(data, 0), "all")
    assert read.refusals == []
    return read


def text(record):
    return json.dumps(record, ensure_ascii=False)


SIDE = ("result", "sides", 0)
LINES = ("melded", "canasta_bonus", "threes", "going_out", "held", "penalties")


def breakdown(**changes):
    """A hand whose side 0 has all lines: they add up to 500."""
    lines = dict(zip(LINES, (300, 300, 100, 0, -200, 0), strict=True)) | changes
    record = hand()
    record["result"]["sides"][0] |= lines
    return record


BAD_JSON = {
    "a line that breaks off": b'{"type":"hand","v":1\n',
    "trailing text": (text(player()) + " x\n").encode(),
    "two objects": (text(player()) * 2 + "\n").encode(),
    "NaN": text(player()).replace('"Ana"', "NaN").encode() + b"\n",
    "Infinity": text(player()).replace('"Ana"', "-Infinity").encode() + b"\n",
    "a lone surrogate": text(player()).replace("Ana", "\\ud800").encode() + b"\n",
    "U+0000 escaped": text(player()).replace("Ana", "A\\u0000").encode() + b"\n",
    "U+0000 as a byte": text(player()).replace("Ana", "A\0").encode() + b"\n",
    "U+0000 in an unknown field": b'{"x":"\\u0000",' + text(player()).encode()[1:],
    "too deep": b"[" * 50_000 + b"]" * 50_000 + b"\n",
    "a comment": b"# generated\n",
    "an undefined word": b"oops\n",
}


@pytest.mark.parametrize("line", BAD_JSON.values(), ids=BAD_JSON)
def test_bad_json(line):
    assert refusal(line)[0] == "bad_json"


def test_line_over_one_mebibyte_is_too_long_whatever_it_holds():
    padding = "x" * (MAX_LINE - len(text(player())))
    record = text(player()).replace('"Ana"', '"Ana"') + " " * (len(padding) + 1)

    assert len(record) == MAX_LINE + 1
    assert refusal(record.encode() + b"\n")[0] == "line_too_long"


def test_line_of_exactly_one_mebibyte_is_read():
    record = text(player())

    read = accepted(record.encode() + b" " * (MAX_LINE - len(record)) + b"\r\n")

    assert read.n_players == 1


def test_latin_1_name_is_bad_utf8():
    line = text(player(name="Jaén")).encode("latin-1") + b"\n"

    assert refusal(line)[0] == "bad_utf8"


def test_surrogate_encoded_as_bytes_is_bad_utf8():
    line = as_bytes(player(name="X")).replace(b"X", b"\xed\xa0\x80")

    assert refusal(line)[0] == "bad_utf8"


@pytest.mark.parametrize(
    "line",
    [
        '{"v":1,' + text(player())[1:],
        text(player()).replace('"name"', '"name" :1,"name"'),
        text(hand()).replace('"dealer_seat"', '"\\u0064ealer_seat":0,"dealer_seat"'),
        text(hand()).replace('{"seat": 0', '{"seat": 0, "x": 1, "x": 2'),
        text(hand()).replace('"v"', '"unknown":{"a":{"b":1,"b":1}},"v"'),
    ],
    ids=["top", "blank before the colon", "escaped", "in a seat", "in unknown fields"],
)
def test_key_twice_is_duplicate_key(line):
    assert refusal(line)[0] == "duplicate_key"


def with_move(move):
    """A hand whose only move is this text."""
    return text(hand(moves=[])).replace('"moves": []', f'"moves": [{move}]')


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ('{"seat": 0, "do": "draw", "seat": 0, "cards": ["4C1"]}', "duplicate_key"),
        ('{"seat": 0, "do": "draw", "x": {"y": 1, "y": 1}}', "duplicate_key"),
        ('{"seat": 0, "do": "ask", "rank": null, "rank": null}', "duplicate_key"),
        ('{"seat": 0, "do": "draw", "x": 1e999}', "bad_value"),
    ],
)
def test_moves_are_read_as_strictly_as_all_else(move, code):
    assert refusal(with_move(move))[0] == code


def test_null_and_unknown_fields_of_a_move_are_no_fault():
    line = with_move('{"seat": 0, "do": "ask", "ms": null, "x": {"y": "a:b"}}')

    (move,) = decode(line.encode()).moves

    assert (move.seat, move.do, move.ms) == (0, "ask", None)


def test_text_that_looks_like_keys_is_no_duplicate():
    read = accepted(player(name='"v":1,"v" :2 é', note={"a": '"a":', "b": "\\u0022:"}))

    assert read.n_players == 1


@pytest.mark.parametrize("line", ["[1]", "12", '"hand"', "null", "true", "1.5"])
def test_other_json_is_not_an_object(line):
    assert refusal(line)[0] == "not_an_object"


def test_unlisted_type_is_unknown_type():
    assert refusal(player(type="spectator"))[0] == "unknown_type"


def test_higher_version_is_newer_version_whatever_else_it_holds():
    assert refusal({"type": "hand", "v": 2, "new": []})[0] == "newer_version"


REQUIRED = [
    (hand(), (field,))
    for field in (
        "type",
        "v",
        "hand_id",
        "game_id",
        "hand_no",
        "ruleset",
        "options",
        "mode",
        "started_at",
        "ended_at",
        "dealer_seat",
        "seats",
        "result",
    )
]
REQUIRED += [(player(), (field,)) for field in ("v", "player_id", "name", "at")]
REQUIRED += [
    (hand(), ("result", field)) for field in ("ended_by", "game_over", "sides")
]
REQUIRED += [
    (hand(), (*SIDE, field)) for field in ("points", "points_before", "points_after")
]
REQUIRED += [(hand(), ("seats", 2, field)) for field in ("seat", "controller")]


@pytest.mark.parametrize(("record", "path"), REQUIRED, ids=lambda v: str(v)[-40:])
def test_missing_field_is_named(record, path):
    code, sentence = refusal(without(record, *path))

    assert code == "missing_field"
    assert path[-1] in sentence


def test_solo_hand_without_device_key_is_missing_field():
    record = solo()

    assert refusal(without(record, "device_id"))[0] == "missing_field"
    accepted(record)


def test_moves_without_pack_are_missing_field():
    assert refusal(hand(moves=[]))[0] == "missing_field"


def test_moves_without_the_whole_breakdown_are_missing_field():
    code, sentence = refusal(hand(moves=[], pack=[]))

    assert code == "missing_field"
    assert "melded" in sentence


def test_move_without_its_fields_is_missing_field():
    code, sentence = refusal(hand(pack=[], moves=[{"seat": 0, "do": "draw"}]))

    assert code == "missing_field"
    assert "moves[0].cards" in sentence


def solo(**changes):
    seats = [{"seat": 0, "player_id": "ana", "controller": "player"}] + [
        {"seat": s, "player_id": None, "controller": "computer", "skill": "expert"}
        for s in (1, 2, 3)
    ]
    return hand(mode="solo", device_id="phone", seats=seats, **changes)


WRONG_TYPES = [
    (675.0, (*SIDE, "points")),
    ("675", (*SIDE, "points")),
    (True, (*SIDE, "points")),
    (None, (*SIDE, "points")),
    (1e3, ("hand_no",)),
    ("1", ("hand_no",)),
    (7, ("hand_id",)),
    ([], ("options",)),
    ({}, ("seats",)),
    (1, ("result", "game_over")),
    ("no", ("result", "concealed")),
    (3, ("device_id",)),
    (7, ("type",)),
    ("1", ("v",)),
]


@pytest.mark.parametrize(("value", "path"), WRONG_TYPES, ids=str)
def test_wrong_type_is_named(value, path):
    code, sentence = refusal(with_value(hand(), value, *path))

    assert code == "wrong_type"
    assert str(path[-1]) in sentence


BAD_VALUES = [
    (0, ("hand_no",)),
    (-1, ("hand_no",)),
    (10**30, ("hand_no",)),
    (0, ("v",)),
    ("multi", ("mode",)),
    ("", ("hand_id",)),
    ("h" * 129, ("hand_id",)),
    ("händ", ("hand_id",)),
    ("h\n", ("game_id",)),
    ("bob!", ("seats", 0, "player_id")),
    ("a" * 65, ("seats", 0, "player_id")),
    ("robot", ("seats", 0, "controller")),
    ("bored", ("result", "ended_by")),
    (503, (*SIDE, "points")),
    (100_005, (*SIDE, "points")),
    (4, ("dealer_seat",)),
    (-1, ("dealer_seat",)),
    ("phone", ("device_id",)),
    ([], ("result", "sides")),
    (2, ("result", "went_out_seat")),
    (True, ("result", "concealed")),
    ({"target": 0}, ("options",)),
    ({"target": 5000.0}, ("options",)),
    ({"rule_of_five": 1}, ("options",)),
]


@pytest.mark.parametrize(("value", "path"), BAD_VALUES, ids=lambda v: str(v)[:40])
def test_value_out_of_range_or_list_is_bad_value(value, path):
    assert refusal(with_value(hand(), value, *path))[0] == "bad_value"


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"self_rating": "godlike"},
        {"player_id": "a b"},
    ],
    ids=str,
)
def test_bad_value_in_a_player_record(changes):
    assert refusal(player(**changes))[0] == "bad_value"


def test_unknown_kind_of_move_is_bad_value():
    record = hand(pack=[], moves=[{"seat": 0, "do": "wink"}])

    assert refusal(record)[0] == "bad_value"


def test_clock_of_moves_that_goes_back_is_bad_value():
    moves = [{"seat": 0, "do": "ask", "ms": 5}, {"seat": 0, "do": "ask", "ms": 4}]

    assert refusal(hand(pack=[], moves=moves))[0] == "bad_value"


@pytest.mark.parametrize(
    "time",
    [
        "2026-11-01T10:00:00",
        "2026-11-01 10:00:00Z",
        "2026-11-01T10:00Z",
        "2026-11-01T10:00:60Z",
        "2026-11-01T24:00:00Z",
        "2026-02-30T10:00:00Z",
        "2026-11-01T10:00:00+25:00",
        "2026-11-01T10:00:00+01:60",
        "2026-11-01T10:00:00,5Z",
        "1793527200",
        "",
        "٢026-11-01T10:00:00Z",
    ],
)
def test_time_that_is_no_rfc_3339_is_bad_time(time):
    assert refusal(player(at=time))[0] == "bad_time"


def test_hand_that_ends_before_it_starts_is_bad_time():
    record = hand(
        started_at="2026-11-01T10:00:00Z", ended_at="2026-11-01T10:59:59+01:00"
    )

    assert refusal(record)[0] == "bad_time"


def test_digits_beyond_the_microsecond_are_cut():
    read = accepted(player(at="2026-11-01T10:00:00.1234569+00:00"))

    (at,) = read.tables["player_records"]["at"].to_pylist()
    assert at.microsecond == 123456


def test_unlisted_ruleset_is_unknown_ruleset():
    assert refusal(hand(ruleset="whist"))[0] == "unknown_ruleset"


def test_alias_is_stored_under_the_canonical_name():
    read = accepted(hand(ruleset="classic"))

    assert read.tables["hands"]["ruleset"].to_pylist() == ["classic-4"]


def test_option_of_another_family_is_unknown_option():
    assert refusal(hand(options={"stock_end": "on_need"}))[0] == "unknown_option"


def seats_with(place, **changes):
    record = hand()
    record["seats"][place].update(changes)
    return record


BAD_SEATS = {
    "a seat too few": hand(seats=hand()["seats"][:3]),
    "out of order": hand(seats=hand()["seats"][::-1]),
    "a player twice": seats_with(2, player_id="ana"),
    "a player with a skill": seats_with(0, skill="expert"),
    "a computer without a skill": seats_with(0, player_id=None, controller="computer"),
    "nobody, but controller player": seats_with(0, player_id=None),
    "left, yet held the seat": seats_with(0, left_in_hand=True),
    "solo with two people": hand(mode="solo", device_id=None),
    "solo played by the computer": with_value(
        solo(), "computer", "seats", 0, "controller"
    ),
}


@pytest.mark.parametrize("record", BAD_SEATS.values(), ids=BAD_SEATS)
def test_bad_seats(record):
    assert refusal(record)[0] == "bad_seats"


def packed(change):
    from engine.rulesets import get_ruleset

    cards = list(get_ruleset("coastal").deck.names)
    change(cards)
    return hand(pack=cards)


BAD_PACKS = {
    "107 cards": packed(lambda cards: cards.pop()),
    "a card twice, one missing": packed(lambda cards: cards.__setitem__(0, cards[1])),
    "a suit that is none": packed(lambda cards: cards.__setitem__(0, "8Q1")),
    "a third copy": packed(lambda cards: cards.__setitem__(0, "8H3")),
    "140 cards": packed(lambda cards: cards.extend(cards[:32])),
    "none": packed(list.clear),
}


@pytest.mark.parametrize("record", BAD_PACKS.values(), ids=BAD_PACKS)
def test_bad_pack(record):
    assert refusal(record)[0] == "bad_pack"


MISMATCHES = {
    "before + points": with_value(hand(), 505, *SIDE, "points_after"),
    "lines that do not add up": breakdown(held=-205),
    "a flipped sign": breakdown(held=200),
    "over before the target": with_value(hand(), True, "result", "game_over"),
    "not over at the target": hand(result=result((500, 8000), (0, 0))),
    "points of a special hand": hand(
        result=result((2400, 0), (0, 0), ended_by="special_hand")
    ),
}
MISMATCHES["points of a special hand"]["result"]["sides"][0]["special_hand"] = "pairs"


@pytest.mark.parametrize("record", MISMATCHES.values(), ids=MISMATCHES)
def test_points_mismatch(record):
    assert refusal(record)[0] == "points_mismatch"


SOUND = {
    "lines that add up": breakdown(),
    "over at the target": hand(result=result((500, 8000), (0, 0), game_over=True)),
    "tie at the target": hand(result=result((500, 8000), (0, 8500))),
    "a dream hand wins early": hand(
        result=result((8500, 0), (0, 0), ended_by="special_hand", game_over=True)
    ),
    "abandoned at the target": hand(
        result=result((500, 8000), (0, 0), ended_by="abandoned")
    ),
    "partial": hand(result=None),
    "unknown fields": hand(weather={"rain": 1.5}),
    "zero points": hand(result=result((0, 0), (0, 0))),
    "seat of nobody left out": solo(),
    "away": seats_with(0, controller="computer"),
    "left": seats_with(0, controller="computer", left_in_hand=True),
}
SOUND["a dream hand wins early"]["result"]["sides"][0]["special_hand"] = "dream_plus_4"


@pytest.mark.parametrize("record", SOUND.values(), ids=SOUND)
def test_sound_hand_is_accepted(record):
    assert accepted(record).n_hands == 1


def test_five_thousand_exactly_plays_on_in_partnership():
    read = accepted(hand(ruleset="partnership", result=result((500, 4500), (0, 0))))

    assert read.n_hands == 1


def test_three_rounds_of_tiles_end_with_the_third():
    seats = [{**seat, "extra_jokers": 0} for seat in hand()["seats"]]
    record = hand(ruleset="tiles-3", seats=seats, hand_no=3)

    assert refusal(record)[0] == "points_mismatch"
    accepted(with_value(record, True, "result", "game_over"))


def test_tiles_without_extra_jokers_is_missing_field():
    assert refusal(hand(ruleset="tiles"))[0] == "missing_field"
