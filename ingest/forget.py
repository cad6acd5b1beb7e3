"""`coastal players forget`: a person becomes a random id, everywhere and for good.

The order is what makes it survive a kill at any instant: first a durable note of
what is to be done (`raw/forgotten.json`), then raw/, the home folder's own logs, the
warehouse, a new build, the removal of the older ones, and last the removal of the
note. Each step can be done twice, so `finish_forgetting` goes over all of them again.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import duckdb

from ingest.forget_copy import copy_without
from ingest.forget_left import LeftFile, left_files, own_logs
from ingest.forget_raw import (
    rewrite_log,
    rewrite_segments,
    rewritten_manifest,
    rewritten_row,
)
from ingest.forgotten import (
    Forgotten,
    Pseudonym,
    UnknownPlayerError,
    read_forgotten,
    write_forgotten,
)
from ingest.home import Home
from ingest.lock import writer_lock
from ingest.publish import publish, remove_builds
from ingest.quarantine import REFUSED_AT_ONCE
from ingest.rebuild import recover
from ingest.segments import read_manifest, segment_numbers, segment_path
from ingest.warehouse import (
    Refresh,
    check_there,
    define,
    one_row,
    told_in_a_sentence,
)

_COUNTS = {
    "hands": "select count(distinct hand_id) from hand_seats where player_id = $id",
    "player_records": "select count(*) from player_records where player_id = $id",
    "rating_changes": "select count(*) from rating_changes where player_id = $id",
    "player_ratings": "select count(*) from player_ratings where player_id = $id",
    "level_changes": "select count(*) from level_changes where player_id = $id",
    "devices": "select count(distinct device_id) from hands inner join hand_seats "
    "using (hand_id) where player_id = $id and mode = 'solo'",
}


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What is held of a player, or was: `new_id` None in a preview.

    `left` are the files that keep the player, or would.
    """

    player_id: str
    new_id: str | None
    build: str | None
    counts: dict[str, int]
    left: tuple[LeftFile, ...]

    def summary(self) -> dict[str, object]:
        """The fields, for printing."""
        return {
            "player_id": self.player_id,
            "new_id": self.new_id,
            **self.counts,
            "build": self.build,
        }


def preview(home: Home, player_id: str, now: datetime, wait_s: float) -> Forgetting:
    """What `forget` would replace; nothing is changed.

    Raises
    ------
    UnknownPlayerError
        If nothing is held about them.
    """
    with told_in_a_sentence(home), _writing(home, wait_s):
        finish_forgetting(home, now)
        counts, sources, who = _count(home, player_id, now)
        left = left_files(home, sources, who, is_done=False)
        return Forgetting(player_id, None, None, counts, left)


def forget(
    home: Home,
    player_id: str,
    now: datetime,
    wait_s: float,
    refresh: Refresh | None = None,
) -> Forgetting:
    """Replace a player's id and names by a fresh random id wherever they are held.

    `refresh` first rates what a run that was cut off left unrated, since the build
    that follows is whole; None leaves the Ratings as they are.

    Raises
    ------
    UnknownPlayerError
        If nothing is held about them.
    """
    with told_in_a_sentence(home), _writing(home, wait_s):
        finish_forgetting(home, now)
        counts, sources, who = _count(home, player_id, now, refresh)
        forgotten = read_forgotten(home)
        forgotten.players.append((forgotten.player_token(player_id), now))
        forgotten.unfinished = who
        write_forgotten(home, forgotten)
        build = finish_forgetting(home, now)
        left = left_files(home, sources, who, is_done=True)
    return Forgetting(player_id, who.new_id, build, counts, left)


def _writing(home: Home, wait_s: float) -> AbstractContextManager[None]:
    return writer_lock(home.writer_lock, holder="coastal players forget", wait_s=wait_s)


def end_unfinished(home: Home, now: datetime, wait_s: float) -> None:
    """Finish a forgetting that was cut off, if there is one."""
    if read_forgotten(home).unfinished is not None:
        with told_in_a_sentence(home), _writing(home, wait_s):
            finish_forgetting(home, now)


def finish_forgetting(home: Home, now: datetime) -> str | None:
    """Do all steps of the forgetting that is under way; return the new build.

    Call it under the writer lock, with no connection to the warehouse open.
    """
    forgotten = read_forgotten(home)
    who = forgotten.unfinished
    if who is None:
        return None
    rewritten = list(rewrite_segments(home, forgotten))
    for path in own_logs(home):
        rewrite_log(path, who)
    copy_without(home, forgotten, who, rewritten)
    con = duckdb.connect(str(home.warehouse))
    try:
        define(con)
        build = publish(home, con, now)
    finally:
        con.close()
    remove_builds(home, kept=[build])
    forgotten.unfinished = None
    write_forgotten(home, forgotten)
    return build


def _count(
    home: Home, player_id: str, now: datetime, refresh: Refresh | None = None
) -> tuple[dict[str, int], list[Path], Pseudonym]:
    """What is held: counts, the files ever read, and the pseudonym to come."""
    check_there(home)
    if not home.warehouse.exists():
        raise UnknownPlayerError(f"{home.path} holds no warehouse, so no {player_id}")
    con = duckdb.connect(str(home.warehouse))
    try:
        define(con)
        recover(con, home, now)
        if refresh is not None:
            refresh(con, home, now)
        who = Pseudonym.fresh(player_id, _names(con, player_id), now)
        counts = {name: _number(con, text, player_id) for name, text in _COUNTS.items()}
        counts["quarantined"] = _n_refused(con, who)
        rows = con.execute("select path from sources order by path").fetchall()
    finally:
        con.close()
    counts["segments"] = _n_segments(home, who)
    if not any(counts.values()):
        raise UnknownPlayerError(_unknown(home, player_id))
    return counts, [Path(path) for (path,) in rows], who


def _unknown(home: Home, player_id: str) -> str:
    at = read_forgotten(home).forgotten_at(player_id)
    if at is not None:
        return f"{player_id} was forgotten at {at.isoformat(timespec='seconds')}"
    return (
        f"there is no player {player_id}; give the id, not the name: "
        'see `coastal sql "from players"`'
    )


def _names(con: duckdb.DuckDBPyConnection, player_id: str) -> Iterable[str]:
    rows = con.execute(
        "select distinct name from player_records where player_id = ? order by 1",
        [player_id],
    ).fetchall()
    return (str(row[0]) for row in rows)


def _number(con: duckdb.DuckDBPyConnection, text: str, player_id: str) -> int:
    found = one_row(con, text, {"id": player_id})
    return int(str(found[0])) if found else 0


def _n_refused(con: duckdb.DuckDBPyConnection, who: Pseudonym) -> int:
    found = 0
    result = con.execute("select raw, message from quarantine")
    while rows := result.fetchmany(REFUSED_AT_ONCE):
        held = ({"raw": raw, "message": message} for raw, message in rows)
        found += sum(rewritten_row(row, who) is not row for row in held)
    return found


def _n_segments(home: Home, who: Pseudonym) -> int:
    none = Forgotten("00" * 32)
    found = 0
    for number in segment_numbers(home):
        path = segment_path(home, number)
        manifest = read_manifest(path)
        manifest.source["path"] = ""  # a word of a file's name is no player yet
        found += rewritten_manifest(path, manifest, none, who) is not None
    return found
