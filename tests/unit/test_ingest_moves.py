"""Moves are stored packed, and `moves` shows them as the log says them."""

import re
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import card_deck, tile_deck
from ingest.decode import decode
from ingest.packed_moves import CARDS, KINDS, RANKS, SHIFTS, SPECIAL_HANDS, WIDTHS
from ingest.publish import publish
from ingest.records import MOVE_FIELDS, Move, SpecialHandId
from ingest.refusal import RefusedLineError
from ingest.snapshot import open_snapshot
from ingest.warehouse import open_warehouse
from tests.unit.conftest import NOW
from tests.unit.hand_records import as_bytes, hand

PACK = list(card_deck(2).names)
COLUMNS = 'seat, "do", cards, rank, replacement, yes, special_hand, ms'
STORED = "select (select count(*) from hand_moves), (select count(*) from plain_moves)"


def with_moves(moves, name="h1"):
    record = hand(name, game_id=name, pack=PACK, moves=moves)
    lines = ("melded", "canasta_bonus", "threes", "going_out", "held", "penalties")
    for side in record["result"]["sides"]:
        side.update(dict.fromkeys(lines, 0) | {"melded": side["points"]})
    return record


def as_logged(moves):
    """The rows of `moves` that a log's moves are, by what docs/hand-log.md says."""
    names = ("seat", "do", "cards", "rank", "replacement", "yes", "id", "ms")
    return [tuple(move.get(name) for name in names) for move in moves]


def shown(desk, name="h1"):
    rows = desk.rows(
        f"select {COLUMNS} from moves where hand_id = ? order by move_no", [name]
    )
    return [tuple(row) for row in rows]


def draw(card="5S1", **more):
    return {"seat": 0, "do": "draw", "cards": [card], **more}


texts = st.sampled_from([*CARDS, "XX9", "it's", "", "wild"])
needed = {
    "cards": st.lists(texts, max_size=4),
    "rank": st.sampled_from([*RANKS, "zz"]),
    "yes": st.booleans(),
    "id": st.sampled_from(SPECIAL_HANDS),
}


@st.composite
def some_moves(draw_from):
    """Moves that a log may hold where nobody replays it; the clock never goes back."""
    moves, ms = [], 0
    for do in draw_from(st.lists(st.sampled_from(KINDS), min_size=1, max_size=12)):
        move = {"seat": draw_from(st.integers(0, 5)), "do": do}
        for field, values in needed.items():
            if field in MOVE_FIELDS[do] or draw_from(st.integers(0, 9)) == 0:
                move[field] = draw_from(values)
        if draw_from(st.booleans()):
            move["replacement"] = draw_from(texts)
        if draw_from(st.booleans()):
            ms += draw_from(st.integers(0, 2**40))
            move["ms"] = ms
        moves.append(move)
    return moves


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(some_moves(), min_size=1, max_size=25))
def test_any_moves_come_back_as_the_log_says_them(desk, logged):
    known = desk.rows("select count(*) from hands")[0][0]
    names = [f"h{known + number}" for number in range(len(logged))]
    records = map(with_moves, logged, names)

    run = desk.read(as_bytes(*records), verify="none")

    assert run.counts.loaded == len(logged)
    for name, moves in zip(names, logged, strict=True):
        assert shown(desk, name) == as_logged(moves)


@pytest.mark.parametrize(
    ("moves", "n_packed"),
    [
        ([draw(), draw("13K2"), draw("JK6")], 1),
        ([draw("XX9")], 0),
        ([draw(cards=["5S1"] * 253)], 1),
        ([draw(cards=["5S1"] * 254)], 0),
        ([draw(cards=["5S1"] * 256)], 0),
        ([draw(cards=["5S1"] * 250) for _ in range(16)], 1),
        ([draw(cards=["5S1"] * 250) for _ in range(17)], 0),
        ([draw() for _ in range(4_093)], 1),
        ([draw() for _ in range(4_094)], 0),
        ([draw(replacement="JK6")], 1),
        ([draw(replacement="13K2")], 0),
        ([draw(ms=2**53 - 1)], 1),
        ([{"seat": 5, "do": "meld", "rank": "13", "cards": []}], 1),
        ([{"seat": 5, "do": "meld", "rank": "14", "cards": []}], 0),
    ],
)
def test_what_does_not_fit_is_kept_plain(desk, moves, n_packed):
    desk.read(as_bytes(with_moves(moves)), verify="none")

    assert desk.rows(STORED) == [(n_packed, 0 if n_packed else len(moves))]
    assert shown(desk) == as_logged(moves)


def test_hand_without_moves_has_no_row(desk):
    desk.read(as_bytes(with_moves([]), hand("h2", hand_no=2)), verify="none")

    assert desk.rows(STORED) == [(0, 0)]
    assert desk.rows("select n_moves from hands order by hand_id") == [(0,), (None,)]


@pytest.mark.parametrize("deck", [card_deck(2), card_deck(3), tile_deck()])
def test_every_card_and_rank_of_a_deck_fits(deck):
    assert set(deck.names) <= set(CARDS)
    assert set(deck.rank_ids) <= set(RANKS)


def test_every_kind_and_special_hand_of_the_log_fits():
    assert set(KINDS) == set(get_args(msgspec.structs.fields(Move)[1].type))
    assert set(SPECIAL_HANDS) == set(get_args(SpecialHandId))


def test_codes_that_are_stored_keep_their_meaning():
    found = [CARDS[n] for n in (0, 1, 3, 12, 155, 156, 161, 162, 163, 164, 265)]

    assert found == [
        *("AC1", "AC2", "AD1", "2C1", "KS3", "JK1", "JK6"),
        *("01R1", "01R2", "01Y1", "13K2"),
    ]
    assert RANKS[:15] == ("wild", *"A23456789TJQK", "JK")
    assert RANKS[15:] == ("1", "10", "11", "12", "13")
    assert (KINDS[0], KINDS[13]) == ("expose", "joker_button")
    assert (SPECIAL_HANDS[0], SPECIAL_HANDS[9]) == ("pairs", "dream_plus_5")
    assert SHIFTS["turn"] + WIDTHS["turn"] < 64


def test_filter_on_a_hand_reaches_the_stored_rows(desk):
    cards = {"a": "5S1", "b": "?", "c": "5S1", "d": "?"}
    logs = [with_moves([draw(card)], name) for name, card in cards.items()]
    desk.read(as_bytes(*logs), verify="none")

    query = "explain (format json) select * from moves where hand_id = 'b'"
    [(_, plan)] = desk.rows(query)

    scans = re.findall(
        r'"Table": "[^"]*_moves".*?"Filters": "([^"]*)"', plan, re.DOTALL
    )
    assert len(scans) == 2
    assert all("hand_id = 'b'" in scan for scan in scans)
    assert '"FILTER"' not in plan


def test_home_made_before_keeps_its_moves_and_goes_on(desk):
    with open_warehouse(desk.home) as con:
        con.execute("drop view moves")
        con.execute("drop table hand_moves")
        con.execute("alter table plain_moves rename to moves")
        con.execute("comment on table definitions is 'of an earlier release'")
        con.execute(
            "insert into moves by name select 'old' as hand_id, 0 as move_no, "
            "2 as seat, 'draw' as \"do\", ['5S1'] as cards"
        )

    desk.read(as_bytes(with_moves([draw()])), verify="none")

    assert shown(desk, "old") == as_logged([draw() | {"seat": 2}])
    assert shown(desk) == as_logged([draw()])
    assert desk.rows(STORED) == [(1, 1)]


def test_analysts_see_the_same_moves_under_other_ids(desk):
    moves = [draw(ms=5), {"seat": 1, "do": "meld", "rank": "wild", "cards": ["2C1"]}]
    desk.read(as_bytes(with_moves(moves), with_moves([draw("?")], "h2")), verify="none")
    with open_warehouse(desk.home) as con:
        publish(desk.home, con, NOW)

    with open_snapshot(desk.home, analyst=True) as con:
        rows = con.sql(
            f"select {COLUMNS} from pub.moves join pub.hands using (hand_id) "
            "order by n_moves, move_no"
        ).fetchall()
        ids = con.sql("select distinct hand_id from pub.moves").fetchall()

    assert rows == as_logged([draw("?"), *moves])
    assert not {("h1",), ("h2",)} & set(ids)


@pytest.mark.parametrize("packs", [False, True])
def test_key_that_stands_twice_in_a_move_is_refused_whether_or_not_it_is_packed(packs):
    line = as_bytes(with_moves([{"seat": 0, "do": "leave"}]))
    twice = line.replace(b'"do":', b'"do":"return","do":', 1)

    assert decode(line, packs=packs).moves[0].do == "leave"
    with pytest.raises(RefusedLineError, match="do") as refused:
        decode(twice, packs=packs)

    assert refused.value.code == "duplicate_key"
