"""A player's lines rewritten: id, names and devices give way to a pseudonym."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from ingest.decode import decode
from ingest.forgotten import Pseudonym
from ingest.records import (
    Canastas,
    Hand,
    Move,
    Player,
    Result,
    SeatRecord,
    SideResult,
)
from ingest.refusal import RefusedLineError
from ingest.sheet_rows import cells

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"(\s*:)?')
_PERSONAL: Final = {"player_id", "name", "device_id"}
_IMPERSONAL: Final = {
    name
    for struct in (Player, Hand, SeatRecord, Result, SideResult, Canastas, Move)
    for name in struct.__struct_fields__
} - _PERSONAL | {"type", "engine", "version"}


def rewritten_line(line: bytes, who: Pseudonym) -> bytes:
    """A sound line of a log without the player; the same line if they are not in it.

    Fields that docs/hand-log.md does not list are left out of a rewritten line:
    nobody knows what they say.
    """
    if b"\\u" not in line and not any(word in line for word in who.words):
        return line
    try:
        record = decode(line.removesuffix(b"\r"))
    except RefusedLineError:  # an older program took it
        return rewritten_text(line, who)
    if isinstance(record, Player):
        is_theirs = record.player_id == who.player_id
        if is_theirs:
            record = msgspec.structs.replace(
                record, player_id=who.new_id, name=who.new_id
            )
    else:
        is_theirs = _reseat(record, who)
    plain = msgspec.json.encode(record)
    quoted = [b'"%b"' % word for word in who.words]
    is_named_elsewhere = any(word in line and word not in plain for word in quoted)
    return plain if is_theirs or is_named_elsewhere else line


def _reseat(hand: Hand, who: Pseudonym) -> bool:
    theirs = [seat for seat in hand.seats if seat.player_id == who.player_id]
    for seat in theirs:
        seat.player_id = who.new_id
    if theirs and hand.mode == "solo" and isinstance(hand.device_id, str):
        hand.device_id = who.new_device(hand.device_id)
    return bool(theirs)


def rewritten_text(raw: bytes, who: Pseudonym) -> bytes:
    """A refused line without the player; the rest stays byte for byte.

    In what looks like JSON whole strings are replaced, save those of fields that
    name no person; elsewhere words.
    """
    if raw.lstrip().startswith(b"{"):
        return _rewritten_strings(raw, who)
    codec = "utf-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        codec, text = "latin-1", raw.decode("latin-1")
    new = rewritten_words(text, who)
    return raw if new == text else new.encode(codec)


def rewritten_words(text: str, who: Pseudonym) -> str:
    """A sentence without the player; the names go if the id was in it."""
    new = _words(who.player_id).sub(who.new_id, text)
    for name in who.names if new != text else ():
        new = _words(name).sub(who.new_id, new)
    return new


def rewritten_path(path: str, who: Pseudonym) -> str:
    """The path of a file without the player.

    Of a file in logs/ or inbox/ what is below, else the name: the folders above are
    not named for who plays.
    """
    marks = [mark for mark in ("/logs/", "/inbox/") if mark in path] or ["/"]
    start = max(path.rfind(mark) + len(mark) for mark in marks)
    above, name = path[:start], path[start:]
    for word in (who.player_id, *who.names):
        name = re.sub(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", who.new_id, name)
    return above + name


def _words(text: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![A-Za-z0-9_.-]){re.escape(text)}(?![A-Za-z0-9_-]|\.[A-Za-z0-9])"
    )


def _rewritten_strings(raw: bytes, who: Pseudonym) -> bytes:
    fields = list(_fields(raw))
    is_theirs = any(
        key == "player_id" and value == who.player_id for key, value, _ in fields
    )
    is_record = any(key == "type" and value == "player" for key, value, _ in fields)
    # Others may have the same name, and keep it in their own record.
    is_others = not is_theirs and is_record and any(f[0] == "player_id" for f in fields)
    is_solo = any(key == "mode" and value == "solo" for key, value, _ in fields)
    new, end = b"", 0
    for key, value, span in fields:
        if key in _IMPERSONAL:
            continue
        if key == "device_id":
            put = who.new_device(value) if is_theirs and is_solo else value
        elif (
            value == who.player_id
            or (value in who.names and not is_others)
            or (is_theirs and is_record and key != "player_id")
        ):
            put = who.new_id
        else:
            continue
        if put != value:
            new += raw[end : span.start()] + json.dumps(put).encode()
            end = span.end()
    return new + raw[end:]


def _fields(raw: bytes) -> Iterator[tuple[str, str, re.Match[bytes]]]:
    """Each string that is a value, with the key before it."""
    key = ""
    for span in _STRING.finditer(raw):
        try:
            text = json.loads(span[0].removesuffix(span[1] or b""))
        except ValueError:  # no UTF-8, a bad escape
            continue
        if span[1]:
            key = text
        else:
            yield key, text, span


def rewritten_sheet(
    data: bytes, places: Mapping[str, int], delimiter: str, who: Pseudonym
) -> bytes:
    """A score sheet without the player; rows without them stay as they are.

    Cells of a rewritten row that belong to no listed column are emptied.
    """
    lines = data.split(b"\n")
    for number, line in enumerate(lines[1:], start=1):
        try:
            values = cells(line.decode("utf-8", errors="replace"), delimiter)
        except RefusedLineError:
            lines[number] = rewritten_text(line, who)
            continue
        mine = [
            at
            for name in ("player_1", "player_2")
            if (at := places[name]) < len(values) and values[at] == who.player_id
        ]
        if not mine:
            continue
        listed = set(places.values())
        row = [value if at in listed else "" for at, value in enumerate(values)]
        for at in mine:
            row[at] = who.new_id
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="").writerow(row)
        lines[number] = out.getvalue().encode()
    return b"\n".join(lines)
