"""The moves of a hand: one small class for each kind, cards as ints.

`do` is the move's name in the hand log. A move only says what a seat wants to
do; whether it is legal, and what follows, is decided by `HandState`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


@dataclass(slots=True)
class Expose:
    """Lay a three open and replace it; `replacement` is None where none is drawn.

    Before a turn's draw it is the three on the stock, and the replacement stays
    there for the `Draw`; at the deal, and for a three out of a taken pile, the
    replacement goes to the holding at once.
    """

    do: ClassVar[str] = "expose"
    seat: int
    card: int
    replacement: int | None


@dataclass(slots=True)
class Draw:
    """Keep cards from the stock: one, in `classic-2` two (or the last one)."""

    do: ClassVar[str] = "draw"
    seat: int
    cards: Sequence[int]


@dataclass(slots=True)
class TakePile:
    """Take the whole pile, bottom first; the meld with its top card follows."""

    do: ClassVar[str] = "take_pile"
    seat: int
    cards: Sequence[int]


@dataclass(slots=True)
class Meld:
    """Lay cards on the side's meld of `rank`, or start one (`cards.WILD_MELD`)."""

    do: ClassVar[str] = "meld"
    seat: int
    rank: int
    cards: Sequence[int]


@dataclass(slots=True)
class Discard:
    """Put one card on the pile, which ends the turn."""

    do: ClassVar[str] = "discard"
    seat: int
    card: int


@dataclass(slots=True)
class Talon:
    """Draw the bonus cards of an opening, straight after the discard."""

    do: ClassVar[str] = "talon"
    seat: int
    cards: Sequence[int]


@dataclass(slots=True)
class Ask:
    """Ask the partner for leave to go out."""

    do: ClassVar[str] = "ask"
    seat: int


@dataclass(slots=True)
class Answer:
    """Answer the partner's question; `seat` is the one that answers."""

    do: ClassVar[str] = "answer"
    seat: int
    yes: bool


@dataclass(slots=True)
class SpecialHand:
    """Lay all fourteen cards as one of the special hands."""

    do: ClassVar[str] = "special_hand"
    seat: int
    special_hand: str
    cards: Sequence[int]


@dataclass(slots=True)
class CancelOpening:
    """Take an unfinished opening back; a provisional pile goes back too."""

    do: ClassVar[str] = "cancel_opening"
    seat: int


@dataclass(slots=True)
class TimeOut:
    """The clock ran out: only a draw (if none yet) and a discard remain."""

    do: ClassVar[str] = "time_out"
    seat: int


@dataclass(slots=True)
class Leave:
    """The player leaves, the computer takes the seat over."""

    do: ClassVar[str] = "leave"
    seat: int


@dataclass(slots=True)
class Return:
    """The player takes the seat back from the computer."""

    do: ClassVar[str] = "return"
    seat: int


@dataclass(slots=True)
class JokerButton:
    """Take the first joker of the stock (tiles)."""

    do: ClassVar[str] = "joker_button"
    seat: int
    card: int


Move = (
    Expose
    | Draw
    | TakePile
    | Meld
    | Discard
    | Talon
    | Ask
    | Answer
    | SpecialHand
    | CancelOpening
    | TimeOut
    | Leave
    | Return
    | JokerButton
)
