"""Refused rows of a score sheet that was put right and read again."""

from collections.abc import Mapping

import duckdb

from ingest.ledger import Outcome
from ingest.quarantine import REFUSED_AT_ONCE
from ingest.refusal import RefusedLineError
from ingest.sheet_rows import RowKey, row_key
from ingest.sheets import Sheet, row_values, sheet_places

_HELD: set[Outcome] = {"loaded", "replaced", "duplicate"}


def rows_put_right(
    con: duckdb.DuckDBPyConnection,
    sheet: Sheet,
    outcomes: Mapping[int, Outcome],
    *,
    source_id: int,
) -> list[int]:
    """Ids of open rows of `quarantine` whose row of the sheet is held by now.

    A row is known by its sheet, game, hand and side, whatever file or line it stands
    in. One of which these cannot be read, or were what was wrong, is known by its
    line in its file; while it stands in the sheet as it was, it stays open.

    Parameters
    ----------
    outcomes : Mapping[int, Outcome]
        What each hand of the sheet came to, by the line of its first row.
    """
    held = {line for line, outcome in outcomes.items() if outcome in _HELD}
    held |= {sheet.twins[line] for line in held if line in sheet.twins}
    held_keys = {sheet.keys[line] for line in held}
    known_keys = set(sheet.keys.values())
    still = {found.raw for found in sheet.result.refusals}
    reads_key = _KeyReader(sheet)
    put_right: list[int] = []
    result = con.execute(
        "select quarantine_id, source_id, line_no, raw from quarantine "
        "where resolved_at is null and (sheet_id = $sheet_id "
        "or sheet_id is null and source_id = $source_id) order by quarantine_id",
        {"sheet_id": sheet.sheet_id, "source_id": source_id},
    )
    while rows := result.fetchmany(REFUSED_AT_ONCE):
        for quarantine_id, its_source, line_no, raw in rows:
            key = reads_key(raw)
            is_held = key in held_keys
            if key not in known_keys and raw not in still:
                is_held = its_source == source_id and line_no in held
            if is_held:
                put_right.append(quarantine_id)
    return put_right


class _KeyReader:
    """Reads what tells a row from others, in the form of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._form = sheet.options.form
        self._places = sheet_places(sheet.block, self._form)

    def __call__(self, raw: bytes) -> RowKey | None:
        try:
            values = row_values(raw, self._form.delimiter, self._places)
        except RefusedLineError:
            return None
        return row_key(values, self._places)
