"""Versions of the configuration: rows of rating_configs, exactly one of them live."""

from dataclasses import dataclass, fields
from datetime import datetime

from engine.errors import CoastalError
from ingest.warehouse import transaction
from rating.config import RatingConfig
from rating.config_file import parse_config
from rating.store.connection import Connection, query


class UnknownConfigError(CoastalError, LookupError):
    """There is no version of the configuration with this number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigVersion:
    """A row of rating_configs."""

    config_id: int
    created_at: datetime
    author: str
    reason: str
    toml: str
    is_live: bool
    parent_config_id: int | None

    @property
    def config(self) -> RatingConfig:
        """The configuration of this version."""
        return parse_config(self.toml)


def read_versions(con: Connection) -> list[ConfigVersion]:
    """Every version, the first one first."""
    rows = con.execute(
        "select config_id, created_at, author, reason, toml, is_live, parent_config_id "
        "from rating_configs order by config_id"
    ).fetchall()
    names = [column.name for column in fields(ConfigVersion)]
    return [ConfigVersion(**dict(zip(names, row, strict=True))) for row in rows]


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


def publish_version(
    con: Connection,
    config: RatingConfig,
    *,
    now: datetime,
    author: str,
    reason: str,
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
            },
        )
    published = live_version(con)
    if published is None:
        raise UnknownConfigError("the new version did not become live")
    return published
