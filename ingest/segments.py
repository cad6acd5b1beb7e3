"""raw/: every loaded line as it came, in checksummed files that only grow in number.

A segment is `<n>.jsonl.zst`: zstd frames of the lines, then one skippable frame
(which `zstd -dc` passes over) with the manifest that a rebuild needs: where each
line came from, the ledger's row of the file, and the lines that were refused. A
segment appears by one rename, so it is there in whole or not at all.
"""

import base64
import hashlib
import json
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
import zstandard

from engine.errors import CoastalError
from ingest.home import Home
from ingest.lines import BLOCK, Block
from ingest.verification import Verify

_SUFFIX = ".jsonl.zst"
_SKIPPABLE = 0x184D2A50  # RFC 8878, 3.1.2
_HEADER = struct.Struct("<II")  # magic number, size of what follows
_TAIL = struct.Struct("<Q8s")  # size of the compressed manifest, mark
_MARK = b"COASTAL1"


class DamagedSegmentError(CoastalError, ValueError):
    """A file of raw/ that is not what was written."""


@dataclass(slots=True)
class Manifest:
    """What a segment says about its lines.

    `line_runs` are (first line, number of lines) in the file they came from.
    `source` is that file's row of `sources`, `refused` are rows of `quarantine`,
    `resolved` quarantine ids whose lines are in this segment. `sheet` says how a
    score sheet was read and is empty for a hand log. `rewritten_at` is when a player
    was last forgotten in it, `tokens` are the tombstones of what its hands were then.
    """

    segment_no: int
    verify: Verify
    written_at: datetime
    line_runs: list[list[int]]
    source: dict[str, object]
    refused: list[dict[str, object]]
    resolved: list[int]
    sheet: dict[str, object]
    rewritten_at: datetime | None = None
    tokens: dict[str, list[str]] = field(default_factory=dict)

    @property
    def n_lines(self) -> int:
        """Lines in the segment."""
        return sum(count for _, count in self.line_runs)


def segment_path(home: Home, segment_no: int) -> Path:
    """Where a segment is."""
    return home.raw / f"{segment_no}{_SUFFIX}"


def segment_numbers(home: Home) -> list[int]:
    """Numbers of the segments that are there, in order."""
    if not home.raw.is_dir():
        return []
    stems = (path.name.removesuffix(_SUFFIX) for path in home.raw.glob(f"*{_SUFFIX}"))
    return sorted(int(stem) for stem in stems if stem.isdigit())


class SegmentWriter:
    """Writes one segment; it appears under its name only when `finish` returns."""

    def __init__(self, home: Home, segment_no: int) -> None:
        self.segment_no = segment_no
        home.raw.mkdir(parents=True, exist_ok=True)
        self._path = segment_path(home, segment_no)
        self._part = self._path.with_name(self._path.name + ".part")
        self._file: BinaryIO = self._part.open("wb")
        self._digest = hashlib.sha256()
        self._line_runs: list[list[int]] = []
        self.n_bytes = 0

    @property
    def line_runs(self) -> list[list[int]]:
        """(first line, number of lines) of what was added."""
        return self._line_runs

    def add(self, frame: bytes, line_numbers: Sequence[int] | np.ndarray) -> None:
        """Append one zstd frame that holds the lines of these numbers."""
        self._write(frame)
        numbers = np.asarray(line_numbers, np.int64)
        breaks = np.flatnonzero(np.diff(numbers) != 1) + 1
        starts = [0, *breaks.tolist()]
        for start, end in zip(starts, [*starts[1:], len(numbers)], strict=True):
            first, count = int(numbers[start]), end - start
            last = self._line_runs[-1] if self._line_runs else None
            if last is not None and first == last[0] + last[1]:
                last[1] += count
            else:
                self._line_runs.append([first, count])

    def finish(self, manifest: Manifest) -> str:
        """Make the segment durable; return its SHA-256, hexadecimal."""
        packed = zstandard.ZstdCompressor().compress(_to_json(manifest))
        size = len(packed) + _TAIL.size
        self._write(_HEADER.pack(_SKIPPABLE, size))
        self._write(packed + _TAIL.pack(len(packed), _MARK))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.replace(self._path)
        sync_folder(self._path.parent)
        return self._digest.hexdigest()

    def abandon(self) -> None:
        """Leave nothing behind of a segment that was not finished.

        A finished one stays: a commit that reports a failure may be durable all
        the same, and if it is not, the next run loads the segment.
        """
        self._file.close()
        self._part.unlink(missing_ok=True)

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self.n_bytes += len(data)


def sync_folder(folder: Path) -> None:
    """Make renames within `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_manifest(path: Path) -> Manifest:
    """The manifest of the segment at `path`.

    Raises
    ------
    DamagedSegmentError
        If the file ends in something else.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(size - _TAIL.size)
            length, mark = _TAIL.unpack(file.read(_TAIL.size))
            if mark != _MARK:
                raise ValueError(f"its mark is {mark!r}")
            file.seek(size - _TAIL.size - length)
            return _from_json(
                zstandard.ZstdDecompressor().decompress(file.read(length))
            )
    except (OSError, ValueError, KeyError, struct.error, zstandard.ZstdError) as error:
        raise DamagedSegmentError(
            f"{path} is no whole segment ({error}); restore it from a backup"
        ) from error


def segment_blocks(path: Path, manifest: Manifest) -> Iterator[tuple[Block, list[int]]]:
    """The segment's lines in blocks, each with the line numbers in the first file.

    Raises
    ------
    DamagedSegmentError
        If a checksum fails or lines are missing.
    """
    runs = (range(first, first + count) for first, count in manifest.line_runs)
    numbers = chain.from_iterable(runs)
    held: list[bytes] = []
    n_bytes = 0
    for line in _segment_lines(path):
        held.append(line)
        n_bytes += len(line)
        if n_bytes >= BLOCK:
            yield _block(held), list(islice(numbers, len(held)))
            held, n_bytes = [], 0
    if held:
        yield _block(held), list(numbers)


def _block(lines: Sequence[bytes]) -> Block:
    return Block(b"\n".join(lines) + b"\n", 0)


def _segment_lines(path: Path) -> Iterator[bytes]:
    reader = zstandard.ZstdDecompressor()
    try:
        with path.open("rb") as file:
            stream = reader.stream_reader(file, read_across_frames=True)
            rest = b""
            while data := stream.read(1 << 20):
                *lines, rest = (rest + data).split(b"\n")
                yield from lines
    except zstandard.ZstdError as error:
        raise DamagedSegmentError(
            f"{path} is damaged ({error}); restore it from a backup"
        ) from error


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _to_json(manifest: Manifest) -> bytes:
    refused = [
        {**row, "raw": base64.b64encode(_bytes(row["raw"])).decode()}
        for row in manifest.refused
    ]
    value = {
        "segment_no": manifest.segment_no,
        "verify": manifest.verify,
        "written_at": manifest.written_at,
        "line_runs": manifest.line_runs,
        "source": manifest.source,
        "refused": refused,
        "resolved": manifest.resolved,
        "sheet": manifest.sheet,
        "rewritten_at": manifest.rewritten_at,
        "tokens": manifest.tokens,
    }
    return json.dumps(value, default=datetime.isoformat).encode()


def _bytes(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError(f"raw is {type(value).__name__}, expected bytes")
    return value


def _from_json(data: bytes) -> Manifest:
    value = json.loads(data)
    source = dict(value["source"])
    for name in ("first_read_at", "last_read_at"):
        source[name] = datetime.fromisoformat(source[name])
    at = value.get("rewritten_at")
    for row in value["refused"]:
        row["raw"] = base64.b64decode(row["raw"])
        row["quarantined_at"] = datetime.fromisoformat(row["quarantined_at"])
    return Manifest(
        segment_no=value["segment_no"],
        verify=value["verify"],
        written_at=datetime.fromisoformat(value["written_at"]),
        line_runs=value["line_runs"],
        source=source,
        refused=value["refused"],
        resolved=value["resolved"],
        sheet=value["sheet"],
        rewritten_at=datetime.fromisoformat(at) if at else None,
        tokens=value.get("tokens", {}),
    )
