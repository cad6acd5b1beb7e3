"""Which card to throw: what it is worth to keep against what it may give away."""

from itertools import compress
from random import Random

from engine.cards import JOKER, N_RANKS, THREE, TWO
from engine.players.danger import BLOCKING_RANKS, GUESS_PER_COPY, NextSeat, is_laid_off
from engine.players.pairs import pairs_keep_points
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import turns_left
from engine.view import CANASTA_SIZE, SeatView

RANKS = tuple(range(N_RANKS))
THREE_LATE = 100.0  # when the hand may end, threes are thrown first
MORE_POINTS = 20.0  # a third and each further card of a rank
SPECIAL_POINTS = 250.0  # a card of sevens or aces that are on their way


def legal_ranks(plan: TurnPlan) -> list[int]:
    """Ranks of the draft's holding that may be discarded (rules.md 2.9)."""
    own = plan.own
    view = plan.view
    rules = view.ruleset
    ranks = list(compress(RANKS, own))
    if rules.wild_discard_only_when_all_wild:
        n_wild_ranks = (own[TWO] > 0) + (own[JOKER] > 0)
        if n_wild_ranks == len(ranks):
            return ranks
        if own[JOKER]:
            ranks.pop()  # the last of all ranks
        if own[TWO]:
            ranks.remove(TWO)
    if rules.has_swad and not view.pile:
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
    stake = skill.minds_pile * skill.pile_card_points * (len(view.pile) + 1)
    seen = view.seen() if skill.counts_cards else view.own
    if pairs_only:
        costs = [pairs_keep_points(plan, rank, seen) for rank in ranks]
    else:
        costs = _keep_points(plan, skill, ranks, seen, stake)
    if not view.is_opened[view.next_side]:
        stake *= skill.unopened_danger
    return _cheapest(plan, skill, ranks, costs, seen, stake)


def _cheapest(
    plan: TurnPlan,
    skill: Skill,
    ranks: list[int],
    costs: list[float],
    seen: list[int],
    stake: float,
) -> int:
    """The rank that costs least with what the next seat may do with it."""
    view = plan.view
    their_size, is_dead = view.their_size, view.is_dead
    max_size = view.ruleset.pile_max_meld
    n_of_rank, own, sizes = view.ruleset.deck.n_of_rank, plan.own, plan.size
    is_open = is_laid_off(view)
    next_seat: NextSeat | None = None
    counts_cards = skill.counts_cards
    best, best_cost = ranks[0], 1e9
    for rank, keep in zip(ranks, costs, strict=True):
        if keep >= best_cost:
            continue
        cost = keep
        size = their_size[rank]
        if not is_dead[rank] and size <= max_size and rank not in BLOCKING_RANKS:
            if is_open and size:
                cost += stake
            elif counts_cards:
                if next_seat is None:
                    next_seat = NextSeat(view, skill, seen)
                cost += stake * next_seat.chance_to_take(rank)
            else:  # few copies left, little danger
                n_out = n_of_rank[rank] - own[rank] - sizes[rank] - size
                if n_out > 2:
                    cost += stake * (GUESS_PER_COPY * (n_out - 2))
        if cost < best_cost:
            best, best_cost = rank, cost
    return best


def _keep_points(
    plan: TurnPlan, skill: Skill, ranks: list[int], seen: list[int], stake: float
) -> list[float]:
    """What a card of each rank is worth in the holding; negative: better thrown."""
    view = plan.view
    rules = view.ruleset
    values, n_of_rank = rules.value_of_rank, rules.deck.n_of_rank
    max_size = rules.max_meld_size
    own, sizes, n_wilds = plan.own, plan.size, plan.n_wilds
    is_dead, is_risky = view.is_dead, view.facts.is_risky
    live_points, single_points = skill.live_points, skill.single_points
    left = turns_left(view)
    is_late = left < skill.late_turns
    costs: list[float] = []
    for rank in ranks:
        size = sizes[rank]
        if is_dead[rank] or size >= max_size:
            cost = -values[rank] - 10.0
        elif is_risky[rank] and not n_wilds[rank]:
            cost = _keep_points_of_risky(skill, own[rank], size, left)
        elif rank in BLOCKING_RANKS:
            if rank != THREE:
                cost = skill.wild_points + rank - _freezing(view, skill) * stake
            else:
                cost = -THREE_LATE if is_late else skill.three_points
        elif is_late:
            cost = -float(values[rank])
        else:
            if size:
                cost = skill.joining_points
            elif (n := own[rank]) == 1:
                cost = single_points - values[rank] / 10
            else:
                cost = skill.pair_points + MORE_POINTS * (n - 2)
            if live_points:
                cost += live_points * (n_of_rank[rank] - seen[rank])
        costs.append(cost)
    return costs


def _keep_points_of_risky(skill: Skill, n: int, size: int, left: float) -> float:
    """Sevens and aces: three held cost a penalty, some on the table want more."""
    if size:
        return SPECIAL_POINTS
    if n < 3:
        return n * skill.risky_points if left >= skill.late_turns else -20.0
    if n >= skill.risky_start:
        return SPECIAL_POINTS
    return -skill.dump_points if left < skill.dump_turns else -10.0


def _freezing(view: SeatView, skill: Skill) -> float:
    """The weight of freezing the pile: none where that changes nothing."""
    if (
        not view.ruleset.frozen_by_wild
        or view.is_frozen
        or not view.is_opened[view.next_side]
    ):
        return 0.0
    return skill.freezing
