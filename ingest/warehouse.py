"""Open the warehouse for writing and apply the SQL files to it."""

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import duckdb
import pyarrow as pa

from engine.errors import CoastalError
from ingest.award_rules import award_rules_sql
from ingest.history import VIEWS, folder_of, with_files
from ingest.home import Home
from ingest.lock import writer_lock
from ingest.moves_view import moves_view_sql
from ingest.older_homes import drop_old_changes, rename_old_rows
from ingest.plain_comments import plain_comments
from ingest.segments import segment_numbers

SQL_ROOT = files("ingest") / "sql"
_STORAGE_ERRORS = {
    errno.EACCES,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.ENOENT,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.EPERM,
    errno.EROFS,
}
_DAMAGE = ("not a valid DuckDB database", "Could not read", "orrupt")
_LOST = "No files found"
LOADING_MEMORY = "200MB"
# Rows that DuckDB compresses together. Its own 122,880 hands with their moves fill the
# memory, go through the log first and are compressed when nothing else is left to do.
# Two columns of so many numbers fill a block of 256 KB; of 16,384, half stays empty.
ROW_GROUP = 14_336
# Rates what is not rated yet; handed in, since this package knows no Rating.
Refresh = Callable[[duckdb.DuckDBPyConnection, Home, datetime], object]
DEFINITIONS = ("tables", "views", "macros")  # folders, in the order of application


class WarehouseError(CoastalError, OSError):
    """The warehouse file cannot be opened or written."""


def sql_files(folder: str) -> list[Traversable]:
    """The SQL files of one folder of `ingest/sql`, in the order of their names."""
    found = (SQL_ROOT / folder).iterdir()
    return sorted((f for f in found if f.name.endswith(".sql")), key=lambda f: f.name)


def apply(con: duckdb.DuckDBPyConnection, folder: str) -> None:
    """Run every SQL file of `folder` in the order of their names."""
    for file in sql_files(folder):
        con.execute(file.read_text(encoding="utf-8"))


def define(con: duckdb.DuckDBPyConnection) -> None:
    """Create whatever tables, macros and views the database lacks.

    A fingerprint of the files is kept as the comment of the schema's own table, so
    that opening an up-to-date warehouse costs one query.
    """
    con.execute("set TimeZone = 'UTC'")
    fingerprint = _fingerprint(folder_of(con))
    known = one_row(
        con, "select comment from duckdb_tables() where table_name = 'definitions'"
    )
    if known == (fingerprint,):
        return
    with transaction(con):
        rename_old_rows(con)
        drop_old_changes(con)
        con.execute(award_rules_sql())
        for folder in DEFINITIONS:
            apply(con, folder)
        show_history(con)
        con.execute(moves_view_sql())
        con.execute(plain_comments("hand_sides") + plain_comments("hand_seats"))
        con.execute("create table if not exists definitions (applied_at timestamptz)")
        con.execute(f"comment on table definitions is '{fingerprint}'")


def show_history(con: duckdb.DuckDBPyConnection) -> None:
    """Make the views of rated hands and seats anew, over the files that hold now."""
    for kind, name in VIEWS.items():
        text = (SQL_ROOT / "views" / name).read_text(encoding="utf-8")
        con.execute(with_files(con, kind, text))


def _fingerprint(history: Path | None) -> str:
    # Views name the files of history/ by their place, and a home can be moved.
    written = award_rules_sql() + moves_view_sql() + str(history)
    digest = hashlib.sha256(os.fsencode(written))
    for folder in DEFINITIONS:
        for file in sql_files(folder):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def connected(path: Path) -> duckdb.DuckDBPyConnection:
    """The database at `path`, made if it is not there, open for writing."""
    con = duckdb.connect(config={"temp_directory": f"{path}.tmp"})
    try:
        place = str(path).replace("'", "''")
        con.execute(f"attach '{place}' as warehouse (row_group_size {ROW_GROUP})")
        con.execute("use warehouse")
    except BaseException:
        con.close()
        raise
    return con


@contextmanager
def open_warehouse(
    home: Home, *, wait_s: float = 0.0, holder: str = "coastal"
) -> Iterator[duckdb.DuckDBPyConnection]:
    """The warehouse of `home`, open for writing under the writer lock.

    Parameters
    ----------
    wait_s : float
        Seconds to wait for another writer to end.
    holder : str
        Name that others see while this process writes.

    Raises
    ------
    WriterBusyError
        If another process is still writing after `wait_s`.
    WarehouseError
        If the folder or the file cannot be opened or written, or the file is gone
        while raw/ holds what was in it.
    """
    with (
        told_in_a_sentence(home),
        writer_lock(home.writer_lock, holder=holder, wait_s=wait_s),
    ):
        check_there(home)
        con = connected(home.warehouse)
        try:
            define(con)
            yield con
        finally:
            con.close()


def check_there(home: Home) -> None:
    """Refuse to begin an empty warehouse beside a raw/ that holds another's lines.

    Raises
    ------
    WarehouseError
        With what to do.
    """
    n_segments = len(segment_numbers(home))
    if n_segments and not home.warehouse.exists():
        raise WarehouseError(
            f"{home.warehouse} is not there, but raw/ holds {n_segments} segments of "
            "loaded lines; `coastal rebuild` makes the warehouse anew from them"
        )


@contextmanager
def told_in_a_sentence(home: Home) -> Iterator[None]:
    """Storage that fails within the block, as one `WarehouseError`."""
    try:
        yield
    except (duckdb.IOException, duckdb.FatalException) as error:
        raise WarehouseError(_sentence(error, str(home.path))) from error
    except IsADirectoryError as error:
        place = error.filename2 or error.filename
        raise WarehouseError(
            f"{place} is a folder, where a file belongs; move it away, then run the "
            "command again"
        ) from error
    except OSError as error:
        if error.errno not in _STORAGE_ERRORS:
            raise
        raise WarehouseError(_sentence(error, str(home.path))) from error


def _sentence(error: Exception, place: str) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    if any(words in reason for words in _DAMAGE):
        return (
            f"{place} holds a damaged warehouse ({reason}); `coastal rebuild` makes it "
            "anew from raw/"
        )
    if _LOST in reason:
        return (
            f"{place} lacks a file of rated hands ({reason}); `coastal replay` rates "
            "them anew"
        )
    return (
        f"{place} cannot be written ({reason}); what was committed before is safe: "
        "free some space or change the permissions, then run the command again"
    )


@contextmanager
def transaction(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Commit at the end of the block, or roll back if it raises.

    Raises
    ------
    WarehouseError
        If the commit fails: a full disk shows here.
    """
    con.execute("begin")
    try:
        yield
    except BaseException:
        con.execute("rollback")
        raise
    try:
        con.execute("commit")
    except duckdb.Error as error:
        raise WarehouseError(_sentence(error, "the warehouse")) from error


@contextmanager
def loading(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Within the block DuckDB writes early rather than fill the memory.

    It has one thread, for the cores are busy with reading; a row group costs a fifth
    less that way. A row group that is full is compressed at once.
    """
    con.execute(f"set memory_limit = '{LOADING_MEMORY}'")
    con.execute("set threads = 1")
    con.execute("set write_buffer_row_group_count = 1")
    try:
        yield
    finally:
        con.execute("reset write_buffer_row_group_count")
        con.execute("reset threads")
        con.execute("reset memory_limit")


@contextmanager
def in_the_log(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Within the block commits stay in the log beside the file.

    Many that replace rows would each write the file's tables anew; one commit after
    them, or closing the file, does it once.
    """
    con.execute("set checkpoint_threshold = '1GB'")
    try:
        yield
    finally:
        con.execute("reset checkpoint_threshold")


def execute_on(
    con: duckdb.DuckDBPyConnection,
    incoming: pa.Table,  # noqa: ARG001 (DuckDB finds it by its name)
    query: str,
    parameters: object = None,
) -> duckdb.DuckDBPyConnection:
    """Execute a query that calls an Arrow table `incoming`.

    A table under a registered name would be held until the transaction ends, and
    memory would grow with the file.
    """
    return con.execute(query, parameters)


def one_row(
    con: duckdb.DuckDBPyConnection, query: str, parameters: object = None
) -> tuple[object, ...] | None:
    """The first row of a query; None if there is none.

    All rows are fetched: a result left open would own the connection.
    """
    rows = con.execute(query, parameters).fetchall()
    return rows[0] if rows else None
