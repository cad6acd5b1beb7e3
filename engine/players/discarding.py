"""Which card to throw: what it is worth to keep against what it may give away."""

from functools import lru_cache
from itertools import compress
from random import Random

from engine.cards import JOKER, N_RANKS, THREE, TWO
from engine.players.danger import BLOCKING_RANKS, GUESS_PER_COPY, NextSeat, is_laid_off
from engine.players.pairs import pairs_keep_points
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import turns_left
from engine.ruleset import Ruleset
from engine.view import CANASTA_SIZE, SeatView, facts_of

RANKS = tuple(range(N_RANKS))
THREE_LATE = 100.0  # when the hand may end, threes are thrown first
MORE_POINTS = 20.0  # a third and each further card of a rank
LATE_RISKY_POINTS = -20.0  # a seven or an ace then, of one or two
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
    return _cheapest(plan, skill, ranks, seen, stake, pairs_only=pairs_only)


def _cheapest(
    plan: TurnPlan,
    skill: Skill,
    ranks: list[int],
    seen: list[int],
    stake: float,
    *,
    pairs_only: bool,
) -> int:
    """The rank that costs least with what the next seat may do with it."""
    view = plan.view
    rules = view.ruleset
    their_size, is_dead, own, sizes = view.their_size, view.is_dead, plan.own, plan.size
    n_of_rank, max_size = rules.deck.n_of_rank, rules.pile_max_meld
    is_late = turns_left(view) < skill.late_turns
    points = points_by_rank(skill, rules)[is_late]
    live_points = 0.0 if is_late else skill.live_points
    danger = stake * (1 if view.is_opened[view.next_side] else skill.unopened_danger)
    is_open = is_laid_off(view)
    next_seat = NextSeat(view, skill, seen) if skill.counts_cards else None
    best, best_cost = ranks[0], 1e9
    for rank in ranks:
        if pairs_only:
            cost = pairs_keep_points(plan, rank, seen)
        elif sizes[rank] or is_dead[rank] or (known := points[rank][own[rank]]) is None:
            cost = _keep_points(plan, skill, rank, seen, stake)
        else:
            cost = known
            if live_points and not (view.facts.is_risky[rank] or rank == THREE):
                cost += live_points * (n_of_rank[rank] - seen[rank])
        if cost >= best_cost:
            continue
        size = their_size[rank]
        if not is_dead[rank] and size <= max_size and rank not in BLOCKING_RANKS:
            if is_open and size:
                cost += danger
            elif next_seat is not None:
                cost += danger * next_seat.chance_to_take(rank)
            else:  # few copies left, little danger
                n_out = n_of_rank[rank] - own[rank] - sizes[rank] - size
                cost += danger * (GUESS_PER_COPY * (n_out - 2) if n_out > 2 else 0.0)
        if cost < best_cost:
            best, best_cost = rank, cost
    return best


Points = tuple[tuple[float | None, ...], ...]  # by rank, by cards held


@lru_cache(maxsize=64)
def points_by_rank(skill: Skill, rules: Ruleset) -> tuple[Points, Points]:
    """What a card is worth in the holding, first, and when the hand may end soon.

    Of a rank that is not on the table; None where that is not all there is to ask.
    """
    early: list[tuple[float | None, ...]] = []
    late: list[tuple[float | None, ...]] = []
    for rank, n_cards in enumerate(rules.deck.n_of_rank):
        held = range(n_cards + 1)
        value = rules.value_of_rank[rank]
        if rank in (TWO, JOKER):
            early.append((None,) * len(held))
            late.append(early[-1])
        elif facts_of(rules).is_risky[rank]:
            early.append(
                tuple([n * skill.risky_points if n < 3 else None for n in held])
            )
            late.append(tuple([LATE_RISKY_POINTS if n < 3 else None for n in held]))
        elif rank == THREE:
            early.append((skill.three_points,) * len(held))
            late.append((-THREE_LATE,) * len(held))
        else:
            early.append(tuple([_points_of_set(skill, value, n) for n in held]))
            late.append((-float(value),) * len(held))
    return tuple(early), tuple(late)


def _points_of_set(skill: Skill, value: int, n: int) -> float:
    """A card of a rank of which `n` are held and none is on the table."""
    if n == 1:
        return skill.single_points - value / 10
    return skill.pair_points + MORE_POINTS * (n - 2)


def _keep_points(
    plan: TurnPlan, skill: Skill, rank: int, seen: list[int], stake: float
) -> float:
    """What a card of the rank is worth in the holding; negative: better thrown.

    Of a wild, and of a rank on the table, dead, or held as a set of sevens or aces.
    """
    view = plan.view
    rules = view.ruleset
    size = plan.size[rank]
    if view.is_dead[rank] or size >= rules.max_meld_size:
        return -rules.value_of_rank[rank] - 10.0
    left = turns_left(view)
    if view.facts.is_risky[rank] and not plan.n_wilds[rank]:
        return _keep_points_of_risky(skill, plan.own[rank], size, left)
    if rank in (TWO, JOKER):
        return skill.wild_points + rank - _freezing(view, skill) * stake
    if left < skill.late_turns:
        return -float(rules.value_of_rank[rank])
    points = skill.joining_points
    if skill.live_points:
        points += skill.live_points * (rules.deck.n_of_rank[rank] - seen[rank])
    return points


def _keep_points_of_risky(skill: Skill, n: int, size: int, left: float) -> float:
    """Sevens and aces: three held cost a penalty, some on the table want more."""
    if size:
        return SPECIAL_POINTS
    if n < 3:
        return n * skill.risky_points if left >= skill.late_turns else LATE_RISKY_POINTS
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
