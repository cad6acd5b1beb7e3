"""What an opened side lays: extending, starting and finishing melds."""

from engine.cards import JOKER, TWO, WILD_MELD
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import rank_chance, turns_left, wild_meld_chance
from engine.view import CANASTA_SIZE, SeatView

LEVER_SIZE = 3  # the smallest meld takes the pile twice before it is too large
N_TO_KEEP = 2  # one to discard, one to go on with; rules.md 0.3


def plan_melds(view: SeatView, skill: Skill) -> TurnPlan:
    """What the seat lays in this turn if it does not go out."""
    plan = TurnPlan(view, is_opening=view.is_opening_turn)
    is_late = turns_left(view) < skill.late_turns or _end_is_near(view, skill)
    _lay_naturals(plan, skill, is_late=is_late)
    if plan.own[TWO] or plan.own[JOKER]:
        _lay_wilds(plan, skill, is_late=is_late)
    return plan


def _end_is_near(view: SeatView, skill: Skill) -> bool:
    """Whether the next side could go out soon."""
    if view.n_canastas[view.next_side] < view.ruleset.n_canastas_to_go_out:
        return False
    n_seats, n_sides = view.ruleset.n_seats, view.ruleset.n_sides
    held = view.n_held
    return (
        min(held[s] for s in range(view.next_side, n_seats, n_sides))
        <= skill.end_near_at
    )


def _lay_naturals(plan: TurnPlan, skill: Skill, *, is_late: bool) -> None:
    view = plan.view
    rules = view.ruleset
    own = plan.own
    keeps_lever = skill.keeps_lever and view.facts.has_lever and not is_late
    n_pile = len(view.pile)
    holds_new = not is_late and n_pile >= skill.starts_below
    holds_joining = not is_late and n_pile >= skill.joins_below
    n_keep = N_TO_KEEP if is_late else max(N_TO_KEEP, int(skill.keeps_cards))
    for rank in view.facts.natural_ranks:
        n = own[rank]
        if not n:
            continue
        size = plan.size[rank]
        if not size and n < 3:
            continue
        if view.is_dead[rank] or (
            not size and not _is_worth_starting(view, skill, rank, n)
        ):
            continue
        closes = size < CANASTA_SIZE <= size + n
        if (holds_joining if size else holds_new) and not closes:
            continue
        n_spare = plan.n_own - (N_TO_KEEP if closes else n_keep)
        n = min(n, rules.max_meld_size - size, n_spare)
        if keeps_lever and not view.facts.is_risky[rank]:
            n = _n_with_lever(plan, rank, n)
        if n > 0 and size + n >= 3:
            plan.lay(rank, n)


def _is_worth_starting(view: SeatView, skill: Skill, rank: int, n: int) -> bool:
    """Sevens and aces are started only when they are likely to be finished."""
    if not view.facts.is_risky[rank]:
        return True
    if n < skill.risky_start:
        return False
    if not skill.counts_cards:
        return True
    return n >= CANASTA_SIZE or rank_chance(view, rank, n) > skill.risky_chance


def _n_with_lever(plan: TurnPlan, rank: int, n: int) -> int:
    """Cards to add so that the meld is finished or can still take the pile."""
    size = plan.size[rank]
    if size > plan.view.ruleset.pile_max_meld:
        return n
    n_wilds = plan.own[TWO] + plan.own[JOKER]
    if size + n + min(n_wilds, plan.wild_room(rank, n)) >= CANASTA_SIZE:
        return n
    return max(0, min(n, LEVER_SIZE - size))


def _lay_wilds(plan: TurnPlan, skill: Skill, *, is_late: bool) -> None:
    view = plan.view
    n_wilds = plan.own[TWO] + plan.own[JOKER]
    size = plan.size[WILD_MELD]
    if 0 < size < CANASTA_SIZE:
        if not view.is_dead[WILD_MELD]:
            _add_to_wild_meld(plan, min(n_wilds, CANASTA_SIZE - size))
        return
    if (
        view.ruleset.has_wild_meld
        and not size
        and not view.is_dead[WILD_MELD]
        and n_wilds >= 3
        and wild_meld_chance(view, n_wilds) >= skill.wild_meld_chance
    ):
        _add_to_wild_meld(plan, min(n_wilds, CANASTA_SIZE))
        return
    if plan.n_canastas < skill.closes_mixed_below or is_late:
        _finish_with_wilds(plan, 3.0 if is_late else skill.closes_with)
    if is_late:
        _spend_wilds(plan)


def _add_to_wild_meld(plan: TurnPlan, n_wilds: int) -> None:
    n_wilds = min(n_wilds, plan.n_own - N_TO_KEEP)
    if n_wilds > 0 and plan.size[WILD_MELD] + n_wilds >= 3:
        plan.lay_wilds(WILD_MELD, 0, n_wilds)


def _finish_with_wilds(plan: TurnPlan, most: float) -> None:
    """Close melds that wilds can bring to seven, the largest first."""
    size = plan.size
    least = CANASTA_SIZE - min(most, plan.own[TWO] + plan.own[JOKER])
    is_dead = plan.view.is_dead
    ranks = [
        rank
        for rank in plan.view.facts.natural_ranks
        if least <= size[rank] < CANASTA_SIZE and not is_dead[rank]
    ]
    ranks.sort(key=lambda r: -size[r])
    for rank in ranks:
        n_missing = CANASTA_SIZE - size[rank]
        n_wilds = plan.own[TWO] + plan.own[JOKER]
        if n_missing <= min(n_wilds, plan.wild_room(rank, 0), plan.n_own - N_TO_KEEP):
            plan.lay_wilds(rank, 0, n_missing)


def _spend_wilds(plan: TurnPlan) -> None:
    """Lay wilds anywhere they count for the side instead of against it."""
    for rank in plan.view.facts.natural_ranks:
        if plan.size[rank] < 3 or plan.view.is_dead[rank]:
            continue
        n_wilds = plan.own[TWO] + plan.own[JOKER]
        n = min(n_wilds, plan.wild_room(rank, 0), plan.n_own - N_TO_KEEP)
        if n > 0:
            plan.lay_wilds(rank, 0, n)
