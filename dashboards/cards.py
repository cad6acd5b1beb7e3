"""Cards, melds and moves of a replay in words."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.seen import SeenMeld, SeenMove

SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
COLORS: Final = {"R": "red", "Y": "yellow", "B": "blue", "K": "black"}
RANKS: Final = {
    "wild": "wilds",
    "A": "aces",
    "1": "ones",
    "3": "black threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "8": "eights",
    "9": "nines",
    "T": "tens",
    "10": "tens",
    "11": "elevens",
    "12": "twelves",
    "13": "thirteens",
    "J": "jacks",
    "Q": "queens",
    "K": "kings",
}


def shown_card(name: str) -> str:
    """A card of the hand log without its copy number.

    >>> [shown_card(name) for name in ("TS2", "8H1", "JK1", "07R1")]
    ['10♠', '8♥', 'joker', 'red 7']
    """
    if name.startswith("JK"):
        return "joker"
    if len(name) == len("07R1"):
        return f"{COLORS[name[2]]} {int(name[:2])}"
    return f"{name[0].replace('T', '10')}{SUITS[name[1]]}"


def shown_cards(names: Sequence[str]) -> str:
    """Cards in the order given.

    >>> shown_cards(["7S1", "7H2"]), shown_cards(["07R1", "JK1"])
    ('7♠ 7♥', 'red 7, joker')
    """
    shown = [shown_card(name) for name in names]
    return (", " if any(" " in card for card in shown) else " ").join(shown)


def shown_meld(meld: SeenMeld) -> str:
    """What a meld is.

    >>> shown_meld(SeenMeld("7", ("7S1",) * 7, "natural"))
    'sevens, natural canasta'
    """
    name = RANKS[meld.rank]
    return name if meld.canasta_kind is None else f"{name}, {_canasta(meld)}"


def _canasta(meld: SeenMeld) -> str:
    is_rank = meld.canasta_kind in {"aces", "sevens"}
    return "canasta" if is_rank else f"{meld.canasta_kind} canasta"


def shown_special_hand(name: str) -> str:
    """The id of a special hand as text.

    >>> shown_special_hand("zip_code")
    'zip code'
    """
    return name.replace("_", " ")


def told(move: SeenMove, who: str) -> str:
    """A move as a sentence without its full stop; `who` made it.

    >>> told(SeenMove(1, "draw", None, 2), "Ana")
    'Ana draws 2 cards'
    >>> told(SeenMove(1, "meld", ("4S1", "2H1"), 2, "4"), "Ana")
    'Ana melds 4♠ 2♥ as fours'
    """
    return f"{who} {_TOLD[move.do](move)}"


def _cards(move: SeenMove) -> str:
    """The cards of a move, or how many they are where they are not seen."""
    if move.cards is not None:
        return shown_cards(move.cards)
    return "a card" if move.n_cards == 1 else f"{move.n_cards} cards"


def _expose(move: SeenMove) -> str:
    if not move.is_replaced:
        return f"lays {_cards(move)} open; the stock has no card for it"
    seen = move.replacement
    new = "another card" if seen is None else shown_card(seen)
    return f"lays {_cards(move)} open and draws {new} for it"


def _take_pile(move: SeenMove) -> str:
    size = "1 card" if move.n_cards == 1 else f"{move.n_cards} cards"
    return f"takes the pile of {size}: {_cards(move)}"


_TOLD: Final[dict[str, Callable[[SeenMove], str]]] = {
    "expose": _expose,
    "draw": lambda move: f"draws {_cards(move)}",
    "take_pile": _take_pile,
    "meld": lambda move: f"melds {_cards(move)} as {RANKS[move.rank or '']}",
    "discard": lambda move: f"discards {_cards(move)}",
    "talon": lambda move: f"gets the talon bonus: {_cards(move)}",
    "ask": lambda _: "asks whether to go out",
    "answer": lambda move: f"answers {'yes' if move.yes else 'no'}",
    "special_hand": lambda move: (
        f"declares the special hand {shown_special_hand(move.special_hand or '')}: "
        f"{_cards(move)}"
    ),
    "cancel_opening": lambda _: "takes the opening back",
    "time_out": lambda _: "is out of time",
    "leave": lambda _: "leaves; the computer plays on",
    "return": lambda _: "comes back",
    "joker_button": lambda move: f"presses the joker button: {_cards(move)}",
}
