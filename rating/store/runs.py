"""Write what a replay found, and read back what is stored."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

import pyarrow as pa

from ingest.warehouse import execute_on, transaction
from rating.store.connection import Connection, fetch, query

LIVE_TABLES: Final = ("rating_changes", "player_ratings", "level_changes")
# What rating_changes is a view of.
RATED_TABLES: Final = ("rated_hands", "rated_seats", "rated_players")
MOST: Final = 2**62
LADDER_TABLES: Final = (
    *RATED_TABLES,
    "player_ratings",
    "level_changes",
    "rating_checkpoints",
)


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


def cut_changes(con: Connection, ladder: str, n_changes: int, n_hands: int) -> None:
    """Remove what comes after the ladder's first changes and first hands."""
    values = {"ladder": ladder, "n_changes": n_changes, "n_hands": n_hands}
    for table, is_later in (
        ("rated_hands", "place >= $n_hands"),
        ("rated_seats", "seq > $n_changes"),
        # A row from before there was a `seq` goes, too.
        ("level_changes", "coalesce(seq > $n_changes, true)"),
    ):
        used = {name: x for name, x in values.items() if f"${name}" in is_later}
        con.execute(
            f"delete from {table} where ladder = $ladder and {is_later}",  # noqa: S608
            used | {"ladder": ladder},
        )


def add_changes(
    con: Connection, ladder: str, hands: pa.Table, seats: pa.Table, levels: pa.Table
) -> None:
    """Add rows of rated_hands, rated_seats and level_changes."""
    _insert(con, "rated_hands", hands, ladder)
    _insert(con, "rated_seats", seats, ladder)
    _insert(con, "level_changes", levels)


def finish_run(con: Connection, run: Run, players: pa.Table, ratings: pa.Table) -> None:
    """Put who is rated on the ladder, and how, in the place of what is there."""
    for table in ("rated_players", "player_ratings"):
        con.execute(f"delete from {table} where ladder = ?", [run.ladder])  # noqa: S608
    _insert(con, "rated_players", players, run.ladder)
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
    text = "select count(*) from rated_seats where ladder = ? and seq < ?"
    [(n_rows,)] = con.execute(text, [ladder, end_seq]).fetchall()
    return int(n_rows)


def stored_ladders(con: Connection) -> list[str]:
    """Ladders that have rows of rating_changes."""
    rows = con.execute("select distinct ladder from rated_seats").fetchall()
    return sorted(str(ladder) for (ladder,) in rows)


def run_configs(con: Connection) -> dict[str, int]:
    """The configuration of each ladder's last run."""
    rows = con.execute(
        "select ladder, arg_max(config_id, rating_run_id) from rating_runs "
        "group by ladder"
    ).fetchall()
    return {str(ladder): int(config_id) for ladder, config_id in rows}


def _insert(
    con: Connection, table: str, rows: pa.Table, ladder: str | None = None
) -> None:
    """Insert `rows` into `table`, matching columns by name; all are of `ladder`."""
    also = "" if ladder is None else ", $ladder as ladder"
    execute_on(
        con,
        rows,
        f"insert into {table} by name select *{also} from incoming",  # noqa: S608
        None if ladder is None else {"ladder": ladder},
    )
