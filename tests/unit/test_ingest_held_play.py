"""The play of a held hand comes from its line in raw/, and from no other."""

import json
import re

import pytest

from ingest.held_play import NoPlayError, held_play
from ingest.segments import segment_path
from ingest.warehouse import open_warehouse
from tests.unit.hand_records import as_bytes, hand
from tests.unit.test_engine_replay import LINES, Log

FIELDS = ("cards", "rank", "replacement", "id", "yes")


@pytest.fixture(scope="module")
def log():
    return Log("classic-4", seed=3)


def logged(log, hand_id="h1", *, n_moves=None, **changes):
    """The played hand as a record; `n_moves` cuts it off."""
    claim = vars(log.result) | {"went_out_seat": log.result.went_out_seat}
    sides = [
        {name: getattr(side, name) for name in (*LINES, "points", "special_hand")}
        | {"points_before": side.points_before, "points_after": side.points_after}
        | {"canastas": vars(side.canastas)}
        for side in log.result.sides
    ]
    record = hand(
        hand_id,
        ruleset="classic-4",
        dealer_seat=log.state.dealer_seat,
        pack=log.pack,
        moves=[
            {"seat": move.seat, "do": move.do}
            | {f: getattr(move, f) for f in FIELDS if getattr(move, f) is not None}
            for move in log.moves[:n_moves]
        ],
        result=None if n_moves is not None else claim | {"sides": sides},
    )
    return record | changes


def play_of(desk, hand_id="h1", seat=0):
    with open_warehouse(desk.home) as con:
        return held_play(con, desk.home, hand_id, seat)


def test_every_move_of_a_held_hand_is_a_step_after_the_deal(desk, log):
    desk.read(as_bytes(logged(log), hand("other")))

    play = play_of(desk)

    assert play.n_moves == len(log.moves)
    assert len(play.steps) == len(log.moves) + 1
    assert play.stopped is None
    assert play.steps[0].table.n_held == (11, 11, 11, 11)  # classic deals eleven


def test_complete_hand_is_played_where_a_partial_one_came_first(desk, log):
    desk.read(as_bytes(logged(log, n_moves=30), logged(log)))

    assert play_of(desk).n_moves == len(log.moves)


def test_id_that_is_written_with_escapes_is_found(desk, log):
    line = json.dumps(logged(log, "h/1")).replace("h/1", "h\\/1")
    desk.read(as_bytes(line))

    assert play_of(desk, "h/1").n_moves == len(log.moves)


def test_refusal_names_no_card_that_the_seat_did_not_see(desk, log):
    record = logged(log)
    exposed = next(move for move in record["moves"] if move["do"] == "expose")
    exposed["replacement"] = record["pack"][0]  # not the stock's top card
    desk.read(as_bytes(record), verify="none")

    stopped = play_of(desk, seat=(exposed["seat"] + 1) % 4).stopped

    assert stopped is not None
    assert "clause" in stopped
    assert not re.search(r"[2-9TJQKA][CDHS][12]|JK[1-4]", stopped)


def test_moves_that_break_the_rules_are_played_up_to_the_refusal(desk, log):
    record = logged(log)
    record["moves"][20]["seat"] = (record["moves"][20]["seat"] + 1) % 4
    desk.read(as_bytes(record), verify="none")

    play = play_of(desk)

    assert len(play.steps) == 21
    assert play.n_moves == len(log.moves)
    assert play.stopped


@pytest.mark.parametrize("hand_id", ["h1", "partial", "unknown"])
def test_hand_without_a_complete_play_is_refused(desk, log, hand_id):
    desk.read(as_bytes(hand("h1"), logged(log, "partial", n_moves=9)))

    with pytest.raises(NoPlayError, match=hand_id):
        play_of(desk, hand_id)


def test_home_that_lost_its_raw_folder_is_refused(desk, log):
    desk.read(as_bytes(logged(log)))
    segment_path(desk.home, 1).unlink()

    with pytest.raises(NoPlayError, match="raw"):
        play_of(desk)
