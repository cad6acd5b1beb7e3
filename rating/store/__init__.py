"""The door between Ratings and the database: all SQL of this package is in here."""

from rating.store.changes import (
    ChangeFacts,
    OtherPerson,
    UnknownChangeError,
    read_change,
)
from rating.store.checkpoints import (
    Checkpoint,
    drop_checkpoints,
    fingerprints,
    read_checkpoints,
    read_state,
    set_fingerprints,
    thin_checkpoints,
    write_checkpoint,
)
from rating.store.configs import (
    ConfigVersion,
    UnknownConfigError,
    instant_of,
    live_version,
    publish_version,
    read_version,
    read_versions,
    timeline_of,
)
from rating.store.connection import Connection
from rating.store.hands import PIECE, counting_ladders, load_hands, load_pieces
from rating.store.points import load_even_points
from rating.store.runs import (
    Run,
    add_changes,
    count_changes,
    cut_changes,
    finish_run,
    forget_ladders,
    next_run,
    run_configs,
    stored_ladders,
    stored_rows,
    write_levels,
)

__all__ = [
    "PIECE",
    "ChangeFacts",
    "Checkpoint",
    "ConfigVersion",
    "Connection",
    "OtherPerson",
    "Run",
    "UnknownChangeError",
    "UnknownConfigError",
    "add_changes",
    "count_changes",
    "counting_ladders",
    "cut_changes",
    "drop_checkpoints",
    "fingerprints",
    "finish_run",
    "forget_ladders",
    "instant_of",
    "live_version",
    "load_even_points",
    "load_hands",
    "load_pieces",
    "next_run",
    "publish_version",
    "read_change",
    "read_checkpoints",
    "read_state",
    "read_version",
    "read_versions",
    "run_configs",
    "set_fingerprints",
    "stored_ladders",
    "stored_rows",
    "thin_checkpoints",
    "timeline_of",
    "write_checkpoint",
    "write_levels",
]
