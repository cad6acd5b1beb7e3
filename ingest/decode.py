"""One line to one typed record, strictly: nothing is coerced, nothing guessed."""

import json
import re
from collections.abc import Sequence

import msgspec

from ingest.lines import MAX_LINE
from ingest.records import LOG_VERSION, Hand, Player, Record
from ingest.refusal import Code, RefusedLineError

_TYPED = msgspec.json.Decoder(Record)
_PLAIN = msgspec.json.Decoder()
_PARTS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ENCODER = msgspec.json.Encoder()
_NULL = msgspec.Raw(b"null")
_MISSING = re.compile(r"Object missing required field `([^`]*)`(?: - at `\$\.?(.*)`)?")
_EXPECTED = re.compile(r"Expected `(.*)`, got `(.*?)`(?: - at `\$\.?(.*)`)?")
_INVALID = re.compile(r"(.*?)(?: - at `\$\.?(.*)`)?")
_TYPES = {"hand", "player"}


def decode(line: bytes, *, packs: bool = False) -> Hand | Player:
    """The record in `line` (without line end).

    `packs` says that its moves will be stored: they are packed at once, since that
    tells what counting their fields would tell again.

    Raises
    ------
    RefusedLineError
        With the code and the sentence of the first thing that is wrong.
    """
    if len(line) > MAX_LINE:
        raise RefusedLineError(
            "line_too_long",
            f"the line has {len(line):,} bytes, at most {MAX_LINE:,} are read",
        )
    record = _usual_record(line, packs=packs)
    return _diagnosed_record(line) if record is None else record


def known_record(line: bytes) -> Hand | Player:
    """The record of a line that is known to be right; nothing but types is checked."""
    return _TYPED.decode(line)


def _usual_record(line: bytes, *, packs: bool) -> Hand | Player | None:
    """The record of a line in which everything is plainly right, else None.

    Pack and moves, most of a line, are parsed once; what lies beside them is parsed
    again because unknown fields count as keys too.
    """
    if b"\\" in line or not line.isascii():
        return None
    try:
        record = _TYPED.decode(line)
        parts = _PARTS.decode(line)
        n_colons = 0
        if isinstance(record, Hand):
            n_colons = _set_play_aside(record, parts, packs=packs)
        value = {key: _PLAIN.decode(raw) for key, raw in parts.items()}
    except (msgspec.DecodeError, RecursionError):
        return None
    return record if line.count(b":") == n_colons + _n_colons(value) else None


def _set_play_aside(hand: Hand, parts: dict[str, msgspec.Raw], *, packs: bool) -> int:
    """Put null for pack and moves of `parts`; return how many colons they had."""
    n_colons = 0
    if hand.pack:  # texts alone: its colons are in them
        n_colons += bytes(parts["pack"]).count(b":")
        parts["pack"] = _NULL
    if hand.moves:
        packed = hand.packed_moves if packs else None  # no name in it has a colon
        n_colons += _n_colons(hand.moves) if packed is None else packed.n_fields
        parts["moves"] = _NULL
    return n_colons


def _diagnosed_record(line: bytes) -> Hand | Player:
    """The record of a line that is looked at step by step, or what is wrong with it."""
    _check_utf_8(line)
    value = _value(line)
    _check_keys_and_strings(line, value)
    try:
        return _TYPED.decode(line)
    except msgspec.ValidationError as error:
        raise _diagnosis(value, str(error)) from None


def is_incomplete(line: bytes) -> bool:
    """Whether `line` breaks off: more bytes could still make it a JSON value.

    A number that breaks off before a digit is called invalid, so one is added.
    """
    is_within_number = line.endswith((b"-", b"+", b".", b"e", b"E"))
    return _is_cut(line) or (is_within_number and _is_cut(line + b"0"))


def _is_cut(line: bytes) -> bool:
    try:
        _PLAIN.decode(line)
    except msgspec.ValidationError:
        return False
    except msgspec.DecodeError as error:
        return str(error) == "Input data was truncated"
    except RecursionError:
        return False
    return False


def _check_utf_8(line: bytes) -> None:
    if line.isascii():
        return
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedLineError(
            "bad_utf8",
            f"byte {error.start + 1} of the line is {line[error.start]:#04x}, which "
            "is not UTF-8; write the file as UTF-8",
        ) from None


def _value(line: bytes) -> object:
    try:
        return _PLAIN.decode(line)
    except msgspec.ValidationError:
        raise RefusedLineError(
            "bad_value", "a number of the line is larger than any reader can hold"
        ) from None
    except msgspec.DecodeError as error:
        if str(error) == "Input data was truncated":
            raise RefusedLineError(
                "bad_json", "the line breaks off within a JSON value"
            ) from None
        raise RefusedLineError("bad_json", _own_words(str(error))) from None
    except RecursionError:
        raise RefusedLineError("bad_json", "the JSON is nested too deeply") from None


def _own_words(message: str) -> str:
    message = message.removeprefix("JSON is malformed: ").split(" - at ")[0]
    return f"the line is not strict JSON: {message[:1].lower()}{message[1:]}"


def _n_colons(value: object) -> int:
    """Colons in `value` written as JSON: one a key, and those within texts.

    Decoders keep the last of two equal keys, and a type leaves out fields that it does
    not know. Encoding gives each key that was kept once, so equal numbers of colons
    mean that none was lost.
    """
    return _ENCODER.encode(value).count(b":")


def _check_keys_and_strings(line: bytes, value: object) -> None:
    """Refuse a key that stands twice in one object, and U+0000.

    Only where an escape could hide a colon, or where some key seems to be lost, are
    the pairs looked at one by one.
    """
    if b"\\u00" not in line and line.count(b":") == _n_colons(value):
        return
    try:
        json.loads(line, object_pairs_hook=_unique_pairs)
    except RecursionError:
        raise RefusedLineError("bad_json", "the JSON is nested too deeply") from None
    if b"\\u0000" in line and _has_null_character(value):
        raise RefusedLineError(
            "bad_json", "a text holds U+0000, which no text of a log may hold"
        )


def _unique_pairs(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise RefusedLineError(
            "duplicate_key", f"the key {twice!r} stands twice in one object"
        )
    return found


def _has_null_character(value: object) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any("\0" in key or _has_null_character(v) for key, v in value.items())
    return isinstance(value, list) and any(map(_has_null_character, value))


def _diagnosis(value: object, message: str) -> RefusedLineError:
    """What is wrong with a JSON value that is no record, in the order of the codes."""
    if not isinstance(value, dict):
        return RefusedLineError(
            "not_an_object", f"the line is {_kind(value)}, expected one JSON object"
        )
    kind = value.get("type")
    if isinstance(kind, str) and kind not in _TYPES:
        return RefusedLineError(
            "unknown_type", f"`type` is {kind[:40]!r}, expected 'hand' or 'player'"
        )
    version = value.get("v")
    if type(version) is int and version > LOG_VERSION:
        return RefusedLineError(
            "newer_version",
            f"`v` is {version}, this program reads version {LOG_VERSION}; update it, "
            "then run with --retry-quarantined",
        )
    return _schema_refusal(value, message)


def _schema_refusal(value: object, message: str) -> RefusedLineError:
    if found := _MISSING.fullmatch(message):
        name, path = found.groups()
        field = f"{path}.{name}" if path else name
        return RefusedLineError("missing_field", f"the field `{field}` is missing")
    if found := _EXPECTED.fullmatch(message):
        expected, got, path = found.groups()
        return RefusedLineError(
            "wrong_type", f"`{path or 'the line'}` is {got}, expected {expected}"
        )
    if message == "Expected `str` - at `$.type`":
        return RefusedLineError(
            "wrong_type", f"`type` is {_kind(_at(value, 'type'))}, expected a string"
        )
    found = _INVALID.fullmatch(message)
    words, path = found.groups() if found else (message, "")
    shown = json.dumps(_at(value, path or ""), ensure_ascii=False)[:80]
    code: Code = "bad_value"
    return RefusedLineError(
        code, f"`{path or 'the line'}` is {shown}: {words[:1].lower()}{words[1:]}"
    )


def _at(value: object, path: str) -> object:
    """The part of `value` that `path` (such as `seats[0].seat`) names."""
    for step in re.findall(r"[^.\[\]]+", path):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _kind(value: object) -> str:
    names = {
        dict: "an object",
        list: "an array",
        str: "a string",
        bool: "true or false",
    }
    if value is None:
        return "null"
    return names.get(type(value), "a number")
