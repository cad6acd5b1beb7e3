"""raw/: every loaded line as it came, in checksummed files that only grow in number.

A segment is `<n>.jsonl.zst`: zstd frames of the lines, among them skippable frames
(which `zstd -dc` passes over) with what a rebuild needs beside them: the lines that
were refused, some at a time, and last the manifest, which says where each line came
from and gives the ledger's row of the file. A segment appears by one rename, so it is
there in whole or not at all.
"""

import hashlib
import os
import re
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
import zstandard

from engine.errors import CoastalError
from ingest.home import Home
from ingest.lines import BLOCK, Block
from ingest.manifest import (
    Manifest,
    Row,
    manifest_from_json,
    manifest_to_json,
    rows_from_json,
    rows_to_json,
)

_SUFFIX = ".jsonl.zst"
_NAME = re.compile(r"([1-9]\d{0,17})\.jsonl\.zst", re.ASCII)
_SKIPPABLE = 0x184D2A50  # RFC 8878, 3.1.2
_HEADER = struct.Struct("<II")  # magic number, size of what follows
_TAIL = struct.Struct("<Q8s")  # size of the compressed manifest, mark
_MARK = b"COASTAL1"


class DamagedSegmentError(CoastalError, ValueError):
    """A file of raw/ that is not what was written."""


def segment_path(home: Home, segment_no: int) -> Path:
    """Where a segment is."""
    return home.raw / f"{segment_no}{_SUFFIX}"


def segment_numbers(home: Home) -> list[int]:
    """Numbers of the segments that are there, in order."""
    if not home.raw.is_dir():
        return []
    names = (path.name for path in home.raw.glob(f"*{_SUFFIX}"))
    return sorted(int(found[1]) for found in map(_NAME.fullmatch, names) if found)


class SegmentWriter:
    """Writes one segment; it appears under its name only when `finish` returns."""

    def __init__(self, home: Home, segment_no: int) -> None:
        self.segment_no = segment_no
        home.raw.mkdir(parents=True, exist_ok=True)
        self._path = segment_path(home, segment_no)
        self._part = self._path.with_name(self._path.name + ".part")
        self._file: BinaryIO = self._part.open("wb")
        self._digest = hashlib.sha256()
        self.line_runs: list[list[int]] = []  # as the manifest has them
        self.refused_at: list[list[int]] = []
        self.n_bytes = 0

    def add(self, frame: bytes, line_numbers: Sequence[int] | np.ndarray) -> None:
        """Append one zstd frame that holds the lines of these numbers."""
        self._write(frame)
        numbers = np.asarray(line_numbers, np.int64)
        breaks = np.flatnonzero(np.diff(numbers) != 1) + 1
        starts = [0, *breaks.tolist()]
        for start, end in zip(starts, [*starts[1:], len(numbers)], strict=True):
            first, count = int(numbers[start]), end - start
            last = self.line_runs[-1] if self.line_runs else None
            if last is not None and first == last[0] + last[1]:
                last[1] += count
            else:
                self.line_runs.append([first, count])

    def add_refused(self, rows: Sequence[Row]) -> None:
        """Append rows of `quarantine`."""
        if not rows:
            return
        packed = zstandard.ZstdCompressor().compress(rows_to_json(rows))
        self._write(_HEADER.pack(_SKIPPABLE, len(packed)))
        self.refused_at.append([self.n_bytes, len(packed)])
        self._write(packed)

    def finish(self, manifest: Manifest) -> str:
        """Make the segment durable; return its SHA-256, hexadecimal."""
        packed = zstandard.ZstdCompressor().compress(manifest_to_json(manifest))
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
            return manifest_from_json(
                zstandard.ZstdDecompressor().decompress(file.read(length))
            )
    except (OSError, ValueError, KeyError, struct.error, zstandard.ZstdError) as error:
        raise DamagedSegmentError(
            f"{path} is no whole segment ({error}); restore it from a backup"
        ) from error


def refused_rows(path: Path, manifest: Manifest) -> Iterator[list[Row]]:
    """The rows of `quarantine` that the segment at `path` keeps, some at a time.

    Raises
    ------
    DamagedSegmentError
        If some cannot be read.
    """
    yield manifest.refused
    try:
        with path.open("rb") as file:
            for offset, size in manifest.refused_at:
                file.seek(offset)
                packed = file.read(size)
                yield rows_from_json(zstandard.decompress(packed))
    except (OSError, ValueError, KeyError, zstandard.ZstdError) as error:
        raise DamagedSegmentError(
            f"{path} is damaged ({error}); restore it from a backup"
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
    for line in segment_lines(path):
        held.append(line)
        n_bytes += len(line)
        if n_bytes >= BLOCK:
            yield _block(held), list(islice(numbers, len(held)))
            held, n_bytes = [], 0
    if held:
        yield _block(held), list(numbers)


def _block(lines: Sequence[bytes]) -> Block:
    return Block(b"\n".join(lines) + b"\n", 0)


def segment_lines(path: Path) -> Iterator[bytes]:
    """The lines of the segment at `path`, without their line feeds.

    Raises
    ------
    DamagedSegmentError
        If a checksum fails.
    """
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
