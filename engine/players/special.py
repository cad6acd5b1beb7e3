"""Finding a special hand in the holding."""

from engine.cards import N_RANKS
from engine.moves import SpecialHand
from engine.special_hands import best_special_hand
from engine.view import SeatView

N_CARDS = 14  # of every special hand


def find_special_hand(view: SeatView) -> SpecialHand | None:
    """The best special hand that the seat may declare now, or None."""
    own = view.own
    if view.n_own != N_CARDS or 1 in own or not view.ruleset.has_special_hands:
        return None  # every special hand is made of pairs and more
    if view.took_pile:
        return None
    special = best_special_hand(own)
    if special is None:
        return None
    cards = [card for rank in range(N_RANKS) for card in view.held_cards(rank)]
    move = SpecialHand(view.seat, special.special_hand, cards)
    return move if view.allows(move) else None
