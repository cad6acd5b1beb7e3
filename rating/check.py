"""Whether the stored Ratings are what a replay from the first hand gives."""

from collections.abc import Sequence
from typing import Final

import pyarrow as pa

from engine.errors import CoastalError
from rating.equality import first_difference
from rating.ladder_run import under_last
from rating.records import Room
from rating.store import (
    Connection,
    counting_ladders,
    live_version,
    load_pieces,
    stored_ladders,
    stored_rows,
    timeline_of,
)
from rating.store.runs import MOST
from rating.tables import changes_table, level_changes_table, ratings_table
from rating.timeline import Timeline, replay_pieces

# Columns that order the rows of a ladder in each table.
ROW_ORDERS: Final = {
    "rating_changes": ("seq",),
    "player_ratings": ("player_id", "device_id"),
    "level_changes": ("seq",),
}


class ReplayCheckError(CoastalError):
    """What is stored is not what a replay of the hands gives."""


def check_stored(con: Connection, ladder: str | None) -> dict[str, object]:
    """Replay everything and compare it with what is stored, bit for bit.

    Raises
    ------
    ReplayCheckError
        At the first row that differs in any bit.
    """
    version = live_version(con)
    ladders = list(counting_ladders(con))
    if version is None:
        if ladders:
            raise ReplayCheckError(
                f"found hands on {', '.join(ladders)} and no Ratings; "
                "run `coastal replay`"
            )
        return {"checked_rows": 0, "ladders": 0, "differences": 0}
    timeline = timeline_of(con, version)
    chosen = ladders if ladder is None else [ladder]
    n_rows = sum(_check_ladder(con, name, timeline) for name in chosen)
    left_over = set(stored_ladders(con)) - set(ladders)
    if ladder is None and left_over:
        raise ReplayCheckError(
            f"found Ratings on {', '.join(sorted(left_over))} without any hand there; "
            "run `coastal replay`"
        )
    return {"checked_rows": n_rows, "ladders": len(chosen), "differences": 0}


def _check_ladder(con: Connection, ladder: str, timeline: Timeline) -> int:
    """Compare a ladder piece by piece; the number of rows compared."""
    state, n_rows, room = None, 0, Room()
    steps: list[pa.Table] = []
    for hands, _, _ in load_pieces(con, ladder):
        for result, before, after in replay_pieces([hands], timeline, state, room):
            changes = changes_table(result, before.totals)
            steps.append(level_changes_table(result, before.totals, after.totals))
            first = int(before.totals.n_changes.sum()) + 1
            end = first + changes.num_rows
            stored = stored_rows(con, "rating_changes", ladder, first, end)
            _refuse_difference(ladder, "rating_changes", stored, changes, n_rows)
            n_rows += changes.num_rows
            state = after
    rest = stored_rows(con, "rating_changes", ladder, n_rows + 1, MOST)
    _refuse_difference(ladder, "rating_changes", rest, rest.slice(0, 0), n_rows)
    result, state = under_last(con, ladder, timeline, state)
    whole = {
        "player_ratings": ratings_table(result, state.totals),
        "level_changes": _joined(steps),
    }
    for table, rows in whole.items():
        if rows is not None:
            stored = stored_rows(con, table, ladder)
            _refuse_difference(ladder, table, stored, rows)
            n_rows += rows.num_rows
    return n_rows


def _joined(tables: Sequence[pa.Table]) -> pa.Table | None:
    """The rows of all tables, names as plain texts."""
    return pa.concat_tables(_plain(table) for table in tables) if tables else None


def _plain(table: pa.Table) -> pa.Table:
    types = [
        field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        for field in table.schema
    ]
    return table.cast(pa.schema(list(zip(table.column_names, types, strict=True))))


def _refuse_difference(
    ladder: str, table: str, stored: pa.Table, computed: pa.Table, n_before: int = 0
) -> None:
    """Raise at the first difference; `n_before` rows lie before those given."""
    found = first_difference(stored, computed, ROW_ORDERS[table])
    if found is None:
        return
    raise ReplayCheckError(
        f"{table} of {ladder}, row {n_before + found.row + 1} "
        f"({found.place}): {found.column} is stored as {found.stored!r}, a replay "
        f"gives {found.computed!r}; run `coastal replay`"
    )
