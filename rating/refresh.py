"""Bring the stored Ratings up to date with the hands and the live configuration."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pyarrow as pa

from engine.errors import UsageError
from ingest.home import Home
from rating.config import FAMILIES, RatingConfig
from rating.config_file import read_config
from rating.equality import FirstDifference, first_difference
from rating.hands import HandArrays
from rating.metrics import Metrics, measure, rated_hands
from rating.replay import ReplayResult, replay
from rating.store import (
    ConfigVersion,
    Connection,
    Run,
    count_changes,
    forget_ladders,
    live_version,
    load_hands,
    publish_version,
    run_configs,
    stored_rows,
    write_levels,
    write_run,
)
from rating.tables import (
    changes_table,
    level_changes_table,
    levels_table,
    ratings_table,
)

LADDERS = tuple(f"{family}/{mode}" for family in FAMILIES for mode in ("live", "solo"))


def check_ladder(ladder: str | None) -> None:
    """Raise UsageError unless there can be a ladder of this name; None is all."""
    if ladder is not None and ladder not in LADDERS:
        raise UsageError(
            f"there is no ladder {ladder}; expected one of {', '.join(LADDERS)}"
        )


# Columns that order the rows of a ladder in each table.
ROW_ORDERS = {
    "rating_changes": ("seq",),
    "player_ratings": ("player_id", "device_id"),
    "level_changes": ("player_id", "device_id", "at", "hand_id", "kind"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedLadder:
    """One ladder, replayed, with the rows for the tables of the warehouse."""

    ladder: str
    result: ReplayResult
    tables: dict[str, pa.Table]
    metrics: Metrics
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshSummary:
    """What a refresh did; `ladders` are those it wrote anew."""

    config_id: int
    ladders: tuple[str, ...]
    n_hands: int
    n_rated_seats: int
    seconds: float

    def fields(self) -> dict[str, object]:
        """The summary as it is printed."""
        return {
            "config_id": self.config_id,
            "written_ladders": list(self.ladders),
            "n_hands": self.n_hands,
            "n_rated_seats": self.n_rated_seats,
            "seconds": round(self.seconds, 3),
        }


def refresh(con: Connection, home: Home, now: datetime) -> RefreshSummary:
    """Rate what is new under the live configuration; publish nothing.

    Ratings are a fold over all hands, and a late hand changes everything after it,
    so every hand is replayed; only ladders whose rows differ are written.
    """
    version = ensure_live_version(con, home, now)
    return rate(con, version, now)


def rate(
    con: Connection,
    version: ConfigVersion,
    now: datetime,
    *,
    ladder: str | None = None,
    is_forced: bool = False,
) -> RefreshSummary:
    """Replay under `version`, and write the ladders whose rows differ.

    `ladder` restricts it to one; `is_forced` writes also what is already there.
    """
    began = time.perf_counter()
    written: list[str] = []
    n_hands = n_rated_seats = 0
    used = run_configs(con)
    hands = load_hands(con)
    for replayed in replay_ladders(hands, version.config, ladder):
        n_hands += replayed.metrics.n_hands
        n_rated_seats += len(replayed.result.changes)
        is_due = (
            is_forced
            or used.get(replayed.ladder) != version.config_id
            # New hands mostly show in the number of rows: no need to compare them.
            or count_changes(con, replayed.ladder) != len(replayed.result.changes)
            or find_difference(con, replayed) is not None
        )
        if is_due:
            write_run(con, _run(replayed, version, now), replayed.tables)
            written.append(replayed.ladder)
    if ladder is None:
        forget_ladders(con, kept=list(hands.ladders))
    write_levels(con, levels_table(version.config, LADDERS))
    return RefreshSummary(
        config_id=version.config_id,
        ladders=tuple(written),
        n_hands=n_hands,
        n_rated_seats=n_rated_seats,
        seconds=time.perf_counter() - began,
    )


def replay_ladders(
    hands: HandArrays, config: RatingConfig, ladder: str | None = None
) -> Iterator[ReplayedLadder]:
    """Replay each ladder, or the one named, with the rows it makes."""
    for name in sorted(hands.ladders) if ladder is None else (ladder,):
        began = time.perf_counter()
        result = replay(hands.on_ladder(name), config)
        tables = {
            "rating_changes": changes_table(result),
            "player_ratings": ratings_table(result),
            "level_changes": level_changes_table(result),
        }
        yield ReplayedLadder(
            ladder=name,
            result=result,
            tables=tables,
            metrics=measure(result, rated_hands(result)),
            seconds=time.perf_counter() - began,
        )


def find_difference(
    con: Connection, replayed: ReplayedLadder
) -> tuple[str, FirstDifference] | None:
    """The first stored row of the ladder that is not what was replayed, and its table.

    Every number is compared to the last bit.
    """
    for table, rows in replayed.tables.items():
        stored = stored_rows(con, table, replayed.ladder)
        found = first_difference(stored, rows, ROW_ORDERS[table])
        if found is not None:
            return table, found
    return None


def _run(replayed: ReplayedLadder, version: ConfigVersion, now: datetime) -> Run:
    """The row of rating_runs for a replay."""
    return Run(
        ladder=replayed.ladder,
        config_id=version.config_id,
        started_at=now,
        n_hands=replayed.metrics.n_hands,
        n_rated_seats=len(replayed.result.changes),
        seconds=replayed.seconds,
        log_loss=replayed.metrics.log_loss,
        brier=replayed.metrics.brier,
    )


def ensure_live_version(con: Connection, home: Home, now: datetime) -> ConfigVersion:
    """The live configuration; `rating.toml` is its file.

    The first time it is what the file says, or the default where there is no file.
    An edit of the file by hand becomes a new version: a version never changes.
    """
    live = live_version(con)
    path = home.rating_toml
    if not path.exists():
        config = live.config if live else RatingConfig()
        write_file(path, config)
        if live:
            return live
        return publish_version(
            con, config, now=now, author="coastal", reason="the default"
        )
    config = read_config(path)
    if live and live.config == config:
        return live
    reason = "edited by hand" if live else "found in the home folder"
    return publish_version(con, config, now=now, author=path.name, reason=reason)


def adopt(
    con: Connection,
    home: Home,
    config: RatingConfig,
    *,
    now: datetime,
    author: str,
    reason: str,
) -> ConfigVersion:
    """Make `config` the live version and `rating.toml`; a new row, never an edit.

    A configuration that is live already stays the version it is.
    """
    live = live_version(con)
    # The file first: after a crash between the two it is adopted as if edited.
    write_file(home.rating_toml, config)
    if live is None or live.config != config:
        live = publish_version(con, config, now=now, author=author, reason=reason)
    return live


def write_file(path: Path, config: RatingConfig) -> None:
    """Write `rating.toml`, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(config.to_toml(), encoding="utf-8")
    part.replace(path)
