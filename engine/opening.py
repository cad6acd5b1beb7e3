"""A side's first meld in a hand: what must be in it, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import JOKER, NATURAL_RANKS, THREE, TWO, WILD_MELD
from engine.phases import SAID_YES
from engine.refusals import refusal
from engine.ruleset import Ruleset

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
    order = sum(state.is_opened)
    return ruleset.talon[min(order, len(ruleset.talon) - 1)]


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
    state.n_failed_openings[side] += 1
    state.opening_minimum[side] += state.ruleset.failed_opening_penalty


def could_open_with_pile(state: HandState) -> bool:
    """Whether the seat to act can meet the minimum with the pile's top card.

    Only asked where the top card needs a pair while the side is unopened, and
    naturals alone suffice (no clean triple).
    """
    side = state.side_of[state.seat]
    if state.is_opened[side]:
        return True
    ruleset = state.ruleset
    row = state.counts[state.seat]
    naturals = {rank: row[rank] for rank in NATURAL_RANKS}
    naturals[state.rank[state.pile[-1]]] += 1
    return (
        best_points(ruleset, naturals, row[TWO], row[JOKER])
        >= state.opening_minimum[side]
    )


def best_points(
    ruleset: Ruleset, naturals: dict[int, int], n_twos: int, n_jokers: int
) -> int:
    """The most points that these cards make as melds of naturals with wilds.

    Each wild counts the same wherever it lies, so the dearest pairs get the
    first wilds, and the dearest wilds fill what room there is.
    """
    value = ruleset.value_of_rank
    wilds = [value[JOKER]] * n_jokers + [value[TWO]] * n_twos
    points = 0
    room = 0
    pairs = []
    for rank, n in naturals.items():
        if n >= CLEAN_TRIPLE and rank != THREE:
            points += n * value[rank]
            room += min(ruleset.max_wilds, n - max(ruleset.min_surplus, 0))
        elif n == 2:
            pairs.append(value[rank])
    pairs.sort(reverse=True)
    n_used_pairs = min(len(pairs), len(wilds))
    points += 2 * sum(pairs[:n_used_pairs])
    room += n_used_pairs * min(ruleset.max_wilds, 2 - max(ruleset.min_surplus, 0))
    return points + sum(wilds[:room])
