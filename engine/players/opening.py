"""How a side's first meld can reach its minimum, worked out on counts."""

from collections.abc import Iterator
from typing import Final

from engine.cards import JOKER, TWO, WILD_MELD
from engine.players.melding import N_TO_KEEP
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import wild_meld_chance
from engine.view import CANASTA_SIZE, SeatView

Spot = tuple[int, int, int, int, int]  # rank, points, naturals, least wilds, most
WildSpots = tuple[list[Spot], int, int]  # where wilds go; twos, jokers

NO_WILDS: Final[WildSpots] = ([], 0, 0)


def plan_opening(
    view: SeatView, skill: Skill, *, with_pile: bool = False
) -> TurnPlan | None:
    """The cheapest valid first meld, or None; with the pile its meld comes first."""
    if not _may_reach(view, with_pile=with_pile):
        return None
    if with_pile:
        return _plan_sets(view, skill, pile_rank=view.top)
    return (
        _plan_canasta(view)
        or _plan_wild_meld(view, skill)
        or _plan_sets(view, skill, pile_rank=None)
    )


def _may_reach(view: SeatView, *, with_pile: bool) -> bool:
    """A cheap look before the plan: whether the holding could open at all."""
    own = view.own
    n_wilds = own[TWO] + own[JOKER]
    rules = view.ruleset
    values = rules.value_of_rank
    points = own[TWO] * values[TWO] + own[JOKER] * values[JOKER]
    longest = 0
    for rank in view.facts.natural_ranks:
        n = own[rank]
        if n >= 2:
            points += n * values[rank]
            if n > longest:
                longest = n
    if with_pile:
        points += values[view.top]
    if rules.complete_canasta_opens and longest + min(n_wilds, 2) >= CANASTA_SIZE:
        return True
    if points < view.own_minimum:
        return False
    return longest >= 3 or n_wilds >= 3 or not rules.needs_clean_triple


def rank_that_falls_short(view: SeatView) -> int | None:
    """A set that alone is no opening, for a player who believes it is."""
    rules = view.ruleset
    for rank in view.facts.natural_ranks:
        n = view.own[rank]
        if (
            3 <= n < CANASTA_SIZE
            and not view.is_dead[rank]
            and n * rules.value_of_rank[rank] < view.own_minimum
            and n <= view.n_own - N_TO_KEEP
        ):
            return rank
    return None


def _n_to_keep(view: SeatView) -> int:
    """Cards that must stay before the discard: one more where no talon follows."""
    rules = view.ruleset
    has_talon = bool(rules.talon) and view.n_stock >= rules.talon_min_stock
    return 1 if has_talon else N_TO_KEEP


def _plan_canasta(view: SeatView) -> TurnPlan | None:
    """A complete canasta from the holding, which opens whatever its points."""
    rules = view.ruleset
    if not rules.complete_canasta_opens:
        return None
    own = view.own
    n_wilds = own[TWO] + own[JOKER]
    for rank in view.facts.natural_ranks:
        if own[rank] < CANASTA_SIZE - rules.max_wilds or view.is_dead[rank]:
            continue
        plan = TurnPlan(view, is_opening=True)
        n_naturals = min(own[rank], CANASTA_SIZE)
        n_missing = CANASTA_SIZE - n_naturals
        if n_missing <= min(n_wilds, plan.wild_room(rank, n_naturals)):
            plan.lay_wilds(rank, n_naturals, n_missing)
            if plan.n_own >= _n_to_keep(view):
                return plan
    return None


def _plan_wild_meld(view: SeatView, skill: Skill) -> TurnPlan | None:
    """Wilds alone, where they reach the minimum and are likely to be finished."""
    rules = view.ruleset
    n_twos, n_jokers = view.own[TWO], view.own[JOKER]
    n_wilds = n_twos + n_jokers
    if not rules.wild_meld_opens or n_wilds < 3 or view.is_dead[WILD_MELD]:
        return None
    values = rules.value_of_rank
    if n_twos * values[TWO] + n_jokers * values[JOKER] < view.own_minimum:
        return None
    if wild_meld_chance(view, n_wilds) < skill.wild_meld_chance:
        return None
    if n_wilds > CANASTA_SIZE:
        n_twos, n_jokers = min(n_twos, CANASTA_SIZE), CANASTA_SIZE - min(n_twos, 7)
    plan = TurnPlan(view, is_opening=True)
    plan.lay(WILD_MELD, 0, n_twos, n_jokers)
    return plan if plan.n_own >= _n_to_keep(view) else None


class _Draft:
    """The sets of an opening that need no wild, and the spots that could take one."""

    __slots__ = ("has_clean", "naturals", "points", "spots")

    def __init__(self, view: SeatView, skill: Skill, pile_rank: int | None) -> None:
        rules = view.ruleset
        values = rules.value_of_rank
        own = view.own
        self.naturals: list[tuple[int, int]] = []  # rank, cards
        self.spots: list[Spot] = []
        self.points = 0
        self.has_clean = not rules.needs_clean_triple
        if pile_rank is not None:
            self._add_pile_set(view, pile_rank)
        for rank in view.facts.natural_ranks:
            n = own[rank]
            if n < 2 or rank == pile_rank or view.is_dead[rank]:
                continue
            if n >= 3 and (not view.facts.is_risky[rank] or n >= skill.risky_start):
                self._add_naturals(view, rank, min(n, rules.max_meld_size))
            elif most := _most_wilds(view, rank, 2):
                self.spots.append((rank, 2 * values[rank], 2, 1, most))

    def _add_pile_set(self, view: SeatView, rank: int) -> None:
        rules = view.ruleset
        n = min(view.own[rank], rules.max_meld_size - 1)
        value = rules.value_of_rank[rank]
        self.naturals.append((rank, n))
        if rules.opening_pile_count == "exclude_top_meld":
            return
        self.points += n * value
        if rules.opening_pile_count == "include_top":
            self.points += value
        most = _most_wilds(view, rank, n + 1)
        if self.has_clean and most and rules.first_meld_scope == "turn":
            self.spots.append((rank, 0, 0, 0, most))
        self.has_clean = self.has_clean or n >= 3

    def _add_naturals(self, view: SeatView, rank: int, n: int) -> None:
        self.naturals.append((rank, n))
        self.points += n * view.ruleset.value_of_rank[rank]
        most = _most_wilds(view, rank, n)
        if most and self.has_clean and view.ruleset.first_meld_scope == "turn":
            self.spots.append((rank, 0, 0, 0, most))
        self.has_clean = True


def _plan_sets(
    view: SeatView, skill: Skill, *, pile_rank: int | None
) -> TurnPlan | None:
    """Sets of naturals, then as few pairs with as few wilds as reach the minimum."""
    draft = _Draft(view, skill, pile_rank)
    if not draft.has_clean:
        return None
    n_missing = view.own_minimum - draft.points
    wilds: WildSpots | None = NO_WILDS
    if n_missing > 0:
        wilds = _fewest_wilds(view, draft.spots, n_missing)
    if wilds is None:
        return None
    keeps_lever = skill.keeps_lever and (view.facts.has_lever or skill.opens_lean)
    n_spare_points = max(-n_missing, 0) if keeps_lever else 0
    plan = TurnPlan(view, is_opening=True)
    if skill.opens_lean and n_spare_points:
        n_spare_points = _leave_sets_out(view, draft, pile_rank, n_spare_points)
    _lay_naturals(plan, draft, n_spare_points)
    _lay_spots(plan, *wilds)
    if view.ruleset.first_meld_scope == "action":  # wilds only until it is complete
        first = 0 if pile_rank is None else 1
        plan.lays[first:] = sorted(plan.lays[first:], key=lambda lay: not any(lay[2:]))
    if pile_rank is not None:
        n_left = plan.n_own + len(view.pile) - 1
        return plan if n_left >= N_TO_KEEP else None
    return plan if plan.n_own >= _n_to_keep(view) else None


def _leave_sets_out(
    view: SeatView, draft: _Draft, pile_rank: int | None, n_spare_points: int
) -> int:
    """Leave out whole sets that the minimum does not need; what is spare then."""
    values = view.ruleset.value_of_rank
    n_clean = sum(n >= 3 for rank, n in draft.naturals if rank != pile_rank)
    left_out: list[int] = []
    for rank, n in sorted(draft.naturals, key=lambda s: -s[1] * values[s[0]]):
        points = n * values[rank]
        is_free = (
            rank != pile_rank
            and n < CANASTA_SIZE
            and len(left_out) + 1 < len(draft.naturals)
        ) and not (view.ruleset.needs_clean_triple and n_clean < 2)
        if is_free and points <= n_spare_points:
            n_spare_points -= points
            n_clean -= 1
            left_out.append(rank)
    draft.naturals = [s for s in draft.naturals if s[0] not in left_out]
    return n_spare_points


def _lay_naturals(plan: TurnPlan, draft: _Draft, n_spare_points: int) -> None:
    """Lay the sets; hold back what is over three as far as the points allow."""
    values = plan.view.ruleset.value_of_rank
    for rank, n in draft.naturals:
        n_held_back = min(max(n - 3, 0), n_spare_points // values[rank])
        if n >= CANASTA_SIZE:
            n_held_back = 0
        n_spare_points -= n_held_back * values[rank]
        plan.lay(rank, n - n_held_back)


def _most_wilds(view: SeatView, rank: int, n_naturals: int) -> int:
    rules = view.ruleset
    if rank in rules.ranks_without_wilds:
        return 0
    return max(
        0,
        min(
            rules.max_wilds,
            n_naturals - rules.min_surplus,
            rules.max_meld_size - n_naturals,
        ),
    )


def _fewest_wilds(view: SeatView, spots: list[Spot], n_points: int) -> WildSpots | None:
    """The spots, twos and jokers that add `n_points` at the least cost in wilds."""
    n_twos, n_jokers = view.own[TWO], view.own[JOKER]
    if not spots or not (n_twos or n_jokers):
        return None
    values = view.ruleset.value_of_rank
    spots = sorted(spots, key=lambda spot: -spot[1])
    best: WildSpots | None = None
    best_cost = 0
    points, least, most = 0, 0, 0
    for k, spot in enumerate(spots, 1):
        points += spot[1]
        least += spot[3]
        most += spot[4]
        if least > n_twos + n_jokers:
            break
        for twos, jokers in _wild_sets(n_twos, n_jokers, max(least, 1), most):
            if points + twos * values[TWO] + jokers * values[JOKER] < n_points:
                continue
            cost = 10 * (twos + jokers) + jokers + 4 * k
            if best is None or cost < best_cost:
                best, best_cost = (spots[:k], twos, jokers), cost
    return best


def _wild_sets(
    n_twos: int, n_jokers: int, least: int, most: int
) -> Iterator[tuple[int, int]]:
    for jokers in range(min(n_jokers, most) + 1):
        for twos in range(max(0, least - jokers), min(n_twos, most - jokers) + 1):
            yield twos, jokers


def _lay_spots(plan: TurnPlan, spots: list[Spot], n_twos: int, n_jokers: int) -> None:
    """Give every spot its least number of wilds, the rest where there is room."""
    shares = [spot[3] for spot in spots]
    spare = n_twos + n_jokers - sum(shares)
    for i, spot in enumerate(spots):
        more = min(spare, spot[4] - shares[i])
        shares[i] += more
        spare -= more
    for spot, share in zip(spots, shares, strict=True):
        jokers = min(n_jokers, share)
        n_jokers -= jokers
        if spot[2] or share:
            plan.lay(spot[0], spot[2], share - jokers, jokers)
