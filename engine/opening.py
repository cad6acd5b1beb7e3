"""A side's first meld in a hand: what must be in it, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import JOKER, NATURAL_RANKS, TWO, WILD_MELD
from engine.phases import SAID_YES
from engine.refusals import refusal

if TYPE_CHECKING:
    from engine.state import HandState

CANASTA_SIZE = 7
CLEAN_TRIPLE = 3

Row = Sequence[int]  # by rank


def opens_with(
    state: HandState, side: int, rank: int, n_cards: int, n_wilds: int, points: int
) -> bool:
    """Whether the cards laid in this turn and these together are an opening.

    `points` are those of these cards; a top card taken with the pile is among them
    or was laid before.
    """
    ruleset = state.ruleset
    if (
        sum(state.meld_points[side]) + points < state.opening_minimum[side]
        and not ruleset.concealed_exempt_from_minimum
        and (
            not ruleset.complete_canasta_opens
            or state.sizes[side][rank] + n_cards < CANASTA_SIZE
        )
    ):
        return False  # the common case of a first meld on its way, told cheaply
    sizes = state.sizes[side].copy()
    wilds = state.wilds[side].copy()
    meld_points = state.meld_points[side].copy()
    sizes[rank] += n_cards
    wilds[rank] += n_wilds
    meld_points[rank] += points
    return _is_opening(state, side, sizes, wilds, meld_points)


def _is_opening(
    state: HandState, side: int, sizes: Row, wilds: Row, meld_points: Row
) -> bool:
    """Whether melds of these sizes, wilds and points by rank are a first meld."""
    ruleset = state.ruleset
    top_rank = state.rank[state.pile[-1]] if state.is_provisional else -1
    if ruleset.complete_canasta_opens and CANASTA_SIZE in sizes:
        canastas = [rank for rank, size in enumerate(sizes) if size == CANASTA_SIZE]
        if canastas != [top_rank]:
            return True
    if ruleset.concealed_exempt_from_minimum and _is_concealed(state, sizes):
        return True
    minimum = state.opening_minimum[side]
    if counted_points(state, meld_points) < minimum:
        return False
    if not ruleset.needs_clean_triple:
        return True
    if ruleset.wild_meld_opens and meld_points[WILD_MELD] >= minimum:
        return True
    for rank in NATURAL_RANKS:
        n_clean = sizes[rank] - (rank == top_rank)
        if n_clean >= CLEAN_TRIPLE and not wilds[rank]:
            return True
    return False


def counted_points(state: HandState, meld_points: Row) -> int:
    """What of these points by rank counts to the minimum."""
    points = sum(meld_points)
    if state.is_provisional:
        top = state.pile[-1]
        how = state.ruleset.opening_pile_count
        if how == "exclude_top":
            points -= state.value[top]
        elif how == "exclude_top_meld":
            points -= meld_points[state.rank[top]]
    return points


def _is_concealed(state: HandState, sizes: Row) -> bool:
    """Whether melds of these sizes are a concealed way out, which needs no minimum."""
    if state.took_pile and not state.ruleset.concealed_allows_pile:
        return False
    n_laid = sum(sizes) - state.is_provisional
    n_left = state.n_held[state.seat] + state.n_laid_turn - n_laid
    if state.is_provisional:
        n_left += len(state.pile) - 1 - (state.pending_top < 0)
    n_canastas = sum([size >= CANASTA_SIZE for size in sizes])
    return (
        n_left <= int(state.ruleset.concealed_allows_discard)
        and n_canastas >= state.ruleset.n_canastas_to_go_out
    )


def check_wild_meld_stands_alone(state: HandState, side: int, size: int) -> None:
    """Raise if an opening has wilds in another meld beside unfinished wilds."""
    if size >= CANASTA_SIZE:
        return
    if sum(state.wilds[side]) > state.wilds[side][WILD_MELD]:
        raise refusal(
            state,
            "wild_meld",
            "an opening with unfinished wilds has no wilds in its other melds",
        )


def open_side(state: HandState, side: int, seat: int) -> None:
    """The opening is complete: wilds are free, bonus cards may be due."""
    ruleset = state.ruleset
    state.opening_points[side] = counted_points(state, state.meld_points[side])
    state.opening_turn[side] = state.turn
    state.opening_seat[side] = seat
    state.is_opening_turn = ruleset.first_meld_scope == "turn"
    if ruleset.talon:
        state.talon_due = talon_cards(state)
    state.is_opened[side] = True


def talon_cards(state: HandState) -> int:
    """Bonus cards for a side that opens now."""
    ruleset = state.ruleset
    if not ruleset.talon or state.took_pile or state.n_stock < ruleset.talon_min_stock:
        return 0
    return ruleset.talon[sum(state.is_opened)]


def take_back(state: HandState, side: int, seat: int) -> None:
    """Everything laid for the opening returns; the minimum rises."""
    top = state.pile[-1] if state.is_provisional else -1
    row = state.counts[seat]
    for rank, cards in state.meld_cards[side].items():
        for card in cards:
            if card != top:
                state.place[card] = seat
                row[state.rank[card]] += 1
                state.n_held[seat] += 1
        if state.sizes[side][rank] >= CANASTA_SIZE:
            state.n_canastas[side] -= 1
            state.is_dead[rank] = False
        state.sizes[side][rank] = 0
        state.wilds[side][rank] = 0
        state.meld_points[side][rank] = 0
    state.meld_cards[side] = {}
    state.n_laid[seat] -= state.n_laid_turn
    state.n_laid_turn = 0
    state.n_melds_turn = 0
    state.begun = []
    state.must_go_out = state.answer == SAID_YES and state.ruleset.yes_binds
    state.opening_minimum[side] += state.ruleset.failed_opening_penalty


def most_points(state: HandState, top_rank: int, n_cards: int) -> int:
    """The most that a first meld counts which takes the pile with a natural pair.

    At most `n_cards` of the holding are laid, and the meld of the top card is among
    the melds. Only asked where naturals alone suffice (no clean triple); wilds
    count alike wherever they lie, so the dearest are laid.
    """
    ruleset = state.ruleset
    value = ruleset.value_of_rank
    row = state.counts[state.seat]
    wilds = [value[JOKER]] * row[JOKER] + [value[TWO]] * row[TWO]
    points_by_use = {(0, 0): 0}  # cards of the holding, wilds among them -> points
    for rank in NATURAL_RANKS:
        n_top = int(rank == top_rank)
        melds = [
            (n_naturals, n_wilds)
            for n_naturals in range(max(ruleset.min_naturals, 3 * n_top), 15)
            for n_wilds in range(len(wilds) + 1)
            if n_naturals <= row[rank] + n_top
            and n_naturals + n_wilds >= CLEAN_TRIPLE
            and n_wilds <= ruleset.max_wilds
            and n_naturals - n_wilds >= ruleset.min_surplus
        ]
        following = {} if n_top else dict(points_by_use)
        for (n_used, n_wilds_used), points in points_by_use.items():
            for n_naturals, n_wilds in melds:
                use = n_used + n_naturals - n_top + n_wilds, n_wilds_used + n_wilds
                if use[0] <= n_cards and use[1] <= len(wilds):
                    laid = points + n_naturals * value[rank]
                    following[use] = max(following.get(use, 0), laid)
        points_by_use = following
    totals = [p + sum(wilds[:n_wilds]) for (_, n_wilds), p in points_by_use.items()]
    return max(totals, default=0)
