"""Bytes to lines: files plain, gzip or zstd, cut into blocks of whole lines."""

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import zstandard

from engine.errors import UsageError
from ingest.file_format import file_format, text_head

MAX_LINE = 1 << 20  # bytes without the line end; hand-log: "at most 1 MiB"
BLOCK = 2 << 20  # bytes read at a time
BLOCK_LINES = 16_384  # at most in a block: each may be refused, with a sentence
MAX_KEPT = 64 << 20  # bytes kept of a line without end, so that memory stays bounded

_BOM = b"\xef\xbb\xbf"
_ZSTD_STEP = 4096  # bytes at a time: they may become 32,000 times as many
_TOO_WIDE = "too much memory"  # so zstd says of a window above 128 MiB
_UTF_16 = (
    b"\xff\xfe",
    b"\xfe\xff",
    *(mark + b"\0" for mark in (b"{", b" ", b"\t", b"\r", b"\n")),
    *(b"\0" + mark for mark in (b"{", b" ", b"\t", b"\r", b"\n")),
)


class UnreadableFileError(UsageError):
    """A path that is no readable file."""


@dataclass(slots=True)
class Block:
    """Some whole lines of a file.

    The very last line of a file may lack its line end; `is_last` is true then
    and only then. `offset` counts decompressed bytes from the start of the file.
    `n_dropped` bytes of a single endless line were not kept.
    """

    data: bytes
    offset: int
    is_last: bool = False
    n_dropped: int = 0


class LogFile:
    """One file read once from start to end, or from `offset` if it is plain.

    After the blocks are read, `sha256` is that of the file's bytes, `next_offset`
    and `next_sha256` describe the part up to the last line end. `is_cut` says that a
    compressed file ended early, `is_damaged` that what stands there instead is not
    what its format allows or, if it `is_too_wide`, asks for more than 128 MiB at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file: IO[bytes] = path.open("rb")
        except OSError as error:
            raise UnreadableFileError(
                f"{path} cannot be read ({error.strerror}); give a file or folder of "
                "hand logs"
            ) from error
        head = self._file.read(4)
        self._file.seek(0)
        self.format = file_format(head)
        self.is_utf_16 = text_head(self._file, head).startswith(_UTF_16)
        self._file.seek(0)
        self.is_cut = False
        self.is_damaged = False
        self.is_too_wide = False
        self.n_bytes = 0
        self.next_offset = 0
        self._whole = hashlib.sha256()
        self._complete = self._whole.copy()

    def __enter__(self) -> "LogFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def sha256(self) -> str:
        """SHA-256 of the bytes read, hexadecimal."""
        return self._whole.hexdigest()

    @property
    def next_sha256(self) -> str:
        """SHA-256 of the bytes up to `next_offset`, hexadecimal."""
        return self._complete.hexdigest()

    def skip_known(self, offset: int, sha256: str) -> bool:
        """Skip the first `offset` bytes if their SHA-256 is `sha256`.

        Returns False, back at the start, if the file is no longer the same up to
        there.
        """
        left = offset
        while left and (data := self._file.read(min(BLOCK, left))):
            self._whole.update(data)
            left -= len(data)
        if left or self._whole.hexdigest() != sha256:
            self._file.seek(0)
            self._whole = hashlib.sha256()
            return False
        self.n_bytes = self.next_offset = offset
        self._complete = self._whole.copy()
        return True

    def blocks(self) -> Iterator[Block]:
        """The file's lines, in order."""
        cutter = _Cutter(self.next_offset, is_one_line=self.is_utf_16)
        for data in self._decompressed():
            yield from cutter.feed(data)
        yield from cutter.rest()

    def _decompressed(self) -> Iterator[bytes]:
        if self.format == "gzip":
            return self._gzip()
        if self.format == "zstd":
            return self._zstd()
        return self._plain()

    def _read(self) -> bytes:
        data = self._file.read(BLOCK)
        self.n_bytes += len(data)
        self._whole.update(data)
        return data

    def _plain(self) -> Iterator[bytes]:
        while data := self._file.read(BLOCK):
            end = data.rfind(b"\n") + 1
            view = memoryview(data)
            if end:
                self._whole.update(view[:end])
                self._complete = self._whole.copy()
                self.next_offset = self.n_bytes + end
            self._whole.update(view[end:])
            self.n_bytes += len(data)
            yield data

    def _gzip(self) -> Iterator[bytes]:
        member = zlib.decompressobj(wbits=31)
        is_between = False  # after the end of a member, where the file may end
        while data := self._read():
            while data:
                if is_between:
                    data = data.lstrip(b"\0")  # padding that some writers add
                    if not data:
                        break
                    member, is_between = zlib.decompressobj(wbits=31), False
                try:
                    text = member.decompress(data, BLOCK)
                except zlib.error:
                    self._drain()
                    self.is_cut = self.is_damaged = True
                    return
                if text:
                    yield text
                is_between = member.eof
                data = member.unused_data if is_between else member.unconsumed_tail
        self.is_cut = not is_between

    def _zstd(self) -> Iterator[bytes]:
        held: list[bytes] = []
        n_held = 0
        try:
            for text in self._zstd_pieces():
                held.append(text)
                n_held += len(text)
                if n_held >= BLOCK:
                    whole = b"".join(held)
                    for start in range(0, n_held, BLOCK):
                        yield whole[start : start + BLOCK]
                    held, n_held = [], 0
        except zstandard.ZstdError as error:
            self.is_too_wide = _TOO_WIDE in str(error)
            self._drain()
            self.is_cut = self.is_damaged = True
        yield b"".join(held)

    def _zstd_pieces(self) -> Iterator[bytes]:
        """What comes of a few bytes each; frames come one after the other."""
        frame, is_between = zstandard.ZstdDecompressor().decompressobj(), False
        while data := self._read():
            for start in range(0, len(data), _ZSTD_STEP):
                step = data[start : start + _ZSTD_STEP]
                while step:
                    if is_between:
                        frame = zstandard.ZstdDecompressor().decompressobj()
                    yield frame.decompress(step)
                    is_between = frame.eof
                    step = frame.unused_data if is_between else b""
        self.is_cut = not is_between

    def _drain(self) -> None:
        while self._read():
            pass


class _Cutter:
    """Cuts a stream of bytes into blocks that end at line ends."""

    def __init__(self, offset: int, *, is_one_line: bool) -> None:
        self._offset = offset  # of the first byte held
        self._is_one_line = is_one_line
        self._is_start = offset == 0
        self._held: list[bytes] = []
        self._n_held = 0
        self._n_dropped = 0

    def feed(self, data: bytes) -> Iterator[Block]:
        """Take the next bytes; give the lines that they complete."""
        if self._is_start:
            data = b"".join((*self._held, data))
            self._start_anew(self._offset)
            if data != _BOM and _BOM.startswith(data):  # perhaps half a mark
                return self._hold(data)
            self._is_start = False
            if data.startswith(_BOM):
                data = data[len(_BOM) :]
                self._offset += len(_BOM)
        end = 0 if self._is_one_line else data.rfind(b"\n") + 1
        if end and self._n_dropped:
            yield self._endless_line(data)
            first = data.find(b"\n") + 1
            data, end = data[first:], end - first
        if end:
            whole = b"".join((*self._held, memoryview(data)[:end]))
            yield from _blocks(whole, self._offset)
            self._start_anew(self._offset + len(whole))
        self._hold(data[end:])

    def rest(self) -> Iterator[Block]:
        """The last line, if it has no line end."""
        if self._n_held:
            data = b"".join(self._held)
            yield Block(data, self._offset, is_last=True, n_dropped=self._n_dropped)

    def _hold(self, data: bytes) -> None:
        kept = data[: MAX_KEPT - self._n_held]
        if kept:
            self._held.append(kept)
        self._n_held += len(kept)
        self._n_dropped += len(data) - len(kept)

    def _endless_line(self, data: bytes) -> Block:
        n_dropped = self._n_dropped + data.find(b"\n")
        block = Block(b"".join(self._held) + b"\n", self._offset, n_dropped=n_dropped)
        self._start_anew(self._offset + self._n_held + n_dropped + 1)
        return block

    def _start_anew(self, offset: int) -> None:
        self._offset = offset
        self._held = []
        self._n_held = self._n_dropped = 0


def _blocks(data: bytes, offset: int) -> Iterator[Block]:
    """Whole lines in blocks of so many lines."""
    if data.count(b"\n") <= BLOCK_LINES:
        yield Block(data, offset)
        return
    lines = data.split(b"\n")[:-1]
    for start in range(0, len(lines), BLOCK_LINES):
        part = b"\n".join(lines[start : start + BLOCK_LINES]) + b"\n"
        yield Block(part, offset)
        offset += len(part)
