"""Write what a replay found, and read back what is stored."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

import pyarrow as pa

from ingest.history import lost_files
from ingest.warehouse import transaction
from rating.rated_columns import Kind, Margin, Numbered
from rating.rated_rows import RatedRows
from rating.store.connection import Connection, fetch, insert_rows, query
from rating.store.history import HistoryWriter, showing_files

LIVE_TABLES: Final = ("rating_changes", "player_ratings", "level_changes")
# What rating_changes is a view of, beside the files of history/.
RATED_TABLES: Final = (
    "rated_files",
    "rated_hand_rows",
    "rated_seat_rows",
    "rated_kinds",
    "rated_margins",
    "rated_settlements",
    "rated_players",
)
MOST: Final = 2**62
LADDER_TABLES: Final = ("player_ratings", "level_changes", "rating_checkpoints")


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


def number_ladder(con: Connection, ladder: str) -> int:
    """The number by which RATED_TABLES know the ladder; a new one gets the next."""
    text = "select ladder_no from rated_ladders where ladder = ?"
    rows = con.execute(text, [ladder]).fetchall()
    if not rows:
        con.execute(
            "insert into rated_ladders select coalesce(max(ladder_no) + 1, 0), ? "
            "from rated_ladders",
            [ladder],
        )
        rows = con.execute(text, [ladder]).fetchall()
    return int(rows[0][0])


def read_numbered(con: Connection, ladder_no: int) -> Numbered:
    """The kinds and margins that the ladder's rows point to, with their numbers."""
    kinds = con.execute(
        "select k_factor, level, level_event, kind_no from rated_kinds "
        "where ladder_no = ? order by kind_no",
        [ladder_no],
    ).fetchall()
    margins = con.execute(
        "select margin, actual_score, margin_no from rated_margins "
        "where ladder_no = ? order by margin_no",
        [ladder_no],
    ).fetchall()
    return Numbered(
        kinds={Kind(*kind): number for *kind, number in kinds},
        margins={Margin(*margin): number for *margin, number in margins},
    )


def cut_changes(con: Connection, ladder: str, n_changes: int, n_hands: int) -> None:
    """Remove what comes after the ladder's first changes and first hands.

    Both are those of a checkpoint: no file goes across it.
    """
    ladder_no = number_ladder(con, ladder)
    for table, is_later, known in (
        ("rated_files", "ladder_no = ? and first_seq > ?", (ladder_no, n_changes)),
        ("rated_hand_rows", "ladder_no = ? and place >= ?", (ladder_no, n_hands)),
        ("rated_seat_rows", "ladder_no = ? and seq > ?", (ladder_no, n_changes)),
        ("rated_kinds", "ladder_no = ? and first_seq > ?", (ladder_no, n_changes)),
        ("rated_margins", "ladder_no = ? and first_place >= ?", (ladder_no, n_hands)),
        ("rated_settlements", "ladder_no = ? and seq > ?", (ladder_no, n_changes)),
        # A row from before there was a `seq` goes, too.
        (
            "level_changes",
            "ladder = ? and coalesce(seq > ?, true)",
            (ladder, n_changes),
        ),
    ):
        con.execute(f"delete from {table} where {is_later}", known)  # noqa: S608


def add_changes(
    con: Connection,
    ladder_no: int,
    rows: RatedRows,
    levels: pa.Table,
    history: HistoryWriter,
) -> None:
    """Add what was rated of a ladder, and rows of level_changes."""
    history(ladder_no, rows)
    insert_rows(con, "rated_kinds", rows.kinds, ladder_no)
    insert_rows(con, "rated_margins", rows.margins, ladder_no)
    insert_rows(con, "rated_settlements", rows.settlements, ladder_no)
    insert_rows(con, "level_changes", levels)


def finish_run(con: Connection, run: Run, players: pa.Table, ratings: pa.Table) -> None:
    """Put who is rated on the ladder, and how, in the place of what is there."""
    ladder_no = number_ladder(con, run.ladder)
    con.execute("delete from rated_players where ladder_no = ?", [ladder_no])
    con.execute("delete from player_ratings where ladder = ?", [run.ladder])
    insert_rows(con, "rated_players", players, ladder_no)
    insert_rows(con, "player_ratings", ratings)
    con.execute(query("add_run"), asdict(run))


def write_levels(con: Connection, levels: pa.Table) -> None:
    """Put the levels of the live configuration in the place of those there."""
    with transaction(con):
        con.execute("delete from levels")
        insert_rows(con, "levels", levels)


def forget_ladders(con: Connection, kept: list[str]) -> None:
    """Remove the rows of ladders that have no counting hand (any more)."""
    gone = "select ladder_no from rated_ladders where not list_contains($kept, ladder)"
    tables = (*LADDER_TABLES, "rated_ladders")
    named = " union ".join(f"select ladder from {table}" for table in tables)  # noqa: S608
    if {ladder for (ladder,) in con.execute(named).fetchall()} <= set(kept):
        return
    is_gone = dict.fromkeys(LADDER_TABLES, "not list_contains($kept, ladder)")
    is_gone |= dict.fromkeys(RATED_TABLES, f"ladder_no in ({gone})")
    with transaction(con), showing_files(con):
        for table, condition in is_gone.items():
            con.execute(f"delete from {table} where {condition}", {"kept": kept})  # noqa: S608


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


def count_changes(con: Connection, ladder: str, n_changes: int = MOST) -> int:
    """How many of the ladder's first `n_changes` rows of rating_changes are there.

    No file goes across a checkpoint, and `n_changes` is that of one.
    """
    values = {
        "ladder_no": number_ladder(con, ladder),
        "last_seq": n_changes,
        "lost": list(lost_files(con)),
    }
    [(n_rows,)] = con.execute(query("count_changes"), values).fetchall()
    return int(n_rows)


def stored_ladders(con: Connection) -> list[str]:
    """Ladders that have rows of rating_changes."""
    rows = con.execute(
        "select ladder from rated_ladders where ladder_no in (select ladder_no from "
        "rated_seat_rows union select ladder_no from rated_files where n_changes > 0) "
        "order by ladder"
    ).fetchall()
    return [str(ladder) for (ladder,) in rows]


def run_configs(con: Connection) -> dict[str, int]:
    """The configuration of each ladder's last run."""
    rows = con.execute(
        "select ladder, arg_max(config_id, rating_run_id) from rating_runs "
        "group by ladder"
    ).fetchall()
    return {str(ladder): int(config_id) for ladder, config_id in rows}
