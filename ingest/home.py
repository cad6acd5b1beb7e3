"""The home folder: the one place where the service keeps its files."""

import os
from dataclasses import dataclass
from pathlib import Path

from engine.errors import CoastalError

HOME_VARIABLE = "COASTAL_HOME"
DEFAULT_HOME = "coastal-data"


class NotAHomeError(CoastalError, ValueError):
    """A home folder that is none."""


@dataclass(frozen=True, slots=True)
class Home:
    """Paths inside one home folder; nothing is written outside it.

    >>> Home(Path("/srv/canasta")).warehouse.as_posix()
    '/srv/canasta/warehouse.duckdb'
    """

    path: Path

    @classmethod
    def from_option(cls, path: Path | None = None) -> "Home":
        """`path`, else $COASTAL_HOME, else ./coastal-data."""
        chosen = path or Path(os.environ.get(HOME_VARIABLE) or DEFAULT_HOME)
        try:
            home = cls(chosen.expanduser().absolute())
        except RuntimeError as error:
            raise NotAHomeError(
                f"{chosen} names a person whom this machine does not know, expected a "
                "folder; say another --home"
            ) from error
        if home.path.exists() and not home.path.is_dir():
            raise NotAHomeError(
                f"{home.path} is a file, expected a folder; say another --home"
            )
        return home

    @property
    def warehouse(self) -> Path:
        """The writer's own database."""
        return self.path / "warehouse.duckdb"

    @property
    def writer_lock(self) -> Path:
        """Names the process that writes, for as long as it does."""
        return self.path / "writer.lock"

    @property
    def published(self) -> Path:
        """Folder of the immutable snapshots and the pointer to the current one."""
        return self.path / "published"

    @property
    def raw(self) -> Path:
        """Folder of the loaded lines as they came."""
        return self.path / "raw"

    @property
    def history(self) -> Path:
        """Folder of rated hands and seats, which the warehouse's views read."""
        return self.path / "history"

    @property
    def logs(self) -> Path:
        """Folder for hand logs made here."""
        return self.path / "logs"

    @property
    def inbox(self) -> Path:
        """Folder for hand logs waiting to be read."""
        return self.path / "inbox"

    @property
    def rating_toml(self) -> Path:
        """The live rating configuration."""
        return self.path / "rating.toml"


def is_utf_8(text: str) -> bool:
    """Whether a text from the machine (a name, an argument) was UTF-8."""
    return text.encode("utf-8", "ignore").decode() == text


def shown_path(path: Path) -> str:
    r"""A path as a text that can be stored: bytes that are no UTF-8 become `\xe1`.

    >>> shown_path(Path("J\udce1n.jsonl"))
    'J\\xe1n.jsonl'
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")
