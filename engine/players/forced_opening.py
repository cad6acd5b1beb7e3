"""A first meld for a pile that must be taken: rules.md 3.10.

The plans of `opening` lay what is good to have on the table, and may find
nothing; where the rules leave no choice, every division of the holding counts.
"""

from collections.abc import Iterator

from engine.cards import JOKER, TWO
from engine.players.melding import N_TO_KEEP
from engine.players.plan import TurnPlan
from engine.view import CANASTA_SIZE, SeatView

SMALLEST_MELD = 3

Set = tuple[int, int, int]  # rank, naturals of the holding, wilds
# by cards of the holding and wilds among them: points of the naturals, the sets
Table = dict[tuple[int, int], tuple[int, list[Set]]]


def plan_forced_opening(view: SeatView) -> TurnPlan | None:
    """The first meld with the upcard that costs the fewest wilds, then cards.

    One that leaves a card to discard and one to keep; else one that leads out.
    """
    table: Table = {(0, 0): (view.ruleset.value_of_rank[view.top], [])}
    for rank in _ranks(view):
        table = _with_rank(table, view, rank)
    most = view.n_own + len(_rest_of_pile(view)) - N_TO_KEEP
    for n_wilds, n_cards in sorted((w, n) for n, w in table if n <= most):
        points, sets = table[n_cards, n_wilds]
        n_jokers = _fewest_jokers(view, n_wilds, view.own_minimum - points)
        if n_jokers is not None:
            return _plan(view, sets, n_jokers)
    return _plan_out(view)


def _ranks(view: SeatView) -> list[int]:
    """The natural ranks, the upcard's first."""
    return sorted(view.facts.natural_ranks, key=lambda rank: rank != view.top)


def _rest_of_pile(view: SeatView) -> list[int]:
    """Ranks of what comes to the holding with the opening; red threes do not stay."""
    rules = view.ruleset
    cards = [card for card in view.pile[:-1] if not rules.is_bonus_three[card]]
    return [rules.deck.rank[card] for card in cards]


def _fewest_jokers(view: SeatView, n_wilds: int, n_missing: int) -> int | None:
    """Jokers among so many wilds with which they bring the points still missing."""
    values = view.ruleset.value_of_rank
    least = max(0, n_wilds - view.own[TWO])
    for n_jokers in range(least, min(view.own[JOKER], n_wilds) + 1):
        worth = n_jokers * values[JOKER] + (n_wilds - n_jokers) * values[TWO]
        if worth >= n_missing:
            return n_jokers
    return None


def _plan_out(view: SeatView) -> TurnPlan | None:
    """A first meld of everything but one card at most, with which the seat goes out."""
    rest = _rest_of_pile(view)
    for sets in _divisions(view, _ranks(view), 1 - len(rest)):
        n_wilds = sum(wilds for _, _, wilds in sets)
        points = sum(n * view.ruleset.value_of_rank[rank] for rank, n, _ in sets)
        points += view.ruleset.value_of_rank[view.top]
        for minimum in (view.own_minimum, 0):
            n_jokers = _fewest_jokers(view, n_wilds, minimum - points)
            if n_jokers is None:
                continue
            plan = _plan(view, sets, n_jokers)
            if _leads_out(plan, rest) and (minimum or _is_waived(plan)):
                return plan
    return None


def _is_waived(plan: TurnPlan) -> bool:
    """Whether the plan needs no minimum, because it goes out concealed (3.5)."""
    view = plan.view
    rules = view.ruleset
    return (
        rules.concealed_exempt_from_minimum
        and rules.concealed_allows_pile
        and plan.n_own + len(view.pile) - 1 <= int(rules.concealed_allows_discard)
        and sum(n >= CANASTA_SIZE for n in plan.size) >= rules.n_canastas_to_go_out
    )


def _divisions(view: SeatView, ranks: list[int], n_left: int) -> Iterator[list[Set]]:
    """Ways to lay all naturals of these ranks but `n_left` at most."""
    if n_left < 0:
        return
    if not ranks:
        yield []
        return
    rank, *others = ranks
    sets = list(_sets(view, rank, is_top=rank == view.top))
    if rank != view.top:
        sets.append((0, 0))
    for n_naturals, n_wilds in sets:
        following = _divisions(view, others, n_left - view.own[rank] + n_naturals)
        for more in following:
            yield [(rank, n_naturals, n_wilds), *more] if n_naturals else more


def _leads_out(plan: TurnPlan, rest: list[int]) -> bool:
    """Whether the seat can end the hand with the one card left to it, or with none."""
    rules = plan.view.ruleset
    left = rest + [rank for rank, n in enumerate(plan.own) for _ in range(n)]
    n_missing = rules.n_canastas_to_go_out - sum(n >= CANASTA_SIZE for n in plan.size)
    if len(left) != 1:
        return not left and n_missing <= 0
    sixes = [rank for rank, size in enumerate(plan.size) if size == CANASTA_SIZE - 1]
    is_wild = left[0] in (TWO, JOKER)
    joins = any(
        plan.wild_room(rank, 0) if is_wild else rank == left[0] for rank in sixes
    )
    return n_missing <= int(joins)


def _with_rank(table: Table, view: SeatView, rank: int) -> Table:
    """The table with one rank more; the upcard's must be laid."""
    is_top = rank == view.top
    following: Table = {} if is_top else dict(table)
    value = view.ruleset.value_of_rank[rank]
    for n_naturals, more in _sets(view, rank, is_top=is_top):
        for (n_cards, n_wilds), (points, sets) in table.items():
            key = n_cards + n_naturals + more, n_wilds + more
            reached = points + n_naturals * value
            if key[1] > view.own[TWO] + view.own[JOKER]:
                continue
            if key not in following or following[key][0] < reached:
                following[key] = reached, [*sets, (rank, n_naturals, more)]
    return following


def _sets(view: SeatView, rank: int, *, is_top: bool) -> Iterator[tuple[int, int]]:
    """Naturals of the holding and wilds that make a meld of the rank."""
    rules = view.ruleset
    least = 2 if is_top else rules.min_naturals
    for n_held in range(least, view.own[rank] + 1):
        naturals = n_held + is_top
        for n_wilds in range(min(rules.max_wilds, naturals - rules.min_surplus) + 1):
            if naturals + n_wilds >= SMALLEST_MELD:
                yield n_held, n_wilds


def _plan(view: SeatView, sets: list[Set], n_jokers: int) -> TurnPlan:
    """The sets as lays, jokers first; the upcard counts among what lies there."""
    plan = TurnPlan(view, is_opening=True)
    for rank, n_naturals, n_wilds in sets:
        jokers = min(n_jokers, n_wilds)
        n_jokers -= jokers
        plan.lay(rank, n_naturals, n_wilds - jokers, jokers)
    plan.size[view.top] += 1
    return plan
