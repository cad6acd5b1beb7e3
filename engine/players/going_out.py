"""Going out: a plan for the whole holding, and the partner's leave.

A seat that can go out does: waiting for more, whatever the points on the table,
won less in play (docs/players.md).
"""

from engine.cards import JOKER, TWO, WILD_MELD
from engine.players.plan import TurnPlan
from engine.players.skill import Skill
from engine.players.worth import turns_left
from engine.view import CANASTA_SIZE, SeatView


def plan_way_out(view: SeatView) -> TurnPlan | None:
    """A plan after which one card is left to discard, and going out is allowed.

    Where the ruleset allows the last card to be melded the plan may leave none.
    """
    rules = view.ruleset
    if not _may_reach_canastas(view):
        return None
    plan = TurnPlan(view, is_opening=view.is_opening_turn)
    for rank in view.facts.natural_ranks:
        n = plan.own[rank]
        if not n or view.is_dead[rank]:
            continue
        size = plan.size[rank]
        if size or n >= 3:
            n = min(n, rules.max_meld_size - size)
            if n > 0:
                plan.lay(rank, n)
        elif n == 2 and plan.wild_room(rank, 2) and plan.own[TWO] + plan.own[JOKER]:
            plan.lay_wilds(rank, 2, 1)
    _lay_all_wilds(plan)
    if rules.must_discard_last and plan.n_own == 0 and not _hold_one_back(plan):
        return None
    if plan.n_own > 1 or plan.n_canastas < rules.n_canastas_to_go_out:
        return None
    if plan.blocks_going_out():
        return None
    # what completes a canasta comes first: the last cards may only follow it
    plan.lays.sort(key=lambda lay: plan.size[lay[0]] < CANASTA_SIZE)
    return plan if _never_runs_short(plan) else None


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


def _may_reach_canastas(view: SeatView) -> bool:
    """A cheap look before the plan: whether enough canastas are within reach."""
    n_missing = view.ruleset.n_canastas_to_go_out - view.own_canastas
    if n_missing <= 0:
        return True
    own = view.own
    n_wilds = own[TWO] + own[JOKER]
    for rank in view.facts.natural_ranks:
        size = view.own_size[rank]
        if size < CANASTA_SIZE <= size + own[rank] + n_wilds:
            n_missing -= 1
    if 0 < view.own_size[WILD_MELD] < CANASTA_SIZE:
        n_missing -= view.own_size[WILD_MELD] + n_wilds >= CANASTA_SIZE
    return n_missing <= 0


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
    """Take one natural out of the plan again, to have a card for the discard."""
    for i, (rank, n_naturals, n_twos, n_jokers) in enumerate(plan.lays):
        after = plan.size[rank] - 1
        if n_naturals < 1 or after < 3 or after == CANASTA_SIZE - 1:
            continue
        if plan.n_wilds[rank]:  # its wilds may hang on this natural
            continue
        if n_naturals == 1:
            del plan.lays[i]
        else:
            plan.lays[i] = (rank, n_naturals - 1, n_twos, n_jokers)
        plan.own[rank] += 1
        plan.n_own += 1
        plan.size[rank] = after
        return True
    return False


def should_ask(view: SeatView, skill: Skill) -> bool:
    """Whether to ask the partner before going out."""
    rules = view.ruleset
    if rules.ask == "none" or view.partner is None or view.answer:
        return False
    if rules.ask == "mandatory":
        return True
    if rules.ask_limit != "turn" and view.asks[view.seat]:
        return False
    return view.n_held[view.partner] > skill.asks_above


def says_yes(view: SeatView, skill: Skill) -> bool:
    """The answer to the partner's question, by what going out would cost."""
    values = view.ruleset.value_of_rank
    held = sum(n * v for n, v in zip(view.own, values, strict=False) if n > 0)
    if view.ruleset.unfinished_blocks and any(
        view.own[rank] >= 3 for rank in view.facts.risky_ranks
    ):
        return False
    return held <= skill.refuses_above or turns_left(view) < skill.late_turns
