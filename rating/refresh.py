"""Bring the stored Ratings up to date with the hands and the live configuration."""

import os
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.errors import UsageError
from ingest.history import remove_left_over
from ingest.home import Home
from ingest.warehouse import in_the_log
from rating.config import FAMILIES, RatingConfig
from rating.config_file import read_config
from rating.ladder_run import newest_points, rate_ladder
from rating.store import (
    PIECE,
    ConfigVersion,
    Connection,
    counting_ladders,
    forget_ladders,
    instant_of,
    live_version,
    publish_version,
    read_version,
    timeline_of,
    write_levels,
)
from rating.tables import levels_table
from rating.timeline import BEGINNING

LADDERS = tuple(f"{family}/{mode}" for family in FAMILIES for mode in ("live", "solo"))


def check_ladder(ladder: str | None) -> None:
    """Raise UsageError unless there can be a ladder of this name; None is all."""
    if ladder is not None and ladder not in LADDERS:
        raise UsageError(
            f"there is no ladder {ladder}; expected one of {', '.join(LADDERS)}"
        )


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

    Ratings are a fold over all hands in their order: rating goes on from the last
    checkpoint before the first hand that is new, changed or gone.
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
    piece_size: int = PIECE,
) -> RefreshSummary:
    """Bring every ladder up to date under `version`; write those that are not.

    `ladder` restricts it to one; `is_forced` replays from the first hand and writes
    also what is already there. At most about `piece_size` hands are held at a time,
    with a checkpoint after each piece.
    """
    began = time.perf_counter()
    remove_left_over(con)
    timeline = timeline_of(con, version)
    last_hands = counting_ladders(con)
    names = [ladder] if ladder is not None else list(last_hands)
    points = {} if is_forced else newest_points(con, names, timeline)
    with in_the_log(con):
        done = [
            rate_ladder(
                con,
                name,
                timeline,
                version.config_id,
                now,
                last_at=last_hands.get(name, BEGINNING),
                point=points.get(name),
                piece_size=piece_size,
            )
            for name in names
        ]
    if ladder is None:
        forget_ladders(con, kept=list(last_hands))
    write_levels(con, levels_table(version.config, LADDERS))
    remove_left_over(con)
    return RefreshSummary(
        config_id=version.config_id,
        ladders=tuple(run.ladder for run in done if run.is_written),
        n_hands=sum(run.n_hands for run in done),
        n_rated_seats=sum(run.n_rated_seats for run in done),
        seconds=time.perf_counter() - began,
    )


def ensure_live_version(con: Connection, home: Home, now: datetime) -> ConfigVersion:
    """The live configuration; `rating.toml` is its file.

    The first time it is what the file says, or the default where there is no file.
    An edit of the file by hand becomes a new version: a version never changes.
    """
    live = live_version(con)
    path = home.rating_toml
    _finish_going_live(path, live)
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
    is_from_now_on: bool = False,
) -> ConfigVersion:
    """Make `config` the live version and `rating.toml`; a new row, never an edit.

    It rates every hand, or with `is_from_now_on` those that end later than now and
    than the last hand that is loaded; the hands before stay with the version that is
    live until then. A version that is live already stays the one it is.
    """
    live = live_version(con)
    if live is None or not is_from_now_on:
        return _go_live(con, home, config, now=now, author=author, reason=reason)
    if live.config == config:
        return live
    newest = max(counting_ladders(con).values(), default=BEGINNING)
    return _go_live(
        con,
        home,
        config,
        now=now,
        author=author,
        reason=reason,
        applies_from=max(now, instant_of(newest + 1)),
        before_config_id=live.config_id,
    )


def revert(
    con: Connection,
    home: Home,
    config_id: int,
    *,
    now: datetime,
    author: str,
    reason: str,
) -> ConfigVersion:
    """Go back to a version as a new one: it rates what that one rated."""
    version = read_version(con, config_id)
    return _go_live(
        con,
        home,
        version.config,
        now=now,
        author=author,
        reason=reason,
        applies_from=version.applies_from,
        before_config_id=version.before_config_id,
    )


def _go_live(
    con: Connection,
    home: Home,
    config: RatingConfig,
    *,
    now: datetime,
    author: str,
    reason: str,
    applies_from: datetime | None = None,
    before_config_id: int | None = None,
) -> ConfigVersion:
    version = live_version(con)
    # Were the file the first, a crash behind it would make an edit by hand of it,
    # and that rates all of history: the row decides, and the file follows it.
    part = _write_part(home.rating_toml, config)
    rates = (config, applies_from, before_config_id)
    if version is None or rates != (
        version.config,
        version.applies_from,
        version.before_config_id,
    ):
        version = publish_version(
            con,
            config,
            now=now,
            author=author,
            reason=reason,
            applies_from=applies_from,
            before_config_id=before_config_id,
        )
    part.replace(home.rating_toml)
    return version


def _finish_going_live(path: Path, live: ConfigVersion | None) -> None:
    """Put the file of a version that went live in its place after a crash."""
    part = _part(path)
    if not part.exists():
        return
    # A part that says anything else, or is torn, is of a version that never was.
    if live and part.read_bytes() == live.config.to_toml().encode():
        part.replace(path)
    else:
        part.unlink()


def write_file(path: Path, config: RatingConfig) -> None:
    """Write `rating.toml`, whole or not at all."""
    _write_part(path, config).replace(path)


def _part(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _write_part(path: Path, config: RatingConfig) -> Path:
    part = _part(path)
    with part.open("w", encoding="utf-8", newline="\n") as file:
        file.write(config.to_toml())
        file.flush()
        os.fsync(file.fileno())
    return part
