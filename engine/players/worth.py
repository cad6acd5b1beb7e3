"""What a seat may expect of the cards it cannot see."""

from engine.cards import JOKER, THREE, TWO
from engine.players.chances import chance_of
from engine.view import CANASTA_SIZE, SeatView

DRAWN_SHARE = 0.7  # share of the stock that is drawn in a usual hand


def side_share(view: SeatView) -> float:
    """The part of the unseen cards that the own side will come to see."""
    partner = 0 if view.partner is None else view.n_held[view.partner]
    n_hidden = view.n_stock + sum(view.n_held) - view.n_own
    n_sides = view.ruleset.n_sides
    return (partner + DRAWN_SHARE * view.n_stock / n_sides) / max(n_hidden, 1)


def wild_meld_chance(view: SeatView, n_wilds: int) -> float:
    """Chance that `n_wilds` on the table become a wild canasta of the side."""
    deck = view.ruleset.deck
    seen = view.seen()
    n_unseen = deck.n_of_rank[TWO] + deck.n_of_rank[JOKER] - seen[TWO] - seen[JOKER]
    return chance_of(CANASTA_SIZE - n_wilds, max(n_unseen, 0), side_share(view))


def rank_chance(view: SeatView, rank: int, n_naturals: int) -> float:
    """Chance that `n_naturals` of a rank become a natural canasta of the side."""
    n_unseen = view.ruleset.deck.n_of_rank[rank] - view.seen()[rank]
    return chance_of(CANASTA_SIZE - n_naturals, max(n_unseen, 0), side_share(view))


def turns_left(view: SeatView) -> float:
    """Own turns until the stock is gone, if the hand lasts that long."""
    return view.n_stock / view.ruleset.n_seats


def n_pairs(view: SeatView) -> int:
    """Different natural ranks held at least twice."""
    own = view.own
    n_held_twice = len([n for n in own if n >= 2])
    return n_held_twice - (own[TWO] >= 2) - (own[THREE] >= 2) - (own[JOKER] >= 2)
