"""What becomes of a line, and that nothing happens twice."""

import itertools
import json
import shutil

import pytest

from tests.unit.conftest import NOW
from tests.unit.hand_records import Desk, as_bytes, hand, player, result, with_value


def counts(run):
    return {
        key: value for key, value in run.summary().items() if value and key != "seconds"
    }


def test_second_reading_of_a_file_changes_nothing(desk):
    path = desk.write(as_bytes(player(), hand("h1"), hand("h2"), "oops", ""))

    first = counts(desk.read_files(path))
    before = desk.content()
    second = counts(desk.read_files(path))

    assert first == {
        "lines": 5,
        "blank": 1,
        "loaded": 3,
        "quarantined": 1,
        "players": 1,
    }
    assert second == {"lines": 5, "blank": 1, "duplicate": 3, "quarantined": 1}
    assert desk.content() == before
    assert desk.rows("select count(*) from quarantine") == [(1,)]


def test_same_lines_in_another_file_are_duplicates(desk):
    content = as_bytes(player(), hand("h1"))

    run = desk.read(content, content)

    assert counts(run) == {"lines": 4, "loaded": 2, "duplicate": 2, "players": 1}


SAME = {
    "key order": json.dumps(dict(reversed(hand().items()))),
    "white space": json.dumps(hand(), indent=1).replace("\n", " "),
    "unknown fields": hand(weather="rain"),
    "engine": hand(engine={"name": "x", "version": "9"}),
    "the same instant": hand(ended_at="2026-11-01T11:09:00.0000009+01:00"),
    "a default written out": with_value(hand(), False, "result", "concealed"),
}


@pytest.mark.parametrize("line", SAME.values(), ids=SAME)
def test_same_content_is_a_duplicate(desk, line):
    assert counts(desk.read(as_bytes(hand(), line)))["duplicate"] == 1


OTHER = {
    "points": hand(result=result((505, 0), (200, 0))),
    "a player": with_value(hand(), "eve", "seats", 3, "player_id"),
    "the game": hand(game_id="g2"),
    "a microsecond": hand(ended_at="2026-11-01T10:09:00.000001Z"),
    "an option": hand(options={"talon_bonus": False}),
}


@pytest.mark.parametrize("line", OTHER.values(), ids=OTHER)
def test_other_content_is_a_conflict_and_the_first_stays(desk, line):
    run = desk.read(as_bytes(hand(), line))

    assert counts(run) == {"lines": 2, "loaded": 1, "conflict": 1}
    assert desk.rows("select code, line_no, raw from quarantine") == [
        ("conflict", 2, as_bytes(line)[:-1])
    ]
    assert desk.rows("select points from hand_sides order by side") == [(500,), (200,)]


def partial(n_moves=0):
    from engine.rulesets import get_ruleset

    pack = list(get_ruleset("coastal").deck.names)
    return hand(result=None, pack=pack, moves=[{"seat": 0, "do": "ask"}] * n_moves)


def test_complete_hand_replaces_a_partial_one(desk):
    run = desk.read(as_bytes(partial(1)), as_bytes(hand()))

    assert counts(run) == {"lines": 2, "loaded": 1, "replaced": 1}
    assert desk.rows("select count(*) from partial_hands") == [(0,)]
    assert desk.rows("select hand_id, line_no from hands") == [("h1", 1)]


def test_partial_hand_stays_outside_hands(desk):
    desk.read(as_bytes(partial(2)))

    assert desk.rows("select hand_id, n_moves from partial_hands") == [("h1", 2)]
    assert desk.rows("select count(*) from hands") == [(0,)]
    assert desk.rows("select count(*) from moves") == [(0,)]


def test_longer_partial_replaces_a_shorter_and_never_the_reverse(desk):
    run = desk.read(as_bytes(partial(1), partial(3), partial(2), partial(3)))

    assert counts(run) == {"lines": 4, "loaded": 1, "replaced": 1, "duplicate": 2}
    assert desk.rows("select n_moves from partial_hands") == [(3,)]


def test_partial_hand_after_the_complete_one_is_a_duplicate(desk):
    run = desk.read(as_bytes(hand()), as_bytes(partial(9)))

    assert counts(run) == {"lines": 2, "loaded": 1, "duplicate": 1}


def test_order_of_arrival_does_not_matter(desk, tmp_path):
    from tests.unit.hand_records import Desk

    files = [
        as_bytes(player(), partial(1), hand("h2", hand_no=2)),
        as_bytes(hand(), player("bo", name="Bo")),
        as_bytes(partial(2), hand("h3", hand_no=3), player()),
    ]
    contents = []
    for number, order in enumerate(itertools.permutations(files)):
        folder = tmp_path / str(number)
        folder.mkdir()
        other = Desk(folder, desk.clock)
        other.read(*order)
        contents.append(other.content())

    for content in contents:
        content.pop("partial_hands")
    assert all(content == contents[0] for content in contents)


def test_player_record_is_a_duplicate_only_if_it_says_the_same(desk):
    records = [player(), player(name="Anna"), player(self_rating=None), player()]

    run = desk.read(as_bytes(*records))

    assert counts(run) == {"lines": 4, "loaded": 3, "duplicate": 1, "players": 3}


def test_three_lines_with_a_bad_one_between_load_two(desk):
    run = desk.read(as_bytes(hand("h1"), '{"hand_id":oops}', hand("h2", hand_no=2)))

    assert counts(run) == {"lines": 3, "loaded": 2, "quarantined": 1}
    assert desk.rows("select count(*) from hands where hand_id is null") == [(0,)]


def test_failure_within_a_file_leaves_nothing_of_it(desk, monkeypatch):
    from ingest import file_reading

    path = desk.write(as_bytes(hand("h1")))
    monkeypatch.setattr(
        file_reading, "save_source", lambda *_: (_ for _ in ()).throw(OSError("broken"))
    )
    with pytest.raises(OSError, match="broken"):
        desk.read_files(path)
    monkeypatch.undo()

    assert list(desk.home.raw.iterdir()) == []
    assert desk.rows("select count(*) from hands") == [(0,)]
    assert counts(desk.read_files(path)) == {"lines": 1, "loaded": 1}


def test_grown_file_is_read_on_from_its_last_complete_line(desk):
    path = desk.write(as_bytes(hand("h1"), "oops") + as_bytes(hand("h2"))[:99])
    first = counts(desk.read_files(path))

    path.write_bytes(as_bytes(hand("h1"), "oops", hand("h2"), hand("h3")))
    second = counts(desk.read_files(path))

    assert first == {"lines": 3, "loaded": 1, "quarantined": 1, "truncated": 1}
    assert second == {"lines": 4, "loaded": 2, "duplicate": 1, "quarantined": 1}
    assert desk.rows("select hand_id, line_no from hands order by 1") == [
        ("h1", 1),
        ("h2", 3),
        ("h3", 4),
    ]
    assert desk.rows("select line_no from quarantine") == [(2,)]
    assert desk.rows(
        "select lines, loaded, quarantined, truncated, state from sources"
    ) == [(4, 3, 1, 0, "complete")]


def test_grown_file_without_a_final_newline_counts_its_last_line_once(desk):
    path = desk.write(as_bytes(hand("h1"), hand("h2"))[:-1])
    desk.read_files(path)

    path.write_bytes(as_bytes(hand("h1"), hand("h2"), hand("h3")))
    run = counts(desk.read_files(path))

    assert run == {"lines": 3, "loaded": 1, "duplicate": 2}
    assert desk.rows("select lines, loaded, duplicate from sources") == [(3, 2, 1)]


def test_rewritten_file_is_read_anew(desk):
    path = desk.write(as_bytes(hand("h1"), hand("h2")))
    desk.read_files(path)

    path.write_bytes(as_bytes(hand("h3"), hand("h1")))
    run = counts(desk.read_files(path))

    assert run == {"lines": 2, "loaded": 1, "duplicate": 1}


def test_shrunk_file_is_read_anew(desk):
    path = desk.write(as_bytes(hand("h1"), hand("h2")))
    desk.read_files(path)

    path.write_bytes(as_bytes(hand("h2")))

    assert counts(desk.read_files(path)) == {"lines": 1, "duplicate": 1}


def test_file_that_cannot_be_read_keeps_no_other_from_being_read(desk):
    first, sheet, last = (
        desk.write(as_bytes(hand("h1"))),
        desk.write(b"a,b\n", "club.csv"),
        desk.write(as_bytes(hand("h2", hand_no=2))),
    )
    gone = desk.folder / "gone.jsonl"

    run = desk.read_files(gone, first, sheet, last)

    assert counts(run) == {"lines": 2, "loaded": 2}
    assert not run.is_clean
    assert [str(gone) in run.notes[0], str(sheet) in run.notes[1]] == [True, True]
    assert desk.rows("select files from ingest_runs") == [(2,)]


def test_ledger_adds_up(desk):
    desk.read(as_bytes(hand("h1"), "", "oops", hand("h1"), player()) + b'{"type"')

    row = desk.rows(
        "select lines, blank + loaded + replaced + duplicate + conflict + quarantined "
        "+ truncated, players, files, verify from ingest_runs"
    )
    assert row == [(6, 6, 1, 1, "all")]


def test_derived_columns_of_a_results_only_hand(desk):
    record = hand(result=result((500, 0), (200, 0), ended_by="went_out"))
    record["seats"][3] |= {"controller": "computer"}
    record["seats"][1] |= {"controller": "computer", "left_in_hand": True}

    desk.read(as_bytes(record))

    assert desk.rows("select duration_s, n_moves, status from hands") == [
        (540.0, None, "unverified")
    ]
    assert desk.rows("select margin, won, melded from hand_sides order by side") == [
        (300, True, None),
        (-300, False, None),
    ]
    assert desk.rows(
        "select side, player_id, partner_id, is_away, left_in_hand, went_out, n_draws "
        "from hand_seats order by seat"
    ) == [
        (0, "ana", "cy", False, False, None, None),
        (1, "bo", "di", False, True, None, None),
        (0, "cy", "ana", False, False, None, None),
        (1, "di", "bo", True, False, None, None),
    ]


def test_margin_of_three_sides_is_against_the_best_other_side(desk):
    seats = [
        {"seat": seat, "player_id": f"p{seat}", "controller": "player"}
        for seat in range(6)
    ]
    record = hand(
        ruleset="classic-6x3", seats=seats, result=result((300, 0), (300, 0), (-100, 0))
    )

    desk.read(as_bytes(record))

    assert desk.rows("select margin, won from hand_sides order by side") == [
        (0, None),
        (0, None),
        (-400, False),
    ]
    assert desk.rows("select partner_id from hand_seats where seat = 4") == [("p1",)]


def test_sizes_of_blocks_and_batches_change_nothing(tmp_path, empty_home, monkeypatch):
    partial = hand("p", result=None)
    games = [hand(f"h{i}", game_id=f"g{i}") for i in range(30)]
    other = hand("h3", game_id="g3", hand_no=2)
    records = (player(), partial, *games, "oops", other, hand("p"), *games[:9], partial)
    content = as_bytes(*records)
    found = []
    for place, (block, batch) in enumerate(
        ((1 << 21, 1 << 24), (700, 1), (3000, 9000))
    ):
        monkeypatch.setattr("ingest.lines.BLOCK", block)
        monkeypatch.setattr("ingest.loading.BATCH", batch)
        desk = Desk(tmp_path / str(place), clock=lambda: NOW)
        desk.home.path.mkdir(parents=True)
        shutil.copy(empty_home.warehouse, desk.home.warehouse)
        run = desk.read(content)
        refused = desk.rows("select line_no, byte_offset, code, raw from quarantine")
        found.append((run.counts, desk.content(), sorted(refused)))

    assert found[0] == found[1] == found[2]
    counts = found[0][0]
    assert (counts.loaded, counts.replaced, counts.duplicate) == (32, 1, 10)
    assert (counts.conflict, counts.quarantined, counts.lines) == (1, 1, 45)
