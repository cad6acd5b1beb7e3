"""Whether to take the pile, and with which cards."""

from engine.cards import JOKER, THREE, TWO
from engine.players.forced_opening import plan_forced_opening
from engine.players.melding import N_TO_KEEP
from engine.players.opening import plan_opening
from engine.players.pairs import plays_for_pairs
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.view import CANASTA_SIZE, SeatView

N_CARDS_TO_TAKE = 2  # of the holding, with the top card; rules.md 3.6


def plan_pile(view: SeatView, skill: Skill) -> TurnPlan | None:
    """The lays that take the pile, its top's meld first, or None to draw.

    In the first lay the top card is not counted among the naturals.
    """
    rank = view.top
    if rank in (TWO, JOKER, THREE) or rank < 0 or view.is_dead[rank]:
        return None
    rules = view.ruleset
    if view.own_size[rank] > rules.pile_max_meld:
        return None
    is_forced = not view.n_stock and rules.stock_end == "forced"
    if not view.own_opened:
        if view.own[rank] < 2:
            return None
        if not is_forced and (
            plays_for_pairs(view, skill) or not _is_worth_taking(view, skill)
        ):
            return None
        plan = plan_opening(view, skill, with_pile=True)
        return plan_forced_opening(view) if plan is None and is_forced else plan
    use = _use_of_top(view, skill, rank) or _use_with_wilds(view, rank, N_TO_KEEP)
    if is_forced:
        use = use or _last_use(view, rank)
    elif use is not None and not _is_worth_taking(view, skill, use[1]):
        return None
    if use is None:
        return None
    plan = TurnPlan(view, is_opening=False)
    plan.lay_wilds(rank, *use)
    return plan


def _use_of_top(view: SeatView, skill: Skill, rank: int) -> tuple[int, int] | None:
    """Naturals (and no wilds) of the holding that the top card is laid with."""
    rules = view.ruleset
    size = view.own_size[rank]
    n = view.own[rank]
    can_lay_off = rules.take_by_lay_off and size and not _is_frozen(view)
    if view.facts.is_risky[rank] and not size and n + 1 < skill.risky_start:
        return None
    n_spare = view.n_own + len(view.pile) - 1 - N_TO_KEEP
    n_naturals = min(n, rules.max_meld_size - size - 1, n_spare)
    if n_naturals < (0 if can_lay_off else 2):
        return None
    if can_lay_off and size + 1 + n_naturals < CANASTA_SIZE:
        return 0, 0
    if skill.keeps_lever and not size and n_naturals + 1 < CANASTA_SIZE:
        return 2, 0
    return n_naturals, 0


def _last_use(view: SeatView, rank: int) -> tuple[int, int] | None:
    """How a seat that must take the pile does so, if need be going out with it."""
    if view.own[rank] >= N_CARDS_TO_TAKE:
        return N_CARDS_TO_TAKE, 0
    return _use_with_wilds(view, rank, 0)


def _use_with_wilds(
    view: SeatView, rank: int, n_to_keep: int
) -> tuple[int, int] | None:
    """The fewest wilds, with at most one natural, that take the top card."""
    rules = view.ruleset
    if not rules.take_with_wild or _is_frozen(view):
        return None
    n_spare = view.n_own + len(view.pile) - 1 - n_to_keep
    n_wilds = view.own[TWO] + view.own[JOKER]
    n = min(view.own[rank], 1)
    plan = TurnPlan(view, is_opening=False)
    needed = N_CARDS_TO_TAKE - n
    if needed <= min(n_wilds, n_spare - n, plan.wild_room(rank, n + 1)):
        return n, needed
    return None


def _is_frozen(view: SeatView) -> bool:
    rules = view.ruleset
    return (rules.frozen_by_wild and view.is_frozen) or (
        rules.frozen_until_opened and not view.own_opened
    )


def _is_worth_taking(view: SeatView, skill: Skill, n_wilds: int = 0) -> bool:
    """Whether the pile's cards beat a card from the stock."""
    rank_of = view.ruleset.deck.rank
    own = view.own
    size = view.own_size
    top = view.top
    points = 30.0 + (20.0 if size[top] else 10.0) - n_wilds * skill.wild_spent
    pile = view.pile
    for card in pile[:-1]:
        rank = rank_of[card]
        if rank in (TWO, JOKER):
            points += skill.pile_wild
        elif view.is_dead[rank] or rank == THREE:
            points -= 5.0
        elif size[rank]:
            points += skill.pile_joins if size[rank] < CANASTA_SIZE else 5.0
        elif own[rank]:
            points += skill.pile_pair + 5.0 * own[rank]
        else:
            points += skill.pile_other
    return points > skill.take_above + 20.0
