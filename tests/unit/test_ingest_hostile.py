"""What other sites' logs have been seen to hold, case by case, with what becomes of it.

One ingest reads all of them, each in a file of its own; every case then has its
outcome. The numbers are those of the collection of reports that the cases come from.
"""

import gzip
import json
import zlib
from collections import Counter
from typing import NamedTuple

import pytest

from engine.play import play_games
from engine.rulesets import get_ruleset
from ingest.checks import run_checks
from tests.unit.conftest import NOW
from tests.unit.hand_records import (
    Desk,
    as_bytes,
    hand,
    player,
    result,
    with_value,
    without,
)

SIDE = ("result", "sides", 0)
LINES = ("melded", "canasta_bonus", "threes", "going_out", "held", "penalties")


class Case(NamedTuple):
    """The bytes of a file, what its lines come to, and the codes of refused ones."""

    content: bytes
    outcomes: dict[str, int]
    codes: tuple[str, ...] = ()


def lines(*records, **outcomes):
    return Case(as_bytes(*records), outcomes or {"loaded": len(records)})


def refused(record, code):
    return Case(as_bytes(record), {"quarantined": 1}, (code,))


def named(name):
    return lines(player(name=name, player_id=f"n{abs(hash(name)) % 10**9}"))


def fresh(case, **changes):
    """A sound hand that belongs to this case alone."""
    return hand(f"{case}-1", game_id=case, **changes)


def text(record):
    return json.dumps(record, ensure_ascii=False)


def stacked(ruleset, first):
    """A pack in which the first player is dealt these cards, and no threes or wilds."""
    rules = get_ruleset(ruleset)
    names = [name for name in rules.deck.names if name not in first]
    names.sort(key=lambda name: name[0] in "32J" and name[:2] != "JH")
    n_cards = rules.n_dealt * rules.n_seats
    wanted = list(first)
    dealt = [
        (wanted if place % rules.n_seats == 0 and wanted else names).pop(0)
        for place in range(n_cards)
    ]
    return dealt + names, names[1]  # the upcard, then the card that is drawn first


def played(case, ruleset, first, *moves, **changes):
    """A hand whose first player draws and then does `moves`; seat 0 begins."""
    pack, drawn = stacked(ruleset, first)
    sides = [
        dict.fromkeys(("points", "points_before", "points_after", *LINES), 0)
        for _ in range(2)
    ]
    return fresh(
        case,
        ruleset=ruleset,
        pack=pack,
        moves=[{"seat": 0, "do": "draw", "cards": [drawn]}, *moves],
        result={"ended_by": "stock", "game_over": False, "sides": sides},
        **changes,
    )


def melded(rank, *cards):
    return {"seat": 0, "do": "meld", "rank": rank, "cards": list(cards)}


def bytes_cases():
    """4.4 and 4.5: what stands between the bytes and a line."""
    sound = [as_bytes(fresh(f"b{n}")) for n in range(12)]
    packed = gzip.compress(as_bytes(*(fresh(f"gz{n}") for n in range(50))))
    n_whole = zlib.decompressobj(wbits=31).decompress(packed[:-20]).count(b"\n")
    halves = [gzip.compress(sound[n]) for n in (0, 1)]
    latin = text(fresh("latin", note="J\xe1n")).encode("latin-1") + b"\n"
    utf_16 = text(fresh("utf16")).encode("utf-16")
    return {
        "byte-order mark": Case(b"\xef\xbb\xbf" + sound[2], {"loaded": 1}),
        "CRLF": Case(sound[3].replace(b"\n", b"\r\n"), {"loaded": 1}),
        "mixed line ends and blank lines": Case(
            sound[4][:-1] + b"\r\n\n  \n" + sound[5], {"loaded": 2, "blank": 2}
        ),
        "no final line feed": Case(sound[6][:-1], {"loaded": 1}),
        "cut last line": Case(sound[7] + sound[8][:-30], {"loaded": 1, "truncated": 1}),
        "several gzip members": Case(b"".join(halves), {"loaded": 2}),
        "gzip cut by 20 bytes": Case(packed[:-20], {"loaded": n_whole, "truncated": 1}),
        "text that is named .gz": Case(sound[9], {"loaded": 1}),
        "UTF-16": Case(utf_16, {"quarantined": 1}, ("bad_utf8",)),
        "Latin-1 byte": Case(latin, {"quarantined": 1}, ("bad_utf8",)),
        "50 MB line": Case(
            b'{"type":"' + b"x" * (50 << 20) + b'"}\n' + sound[10],
            {"loaded": 1, "quarantined": 1},
            ("line_too_long",),
        ),
        "bad line in the middle": Case(
            as_bytes(fresh("m1"), '{"hand_id":oops}', fresh("m2")),
            {"loaded": 2, "quarantined": 1},
            ("bad_json",),
        ),
        "comment line": Case(b"# generated\n", {"quarantined": 1}, ("bad_json",)),
        "empty file": Case(b"", {}),
    }


def json_cases():
    """4.4 and 4.5: what JSON readers take and this one does not."""
    plain = text(fresh("json"))
    points = '"points": 500'
    assert points in plain
    return {
        name: refused(plain.replace(old, new), code)
        for name, old, new, code in (
            ("trailing text", plain, plain + " x", "bad_json"),
            ("two objects on a line", plain, plain * 2, "bad_json"),
            ("array on a line", plain, f"[{plain}]", "not_an_object"),
            ("key twice", '"v": 1', '"v": 1, "v": 1', "duplicate_key"),
            ("NaN", points, '"points": NaN', "bad_json"),
            ("Infinity", points, '"points": -Infinity', "bad_json"),
            ("1e400", points, '"points": 1e400', "bad_value"),
            ("675.5", points, '"points": 675.5', "wrong_type"),
            ("500.0", points, '"points": 500.0', "wrong_type"),
            ("points as text", points, '"points": "500"', "wrong_type"),
            ("points true", points, '"points": true', "wrong_type"),
            ("points null", points, '"points": null', "wrong_type"),
            ("30 digits", points, '"points": ' + "9" * 30, "bad_value"),
            ("5,000 digits", points, '"points": ' + "9" * 5_000, "bad_value"),
            ("id as a number", '"json-1"', "123456789012345678", "wrong_type"),
            ("lone surrogate", '"json-1"', '"\\ud800"', "bad_json"),
            ("U+0000", '"json-1"', '"a\\u0000"', "bad_json"),
            ("depth 3,000", '"options": {}', '"x": ' + "[" * 3_000, "bad_json"),
        )
    } | {"minus zero": lines(with_value(fresh("zero"), 0, *SIDE, "points_before"))}


def name_cases():
    """4.5: names and ids of people."""
    return {
        "emoji": named("Zoë 🂡🃏"),
        "right to left": named("רבקה \u202eanA"),
        "zero width": named("A\u200bna"),
        "composed accent": named("Andr\u00e9"),
        "combining accent": named("Andre\u0301"),
        "punctuation": named(',"|;:()$.'),
        "line feed": named("two\nlines"),
        "formula": named("=1+1"),
        "name of 300": refused(player(name="x" * 300), "bad_value"),
        "empty name": refused(player(name=""), "bad_value"),
        "two of one name": lines(player("t1", name="Kim"), player("t2", name="Kim")),
        "renamed": lines(
            player("r1", name="Kim"),
            player("r1", name="Kimberly", at="2026-10-02T00:00:00Z"),
        ),
        "ids that differ by case": lines(player("Case"), player("case")),
        "id with a blank": refused(player("a b"), "bad_value"),
        "id in both kinds": refused(
            with_value(fresh("both"), "expert", "seats", 0, "skill"), "bad_seats"
        ),
        "level unknown": refused(
            with_value(
                with_value(fresh("level"), None, "seats", 0, "player_id"),
                "?",
                "seats",
                0,
                "skill",
            ),
            "bad_value",
        ),
    }


def identity_cases():
    """4.5 and 5.9, 5.11, 5.17, 5.19: which records are the same."""
    same, other = fresh("twice"), fresh("other")
    partial = fresh("part", result=None)
    whole = fresh("part")
    reordered = dict(reversed(fresh("keys").items()))
    return {
        "line twice": lines(same, same, loaded=1, duplicate=1),
        "keys in another order": lines(fresh("keys"), reordered, loaded=1, duplicate=1),
        "id with other content": Case(
            as_bytes(other, with_value(other, 2, "hand_no")),
            {"loaded": 1, "conflict": 1},
            ("conflict",),
        ),
        "partial, then whole": lines(partial, whole, loaded=1, replaced=1),
        "whole, then partial": lines(
            fresh("whole"), fresh("whole", result=None), loaded=1, duplicate=1
        ),
        "hands out of order": lines(
            *(
                hand(f"o{n}", game_id="o", hand_no=n, result=result((0, 0), (5, 0)))
                for n in (3, 1, 2)
            )
        ),
    }


def time_cases():
    """4.5: clocks."""
    at = {
        "naive time": "2026-11-01T10:00:00",
        "epoch seconds": "1793527200",
        "day first": "01/11/2026 10:00",
        "no such day": "2026-02-30T10:00:00Z",
        "second 60": "2026-06-30T23:59:60Z",
    }
    return {
        name: refused(fresh("time", started_at=told), "bad_time")
        for name, told in at.items()
    } | {
        "epoch milliseconds": refused(
            fresh("time", started_at=1793527200000), "wrong_type"
        ),
        "7 digits": lines(fresh("digits", started_at="2026-11-01T10:00:00.1234567Z")),
        "hour that came twice": lines(
            fresh(
                "dst",
                started_at="2026-10-25T02:30:00+02:00",
                ended_at="2026-10-25T02:10:00+01:00",
            )
        ),
        "clock that goes back": refused(
            fresh("back", ended_at="2026-11-01T09:59:59Z"), "bad_time"
        ),
        "hand from the future": lines(
            fresh(
                "future",
                started_at="2036-11-01T10:00:00Z",
                ended_at="2036-11-01T10:05:00Z",
            )
        ),
    }


def points_cases():
    """4.5 and 5.29 to 5.31, 5.41: points that do not add up."""
    broken_down = fresh("lines")
    breakdown = dict.fromkeys(LINES, 0) | {"melded": 500}
    broken_down["result"]["sides"][0] |= breakdown
    return {
        name: refused(with_value(broken_down, value, *SIDE, line), "points_mismatch")
        for name, line, value in (
            ("total wrong", "points", 505),
            ("sign flipped", "points", -500),
            ("one line wrong", "melded", 495),
            ("score before wrong", "points_before", 5),
        )
    } | {
        "total right, lines wrong": refused(
            with_value(
                with_value(broken_down, 400, *SIDE, "melded"), 105, *SIDE, "held"
            ),
            "points_mismatch",
        ),
        "points of 7": refused(
            with_value(broken_down, 507, *SIDE, "points"), "bad_value"
        ),
        "result without sides": refused(
            with_value(fresh("sides"), [], "result", "sides"), "bad_value"
        ),
        "lower side went out, higher wins": lines(
            fresh(
                "cross",
                result=result(
                    (400, 8200), (900, 8300), game_over=True, ended_by="went_out"
                )
                | {"went_out_seat": 0},
            )
        ),
        "three sides of two": refused(
            fresh("three", result=result((0, 0), (0, 0), (0, 0))), "bad_value"
        ),
    }


def contract_cases():
    """4.5: what the contract does not list."""
    return {
        "unknown option": refused(fresh("c", options={"joker": 1}), "unknown_option"),
        "option of a wrong kind": refused(
            fresh("c", options={"target": "many"}), "bad_value"
        ),
        "unknown ruleset": refused(fresh("c", ruleset="burraco"), "unknown_ruleset"),
        "newer version": refused(fresh("c", v=2), "newer_version"),
        "unknown type": refused(fresh("c", type="trailer"), "unknown_type"),
        "no type": refused(without(fresh("c"), "type"), "missing_field"),
        "seats missing": refused(fresh("c", seats=[]), "bad_seats"),
        "player in two seats": refused(
            with_value(fresh("c"), "ana", "seats", 1, "player_id"), "bad_seats"
        ),
    }


def pack_cases():
    """4.5 and 5.23: packs that no box of cards holds."""
    names = list(get_ruleset("coastal").deck.names)

    def packed(*cards):
        return refused(fresh("pack", pack=list(cards)), "bad_pack")

    return {
        "107 cards": packed(*names[1:]),
        "140 cards": packed(*names, *names[:32]),
        "joker twice, one missing": packed("JK1", *(n for n in names if n != "JK3")),
        "suit letter Q": packed("8Q1", *names[1:]),
        "wrong copy": packed("8H3", *names[1:]),
        "five red threes": packed("3H3", *names[1:]),
    }


def move_cases():
    """4.5, 5.25 and 5.27: moves that the rules do not allow."""
    sevens, kings = ("7H1", "7D1", "2H1"), ("KH1", "KD1", "KC1")
    fours = ("4H1", "4D1", "4C1")
    threes = ("3S1",)
    out = [r + c for r in "AKQJ" for c in ("H1", "D1", "C1")]
    discarded = {"seat": 0, "do": "discard", "cards": ["3S1"]}
    return {
        "wild on sevens": played("w7", "coastal", sevens, melded("7", *sevens)),
        "opening under the minimum": played(
            "open",
            "coastal",
            fours,
            melded("4", *fours),
            {"seat": 0, "do": "discard", "cards": ["5H1"]},
        ),
        "card played twice": played(
            "card2", "coastal", kings, melded("K", *kings), melded("K", *kings)
        ),
        "card not in the deck": played(
            "none", "coastal", kings, melded("K", "KH1", "KD1", "KH7")
        ),
        "card of another seat": played(
            "theirs", "coastal", kings, melded("K", "KH1", "KD1", "KS2")
        ),
        "black three does not block": played(
            "black",
            "classic-4",
            threes,
            discarded,
            {"seat": 1, "do": "take_pile", "cards": ["3S1"]},
        ),
        "going out without a canasta": played(
            "out",
            "classic-4",
            out[:11],
            *(melded(r, *(c for c in out if c[0] == r)) for r in "AKQJ"),
        ),
        "two seats act": played(
            "two", "coastal", kings, {"seat": 2, "do": "discard", "cards": ["KH1"]}
        ),
        "ask of nobody": played(
            "answer", "classic-4", kings, {"seat": 2, "do": "answer", "yes": True}
        ),
    }


def told(record):
    return refused(record, "illegal_move")


def log_cases(folder):
    """4.5, 5.17, 5.19, 5.21 and 5.41: a true log with one lie in it."""
    play_games("coastal", n_games=1, out_dir=folder, seed=3)
    (path,) = sorted(folder.glob("hands*.jsonl"))
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    true = next(r for r in records if r["type"] == "hand" and r["result"])
    moves = true["moves"]
    turns = [n for n, move in enumerate(moves) if move["do"] == "draw"]
    place = turns[3]
    seat = moves[place]["seat"]
    other = moves[turns[5]]["cards"]

    def log(name, new_moves, **changes):
        return {**true, "hand_id": name, "game_id": name, "moves": new_moves} | changes

    def late(move):
        return {name: value for name, value in move.items() if name != "ms"}

    def at(new, skipped=0):
        return [*moves[:place], *new, *moves[place + skipped :]]

    leave, back = {"seat": seat, "do": "leave"}, {"seat": seat, "do": "return"}
    return {
        "the true log": lines(log("true", moves)),
        "draw that differs from the pack": told(
            log("draw", at([{**moves[place], "cards": other}], 1))
        ),
        "move after the end": told(log("after", [*moves, late(moves[place])])),
        "moves that stop before the end": refused(
            log("stop", moves[:-3]), "points_mismatch"
        ),
        "end twice": told(log("ends", [*moves, moves[-1]])),
        "no end": lines(log("no-end", moves[:-3], result=None)),
        "control overlap": told(log("leave2", at([leave, leave, back]))),
        "control back twice": told(log("gap", at([leave, back, back]))),
        "back from an earlier hand": lines(log("back", at([back]))),
        "player, computer, player": lines(log("hand-over", at([leave, back]))),
        "unknown event": refused(
            log("event", at([{"seat": seat, "do": "undo"}])), "bad_value"
        ),
        "same play under another id": lines(log("copy", moves)),
        "equal in the first 20 moves": lines(
            log("twin", moves[:20], result=None), loaded=1
        ),
    }


def all_cases(folder):
    return {
        **bytes_cases(),
        **json_cases(),
        **name_cases(),
        **identity_cases(),
        **time_cases(),
        **points_cases(),
        **contract_cases(),
        **pack_cases(),
        **{name: told(record) for name, record in move_cases().items()},
        **log_cases(folder),
    }


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Every case in a file of its own, read in one run; its row of the ledger."""
    folder = tmp_path_factory.mktemp("hostile")
    cases = all_cases(folder / "played")
    desk = Desk(folder, clock=lambda: NOW)
    paths = {
        desk.write(
            case.content, f"{name}.gz" if ".gz" in name else f"{name}.jsonl"
        ): name
        for name, case in cases.items()
    }
    desk.read_files(*paths)
    counts = ("blank", "loaded", "replaced", "duplicate", "conflict", "quarantined")
    shown = ", ".join((*counts, "truncated"))
    outcomes = {
        paths[type(folder)(path)]: {
            name: n for name, n in zip((*counts, "truncated"), row, strict=True) if n
        }
        for path, *row in desk.rows(f"select path, {shown} from sources")
    }
    codes = {name: [] for name in cases}
    sentences = {name: [] for name in cases}
    for path, code, message in desk.rows(
        "select source, code, message from quarantine order by quarantine_id"
    ):
        codes[paths[type(folder)(path)]].append(code)
        sentences[paths[type(folder)(path)]].append(message)
    return desk, cases, outcomes, codes, sentences


NAMES = [
    *bytes_cases(),
    *json_cases(),
    *name_cases(),
    *identity_cases(),
    *time_cases(),
    *points_cases(),
    *contract_cases(),
    *pack_cases(),
    *move_cases(),
]


@pytest.mark.parametrize("name", NAMES)
def test_case_has_its_outcome(corpus, name):
    _, cases, outcomes, codes, sentences = corpus

    assert (outcomes[name], tuple(codes[name])) == cases[name][1:], sentences[name]


def test_logs_with_a_lie_have_their_outcome(corpus, tmp_path):
    _, cases, outcomes, codes, sentences = corpus
    names = [name for name in cases if name not in NAMES]
    assert len(names) == 13

    found = {name: (outcomes[name], tuple(codes[name])) for name in names}

    assert found == {name: cases[name][1:] for name in names}, sentences


def test_every_line_is_accounted_for_and_every_refusal_has_its_sentence(corpus):
    desk, _, outcomes, _codes, sentences = corpus
    total = Counter()
    for found in outcomes.values():
        total.update(found)

    (sums,) = desk.rows(
        "select sum(blank), sum(loaded), sum(quarantined), sum(conflict) from sources"
    )
    assert sums == tuple(
        total[name] for name in ("blank", "loaded", "quarantined", "conflict")
    )
    assert all(
        text and "\n" not in text for told in sentences.values() for text in told
    )
    assert desk.rows("select count(*) from hands where hand_id is null") == [(0,)]


def test_checks_find_what_a_line_alone_cannot_tell(corpus):
    desk, *_ = corpus
    import duckdb

    with duckdb.connect(str(desk.home.warehouse)) as con:
        found = {check.name: check.rows for check in run_checks(con) if not check.holds}

    assert ("future-1",) in [row[2:3] for row in found["hands_are_over"]]
    assert ("copy", "true", 2) in found["play_has_one_id"]
    assert "hand_id_once" not in found
    assert "outcomes_add_up" not in found
