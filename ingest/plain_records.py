"""Results-only hand records decoded many at once, if they are plainly well formed.

The types are those of `ingest.records` with three differences: a field that is not
there stays `UNSET`, so that encoding a record gives back the keys it had; a field
that is unknown is an error; and ids have no pattern, for they are checked by the
column. A line that does not fit is not judged here: `ingest.decode` reads it again
and finds the code.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ingest.lines import MAX_LINE
from ingest.records import (
    MAX_COUNT,
    Canastas,
    Hand,
    Result,
    SeatRecord,
    SideResult,
)

PlainHand = Any  # has the attributes of `Hand`, UNSET where a field is not there

_Number = Annotated[int, Meta(ge=-MAX_COUNT, le=MAX_COUNT)]
_ENCODER = msgspec.json.Encoder()


def _plain(of: type[Struct], *left_out: str, **kinds: Any) -> Any:
    """The struct like `of`, with other kinds of fields or none."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(of):
        kind = kinds.get(field.name, field.type)
        if field.required:
            fields.append((field.name, kind))
        elif field.name not in left_out:
            fields.append((field.name, kind | UnsetType, UNSET))
    if of is Hand:
        fields.append(("type", Literal["hand"]))
        fields.append(("engine", dict[str, str] | UnsetType, UNSET))
    return msgspec.defstruct(
        f"Plain{of.__name__}",
        fields,
        forbid_unknown_fields=True,
        gc=False,
        kw_only=True,
    )


_DECODER = msgspec.json.Decoder(
    _plain(
        Hand,
        "pack",
        "moves",
        hand_id=str,
        game_id=str,
        options=dict[str, bool | _Number | str | None],
        seats=list[_plain(SeatRecord, player_id=str | None)],  # type: ignore[misc]
        result=_plain(
            Result,
            sides=list[_plain(SideResult, canastas=_plain(Canastas) | None)],  # type: ignore[misc]
        ),
    )
)


def plain_hands(lines: Sequence[bytes]) -> tuple[list[int], list[PlainHand]]:
    """Places in `lines` of plainly well-formed results-only hands, and the hands.

    For each of them `ingest.decode.decode` gives a record with the same values.
    """
    places: list[int] = []
    hands: list[PlainHand] = []
    decode = _DECODER.decode
    for place, line in _simple_lines(lines):
        try:
            hands.append(decode(line))
        except (msgspec.DecodeError, RecursionError):
            continue
        places.append(place)
    return _with_each_key_once(lines, places, hands)


def _simple_lines(lines: Sequence[bytes]) -> Iterable[tuple[int, bytes]]:
    """Lines of bearable length without escapes or anything but ASCII."""
    whole = b"".join(lines)
    if whole.isascii() and b"\\" not in whole and max(map(len, lines)) <= MAX_LINE:
        return enumerate(lines)
    return [
        (place, line)
        for place, line in enumerate(lines)
        if line.isascii() and b"\\" not in line and len(line) <= MAX_LINE
    ]


def _with_each_key_once(
    lines: Sequence[bytes], places: list[int], hands: list[PlainHand]
) -> tuple[list[int], list[PlainHand]]:
    """Leave out hands in whose line some key stands twice.

    A decoder keeps the last of two equal keys. Encoding gives each key once and,
    without escapes, nothing ever becomes longer: lines that are as long as before
    had no key twice. White space shortens as well; then colons tell, of which each
    key has one and each text as many as before.
    """
    n_bytes = sum(len(lines[place]) + 1 for place in places)
    if len(_ENCODER.encode_lines(hands)) == n_bytes:
        return places, hands
    kept = [
        index
        for index, (place, hand) in enumerate(zip(places, hands, strict=True))
        if lines[place].count(b":") == _ENCODER.encode(hand).count(b":")
    ]
    return [places[index] for index in kept], [hands[index] for index in kept]
