"""What a file's first bytes tell: how it is packed, and how its text begins."""

import gzip
import zlib
from typing import IO, Literal

import zstandard

# What an archive does whose writer was told to look back further than we will.
TOO_WIDE = "asks for a window above 128 MiB"
UNPACK_FIRST = "decompress it (`zstd -d --long=31`) or compress it without --long"
Format = Literal["plain", "gzip", "zstd"]

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_SKIPPABLE = b"\x2a\x4d\x18"  # after a first byte of 0x50 to 0x5f; pzstd begins so


def file_format(head: bytes) -> Format:
    """The format; a file that was cut within the mark of one is a cut one of it."""
    if head and (head.startswith(_GZIP) or _GZIP.startswith(head)):
        return "gzip"
    is_skippable = head[1:] == _SKIPPABLE and head[0] >> 4 == 5
    is_zstd = head and (_ZSTD.startswith(head) or is_skippable)
    return "zstd" if is_zstd else "plain"


def text_head(file: IO[bytes], head: bytes) -> bytes:
    """As many bytes of the text as `head` has of the file; none where it is damaged.

    The file is read from where it stands, and is left anywhere.
    """
    packing = file_format(head)
    try:
        if packing == "gzip":
            return gzip.GzipFile(fileobj=file).read(len(head))
        if packing == "zstd":
            archive = zstandard.ZstdDecompressor().stream_reader(
                file, read_across_frames=True, closefd=False
            )
            return archive.read(len(head))
    except (OSError, EOFError, zlib.error, zstandard.ZstdError):
        return b""
    return head
