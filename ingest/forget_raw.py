"""raw/ and the home folder's own logs without a player, file by file.

Each file is replaced by one rename and says by itself whether it was done, so that
a crash between two of them costs nothing: going over all of them again ends it.
"""

import gzip
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

import zstandard

from ingest.block import block_lines, compress, read_block
from ingest.file_format import Format
from ingest.forget_lines import (
    rewritten_line,
    rewritten_path,
    rewritten_sheet,
    rewritten_text,
    rewritten_words,
)
from ingest.forgotten import Forgotten, Pseudonym
from ingest.home import Home
from ingest.lines import Block, LogFile
from ingest.manifest import Manifest
from ingest.segments import (
    SegmentWriter,
    file_sha256,
    read_manifest,
    refused_rows,
    segment_blocks,
    segment_numbers,
    segment_path,
    sync_folder,
)
from ingest.sheets import Sheet, SheetOptions, sheet_of, sheet_places

Output = BinaryIO | gzip.GzipFile | zstandard.ZstdCompressionWriter
Hashes = dict[str, bytes]  # content hashes by hand_id


@dataclass(slots=True)
class Rewritten:
    """A segment that no longer holds the player, and the hands it now keeps."""

    segment_no: int
    n_bytes: int
    sha256: str
    hashes: Hashes = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)


def rewrite_segments(home: Home, forgotten: Forgotten) -> Iterator[Rewritten]:
    """Rewrite every segment that holds the player; give those and the ones done."""
    who = forgotten.unfinished
    if who is None:
        return
    for number in segment_numbers(home):
        path = segment_path(home, number)
        manifest = read_manifest(path)
        if manifest.rewritten_at != who.at:
            new = rewritten_manifest(path, manifest, forgotten, who)
            if new is None:
                continue
            _write(home, path, manifest, new, who)
            manifest = read_manifest(path)
        yield Rewritten(
            number,
            path.stat().st_size,
            file_sha256(path),
            _hashes_naming(path, manifest, who.new_id),
            manifest.tokens,
        )


def rewritten_manifest(
    path: Path, manifest: Manifest, forgotten: Forgotten, who: Pseudonym
) -> Manifest | None:
    """What the segment will say of itself; None if it does not hold the player."""
    before: Hashes = {}
    n_changed = sum(
        rewritten_row(row, who) is not row
        for rows in refused_rows(path, manifest)
        for row in rows
    )
    sheet = {**manifest.sheet}
    for block, _ in _blocks(path, manifest):
        if not sheet:
            lines = [raw for _, _, raw in block_lines(block)]
            changed = [raw for raw in lines if rewritten_line(raw, who) is not raw]
            n_changed += len(changed)
            before |= _hashes(_block(changed), sheet)
        elif _rewritten_sheet(block, sheet, who) != block.data:
            n_changed += 1
            before |= _hashes(block, sheet)
            # It may be made of the first row, which will be another one.
            sheet["sheet_id"] = _sheet(block, sheet).sheet_id
    source = {**manifest.source}
    source["path"] = rewritten_path(str(source["path"]), who)
    if not n_changed and source == manifest.source:
        return None
    tokens = {hand_id: list(known) for hand_id, known in manifest.tokens.items()}
    for hand_id, content_hash in before.items():
        tokens.setdefault(hand_id, []).append(forgotten.content_token(content_hash))
    return replace(
        manifest,
        refused=[],
        rewritten_at=who.at,
        tokens=tokens,
        sheet=sheet,
        source=source,
    )


def rewritten_row(row: dict[str, object], who: Pseudonym) -> dict[str, object]:
    """A row of quarantine without the player; the same row if they are not in it."""
    raw, message = row["raw"], row["message"]
    if not isinstance(raw, bytes) or not isinstance(message, str):
        return row
    is_json = raw.lstrip().startswith(b"{")
    new = (rewritten_line if is_json else rewritten_text)(raw, who)
    changes: dict[str, object] = {}
    if new != raw:  # the sentence alone may have an id like `points` as its own word
        changes = {"raw": new, "message": rewritten_words(message, who)}
    source = row.get("source")
    if isinstance(source, str) and (path := rewritten_path(source, who)) != source:
        changes["source"] = path
    return {**row, **changes} if changes else row


def _write(
    home: Home, path: Path, old: Manifest, new: Manifest, who: Pseudonym
) -> None:
    segment = SegmentWriter(home, old.segment_no)
    try:
        for block, numbers in _blocks(path, old):
            if old.sheet:
                data = _rewritten_sheet(block, old.sheet, who)
            else:
                lines = [rewritten_line(raw, who) for _, _, raw in block_lines(block)]
                data = b"\n".join(lines) + b"\n"
            segment.add(compress(data), numbers)
        for rows in refused_rows(path, old):
            segment.add_refused([rewritten_row(row, who) for row in rows])
        segment.finish(replace(new, refused_at=segment.refused_at))
    except BaseException:
        segment.abandon()
        raise


def _blocks(path: Path, manifest: Manifest) -> Iterator[tuple[Block, list[int]]]:
    """The lines of a segment with their numbers; a score sheet in one block."""
    blocks = segment_blocks(path, manifest)
    if not manifest.sheet:
        yield from blocks
    elif parts := list(blocks):
        data = b"".join(block.data for block, _ in parts)
        yield Block(data, 0), [number for _, numbers in parts for number in numbers]


def _sheet(block: Block, sheet: Mapping[str, object]) -> Sheet:
    return sheet_of(block, SheetOptions.from_json(sheet), "the sheet")


def _rewritten_sheet(
    block: Block, sheet: Mapping[str, object], who: Pseudonym
) -> bytes:
    form = SheetOptions.from_json(sheet).form
    places = sheet_places(block, form)
    return rewritten_sheet(block.data, places, form.delimiter, who)


def _block(lines: Sequence[bytes]) -> Block:
    return Block(b"\n".join(lines) + b"\n" if lines else b"", 0)


def _hashes(block: Block, sheet: Mapping[str, object]) -> Hashes:
    """Content hashes of the hands in a block; of two of one hand the later."""
    if not block.data:
        return {}
    if sheet:
        result = _sheet(block, sheet).result
    else:  # hardly ever enough lines for machine code to pay
        result = read_block(block, "none", at_once=False)
    contents = result.tables.get("hand_contents")
    if contents is None:
        return {}
    ids, hashes = contents["hand_id"].to_pylist(), contents["content_hash"].to_pylist()
    return dict(zip(ids, hashes, strict=True))


def _hashes_naming(path: Path, manifest: Manifest, player_id: str) -> Hashes:
    found: Hashes = {}
    name = player_id.encode()
    for block, _ in _blocks(path, manifest):
        lines = [raw for _, _, raw in block_lines(block) if name in raw]
        found |= _hashes(block if manifest.sheet else _block(lines), manifest.sheet)
    return found


def rewrite_log(path: Path, who: Pseudonym) -> bool:
    """Rewrite a hand log of the home folder; say whether it held the player.

    A file that changes meanwhile, or that ends in the middle, is left alone.
    """
    before = path.stat()
    part = path.with_name(path.name + ".part")
    try:
        is_ready = _copy_log(path, part, who)
        after = path.stat()
        is_same = (after.st_size, after.st_mtime_ns) == (
            before.st_size,
            before.st_mtime_ns,
        )
        if is_ready and is_same:
            part.replace(path)
            sync_folder(path.parent)
        return is_ready and is_same
    finally:
        part.unlink(missing_ok=True)


def _copy_log(path: Path, part: Path, who: Pseudonym) -> bool:
    """Write the log without the player to `part`; say whether it is to be used."""
    n_changed = 0
    with LogFile(path) as file, part.open("wb") as raw_out:
        if file.is_utf_16:
            return False
        with _packed(raw_out, file.format) as out:
            for block in file.blocks():
                if block.n_dropped:
                    return False
                lines = [raw for _, _, raw in block_lines(block)]
                new = [rewritten_line(raw, who) for raw in lines]
                n_changed += new != lines
                out.write(b"\n".join(new) + (b"" if block.is_last else b"\n"))
        raw_out.flush()
        os.fsync(raw_out.fileno())
        return n_changed > 0 and not file.is_cut


@contextmanager
def _packed(out: BinaryIO, packing: Format) -> Iterator[Output]:
    """What to write to, so that `out` gets it packed in this way."""
    if packing == "gzip":
        with gzip.GzipFile(fileobj=out, mode="wb") as file:
            yield file
    elif packing == "zstd":
        with zstandard.ZstdCompressor().stream_writer(out, closefd=False) as file:
            yield file
    else:
        yield out
