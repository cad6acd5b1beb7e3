"""Going out: a plan for the whole holding, and the partner's leave.

A seat that can go out does: waiting for more, whatever the points on the table,
won less in play (docs/players.md).
"""

from operator import add

from engine.cards import JOKER, THREE, TWO, WILD_MELD
from engine.moves import Ask
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import turns_left
from engine.view import CANASTA_SIZE, SeatView

SMALLEST_MELD = 3
LARGEST_THREE_SET = 4  # rules.md 3.3.5


def plan_way_out(view: SeatView) -> TurnPlan | None:
    """A plan after which one card is left to discard, and going out is allowed.

    Where the ruleset allows the last card to be melded the plan may leave none.
    """
    rules = view.ruleset
    if not _may_go_out(view):
        return None
    plan = TurnPlan(view, is_opening=view.is_opening_turn)
    _lay_all_naturals(plan)
    _lay_all_wilds(plan)
    n_threes = _n_threes_to_lay(view, plan.own)
    if n_threes:
        plan.lay(THREE, n_threes)
    if rules.must_discard_last and plan.n_own == 0 and not _hold_one_back(plan):
        return None
    if plan.n_own > 1 or plan.n_canastas < rules.n_canastas_to_go_out:
        return None
    if plan.blocks_going_out():
        return None
    # what completes a canasta comes first: the last cards may only follow it
    plan.lays = [lay for lay in plan.lays if any(lay[1:])]
    plan.lays.sort(key=lambda lay: (lay[0] == THREE, plan.size[lay[0]] < CANASTA_SIZE))
    return plan if _never_runs_short(plan) else None


def _n_threes_to_lay(view: SeatView, own: list[int]) -> int:
    """Black threes that form the set which only a seat going out may lay."""
    if not view.ruleset.has_black_three_set or own[THREE] < SMALLEST_MELD:
        return 0
    return min(own[THREE], LARGEST_THREE_SET)


def _lay_all_naturals(plan: TurnPlan) -> None:
    """Lay what joins a meld or makes one, pairs with a wild."""
    for rank in plan.view.facts.natural_ranks:
        n = plan.own[rank]
        if not n or plan.view.is_dead[rank]:
            continue
        size = plan.size[rank]
        if size or n >= SMALLEST_MELD:
            n = min(n, plan.view.ruleset.max_meld_size - size)
            if n > 0:
                plan.lay(rank, n)
        elif n == 2 and plan.wild_room(rank, 2) and plan.own[TWO] + plan.own[JOKER]:
            plan.lay_wilds(rank, 2, 1)


def _never_runs_short(plan: TurnPlan) -> bool:
    """Whether the canastas are there before the seat is down to its last card."""
    view = plan.view
    laid: dict[int, int] = {}
    for rank, *cards in plan.lays:
        laid[rank] = laid.get(rank, 0) + sum(cards)
    n_own = view.n_own
    n_canastas = view.own_canastas
    for rank, n in laid.items():
        n_own -= n
        n_canastas += view.own_size[rank] < CANASTA_SIZE <= view.own_size[rank] + n
        if n_own <= 1 and n_canastas < view.ruleset.n_canastas_to_go_out:
            return False
    return True


def _may_go_out(view: SeatView) -> bool:
    """A cheap look before the plan: enough canastas in reach, all cards but one."""
    rules = view.ruleset
    own, own_size, is_dead = view.own, view.own_size, view.is_dead
    n_missing = rules.n_canastas_to_go_out - view.own_canastas
    n_wilds = own[TWO] + own[JOKER]
    if n_missing > 0 and max(map(add, own, own_size)) + n_wilds < CANASTA_SIZE:
        return False  # no canasta is in reach, of whatever rank
    n_over = -1  # cards beyond the last one that no meld takes
    n_pairs = 0
    for rank in view.facts.natural_ranks:
        n = own[rank]
        if not n:
            continue
        size = own_size[rank]
        if is_dead[rank]:
            n_over += n
        elif size:
            n_over += max(0, size + n - rules.max_meld_size)
        else:
            n_over += n == 1
            n_pairs += n == 2
        if n_over > 0:
            return False
    for rank in view.facts.natural_ranks:
        size = own_size[rank]
        n_missing -= size < CANASTA_SIZE <= size + own[rank] + n_wilds
    n_over += own[THREE] - _n_threes_to_lay(view, own)
    if 0 < own_size[WILD_MELD] < CANASTA_SIZE:
        n_missing -= own_size[WILD_MELD] + n_wilds >= CANASTA_SIZE
    return n_missing <= 0 and n_over + max(0, n_pairs - n_wilds) <= 0


def _lay_all_wilds(plan: TurnPlan) -> None:
    n_wilds = plan.own[TWO] + plan.own[JOKER]
    if not n_wilds:
        return
    size = plan.size[WILD_MELD]
    if 0 < size < CANASTA_SIZE or (
        not size and n_wilds >= CANASTA_SIZE and plan.view.ruleset.has_wild_meld
    ):
        if not plan.view.is_dead[WILD_MELD]:
            n = min(n_wilds, CANASTA_SIZE - size)
            plan.lay_wilds(WILD_MELD, 0, n)
        return
    ranks = [r for r in plan.view.facts.natural_ranks if plan.size[r] >= 3]
    ranks.sort(key=lambda r: (plan.size[r] >= CANASTA_SIZE, -plan.size[r]))
    for rank in ranks:
        n = min(plan.own[TWO] + plan.own[JOKER], plan.wild_room(rank, 0))
        if n > 0 and not plan.view.is_dead[rank]:
            plan.lay_wilds(rank, 0, n)


def _hold_one_back(plan: TurnPlan) -> bool:
    """Take one card out of the plan again for the discard: a wild only if need be."""
    with_wilds = {lay[0] for lay in plan.lays if lay[2] or lay[3]}
    for i, (rank, n_naturals, n_twos, n_jokers) in enumerate(plan.lays):
        # naturals on which wilds of this turn may hang stay where they are
        if n_naturals and rank not in with_wilds and _has_one_over(plan, rank):
            plan.lays[i] = (rank, n_naturals - 1, n_twos, n_jokers)
            plan.take_up(rank, rank)
            return True
    for i, (rank, n_naturals, n_twos, n_jokers) in enumerate(plan.lays):
        if (n_twos or n_jokers) and _has_one_over(plan, rank):
            is_two = n_twos > 0
            plan.lays[i] = (rank, n_naturals, n_twos - is_two, n_jokers - (not is_two))
            plan.take_up(rank, TWO if is_two else JOKER)
            return True
    return False


def _has_one_over(plan: TurnPlan, rank: int) -> bool:
    """Whether the meld stays a meld, and a canasta one, with a card less."""
    return plan.size[rank] > SMALLEST_MELD and plan.size[rank] != CANASTA_SIZE


def should_ask(view: SeatView, skill: Skill) -> bool:
    """Whether to ask the partner before going out."""
    rules = view.ruleset
    if rules.ask == "none" or view.partner is None or view.answer:
        return False
    if rules.ask == "mandatory":
        return True
    if rules.ask_limit != "turn" and view.asks[view.seat]:
        return False
    return view.n_held[view.partner] > skill.asks_above and view.allows(Ask(view.seat))


def says_yes(view: SeatView, skill: Skill) -> bool:
    """The answer to the partner's question, by what going out would cost."""
    values = view.ruleset.value_of_rank
    held = sum(n * v for n, v in zip(view.own, values, strict=False) if n > 0)
    if view.ruleset.unfinished_blocks and any(
        view.own[rank] >= 3 for rank in view.facts.risky_ranks
    ):
        return False
    return held <= skill.refuses_above or turns_left(view) < skill.late_turns
