"""A compiled reader of one move: its fields, its word and its msgpack bytes.

`move` is a row of whole numbers by the constants below: codes as in
`ingest.packed_moves`, `ms` -1 where there is none. The codes of its cards are in a
list of their own. `to` is a place in `packed`, whose last `SLACK` bytes stay free.
"""

from typing import Any, Final

from ingest.compiled import inlined
from ingest.json_bytes import CLOSE, COLON, COMMA, OPEN, OPEN_LIST, QUOTE
from ingest.packed_moves import SHIFTS, TOO_MANY
from ingest.play_names import (
    CARD,
    CODE,
    FIELD,
    FIRST,
    IN_QUESTION,
    N_PACKED,
    NAMED,
    NEEDED,
    PACKED,
    PACKED_WIDTH,
    WHAT,
)
from ingest.play_tokens import (
    FALSE,
    NULL,
    TRUE,
    behind,
    cards_at,
    is_word,
    name_at,
    number_at,
)

SLACK: Final = 64
N_SEATS: Final = 6
SEAT, DO, CARDS, RANK_OF, REPLACEMENT, ID, YES, MS = range(8)  # as FIELDS
GIVEN, N_CARDS = 8, 9  # bits of the fields that are not null; as in packed moves
WIDTH: Final = 10
_ALWAYS: Final = 1 << SEAT | 1 << DO

_DO_AT: Final = SHIFTS["do"]
_YES_AT: Final = SHIFTS["yes"]
_ID_AT: Final = SHIFTS["special_hand"]
_RANK_AT: Final = SHIFTS["rank"]
_REPLACEMENT_AT: Final = SHIFTS["replacement"]
_N_CARDS_AT: Final = SHIFTS["n_cards"]
_CARD_AT: Final = SHIFTS["card"]


@inlined
def move_at(data: Any, at: int, move: Any, cards: Any) -> int:
    """The object at `at` into `move` and `cards`; the place behind it.

    -1 also where a field is missing that a move of its kind needs, or has one too many.
    """
    for column in range(WIDTH):
        move[column] = 0
    move[MS] = -1
    seen = 0
    is_closed = False
    at = behind(data, at, OPEN)
    while at >= 0 and data[at] == QUOTE:
        slot, at = name_at(data, at + 1)
        field = CODE[slot] if slot >= 0 and WHAT[slot] == FIELD else -1
        at = behind(data, at + 1, COLON)
        if at < 0 or field < 0 or seen >> field & 1:
            return -1
        seen |= 1 << field
        at = _field(data, at, field, move, cards)
        is_closed = at >= 0 and data[at] == CLOSE
        if is_closed:
            break
        at = behind(data, at, COMMA)
    given = move[GIVEN]
    is_whole = given & _ALWAYS == _ALWAYS and given & IN_QUESTION == NEEDED[move[DO]]
    return at + 1 if is_closed and is_whole else -1


@inlined
def _field(data: Any, at: int, field: int, move: Any, cards: Any) -> int:
    """The value at `at` into `move`; the place behind it."""
    code = 0
    is_right = False
    if data[at] == QUOTE:
        slot, at = name_at(data, at + 1)
        if slot >= 0:
            code = CODE[slot]
            is_right = WHAT[slot] == NAMED[field]
        at += 1
    elif data[at] == OPEN_LIST:
        code, at = cards_at(data, at, cards, 0, TOO_MANY - 2)
        is_right = field == CARDS
        move[N_CARDS] = code + 1
    elif field in (SEAT, MS):
        code, at = number_at(data, at)
        is_right = field == MS or code < N_SEATS
    elif is_word(data, at, NULL):
        return at + 4
    elif field == YES:
        is_right = is_word(data, at, TRUE) or is_word(data, at, FALSE)
        code = 1 + is_word(data, at, TRUE)
        at += 6 - code
    move[field] = code
    move[GIVEN] |= 1 << field
    return at if is_right else -1


@inlined
def word_of(move: Any, card: int) -> int:
    """The move as `hand_moves` holds it, without its turn."""
    word: int = (
        move[SEAT]
        | move[DO] << _DO_AT
        | move[YES] << _YES_AT
        | move[ID] << _ID_AT
        | move[RANK_OF] << _RANK_AT
        | move[REPLACEMENT] << _REPLACEMENT_AT
        | move[N_CARDS] << _N_CARDS_AT
        | card << _CARD_AT
    )
    return word


@inlined
def put_move(move: Any, cards: Any, packed: Any, to: int) -> int:
    """The move as msgpack writes its record: fields in order, none that is null."""
    first = to
    to += 1
    n_fields = 0
    for field in range(MS + 1):
        if not move[GIVEN] >> field & 1:
            continue
        n_fields += 1
        to = put_name(FIRST[FIELD] + field, packed, to)
        if field == CARDS:
            to = put_cards(cards, 0, move[N_CARDS] - 1, packed, to)
        elif NAMED[field] >= 0:
            to = put_name(FIRST[NAMED[field]] + move[field], packed, to)
        elif field == YES:
            packed[to] = 0xC1 + move[field]  # false c2, true c3
            to += 1
        else:
            to = _put_number(move[field], packed, to)
    packed[first] = 0x80 | n_fields
    return to


@inlined
def put_name(row: int, packed: Any, to: int) -> int:
    """A name at `to`; the place behind it."""
    for n in range(PACKED_WIDTH):  # all of the row, which is one step
        packed[to + n] = PACKED[row, n]
    end: int = to + N_PACKED[row]
    return end


@inlined
def put_cards(cards: Any, first: int, n_cards: int, packed: Any, to: int) -> int:
    """A list of cards at `to`."""
    to = put_length(n_cards, packed, to)
    for n in range(n_cards):
        to = put_name(FIRST[CARD] + cards[first + n], packed, to)
    return to


@inlined
def put_length(length: int, packed: Any, to: int) -> int:
    """The head of a list of so many values, below 65,536."""
    if length < 16:
        packed[to] = 0x90 | length
        return to + 1
    packed[to] = 0xDC
    packed[to + 1] = length >> 8
    packed[to + 2] = length & 0xFF
    return to + 3


@inlined
def _put_number(number: int, packed: Any, to: int) -> int:
    """A whole number from 0, as short as can be."""
    if number < 1 << 7:
        packed[to] = number
        return to + 1
    size = 0  # of 1 << size bytes
    while size < 3 and number >> (8 << size):
        size += 1
    packed[to] = 0xCC + size
    for n in range(1 << size):
        packed[to + (1 << size) - n] = number >> 8 * n & 0xFF
    return to + 1 + (1 << size)
