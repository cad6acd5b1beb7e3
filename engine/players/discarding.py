"""Which card to throw: what it is worth to keep against what it may give away."""

from random import Random

from engine.cards import JOKER, N_RANKS, THREE, TWO
from engine.players.chances import chance_of
from engine.players.pairs import pairs_keep_points
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import turns_left
from engine.view import CANASTA_SIZE, SeatView

WILD_POINTS = 500.0  # more than any natural is worth keeping


def legal_ranks(plan: TurnPlan) -> list[int]:
    """Ranks of the draft's holding that may be discarded (rules.md 2.9)."""
    own = plan.own
    view = plan.view
    rules = view.ruleset
    ranks = [r for r in range(N_RANKS) if own[r]]
    if rules.wild_discard_only_when_all_wild:
        naturals = [r for r in ranks if r not in (TWO, JOKER)]
        if not naturals:
            return ranks
        ranks = naturals
    if rules.has_swad and len(view.pile) == 0:
        safe = [r for r in ranks if not is_swad(plan, r)]
        return safe or ranks
    return ranks


def is_swad(plan: TurnPlan, rank: int) -> bool:
    """Whether a seven, wild, ace or dead card (also one that this turn kills)."""
    view = plan.view
    return (
        view.is_dead[rank]
        or view.facts.is_risky[rank]
        or rank in (TWO, JOKER)
        or (view.ruleset.has_dead_ranks and plan.size[rank] >= CANASTA_SIZE)
    )


def rank_to_take_back(plan: TurnPlan) -> int | None:
    """The meld that gives the discard up when the whole holding is SWAD.

    Only under the option `swad_fallback` = `take_back`; else None.
    """
    view = plan.view
    rules = view.ruleset
    if rules.swad_fallback != "take_back" or not rules.has_swad or view.pile:
        return None
    if not all(is_swad(plan, rank) for rank in legal_ranks(plan)):
        return None
    usable = [
        rank
        for rank in view.facts.natural_ranks
        if plan.size[rank] and not view.facts.is_risky[rank]
    ]
    smaller = [
        rank
        for rank in usable
        if plan.size[rank] < CANASTA_SIZE and not view.is_dead[rank]
    ]
    return min(smaller or usable, key=lambda rank: plan.size[rank], default=None)


def choose_discard(
    plan: TurnPlan, skill: Skill, rng: Random, *, pairs_only: bool
) -> int:
    """The rank to discard."""
    ranks = legal_ranks(plan)
    if len(ranks) == 1:
        return ranks[0]
    if skill.careless_discard and rng.random() < skill.careless_discard:
        return ranks[rng.randrange(len(ranks))]
    view = plan.view
    danger_points = skill.minds_pile * skill.pile_card_points * (len(view.pile) + 1)
    if not view.is_opened[view.next_side]:
        danger_points *= skill.unopened_danger
    danger = _danger_counted if skill.counts_cards else _danger_guessed
    seen = view.seen() if skill.counts_cards else view.own
    left = turns_left(view)
    best, best_cost = ranks[0], 1e9
    for rank in ranks:
        if pairs_only:
            cost = pairs_keep_points(plan, rank, seen)
        else:
            cost = _keep_points(plan, skill, rank, left)
        if cost < best_cost and _may_be_taken(view, rank):
            cost += danger_points * danger(plan, rank, seen, skill)
        if cost < best_cost:
            best, best_cost = rank, cost
    return best


def _keep_points(plan: TurnPlan, skill: Skill, rank: int, left: float) -> float:
    """What the card is worth in the holding; negative for one better thrown."""
    view = plan.view
    if rank in (TWO, JOKER):
        return WILD_POINTS + rank
    rules = view.ruleset
    value = rules.value_of_rank[rank]
    size = plan.size[rank]
    if view.is_dead[rank] or rank == THREE or size >= rules.max_meld_size:
        return -value - 10.0
    n = plan.own[rank]
    is_late = left < skill.late_turns
    if view.facts.is_risky[rank] and not plan.n_wilds[rank]:
        return _keep_points_of_risky(skill, n, size, left)
    if is_late:
        return -float(value)
    if size:
        return skill.joining_points
    if n == 1:
        return skill.single_points - value / 10
    return skill.pair_points + 20.0 * (n - 2)


def _keep_points_of_risky(skill: Skill, n: int, size: int, left: float) -> float:
    """Sevens and aces: three held cost a penalty, some on the table want more."""
    if size:
        return WILD_POINTS / 2
    if n < 3:
        return n * skill.risky_points if left >= skill.late_turns else -20.0
    if n >= skill.risky_start:
        return WILD_POINTS / 2
    return -skill.dump_points if left < skill.dump_turns else -10.0


def _may_be_taken(view: SeatView, rank: int) -> bool:
    """Whether anything in the rules lets the next seat take the rank."""
    if rank in (TWO, JOKER, THREE) or view.is_dead[rank]:
        return False
    return view.their_size[rank] <= view.ruleset.pile_max_meld


def _is_at_once(view: SeatView, rank: int) -> bool:
    """Whether the next seat can take the rank with a meld that lies there."""
    rules = view.ruleset
    return (
        view.their_size[rank] > 0
        and rules.take_by_lay_off
        and not (rules.frozen_by_wild and view.is_frozen)
    )


def _danger_guessed(plan: TurnPlan, rank: int, seen: list[int], skill: Skill) -> float:
    """A rule of thumb: the fewer copies are out there, the safer."""
    del seen, skill  # this player counts nothing
    view = plan.view
    if _is_at_once(view, rank):
        return 1.0
    n_of_rank = view.ruleset.deck.n_of_rank[rank]
    n_out = n_of_rank - plan.own[rank] - plan.size[rank] - view.their_size[rank]
    return 0.05 * max(n_out - 2, 0)


def _danger_counted(plan: TurnPlan, rank: int, seen: list[int], skill: Skill) -> float:
    """The chance that the next seat holds the pair, by the cards seen."""
    view = plan.view
    if _is_at_once(view, rank):
        return 1.0
    seat = view.next_seat
    known = view.history.known[seat][rank]
    n_unseen = view.ruleset.deck.n_of_rank[rank] - seen[rank] - known
    if n_unseen + known < 2:
        return 0.0
    n_hidden = view.n_stock + sum(view.n_held) - view.n_own
    chance = chance_of(2 - known, n_unseen, view.n_held[seat] / max(n_hidden, 1))
    if view.history.passed[seat][rank]:
        chance *= skill.passed_danger
    return chance
