"""Files that keep a player who is forgotten, since they are not rewritten, and why."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ingest.block import block_lines
from ingest.files import is_log, is_sheet
from ingest.forget_lines import rewritten_line, rewritten_path, rewritten_text
from ingest.forgotten import Pseudonym
from ingest.home import Home
from ingest.lines import LogFile, UnreadableFileError

_OUTSIDE = "it lies outside logs/ and inbox/ of the home folder"
_SHEET = (
    "it is a score sheet, whose ids are made of its rows: once changed, it must not "
    "be read again, or its hands are held twice"
)
_NO_LOG = "it is not named like a hand log"
_UTF_16 = "it is UTF-16"
_ENDLESS = "it has a line without end"
_CUT = "it is an archive that ends early or is damaged"
_NAME = "its name holds the id or a name: say another one"
_CHANGED = "it changed while it was rewritten"


class LeftFile(NamedTuple):
    """A file that is left as it is."""

    path: str
    why: str


def own_files(home: Home) -> list[Path]:
    """The files for hand logs and score sheets inside the home folder."""
    return [
        path
        for folder in (home.logs, home.inbox)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]


def own_logs(home: Home) -> list[Path]:
    """Hand logs inside the home folder."""
    return [path for path in own_files(home) if is_log(path)]


def left_files(
    home: Home, sources: Iterable[Path], who: Pseudonym, *, is_done: bool
) -> tuple[LeftFile, ...]:
    """Files that name the player, of the home folder and of `sources`.

    `sources` are all files that were ever read. Before it `is_done` a log that can be
    rewritten is none of them.
    """
    own = own_files(home)
    elsewhere = sorted({path for path in sources if path.is_file()} - set(own))
    found: list[LeftFile] = []
    for path in (*own, *elsewhere):
        with suppress(FileNotFoundError, UnreadableFileError):  # gone since
            is_named, fault = _look_into(path, who)
            is_called = rewritten_path(str(path), who) != str(path)
            if path in elsewhere:
                fault = _OUTSIDE
            elif is_sheet(path):
                fault = _SHEET
            elif not is_log(path):
                fault = _NO_LOG
            elif is_done and is_named:
                fault = fault or _CHANGED
            elif is_called:
                fault = _NAME
            if (is_named or is_called) and fault is not None:
                found.append(LeftFile(str(path), fault))
    return tuple(found)


def _look_into(path: Path, who: Pseudonym) -> tuple[bool, str | None]:
    """Whether a file names the player, and what keeps a log from being rewritten."""
    is_named, fault = False, None
    with LogFile(path) as file:
        for block in file.blocks():
            if file.is_utf_16 or block.n_dropped:
                fault = _UTF_16 if file.is_utf_16 else _ENDLESS
                is_named |= rewritten_text(block.data, who) != block.data
            is_named = is_named or any(
                rewritten_line(raw, who) is not raw for _, _, raw in block_lines(block)
            )
        if file.is_cut:
            fault = _CUT
    return is_named, fault
