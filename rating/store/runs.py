"""Write what a replay found, and read back what is stored."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

import numpy as np
import pyarrow as pa

from ingest.warehouse import transaction
from rating.store.connection import Connection, fetch, query

LIVE_TABLES: Final = ("rating_changes", "player_ratings", "level_changes")
MOST: Final = 2**62
LADDER_TABLES: Final = (*LIVE_TABLES, "rating_checkpoints")


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


def next_run(con: Connection) -> int:
    """The number of the run that is written next."""
    text = "select coalesce(max(rating_run_id), 0) + 1 from rating_runs"
    [(number,)] = con.execute(text).fetchall()
    return int(number)


def cut_changes(con: Connection, ladder: str, n_kept: int, run: int) -> None:
    """Remove what comes after the ladder's first rows; those now belong to `run`."""
    for table in ("rating_changes", "level_changes"):
        # A row from before there was a `seq` goes, too.
        con.execute(
            f"delete from {table} "  # noqa: S608
            "where ladder = ? and coalesce(seq, ?) > ?",
            [ladder, n_kept + 1, n_kept],
        )
    con.execute(
        "update rating_changes set rating_run_id = ? where ladder = ?", [run, ladder]
    )


def add_changes(con: Connection, run: int, changes: pa.Table, levels: pa.Table) -> None:
    """Add rows of rating_changes, made by `run`, and of level_changes."""
    numbers = pa.array(np.full(changes.num_rows, run))
    _insert(con, "rating_changes", changes.append_column("rating_run_id", numbers))
    _insert(con, "level_changes", levels)


def finish_run(con: Connection, run: Run, ratings: pa.Table) -> None:
    """Put the ladder's rows of player_ratings in the place of those there."""
    con.execute("delete from player_ratings where ladder = ?", [run.ladder])
    _insert(con, "player_ratings", ratings)
    con.execute(query("add_run"), asdict(run))


def write_levels(con: Connection, levels: pa.Table) -> None:
    """Put the levels of the live configuration in the place of those there."""
    with transaction(con):
        con.execute("delete from levels")
        _insert(con, "levels", levels)


def forget_ladders(con: Connection, kept: list[str]) -> None:
    """Remove the rows of ladders that have no counting hand (any more)."""
    with transaction(con):
        for table in LADDER_TABLES:
            con.execute(
                f"delete from {table} where not list_contains($kept, ladder)",  # noqa: S608
                {"kept": kept},
            )


def stored_rows(
    con: Connection, table: str, ladder: str, first_seq: int = 0, end_seq: int = MOST
) -> pa.Table:
    """The ladder's rows of one of LIVE_TABLES, in any order.

    Of rating_changes those from `first_seq` to `end_seq` (left out).
    """
    text = f"select * from {table} where ladder = $ladder"  # noqa: S608
    values: dict[str, object] = {"ladder": ladder}
    if table == "rating_changes":
        text += " and seq >= $first_seq and seq < $end_seq"
        values |= {"first_seq": first_seq, "end_seq": end_seq}
    return fetch(con, text, values)


def count_changes(con: Connection, ladder: str, end_seq: int = MOST) -> int:
    """Number of the ladder's rows of rating_changes before `end_seq`."""
    text = "select count(*) from rating_changes where ladder = ? and seq < ?"
    [(n_rows,)] = con.execute(text, [ladder, end_seq]).fetchall()
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


def _insert(con: Connection, table: str, rows: pa.Table) -> None:
    """Insert `rows` into `table`, matching columns by name."""
    con.register("new_rows", rows)
    try:
        con.execute(f"insert into {table} by name select * from new_rows")  # noqa: S608
    finally:
        con.unregister("new_rows")
