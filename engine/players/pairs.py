"""Playing for a hand of seven pairs instead of melds."""

from engine.cards import JOKER, TWO
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import n_pairs
from engine.view import SeatView


def plays_for_pairs(view: SeatView, skill: Skill) -> bool:
    """Whether the seat keeps its cards back for a special hand of pairs."""
    return (
        view.ruleset.has_special_hands
        and not view.own_opened
        and view.n_stock >= skill.pairs_until_stock
        and view.n_own >= 13
        and n_pairs(view) >= skill.pairs_from
    )


def pairs_keep_points(plan: TurnPlan, rank: int, seen: list[int]) -> float:
    """What a card is worth to a hand of pairs: pairs first, then live singles."""
    n = plan.own[rank]
    if rank in (TWO, JOKER):
        return 500.0
    if n == 2:
        return 300.0
    if n > 2:
        return 20.0
    return 4.0 * (8 - seen[rank])
