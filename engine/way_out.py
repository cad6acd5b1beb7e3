"""Whether, and how, the seat to act can end the hand in this turn.

The question splits by the card kept for the discard. Then every natural left
must join its rank's meld, and only the wilds have a choice: a table over the
ranks, indexed by the wilds used so far, keeps the most canastas reached. The
module is long because the table, its conditions and its plan explain each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import (
    ACE,
    JOKER,
    NATURAL_RANKS,
    SEVEN,
    THREE,
    TWO,
    WILD_MELD,
)
from engine.holdings import n_bonus_threes
from engine.moves import Discard, Meld, Move
from engine.phases import PLAY, SAID_NO
from engine.ruleset import Ruleset

if TYPE_CHECKING:
    from engine.state import HandState

CANASTA_SIZE = 7
WILD = WILD_MELD  # as the rank of a discard: any wild
NO_CARD = -1


@dataclass(slots=True)
class Outlook:
    """The seat's cards and its side's melds, as counts that may be tried on."""

    held: list[int]  # by rank
    sizes: list[int]
    wilds: list[int]
    n_canastas: int
    is_exempt: bool  # wilds are free: the first meld
    may_use_two_plus_wild: bool


@dataclass(slots=True)
class Plan:
    """What to lay: naturals and wilds by rank, and the rank of the last discard."""

    additions: list[tuple[int, int, int]]  # rank, naturals, wilds
    discard_rank: int  # WILD, or NO_CARD where none is needed


def outlook(state: HandState, meld: Meld | None = None) -> Outlook:
    """The seat to act as it stands, or as it would stand after `meld`."""
    seat = state.seat
    side = state.side_of[seat]
    is_opened = state.is_opened[side]
    held = list(state.counts[seat])
    held[THREE] -= n_bonus_threes(state, seat)  # those of a pile go out by themselves
    outlook = Outlook(
        held=held,
        sizes=list(state.sizes[side]),
        wilds=list(state.wilds[side]),
        n_canastas=state.n_canastas[side],
        is_exempt=_is_exempt(state, is_opened=is_opened, will_open=meld is not None),
        may_use_two_plus_wild=(
            state.ruleset.go_out_two_plus_wild and not state.used_two_plus_wild
        ),
    )
    if meld is not None:
        _lay(state, outlook, meld)
    return outlook


def _is_exempt(state: HandState, *, is_opened: bool, will_open: bool) -> bool:
    """Whether wilds are free in what is still to be laid (2.3.3)."""
    if is_opened:
        return state.is_opening_turn
    return not will_open or state.ruleset.first_meld_scope == "turn"


def _lay(state: HandState, outlook: Outlook, meld: Meld) -> None:
    rank = meld.rank
    was_new = not outlook.sizes[rank]
    before = outlook.sizes[rank]
    n_wilds = 0
    for card in meld.cards:
        if state.place[card] == meld.seat:
            outlook.held[state.rank[card]] -= 1
        n_wilds += state.ruleset.deck.is_wild[card]
    outlook.sizes[rank] += len(meld.cards)
    outlook.wilds[rank] += n_wilds
    if outlook.sizes[rank] >= CANASTA_SIZE > before:
        outlook.n_canastas += 1
    if was_new and len(meld.cards) == 3 and n_wilds == 1 and rank != WILD_MELD:
        outlook.may_use_two_plus_wild = False
    if state.is_provisional:
        for card in state.pile[:-1]:
            outlook.held[state.rank[card]] += not state.ruleset.is_bonus_three[card]


def find(state: HandState, meld: Meld | None = None) -> Plan | None:
    """A plan with which the seat to act goes out, after `meld` if one is given.

    No unfinished opening lies on the table, unless `meld` completes it.
    """
    side = state.side_of[state.seat]
    if state.phase != PLAY or not state.may_meld or state.answer == SAID_NO:
        return None
    must_open = meld is None and not state.is_opened[side]
    view = outlook(state, meld)
    return _plan(state, view, _discards(state, view), must_open=must_open)


def is_open_after_taking(
    state: HandState, rank: int, naturals: int, wilds: int
) -> bool:
    """Whether the seat to act could go out by the pile, melding its top card so."""
    view = outlook(state)
    for card in state.pile[:-1]:
        view.held[state.rank[card]] += not state.ruleset.is_bonus_three[card]
    _use_top(view, rank, naturals, wilds)
    return _plan(state, view, _discards(state, view), must_open=False) is not None


def is_open_concealed(state: HandState, rank: int) -> bool:
    """Whether the seat to act, unopened, could lay its whole holding with the pile.

    Nothing but a discard may be left, and that only where going out concealed may
    end with one; the rest of the pile comes too late to be melded.
    """
    view = outlook(state)
    _use_top(view, rank, naturals=2, wilds=0)
    n_over = int(state.ruleset.concealed_allows_discard) - (len(state.pile) - 1)
    if n_over < 0:
        return False
    discards = _discards(state, view) if n_over else [NO_CARD]
    return _plan(state, view, discards, must_open=False) is not None


def _use_top(view: Outlook, rank: int, naturals: int, wilds: int) -> None:
    """Lay the pile's top card with these cards of the holding."""
    view.held[rank] -= naturals
    n_twos = min(wilds, view.held[TWO])
    view.held[TWO] -= n_twos
    view.held[JOKER] -= wilds - n_twos
    size = view.sizes[rank]
    view.sizes[rank] += naturals + 1 + wilds
    view.wilds[rank] += wilds
    view.n_canastas += view.sizes[rank] >= CANASTA_SIZE > size


def _plan(
    state: HandState, view: Outlook, discards: Iterable[int], *, must_open: bool
) -> Plan | None:
    side = state.side_of[state.seat]
    for discard_rank in discards:
        held = list(view.held)
        if discard_rank == WILD:
            held[TWO if held[TWO] else JOKER] -= 1
        elif discard_rank != NO_CARD:
            held[discard_rank] -= 1
        additions = _lay_all(state, view, held)
        if additions is None:
            continue
        if not must_open or _opens(state, side, held):
            return Plan(additions, discard_rank)
    return None


def _discards(state: HandState, view: Outlook) -> Iterator[int]:
    held = view.held
    if not state.ruleset.must_discard_last:
        yield NO_CARD
    for rank in (THREE, *NATURAL_RANKS):
        if held[rank]:
            yield rank
    if held[TWO] or held[JOKER]:
        yield WILD


def _opens(state: HandState, side: int, held: list[int]) -> bool:
    """Whether laying all of `held` also makes a first meld."""
    ruleset = state.ruleset
    if ruleset.needs_clean_triple:
        # Coastal: a way out takes fifteen cards, an unopened seat holds fourteen.
        # Only a table that was laid out so comes here.
        return ruleset.complete_canasta_opens
    value = ruleset.value_of_rank
    points = sum(n * value[rank] for rank, n in enumerate(held))
    return points >= state.opening_minimum[side]


# By wilds used and whether the pair with a wild is spent: canastas, additions.
_Table = dict[tuple[int, bool], tuple[int, list[tuple[int, int, int]]]]


def _lay_all(
    state: HandState, view: Outlook, held: list[int]
) -> list[tuple[int, int, int]] | None:
    """Additions that lay all of `held` and let the side go out, or None."""
    n_wilds = held[TWO] + held[JOKER]
    table: _Table = {(0, False): (view.n_canastas, [])}
    for rank in (WILD_MELD, THREE, *NATURAL_RANKS):
        n_naturals = held[rank] if rank != WILD_MELD else 0
        if not n_naturals and not n_wilds:  # nothing to lay: the table stays
            if _blocks(state, rank, view.sizes[rank], view.wilds[rank]):
                return None
            continue
        options = list(_options(state, view, rank, n_naturals, n_wilds))
        table = _extended(table, rank, n_naturals, n_wilds, options)
        if not table:
            return None
    best = [entry for (used, _), entry in table.items() if used == n_wilds]
    for n_canastas, additions in best:
        if n_canastas >= state.ruleset.n_canastas_to_go_out:
            return additions
    return None


def _extended(
    table: _Table,
    rank: int,
    n_naturals: int,
    n_wilds: int,
    options: list[tuple[int, bool, bool]],
) -> _Table:
    """The table with one rank more."""
    following: _Table = {}
    for (used, is_spent), (n_canastas, additions) in table.items():
        for more, completes, spends in options:
            if used + more > n_wilds or (spends and is_spent):
                continue
            key = (used + more, is_spent or spends)
            reached = n_canastas + completes
            if key in following and following[key][0] >= reached:
                continue
            added = [(rank, n_naturals, more)] if n_naturals or more else []
            following[key] = (reached, additions + added)
    return following


def _options(
    state: HandState, view: Outlook, rank: int, n_naturals: int, n_wilds: int
) -> Iterator[tuple[int, bool, bool]]:
    """Wilds that may go to a rank: (wilds, completes a canasta, spends the pair)."""
    ruleset = state.ruleset
    size = view.sizes[rank]
    if rank == THREE:
        is_set = ruleset.has_black_three_set and 3 <= n_naturals + size <= 4
        if not n_naturals or is_set:
            yield 0, False, False
        return
    most = n_wilds if rank == WILD_MELD else min(n_wilds, ruleset.max_wilds)
    if rank == WILD_MELD and not ruleset.has_wild_meld:
        most = 0
    for more in range(most + 1):
        total = size + n_naturals + more
        adds = n_naturals + more > 0
        if adds and (state.is_dead[rank] or not 3 <= total <= ruleset.max_meld_size):
            continue
        if _blocks(state, rank, total, view.wilds[rank] + more):
            continue
        is_pair = False
        if adds and rank != WILD_MELD:
            is_pair = _is_pair(view, rank, size, n_naturals, more)
            if not _is_mix(ruleset, total, view.wilds[rank] + more) or not (
                not more or is_pair or _may_take_wild(state, view, rank, total, more)
            ):
                continue
            is_pair = is_pair and not _may_take_wild(state, view, rank, total, more)
        yield more, total >= CANASTA_SIZE > size, is_pair


def _is_mix(ruleset: Ruleset, total: int, wilds: int) -> bool:
    naturals = total - wilds
    return (
        naturals >= ruleset.min_naturals
        and wilds <= ruleset.max_wilds
        and naturals - wilds >= ruleset.min_surplus
    )


def _is_pair(view: Outlook, rank: int, size: int, n_naturals: int, more: int) -> bool:
    """Whether this is the pair with a wild that going out may lay anew."""
    return (
        view.may_use_two_plus_wild
        and not size
        and (n_naturals, more) == (2, 1)
        and rank not in (ACE, SEVEN)
    )


def _may_take_wild(
    state: HandState, view: Outlook, rank: int, total: int, more: int
) -> bool:
    ruleset = state.ruleset
    if rank in ruleset.ranks_without_wilds:
        return False
    if state.is_dead[WILD_MELD] and 0 < view.sizes[WILD_MELD] < CANASTA_SIZE:
        return False  # the side's wilds can never be finished
    if view.is_exempt:
        return True
    if rank in ruleset.ranks_natural_after_opening and (
        ruleset.mixed_stays_frozen or not view.wilds[rank]
    ):
        return False
    return total - view.wilds[rank] - more >= ruleset.naturals_before_wild


def _blocks(state: HandState, rank: int, total: int, wilds: int) -> bool:
    """Whether such a meld on the table at the end would forbid going out."""
    ruleset = state.ruleset
    if not ruleset.unfinished_blocks or not 0 < total < CANASTA_SIZE:
        return False
    if ruleset.dead_unfinished_exempt and state.is_dead[rank]:
        return False
    return rank in (SEVEN, WILD_MELD) or (rank == ACE and not wilds)


def moves_of(state: HandState, plan: Plan) -> list[Move]:
    """The plan as moves with cards of the holding of the seat to act."""
    seat = state.seat
    twos = state.cards_held(seat, TWO)
    jokers = state.cards_held(seat, JOKER)
    wilds = jokers + twos  # the dearest are laid, the cheapest is discarded
    laid: list[Move] = []
    for rank, n_naturals, n_wilds in _in_order(state, plan):
        naturals = [] if rank == WILD_MELD else state.cards_held(seat, rank)
        cards = naturals[:n_naturals] + wilds[:n_wilds]
        del wilds[:n_wilds]
        laid.append(Meld(seat, rank, cards))
    if plan.discard_rank == NO_CARD:
        return laid
    if plan.discard_rank == WILD:
        return [*laid, Discard(seat, wilds[-1])]
    return [*laid, Discard(seat, state.cards_held(seat, plan.discard_rank)[-1])]


def _in_order(state: HandState, plan: Plan) -> list[tuple[int, int, int]]:
    """Canastas first, so that an opening and the way out are there in time.

    What only a first meld may hold comes before them, for the exemption may end
    with the meld that opens (2.3.3). None of it opens but a canasta of aces, which
    is therefore the last of it: the rest has neither a clean triple nor a canasta.
    """
    ruleset = state.ruleset
    side = state.side_of[state.seat]
    sizes = state.sizes[side]

    def key(addition: tuple[int, int, int]) -> tuple[bool, bool, bool, int]:
        rank, n_naturals, n_wilds = addition
        is_canasta = sizes[rank] + n_naturals + n_wilds >= CANASTA_SIZE
        needs_exemption = (
            not state.is_opened[side]
            and n_wilds > 0
            and rank != WILD_MELD
            and (
                n_naturals < ruleset.naturals_before_wild
                or rank in ruleset.ranks_natural_after_opening
            )
        )
        return rank == THREE, not needs_exemption, is_canasta == needs_exemption, rank

    return sorted(plan.additions, key=key)
