"""Results-only hand records decoded many at once, if they are plainly well formed.

The types are those of `ingest.records` with three differences: a field that is not
there stays `UNSET`, a whole number `ABSENT`, so that encoding a record gives back the
keys it had; a field that is unknown is an error; and ids have no pattern, for they
are checked by the column. The seats of a hand stay JSON: most hands of a game have
the same, which are decoded once. A line that does not fit is not judged here:
`ingest.decode` reads it again and finds the code.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ingest.lines import MAX_LINE
from ingest.records import (
    CANASTAS,
    LINES,
    MAX_COUNT,
    Canastas,
    Hand,
    Result,
    SeatRecord,
    SideResult,
)

PlainHand = Any  # has the attributes of `Hand`, UNSET where a field is not there
PlainSeat = Any  # the same of `SeatRecord`

# Of whole numbers, so that columns of them are made without looking at each.
ABSENT = -(2**63) + 1
_NUMBERS = {*LINES, *CANASTAS, "went_out_seat", "special_hand_seat", "extra_jokers"}

_MOVES = b'"moves":'  # mostly whole logs: seen at once, which a decoder does not

_Number = Annotated[int, Meta(ge=-MAX_COUNT, le=MAX_COUNT)]
_ENCODER = msgspec.json.Encoder()
_ENCODED = bytearray()
AT_ONCE = 256  # lines: what they are decoded to is still in the cache when encoded


def _plain(of: type[Struct], *left_out: str, **kinds: Any) -> Any:
    """The struct like `of`, with other kinds of fields or none."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(of):
        kind = kinds.get(field.name, field.type)
        if field.required:
            fields.append((field.name, kind))
        elif field.name in _NUMBERS:
            fields.append((field.name, kind, ABSENT))
        elif field.name not in left_out:
            fields.append((field.name, kind | UnsetType, UNSET))
    if of is Hand:
        fields.append(("type", Literal["hand"]))
        fields.append(("engine", dict[str, str] | UnsetType, UNSET))
    return msgspec.defstruct(
        f"Plain{of.__name__}",
        fields,
        forbid_unknown_fields=True,
        omit_defaults=True,
        gc=False,
        kw_only=True,
    )


_CANASTAS = _plain(Canastas)
NO_CANASTAS = _CANASTAS(**dict.fromkeys(CANASTAS))  # null of each kind
_SIDE = _plain(SideResult, canastas=_CANASTAS | None)
_SEAT = _plain(SeatRecord, player_id=str | None)
_SEATS_DECODER = msgspec.json.Decoder(list[_SEAT])  # type: ignore[valid-type]
_DECODER = msgspec.json.Decoder(
    _plain(
        Hand,
        "pack",
        "moves",
        hand_id=str,
        game_id=str,
        options=dict[str, bool | _Number | str | None],
        seats=msgspec.Raw,
        result=_plain(Result, sides=list[_SIDE]),  # type: ignore[valid-type]
    )
)


def plain_hands(lines: Sequence[bytes]) -> tuple[list[int], list[PlainHand]]:
    """Places in `lines` of plainly well-formed results-only hands, and the hands.

    For each of them `ingest.decode.decode` gives a record with the same values, if
    `plain_seats` can read its seats.
    """
    places: list[int] = []
    hands: list[PlainHand] = []
    simple = iter(_simple_lines(lines))
    while some := list(islice(simple, AT_ONCE)):
        some_places, some_hands = _decoded(some)
        some_places, some_hands = _with_each_key_once(lines, some_places, some_hands)
        places += some_places
        hands += some_hands
    return places, hands


def _decoded(
    lines: Sequence[tuple[int, bytes]],
) -> tuple[list[int], list[PlainHand]]:
    places: list[int] = []
    hands: list[PlainHand] = []
    decode = _DECODER.decode
    for place, line in lines:
        try:
            hands.append(decode(line))
        except (msgspec.DecodeError, RecursionError):
            continue
        places.append(place)
    return places, hands


def plain_seats(raw: bytes) -> list[PlainSeat] | None:
    """The seats of a hand, None if they are not plainly well formed."""
    try:
        seats = _SEATS_DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None
    return seats if _has_each_key_once(raw, seats) else None


def _simple_lines(lines: Sequence[bytes]) -> Iterable[tuple[int, bytes]]:
    """Lines of bearable length without moves, escapes or anything but ASCII."""
    whole = b"".join(lines)
    is_plain = whole.isascii() and b"\\" not in whole and _MOVES not in whole
    if is_plain and max(map(len, lines)) <= MAX_LINE:
        return enumerate(lines)
    return [
        (place, line)
        for place, line in enumerate(lines)
        if _MOVES not in line
        and line.isascii()
        and b"\\" not in line
        and len(line) <= MAX_LINE
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
    n_bytes = sum(map(len, map(lines.__getitem__, places)))
    # As one array, in the same memory every time: brackets and commas come to it.
    _ENCODER.encode_into(hands, _ENCODED)
    if len(_ENCODED) == n_bytes + len(hands) + 1:
        return places, hands
    kept = [
        index
        for index, (place, hand) in enumerate(zip(places, hands, strict=True))
        if _has_each_key_once(lines[place], hand)
    ]
    return [places[index] for index in kept], [hands[index] for index in kept]


def _has_each_key_once(text: bytes, value: object) -> bool:
    return text.count(b":") == _ENCODER.encode(value).count(b":")
