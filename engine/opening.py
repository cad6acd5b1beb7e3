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


def opens_with(
    state: HandState, side: int, rank: int, cards: Sequence[int], points: int
) -> bool:
    """Whether the cards laid in this turn and these together are an opening.

    `points` are those of these cards.
    """
    ruleset = state.ruleset
    if (
        not ruleset.concealed_exempt_from_minimum
        and sum(state.meld_points[side]) + points < state.opening_minimum[side]
        and (
            not ruleset.complete_canasta_opens
            or state.sizes[side][rank] + len(cards) < CANASTA_SIZE
        )
    ):
        return False  # the common case of a first meld on its way, told cheaply
    return is_opening(state, side, _laid_with(state, side, rank, cards))


def _laid_with(
    state: HandState, side: int, rank: int, cards: Sequence[int]
) -> dict[int, list[int]]:
    laid = dict(state.meld_cards[side])
    laid[rank] = [*laid.get(rank, ()), *cards]
    return laid


def is_opening(state: HandState, side: int, melds: dict[int, list[int]]) -> bool:
    """Whether these melds (rank -> cards) are a first meld for the seat to act."""
    ruleset = state.ruleset
    top = state.pile[-1] if state.is_provisional else -1
    if ruleset.complete_canasta_opens and any(
        len(cards) == CANASTA_SIZE and top not in cards for cards in melds.values()
    ):
        return True
    if ruleset.concealed_exempt_from_minimum and _is_concealed(state, melds):
        return True
    minimum = state.opening_minimum[side]
    if counted_points(state, melds, top) < minimum:
        return False
    if not ruleset.needs_clean_triple:
        return True
    is_wild = ruleset.deck.is_wild
    for rank, cards in melds.items():
        if rank == WILD_MELD:
            points = sum(state.value[card] for card in cards)
            if ruleset.wild_meld_opens and points >= minimum:
                return True
        elif len(cards) - (top in cards) >= CLEAN_TRIPLE and not any(
            is_wild[card] for card in cards
        ):
            return True
    return False


def counted_points(state: HandState, melds: dict[int, list[int]], top: int) -> int:
    """Points of the melds that count to the minimum; `top` is the pile's card or -1."""
    how = state.ruleset.opening_pile_count
    value = state.value
    points = 0
    for cards in melds.values():
        if top in cards and how == "exclude_top_meld":
            continue
        for card in cards:
            if card != top or how == "include_top":
                points += value[card]
    return points


def _is_concealed(state: HandState, melds: dict[int, list[int]]) -> bool:
    """Whether these melds are a concealed way out, which needs no minimum."""
    if state.took_pile and not state.ruleset.concealed_allows_pile:
        return False
    n_laid = sum(map(len, melds.values())) - state.is_provisional
    n_left = state.n_held[state.seat] + state.n_laid_turn - n_laid
    if state.is_provisional:
        n_left += len(state.pile) - 1 - (state.pending_top < 0)
    n_canastas = sum(len(cards) >= CANASTA_SIZE for cards in melds.values())
    return (
        n_left <= int(state.ruleset.concealed_allows_discard)
        and n_canastas >= state.ruleset.n_canastas_to_go_out
    )


def check_wild_meld_stands_alone(state: HandState, side: int, size: int) -> None:
    """Raise if an opening has wilds in another meld beside unfinished wilds."""
    if size >= CANASTA_SIZE:
        return
    if any(n for rank, n in enumerate(state.wilds[side]) if rank != WILD_MELD):
        raise refusal(
            state,
            "wild_meld",
            "an opening with unfinished wilds has no wilds in its other melds",
        )


def open_side(state: HandState, side: int, seat: int) -> None:
    """The opening is complete: wilds are free, bonus cards may be due."""
    top = state.pile[-1] if state.is_provisional else -1
    ruleset = state.ruleset
    state.opening_points[side] = counted_points(state, state.meld_cards[side], top)
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
