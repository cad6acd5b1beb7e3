"""Whatever bytes come as a score sheet or an archive: every line is accounted for."""

import gzip
from pathlib import Path

import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.lines import Block, LogFile
from ingest.sheet_form import NotASheetError, SheetForm
from ingest.sheets import SheetOptions, sheet_of
from tests.unit.hand_records import as_bytes, hand

EVENING = (Path(__file__).parents[1] / "data" / "evening_score_sheet.csv").read_bytes()
OPTIONS = SheetOptions("partnership", "Australia/Sydney")
TEXT = as_bytes(*(hand(f"h{n}") for n in range(5)))
PACKED = (gzip.compress(TEXT) * 2, zstandard.compress(TEXT) * 2)

edits = st.lists(
    st.tuples(
        st.integers(0, 10_000),
        st.integers(0, 12),
        st.one_of(
            st.binary(max_size=4),
            st.sampled_from(
                [b'"', b",", b"\r", b"\n", b"\r\n", b"\0", b"-", b"9" * 20, b"\xff"]
            ),
        ),
    ),
    min_size=1,
    max_size=6,
)


def edited(data, changes):
    for place, n_lost, put in changes:
        at = place % (len(data) + 1)
        data = data[:at] + put + data[at + n_lost :]
    return data


@settings(deadline=None, max_examples=300)
@given(edits)
def test_mutated_sheets_are_accounted_for(changes):
    data = edited(EVENING, changes)
    try:
        sheet = sheet_of(Block(data, 0), OPTIONS, "sheet.csv")
    except NotASheetError:
        assert data.split(b"\n")[0] != EVENING.split(b"\n")[0]
        return
    result = sheet.result
    n_lines = data.count(b"\n") + (not data.endswith(b"\n"))
    assert len(sheet.twins) == result.n_hands
    assert n_lines == result.blank + 2 * result.n_hands + len(result.refusals)
    assert all(fault.raw in data and fault.message for fault in result.refusals)


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=300), st.sampled_from([",", ";", "\t", "'", "\\"]))
def test_any_bytes_below_a_header_are_accounted_for(rows, delimiter):
    header = EVENING.split(b"\n")[0].strip().replace(b",", delimiter.encode())
    options = SheetOptions(
        "partnership", "Europe/Vienna", form=SheetForm(delimiter=delimiter)
    )

    result = sheet_of(Block(header + b"\n" + rows, 0), options, "sheet.csv").result

    n_lines = 1 + rows.count(b"\n") + (bool(rows) and not rows.endswith(b"\n"))
    assert n_lines == result.blank + 2 * result.n_hands + len(result.refusals)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(PACKED), edits)
def test_mutated_archives_never_fail(tmp_path_factory, packed, changes):
    path = tmp_path_factory.getbasetemp() / "mutated-archive"
    path.write_bytes(edited(packed, changes))

    with LogFile(path) as file:
        blocks = list(file.blocks())

    assert file.n_bytes == path.stat().st_size
    assert sum(block.is_last for block in blocks) <= 1
    offsets = [block.offset for block in blocks]
    assert offsets == sorted(offsets)
