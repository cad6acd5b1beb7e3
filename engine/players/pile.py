"""Whether to take the pile, and with which cards."""

from engine.cards import JOKER, THREE, TWO
from engine.players.melding import N_TO_KEEP
from engine.players.opening import plan_opening
from engine.players.pairs import plays_for_pairs
from engine.players.plan import CANASTA_SIZE, TurnPlan
from engine.players.skill import Skill
from engine.view import SeatView


def plan_pile(view: SeatView, skill: Skill) -> TurnPlan | None:
    """The lays that take the pile, its top's meld first, or None to draw.

    In the first lay the top card is not counted among the naturals.
    """
    rank = view.top
    if rank in (TWO, JOKER, THREE) or rank < 0 or view.is_dead[rank]:
        return None
    rules = view.ruleset
    size = view.own_size[rank]
    if size > rules.pile_max_meld:
        return None
    n = view.own[rank]
    if not view.own_opened:
        if n < 2 or not _is_worth_taking(view, skill):
            return None
        if plays_for_pairs(view, skill):
            return None
        return plan_opening(view, skill, with_pile=True)
    can_lay_off = rules.take_by_lay_off and size and not _is_frozen(view)
    if n < 2 and not can_lay_off:
        return None
    if not _is_worth_taking(view, skill):
        return None
    if view.facts.is_risky[rank] and not size and n + 1 < skill.risky_start:
        return None
    n_spare = view.n_own + len(view.pile) - 1 - N_TO_KEEP
    n_naturals = min(n, rules.max_meld_size - size - 1, n_spare)
    if n_naturals < (0 if can_lay_off else 2):
        return None
    if can_lay_off and size + 1 + n_naturals < CANASTA_SIZE:
        n_naturals = 0
    elif skill.keeps_lever and not size and n_naturals + 1 < CANASTA_SIZE:
        n_naturals = 2
    plan = TurnPlan(view, is_opening=False)
    plan.lay(rank, n_naturals)
    return plan


def _is_frozen(view: SeatView) -> bool:
    rules = view.ruleset
    return (rules.frozen_by_wild and view.is_frozen) or (
        rules.frozen_until_opened and not view.own_opened
    )


def _is_worth_taking(view: SeatView, skill: Skill) -> bool:
    """Whether the pile's cards beat a card from the stock."""
    rank_of = view.ruleset.deck.rank
    own = view.own
    size = view.own_size
    top = view.top
    points = 30.0 + (20.0 if size[top] else 10.0)
    pile = view.pile
    for card in pile[:-1]:
        rank = rank_of[card]
        if rank in (TWO, JOKER):
            points += 40.0
        elif view.is_dead[rank] or rank == THREE:
            points -= 5.0
        elif size[rank]:
            points += 20.0 if size[rank] < CANASTA_SIZE else 5.0
        elif own[rank]:
            points += 10.0 + 5.0 * own[rank]
        else:
            points += 5.0
    return points > skill.take_above + 20.0
