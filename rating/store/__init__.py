"""The door between Ratings and the database: all SQL of this package is in here."""

from rating.store.changes import (
    ChangeFacts,
    OtherPerson,
    UnknownChangeError,
    read_change,
)
from rating.store.configs import (
    ConfigVersion,
    UnknownConfigError,
    live_version,
    publish_version,
    read_version,
    read_versions,
)
from rating.store.connection import Connection
from rating.store.hands import load_hands
from rating.store.runs import (
    Run,
    count_changes,
    forget_ladders,
    run_configs,
    stored_ladders,
    stored_rows,
    write_levels,
    write_run,
)

__all__ = [
    "ChangeFacts",
    "ConfigVersion",
    "Connection",
    "OtherPerson",
    "Run",
    "UnknownChangeError",
    "UnknownConfigError",
    "count_changes",
    "forget_ladders",
    "live_version",
    "load_hands",
    "publish_version",
    "read_change",
    "read_version",
    "read_versions",
    "run_configs",
    "stored_ladders",
    "stored_rows",
    "write_levels",
    "write_run",
]
