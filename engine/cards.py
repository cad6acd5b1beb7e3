"""Cards as ints, rank-major, and their names in the hand log.

A card's number means nothing but "the n-th card of this deck": look its rank,
suit and name up in the `Deck`. Ranks are the same in all decks: ace 1, two 2,
… king 13, joker 14; tiles use 1–13 as printed.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeVar

ACE: Final = 1
TWO: Final = 2
THREE: Final = 3
SEVEN: Final = 7
KING: Final = 13
JOKER: Final = 14
N_RANKS: Final = 15  # 0 is the rank of a wild meld, so that ranks index lists
WILD_MELD: Final = 0
NATURAL_RANKS: Final = (1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
IS_NATURAL_RANK: Final = tuple(rank in NATURAL_RANKS for rank in range(N_RANKS))
MELD_RANKS: Final = (0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)

RED_SUITS: Final = "DHRY"  # diamonds, hearts; red and yellow tiles

_CARD_LETTERS: Final = "?A23456789TJQK"


T = TypeVar("T")


class UnknownNameError(KeyError):
    """A name of the hand log that is not known here; it is `args[0]`."""


class ByName(dict[str, T]):
    """What the hand log's names mean; an unknown name has an error of its own."""

    def __missing__(self, name: str) -> T:
        raise UnknownNameError(name)


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of a game; every tuple is indexed by the card's number."""

    kind: str  # "cards" or "tiles"
    n_cards: int
    rank: tuple[int, ...]
    suit: tuple[str, ...]  # "C D H S", tiles "R Y B K", jokers ""
    is_wild: tuple[bool, ...]
    names: tuple[str, ...]  # as in the hand log: "8H1", "JK1", tiles "08R1"
    faces: tuple[str, ...]  # the same without the copy number: "8H", "JK"
    first_of_rank: tuple[int, ...]  # by rank; the cards of a rank are consecutive
    n_of_rank: tuple[int, ...]  # by rank
    rank_names: tuple[str, ...]  # by rank, as in the log's `rank`; "wild" for 0
    ids: ByName[int] = field(repr=False, compare=False)  # name -> card
    shown: ByName[int] = field(repr=False, compare=False)  # a name, or a face -> card
    n_copies: int  # of each face; of jokers there may be more
    n_of_face: dict[str, int] = field(repr=False, compare=False)
    rank_ids: ByName[int] = field(repr=False, compare=False)

    def cards_of_rank(self, rank: int) -> range:
        """Every card of the rank."""
        first = self.first_of_rank[rank]
        return range(first, first + self.n_of_rank[rank])


def _deck(kind: str, suits: str, n_copies: int, n_jokers: int) -> Deck:
    rank: list[int] = []
    suit: list[str] = []
    faces: list[str] = []
    names: list[str] = []
    for r in range(ACE, KING + 1):
        label = _CARD_LETTERS[r] if kind == "cards" else f"{r:02d}"
        for s in suits:
            for copy in range(1, n_copies + 1):
                rank.append(r)
                suit.append(s)
                faces.append(label + s)
                names.append(f"{label}{s}{copy}")
    for copy in range(1, n_jokers + 1):
        rank.append(JOKER)
        suit.append("")
        faces.append("JK")
        names.append(f"JK{copy}")
    labels = list(_CARD_LETTERS) if kind == "cards" else [str(r) for r in range(14)]
    rank_names = ("wild", *labels[1:], "JK")
    meld_ranks = MELD_RANKS if kind == "cards" else NATURAL_RANKS
    per_rank = len(suits) * n_copies
    ids = ByName((name, card) for card, name in enumerate(names))
    first_of_face = {face: ids[face + "1"] for face in faces}
    return Deck(
        kind=kind,
        n_cards=len(rank),
        rank=tuple(rank),
        suit=tuple(suit),
        is_wild=tuple(r in (TWO, JOKER) for r in rank),
        names=tuple(names),
        faces=tuple(faces),
        first_of_rank=(0, *((r - 1) * per_rank for r in range(1, N_RANKS))),
        n_of_rank=(0, *(per_rank for _ in range(13)), n_jokers),
        rank_names=rank_names,
        ids=ids,
        shown=ByName(ids | first_of_face),
        n_copies=n_copies,
        n_of_face=dict(Counter(faces)),
        rank_ids=ByName((rank_names[r], r) for r in meld_ranks),
    )


@cache
def card_deck(n_packs: int) -> Deck:
    """`n_packs` packs of 52 cards with two jokers each."""
    return _deck("cards", "CDHS", n_packs, 2 * n_packs)


@cache
def tile_deck() -> Deck:
    """106 tiles: 1–13 twice in red, yellow, blue and black, and two jokers."""
    return _deck("tiles", "RYBK", 2, 2)
