"""The moves of one hand in the form in which `hand_moves` holds them.

A move is one whole number whose bits are the fields of `WIDTHS`; where it has several
cards, their codes are in a list of the hand's own. A hundred rows a hand become one. A
code counts from 1 in one of the lists below, 0 is null. The lists may only grow at
their ends, or stored moves would change their meaning. Moves that do not fit, as a log
that nobody replays may have them, are rows of `plain_moves`; the view `moves` is both.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import astuple

if TYPE_CHECKING:
    from ingest.records import Move

KINDS: Final = (
    "expose",
    "draw",
    "take_pile",
    "meld",
    "discard",
    "talon",
    "ask",
    "answer",
    "special_hand",
    "cancel_opening",
    "time_out",
    "leave",
    "return",
    "joker_button",
)
RANKS: Final = ("wild", *"A23456789TJQK", "JK", "1", "10", "11", "12", "13")
SPECIAL_HANDS: Final = (
    "pairs",
    "wild_pairs",
    "miami_pairs",
    "zip_code",
    "garbage",
    "blast_off",
    "triples",
    "quads",
    "dream_plus_4",
    "dream_plus_5",
)
CARDS: Final = (
    *(f"{rank}{suit}{n}" for rank in "A23456789TJQK" for suit in "CDHS" for n in "123"),
    *(f"JK{n}" for n in range(1, 7)),
    *(f"{n:02d}{suit}{i}" for n in range(1, 14) for suit in "RYBK" for i in (1, 2)),
)
ANSWERS: Final = (False, True)

# Bits of each field, the lowest first. `n_cards` is one more than there are, 0 without
# any; `card` is the code of a single one, of more it is where they begin in the hand's
# list; `turn` is one more, 0 unknown.
WIDTHS: Final = {
    "seat": 3,
    "do": 4,
    "yes": 2,
    "special_hand": 4,
    "rank": 5,
    "replacement": 8,
    "n_cards": 8,
    "card": 12,
    "turn": 12,
}
SHIFTS: Final = dict(zip(WIDTHS, accumulate(WIDTHS.values(), initial=0), strict=False))
MOST_CARDS = (1 << WIDTHS["card"]) - 1  # of all moves of a hand
MOST_MOVES = (1 << WIDTHS["turn"]) - 3  # turns 0 to n; and one bit pattern for null


def _codes(*names: object) -> dict[object, int]:
    """The code of each name; 0 for what is absent."""
    return {None: 0, **{name: code for code, name in enumerate(names, start=1)}}


_KIND = _codes(*KINDS)
_RANK = _codes(*RANKS)
_SPECIAL = _codes(*SPECIAL_HANDS)
_CARD = _codes(*CARDS)
_YES = _codes(*ANSWERS)
_ONE_MORE = bytes([*range(1, 256), 255])
TOO_MANY = 255  # cards of one move, and one


class PackedMoves(NamedTuple):
    """Codes of the fields of a hand's moves, one byte a move."""

    seat: bytes
    do: bytes
    yes: bytes
    special_hand: bytes
    rank: bytes
    replacement: bytes
    n_cards: bytes
    ms: Sequence[int | None]
    cards: array[int]  # of all moves, one after the other

    @property
    def n_fields(self) -> int:
        """Fields that the moves have, all together."""
        n_optional = 6 * len(self.seat) - self.ms.count(None)
        for codes in self[2:7]:
            n_optional -= codes.count(0)
        return 2 * len(self.seat) + n_optional


_NO_MOVES = PackedMoves(b"", b"", b"", b"", b"", b"", b"", (), array("H"))


def packed_moves(moves: Sequence[Move]) -> PackedMoves | None:
    """The moves of one hand; None if they do not fit this form."""
    if not moves:
        return _NO_MOVES
    seat, do, cards, rank, replacement, special_hand, yes, ms = zip(
        *map(astuple, moves), strict=True
    )
    named = chain.from_iterable(filter(None, cards))
    try:
        packed = PackedMoves(
            bytes(seat),
            bytes(map(_KIND.__getitem__, do)),
            _coded(yes, _YES),
            _coded(special_hand, _SPECIAL),
            _coded(rank, _RANK),
            _coded(replacement, _CARD),
            _n_cards(cards),
            ms,
            array("H", [*map(_CARD.__getitem__, named)]),
        )
    except (KeyError, ValueError):  # an unknown name; a code or count above 255
        return None
    if len(moves) > MOST_MOVES or len(packed.cards) > MOST_CARDS:
        return None
    return None if TOO_MANY in packed.n_cards else packed


def _coded(names: Sequence[object], codes: dict[object, int]) -> bytes:
    if names.count(None) == len(names):  # most hands have none of most fields
        return bytes(len(names))
    return bytes(map(codes.__getitem__, names))


def _n_cards(cards: Sequence[Sequence[str] | None]) -> bytes:
    try:
        return bytes(map(len, cards)).translate(_ONE_MORE)  # type: ignore[arg-type]
    except TypeError:  # a move without cards
        return bytes(0 if own is None else len(own) + 1 for own in cards)
