"""Playing for a hand of seven pairs instead of melds."""

from engine.cards import JOKER, N_RANKS, TWO
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import n_pairs
from engine.view import SeatView


def plays_for_pairs(view: SeatView, skill: Skill) -> bool:
    """Whether the seat keeps its cards back for a special hand of pairs."""
    if (
        view.own_opened
        or not view.ruleset.has_special_hands
        or view.n_own < 13
        or view.n_stock < skill.pairs_until_stock
    ):
        return False
    n_ranks = N_RANKS - view.own.count(0)
    if n_ranks > view.n_own - skill.pairs_from:
        return False  # told cheaply: each pair is a card more than there are ranks
    return n_pairs(view) >= skill.pairs_from


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
