"""Positions in the notation of the worked examples: `7*K`, `5*9 2*2`, `A A 8`."""

from collections.abc import Mapping, Sequence

from engine.cards import JOKER, Deck
from engine.rulesets import get_ruleset

_RANK_OF_WORD = {"A": 1, "J": 11, "Q": 12, "K": 13, "Jo": JOKER}


class Dealer:
    """Hands out cards by rank, each only once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.n_taken: dict[tuple[int, str], int] = {}

    def take(self, rank: int, suits: str) -> str:
        """The next card of the rank in one of the suits."""
        cards = [
            c
            for c in self.deck.cards_of_rank(rank)
            if rank == JOKER or self.deck.suit[c] in suits
        ]
        key = (rank, suits)
        at = self.n_taken.get(key, 0)
        self.n_taken[key] = at + 1
        return self.deck.names[cards[at]]

    def cards(self, notation: str) -> list[str]:
        """Cards of `7*K` or `A A 8`; a three is one that may be held."""
        names = []
        for word in notation.split():
            n, _, rank_word = word.rpartition("*")
            rank = _RANK_OF_WORD.get(rank_word) or int(rank_word)
            suits = "CSBK" if rank == 3 else "CDHSRYBK"
            names += [self.take(rank, suits) for _ in range(int(n or 1))]
        return names

    def threes(self, n_red: int, n_black: int = 0) -> list[str]:
        """Exposed threes."""
        return [self.take(3, "DHRY") for _ in range(n_red)] + [
            self.take(3, "CSBK") for _ in range(n_black)
        ]


def position(
    ruleset: str,
    *,
    melds: str = "",
    hands: str = "",
    red: int = 0,
    black: int = 0,
    out: bool = False,
    concealed: bool = False,
    failed_ask: int = 0,
    total: int = 0,
    options: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """A position in which side 0 is the one of the example, the others are bare."""
    rules = get_ruleset(ruleset, options)
    dealer = Dealer(rules.deck)
    n_seats = rules.n_seats // rules.n_sides
    holdings = [dealer.cards(cards) for cards in hands.split("·") if cards.strip()]
    holdings = [[] for _ in range(n_seats - len(holdings))] + holdings
    side = {
        "points_before": total,
        "melds": [dealer.cards(meld) for meld in melds.split("·") if meld.strip()],
        "threes": dealer.threes(red, black),
        "holdings": holdings,
        "went_out": out,
        "concealed": concealed,
        "failed_ask": failed_ask,
        "special_hand": None,
    }
    bare = {"points_before": 0, "melds": [], "threes": [], "holdings": [[], []]}
    bare["holdings"] = [[] for _ in range(n_seats)]
    sides = [side, *([bare] * (rules.n_sides - 1))]
    return {"ruleset": ruleset, "options": dict(options or {}), "sides": sides}


def lines_of(answer: Mapping[str, object]) -> Sequence[int]:
    """Bonus, going out, threes, melded, held, penalties, points of side 0."""
    side = answer["sides"][0]  # type: ignore[index]
    names = "canasta_bonus going_out threes melded held penalties points"
    return tuple(side[name] for name in names.split())
