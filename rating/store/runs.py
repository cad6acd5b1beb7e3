"""Write what a replay found, and read back what is stored."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

import numpy as np
import pyarrow as pa

from ingest.warehouse import transaction
from rating.store.connection import Connection, fetch, query

LIVE_TABLES: Final = ("rating_changes", "player_ratings", "level_changes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One replay of one ladder, but for its number."""

    ladder: str
    config_id: int
    started_at: datetime
    n_hands: int
    n_rated_seats: int
    seconds: float
    log_loss: float | None
    brier: float | None


def write_run(con: Connection, run: Run, tables: Mapping[str, pa.Table]) -> int:
    """Put a ladder's rows in the place of those there; return the run's number.

    All or nothing: no reader of the warehouse sees half a run.
    """
    with transaction(con):
        number = _add_run(con, run)
        for table in LIVE_TABLES:
            con.execute(f"delete from {table} where ladder = ?", [run.ladder])  # noqa: S608
            rows = tables[table]
            if table == "rating_changes":
                numbers = pa.array(np.full(rows.num_rows, number))
                rows = rows.append_column("rating_run_id", numbers)
            _insert(con, table, rows)
    return number


def write_levels(con: Connection, levels: pa.Table) -> None:
    """Put the levels of the live configuration in the place of those there."""
    with transaction(con):
        con.execute("delete from levels")
        _insert(con, "levels", levels)


def forget_ladders(con: Connection, kept: list[str]) -> None:
    """Remove the rows of ladders that have no counting hand (any more)."""
    with transaction(con):
        for table in LIVE_TABLES:
            con.execute(
                f"delete from {table} where not list_contains($kept, ladder)",  # noqa: S608
                {"kept": kept},
            )


def stored_rows(con: Connection, table: str, ladder: str) -> pa.Table:
    """The ladder's rows of one of LIVE_TABLES, in any order."""
    text = f"select * from {table} where ladder = $ladder"  # noqa: S608
    return fetch(con, text, {"ladder": ladder})


def count_changes(con: Connection, ladder: str) -> int:
    """Number of the ladder's rows of rating_changes."""
    text = "select count(*) from rating_changes where ladder = ?"
    [(n_rows,)] = con.execute(text, [ladder]).fetchall()
    return int(n_rows)


def stored_ladders(con: Connection) -> list[str]:
    """Ladders that have rows of rating_changes."""
    rows = con.execute("select distinct ladder from rating_changes").fetchall()
    return sorted(str(ladder) for (ladder,) in rows)


def run_configs(con: Connection) -> dict[str, int]:
    """The configuration of each ladder's last run."""
    rows = con.execute(
        "select ladder, arg_max(config_id, rating_run_id) from rating_runs "
        "group by ladder"
    ).fetchall()
    return {str(ladder): int(config_id) for ladder, config_id in rows}


def _add_run(con: Connection, run: Run) -> int:
    """Write the row of rating_runs and return its number."""
    con.execute(query("add_run"), asdict(run))
    [row] = con.execute("select max(rating_run_id) from rating_runs").fetchall()
    return int(row[0])


def _insert(con: Connection, table: str, rows: pa.Table) -> None:
    """Insert `rows` into `table`, matching columns by name."""
    con.register("new_rows", rows)
    try:
        con.execute(f"insert into {table} by name select * from new_rows")  # noqa: S608
    finally:
        con.unregister("new_rows")
