"""Versions of the configuration: rows of rating_configs, exactly one of them live."""

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Final

from engine.errors import CoastalError
from ingest.warehouse import transaction
from rating.config import RatingConfig
from rating.config_file import parse_config
from rating.store.connection import Connection, fetch, query
from rating.timeline import BEGINNING, END, Phase, Timeline

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class UnknownConfigError(CoastalError, LookupError):
    """There is no version of the configuration with this number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigVersion:
    """A row of rating_configs.

    `applies_from` is the instant of `ended_at` from which it rates hands, and
    `before_config_id` the version that rates those before; None: it rates all.
    """

    config_id: int
    created_at: datetime
    author: str
    reason: str
    toml: str
    is_live: bool
    parent_config_id: int | None
    applies_from: datetime | None
    before_config_id: int | None

    @property
    def config(self) -> RatingConfig:
        """The configuration of this version."""
        return parse_config(self.toml)


def read_versions(con: Connection) -> list[ConfigVersion]:
    """Every version, the first one first."""
    rows = fetch(con, "from rating_configs order by config_id").to_pylist()
    # A snapshot may be older than the newest columns.
    names = [column.name for column in fields(ConfigVersion)]
    return [ConfigVersion(**{name: row.get(name) for name in names}) for row in rows]


def live_version(con: Connection) -> ConfigVersion | None:
    """The version in use, or None while nothing was ever rated."""
    return next((v for v in read_versions(con) if v.is_live), None)


def read_version(con: Connection, config_id: int) -> ConfigVersion:
    """One version by its number."""
    versions = read_versions(con)
    for version in versions:
        if version.config_id == config_id:
            return version
    known = ", ".join(str(v.config_id) for v in versions) or "none yet"
    raise UnknownConfigError(
        f"found no configuration {config_id}, expected one of: {known}"
    )


def timeline_of(con: Connection, version: ConfigVersion) -> Timeline:
    """Which configuration rates which hands under `version`."""
    versions = {known.config_id: known for known in read_versions(con)}
    phases: list[Phase] = []
    end = END
    at: ConfigVersion | None = version
    while at is not None:
        starts_at = microseconds(at.applies_from)
        if starts_at < end:  # else a later version took its whole time
            phases.append(Phase(starts_at, at.config))
            end = starts_at
        before = at.before_config_id
        at = None if before is None else versions[before]
    return tuple(reversed(phases))


def microseconds(instant: datetime | None) -> int:
    """Microseconds since 1970; BEGINNING for None."""
    if instant is None:
        return BEGINNING
    return (instant - EPOCH) // timedelta(microseconds=1)


def instant_of(us: int) -> datetime:
    """The instant so many microseconds after 1970 began, at least then, in UTC."""
    return EPOCH + timedelta(microseconds=max(us, 0))


def publish_version(
    con: Connection,
    config: RatingConfig,
    *,
    now: datetime,
    author: str,
    reason: str,
    applies_from: datetime | None = None,
    before_config_id: int | None = None,
) -> ConfigVersion:
    """Make `config` the live version as a new row; an older row never changes."""
    live = live_version(con)
    with transaction(con):
        con.execute("update rating_configs set is_live = false where is_live")
        con.execute(
            query("add_config"),
            {
                "now": now,
                "author": author,
                "reason": reason,
                "toml": config.to_toml(),
                "parent_config_id": live.config_id if live else None,
                "applies_from": applies_from,
                "before_config_id": before_config_id,
            },
        )
    published = live_version(con)
    if published is None:
        raise UnknownConfigError("the new version did not become live")
    return published
