"""Club score sheets; `data/evening_score_sheet.csv` is a real evening of four."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest
import zstandard

from ingest.files import files_of
from ingest.forget import forget
from ingest.rebuild import rebuild
from ingest.sheet_form import NotASheetError, read_form
from ingest.sheets import SheetOptions
from tests.unit.conftest import NOW
from tests.unit.hand_records import Desk

EVENING = Path(__file__).parents[1] / "data" / "evening_score_sheet.csv"
SYDNEY = SheetOptions("partnership", "Australia/Sydney")


def counts(run):
    summary = run.summary()
    return {key: n for key, n in summary.items() if n and key != "seconds"}


def rows_of_evening():
    return EVENING.read_text(encoding="utf-8").splitlines()


def read(desk, lines, options=SYDNEY, name="sheet.csv"):
    content = ("\n".join(lines) + "\n").encode()
    return desk.read_files(desk.write(content, name), sheet=options)


def changed(line, column, value):
    """The evening with one cell changed; `line` counts from 1."""
    lines = rows_of_evening()
    cells = lines[line - 1].split(",")
    cells[lines[0].split(",").index(column)] = str(value)
    lines[line - 1] = ",".join(cells)
    return lines


def test_evening_is_read_whole_and_twice_the_same(desk):
    first = counts(desk.read_files(EVENING, sheet=SYDNEY))
    second = counts(desk.read_files(EVENING, sheet=SYDNEY))

    assert first == {"lines": 33, "blank": 1, "loaded": 32}
    assert second == {"lines": 33, "blank": 1, "duplicate": 32}
    assert desk.rows("select count(*), count(distinct game_id) from hands") == [(16, 2)]


def test_evening_in_columns(desk):
    desk.read_files(EVENING, sheet=SYDNEY)
    head = "\n".join(rows_of_evening()[:2]).encode()
    sheet = hashlib.sha256(head).hexdigest()[:12]

    assert desk.rows(
        "select hand_id, game_id, hand_no, ruleset, mode, ended_by, went_out_seat, "
        "dealer_seat, is_game_over, status, line_no, started_at::varchar from hands "
        "where hand_no = 7 and game_id like '%:1'"
    ) == [
        (
            f"{sheet}:1:7",
            f"{sheet}:1",
            7,
            "partnership",
            "live",
            "went_out",
            None,
            2,
            True,
            "unverified",
            14,
            "2021-04-10 09:36:36+00",  # Sydney was at UTC+10 since 4 April 2021
        )
    ]
    assert desk.rows(
        "select points, points_before, points_after, canasta_bonus, threes, going_out, "
        "penalties, melded, held, n_mixed_canastas, n_canastas from hand_sides "
        f"where hand_id = '{sheet}:1:3' order by side"
    ) == [
        # no canasta: two red threes count against the side; one penalty of 100
        (-335, 1400, 1065, 0, -200, 0, -100, None, None, 0, 0),
        (855, 1005, 1860, 300, 0, 100, 0, None, None, 1, 1),
    ]
    assert desk.rows(
        f"select player_id from hand_seats where hand_id = '{sheet}:1:3' order by seat"
    ) == [("p1",), ("p2",), ("p3",), ("p4",)]


def test_four_red_threes_count_double(desk):
    desk.read_files(EVENING, sheet=SYDNEY)

    assert desk.rows("select threes from hand_sides where points = -1090") == [(-800,)]


def test_winner_is_the_side_over_five_thousand(desk):
    desk.read_files(EVENING, sheet=SYDNEY)

    assert desk.rows(
        "select is_finished, winning_side, points_side_0, points_side_1 from games "
        "order by game_id"
    ) == [(True, 1, 2870, 5175), (False, None, 2520, 4810)]


def test_sheet_id_can_be_given(desk):
    options = SheetOptions("partnership", "Australia/Sydney", "april")

    desk.read_files(EVENING, sheet=options)

    assert desk.rows("select min(hand_id) from hands") == [("april:1:1",)]


def test_wrong_hand_points_are_one_fault_and_name_the_part(desk):
    run = read(desk, changed(5, "hand_points", 575))

    assert counts(run) == {"lines": 33, "blank": 1, "loaded": 30, "quarantined": 2}
    found = desk.rows("select line_no, code, message from quarantine order by line_no")
    assert [row[:2] for row in found] == [
        (4, "points_mismatch"),
        (5, "points_mismatch"),
    ]
    assert "hand_points is 575" in found[0][2]


@pytest.mark.parametrize("column", ["card_points", "natural_canastas", "red_threes"])
def test_wrong_part_is_one_fault(desk, column):
    run = read(desk, changed(7, column, 5 if column == "card_points" else 1))

    assert counts(run)["quarantined"] == 2


def test_wrong_game_points_are_one_fault_and_not_a_chain(desk):
    run = read(desk, changed(6, "game_points", 1165))

    assert counts(run)["quarantined"] == 2
    ((message,),) = desk.rows("select distinct message from quarantine")
    assert "game_points" in message


def test_game_points_that_build_on_a_wrong_total_are_one_fault(desk):
    lines = changed(2, "game_points", 775)
    lines[3] = lines[3].replace(",1400", ",1500")

    run = read(desk, lines[:5])

    assert counts(run) == {"lines": 5, "blank": 1, "loaded": 2, "quarantined": 2}


def test_row_without_its_twin_is_refused(desk):
    lines = rows_of_evening()

    run = read(desk, lines[:4])

    assert counts(run) == {"lines": 4, "blank": 1, "loaded": 2, "quarantined": 1}
    assert desk.rows("select line_no, code from quarantine") == [(4, "missing_field")]


CELLS = [
    ("hand_no", "x", "wrong_type"),
    ("card_points", "275.0", "wrong_type"),
    ("card_points", "273", "bad_value"),
    ("side", "2", "bad_value"),
    ("went_out", "2", "bad_value"),
    ("player_1", "p 1", "bad_value"),
    ("player_1", "p2", "bad_seats"),
    ("started_at", "10/04/2021 18:31", "bad_time"),
    ("started_at", "2021-04-10T18:31:11+10:00", "bad_time"),
    ("ended_at", "", "missing_field"),
]


@pytest.mark.parametrize(("column", "value", "code"), CELLS)
def test_bad_cell_refuses_both_rows_of_its_hand(desk, column, value, code):
    run = read(desk, changed(2, column, value))

    assert counts(run)["quarantined"] == 2
    assert desk.rows("select code from quarantine where line_no = 2") == [(code,)]


def test_hour_that_the_clocks_skipped_is_bad_time(desk):
    lines = [
        line.replace("2021-04-10T18:31:11", "2021-10-03T02:30:00").replace(
            "2021-04-10T18:37:18", "2021-10-03T03:30:00"
        )
        for line in rows_of_evening()[:3]
    ]

    read(desk, lines)

    assert desk.rows("select distinct code from quarantine") == [("bad_time",)]


def test_of_an_ambiguous_hour_the_earlier_counts(desk):
    lines = [
        line.replace("2021-04-10T18:31:11", "2021-04-04T02:30:00").replace(
            "2021-04-10T18:37:18", "2021-04-04T02:40:00"
        )
        for line in rows_of_evening()[:3]
    ]

    read(desk, lines)

    assert desk.rows("select started_at::varchar from hands") == [
        ("2021-04-03 15:30:00+00",)  # still at UTC+11
    ]


def test_changed_sheet_of_the_same_name_is_a_conflict(desk):
    options = SheetOptions("partnership", "Australia/Sydney", "april")
    read(desk, rows_of_evening(), options, "one.csv")

    lines = changed(2, "player_1", "p9")
    run = read(desk, lines, options, "two.csv")

    assert counts(run) == {"lines": 33, "blank": 1, "duplicate": 30, "conflict": 2}


APRIL = SheetOptions("partnership", "Australia/Sydney", "april")
WRONG = {  # one fault in row 6 of the evening (line 7: game 1, hand 3, side 1)
    "points": ("hand_points", 5),
    "a time": ("started_at", "soon"),
    "its side": ("side", 2),
    "its hand": ("hand_no", "x"),
}


def open_lines(desk):
    return desk.rows(
        "select line_no from quarantine where resolved_at is null order by 1"
    )


@pytest.mark.parametrize("fault", WRONG)
def test_row_that_was_put_right_is_resolved(desk, fault):
    wrong = changed(7, *WRONG[fault])
    first = read(desk, wrong, APRIL)
    assert counts(first) == {"lines": 33, "blank": 1, "loaded": 30, "quarantined": 2}
    assert open_lines(desk) == [(6,), (7,)]
    read(desk, wrong, APRIL)
    assert open_lines(desk) == [(6,), (7,)]

    second = read(desk, rows_of_evening(), APRIL)

    assert counts(second) == {"lines": 33, "blank": 1, "loaded": 2, "duplicate": 30}
    assert open_lines(desk) == []
    kept = ("\n".join(wrong)).encode().split(b"\n")[5:7]
    assert desk.rows("select raw from quarantine order by line_no") == [
        (row,) for row in kept
    ]


def test_row_put_right_in_another_file_of_the_sheet_is_resolved(desk):
    read(desk, changed(7, "hand_points", 5), APRIL, "first.csv")
    header, *rows = rows_of_evening()

    read(desk, [header, *reversed(rows)], APRIL, "second.csv")

    assert open_lines(desk) == []


def test_rows_stay_open_while_another_sheet_has_their_hand(desk):
    read(desk, changed(7, "hand_points", 5), APRIL, "april.csv")
    may = SheetOptions("partnership", "Australia/Sydney", "may")

    read(desk, rows_of_evening(), may, "may.csv")

    assert open_lines(desk) == [(6,), (7,)]


def test_row_that_is_wrong_in_another_way_stays_open(desk):
    read(desk, changed(7, "hand_points", 5), APRIL)

    read(desk, changed(7, "hand_points", 10), APRIL)

    assert open_lines(desk) == [(6,), (7,), (7,)]
    read(desk, rows_of_evening(), APRIL)
    assert open_lines(desk) == []


def test_row_in_conflict_stays_open_until_it_says_what_is_held(desk):
    read(desk, rows_of_evening(), APRIL)
    read(desk, changed(6, "player_1", "p9"), APRIL)
    assert open_lines(desk) == [(6,), (7,)]

    read(desk, rows_of_evening(), APRIL)

    assert open_lines(desk) == []


def test_rebuild_knows_which_rows_were_put_right(desk):
    read(desk, changed(7, "hand_points", 5), APRIL)
    read(desk, rows_of_evening(), APRIL)
    before = desk.rows("from quarantine order by all")

    rebuild(desk.home, NOW)

    assert len(before) == 2
    assert desk.rows("from quarantine order by all") == before


def test_sheet_without_options_or_header_is_wrong_use(desk):
    with pytest.raises(NotASheetError):
        desk.read_files(EVENING)
    with pytest.raises(NotASheetError):
        read(desk, ["a,b,c", "1,2,3"])
    with pytest.raises(NotASheetError):
        read(desk, rows_of_evening(), SheetOptions("partnership", "Mars/Olympus"))
    with pytest.raises(NotASheetError):
        read(desk, rows_of_evening(), SheetOptions("classic-2", "Australia/Sydney"))
    assert not list(desk.home.raw.glob("*"))


BAD_CELLS = {
    "carriage return": ("player_1", "p\r1", "bad_value"),
    "a cell of 200,000 letters": ("player_1", "p" * 200_000, "bad_value"),
    "the first year": ("started_at", "0001-01-01T00:00:00", "bad_time"),
    "offset": ("started_at", "2021-04-10T18:31:11Z", "bad_time"),
    "comma of thousands": ("hand_points", '"1,480"', "wrong_type"),
    "blank of thousands": ("hand_points", "1 480", "wrong_type"),
    "decimal point": ("hand_points", "480.0", "wrong_type"),
    "minus that is none": ("card_points", "\u2212170", "wrong_type"),
    "Arabic digit": ("hand_no", "\u0661", "wrong_type"),
    "two signs": ("card_points", "+-5", "wrong_type"),
    "formula": ("player_1", "=1+1", "bad_value"),
    "NUL": ("player_1", "p\0", "bad_value"),
    "400 digits": ("hand_no", "9" * 400, "wrong_type"),
    "yes": ("went_out", "yes", "wrong_type"),
    "third side": ("side", "2", "bad_value"),
    "open quote": ("player_1", '"p1', "missing_field"),
}


@pytest.mark.parametrize(("column", "value", "code"), BAD_CELLS.values(), ids=BAD_CELLS)
def test_cell_that_no_sheet_has_refuses_its_hand_alone(desk, column, value, code):
    run = read(desk, changed(2, column, value))

    assert counts(run) == {"lines": 33, "blank": 1, "loaded": 30, "quarantined": 2}
    assert desk.rows("select code from quarantine where line_no = 2") == [(code,)]


def test_last_year_of_the_calendar_is_a_bad_time_west_of_greenwich(desk):
    lines = changed(2, "ended_at", "9999-12-31T23:59:59")

    run = read(desk, lines, SheetOptions("partnership", "America/New_York"))

    assert counts(run)["quarantined"] == 2


def test_row_in_another_encoding_is_bad_utf8_where_it_is_read(desk):
    lines = rows_of_evening()
    lines[0] += ",remarks"
    lines[1:] = [f"{line},J\xe1n" for line in lines[1:]]
    lines[3] = lines[3].replace("p1", "J\xe1n").replace("p2", "J\xe1n")
    content = "\n".join(lines).encode("latin-1")

    run = desk.read_files(desk.write(content, "sheet.csv"), sheet=SYDNEY)

    assert counts(run) == {"lines": 33, "blank": 1, "loaded": 30, "quarantined": 2}
    assert desk.rows("select line_no from quarantine where code = 'bad_utf8'") == [(4,)]


def test_going_out_may_be_written_with_a_nought(desk):
    lines = [
        re.sub(r",1,(\d),(-?\d+),(-?\d+)$", r",01,\1,\2,\3", line)
        for line in rows_of_evening()
    ]
    assert lines != rows_of_evening()

    assert counts(read(desk, lines))["loaded"] == 32


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data.replace(b"\n", b"\r"), "end rows with line feeds"),
        (lambda data: data.decode().encode("utf-16"), "is UTF-16"),
        (lambda data: data.replace(b"game_no", b"Gr\xf6\xdfe", 1), "are not UTF-8"),
        (lambda data: zstandard.compress(data)[:-30], "ends early"),
        (lambda data: b"", "has no column game_no"),
    ],
    ids=["CR", "UTF-16", "header", "archive", "empty"],
)
def test_file_that_is_no_sheet_is_told_in_plain_words(desk, change, sentence):
    content = change("\n".join(rows_of_evening()).encode() + b"\n")
    path = desk.write(content, "sheet.csv")

    with pytest.raises(NotASheetError, match=sentence):
        desk.read_files(path, sheet=SYDNEY)


def test_archive_of_a_sheet_that_ends_early_gives_its_whole_rows(desk):
    content = ("\n".join(rows_of_evening()) + "\n").encode()
    packed = gzip.compress(content)

    run = desk.read_files(desk.write(packed[:-30], "sheet.csv"), sheet=SYDNEY)

    assert run.counts.truncated == 1
    assert run.counts.lines == 1 + run.counts.blank + run.counts.loaded
    assert "ends early" in run.notes[0]


@pytest.mark.parametrize("sheet_id", ["", "\u00e4", "a\n", "x" * 101])
def test_id_that_cannot_be_part_of_ids_is_wrong_use(desk, sheet_id):
    options = SheetOptions("partnership", "Australia/Sydney", sheet_id)

    with pytest.raises(NotASheetError, match="is no --sheet-id"):
        read(desk, rows_of_evening(), options)


def test_name_in_capitals_is_a_sheet_all_the_same(desk):
    assert counts(read(desk, rows_of_evening(), name="SHEET.CSV"))["loaded"] == 32


def test_folders_give_their_sheets_only_when_asked(tmp_path):
    (tmp_path / "a.jsonl").touch()
    (tmp_path / "b.csv").touch()

    assert [p.name for p in files_of([tmp_path])] == ["a.jsonl"]
    assert len(files_of([tmp_path], with_sheets=True)) == 2


CLUB = """
delimiter = ";"
time_format = "%d/%m/%Y %H:%M:%S"

[columns]
game_no = "Partie"
player_1 = "Spieler A"
player_2 = "Spieler B"
"""


def as_the_club_writes_it():
    lines = [line.replace(",", ";") for line in rows_of_evening()]
    lines[0] = (
        lines[0]
        .replace("game_no", "Partie")
        .replace("player_1", "Spieler A")
        .replace("player_2", "Spieler B")
    )
    return [
        re.sub(r"(\d{4})-(\d\d)-(\d\d)T", r"\3/\2/\1 ", line) + ";" for line in lines
    ]


@pytest.fixture
def club(tmp_path):
    """The options for a sheet with headers, delimiter and times of its own."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB)
    return SheetOptions("partnership", "Australia/Sydney", "e", read_form(path))


def test_sheet_of_another_form_gives_the_same_hands(desk, club, tmp_path):
    run = read(desk, as_the_club_writes_it(), club)
    own = Desk(tmp_path / "own", desk.clock)
    own.folder.mkdir()
    read(own, rows_of_evening(), SheetOptions("partnership", "Australia/Sydney", "e"))

    assert counts(run) == {"lines": 33, "blank": 1, "loaded": 32}
    assert desk.content() == own.content()


def test_sheet_of_another_form_is_rebuilt_and_forgotten_like_any(desk, club):
    read(desk, as_the_club_writes_it(), club)
    before = desk.content()

    rebuild(desk.home, NOW)
    assert desk.content() == before
    done = forget(desk.home, "p3", NOW, 0.0)
    run = read(desk, as_the_club_writes_it(), club, "again.csv")

    assert counts(run) == {"lines": 33, "blank": 1, "duplicate": 32}
    after = desk.content()
    assert repr(after["hand_seats"]).replace(done.new_id, "p3") == repr(
        before["hand_seats"]
    )
    rebuild(desk.home, NOW)
    assert desk.content() == after


def test_time_of_another_form_is_refused_with_an_example_of_it(desk, club):
    lines = as_the_club_writes_it()
    lines[1] = lines[1].replace("10/04/2021 18:31:11", "2021-04-10T18:31:11")

    read(desk, lines, club)

    (row,) = desk.rows("select code, message from quarantine where line_no = 2")
    assert row[0] == "bad_time"
    assert "such as 10/04/2021 18:31:11" in row[1]


FORMS = {
    "x = 1": "has 'x', expected delimiter, time_format, columns",
    "columns = 3": "maps 'columns', expected one of game_no",
    '[columns]\ngame = "Partie"': "maps 'game', expected one of game_no",
    "[columns]\ngame_no = 3": "maps game_no to 3",
    '[columns]\ngame_no = "hand_no"': "reads two columns from 'hand_no'",
    'delimiter = ";;"': "has delimiter ';;'",
    'time_format = "dd.mm.yyyy"': "has time_format 'dd.mm.yyyy'",
    'time_format = "%H:%M"': "expected one that tells day and time",
    'time_format = "%d/%m/%Y"': "expected one that tells day and time",
    'time_format = "%d/%m/%Y %I:%M"': "expected one that tells day and time",
    'time_format = "%Q"': "has time_format '%Q'",
    'time_format = "%"': "has time_format '%'",
    "= 3": "is no TOML file",
}


@pytest.mark.parametrize(("text", "sentence"), FORMS.items(), ids=FORMS)
def test_form_that_no_sheet_has_is_wrong_use(tmp_path, text, sentence):
    path = tmp_path / "form.toml"
    path.write_text(text)

    with pytest.raises(NotASheetError, match=re.escape(sentence)):
        read_form(path)


def test_form_in_another_encoding_is_wrong_use(tmp_path):
    path = tmp_path / "form.toml"
    path.write_bytes("# für\n".encode("latin-1"))

    with pytest.raises(NotASheetError, match="not UTF-8, expected a text file"):
        read_form(path)


def test_form_that_is_not_there_is_wrong_use(tmp_path):
    with pytest.raises(NotASheetError, match="cannot be read"):
        read_form(tmp_path / "none.toml")


def test_header_that_the_form_promises_and_the_sheet_lacks_is_named(desk, club):
    with pytest.raises(NotASheetError, match="has no column Partie"):
        read(desk, rows_of_evening(), club)


def test_hour_that_the_clocks_showed_twice_is_told_with_its_line(desk):
    lines = [
        line.replace("2021-04-10T18:31:11", "2021-04-04T01:50:00").replace(
            "2021-04-10T18:37:18", "2021-04-04T02:40:00"
        )
        for line in rows_of_evening()[:3]
    ]

    run = read(desk, lines)

    assert run.notes == [
        f"{desk.folder / 'sheet.csv'}:{line}: `ended_at` is 2021-04-04T02:40:00, which "
        "the clocks of Australia/Sydney showed twice; the earlier is taken"
        for line in (2, 3)
    ]
