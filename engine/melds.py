"""Melding: what a meld may look like, and what laying one brings about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import going_out, opening, pile
from engine.cards import ACE, IS_NATURAL_RANK, THREE, WILD_MELD
from engine.moves import Meld
from engine.phases import MELDED, PLAY
from engine.refusals import refusal, wrong_time

if TYPE_CHECKING:
    from engine.state import HandState

CANASTA_SIZE = 7
MIN_MELD_SIZE = 3


# What a checked meld brings: wilds laid, points laid, whether the side opens.
Laid = tuple[int, int, bool]


def check_meld(state: HandState, seat: int, rank: int, cards: Sequence[int]) -> Laid:
    """Raise unless the cards may be laid; what they bring."""
    if state.phase != PLAY or seat != state.seat:
        raise wrong_time(state, seat, "meld")
    if not state.may_meld:
        raise refusal(state, "no_melds", "in this turn the seat may only discard")
    n_wilds, points = _count(state, seat, rank, cards)
    side = state.side_of[seat]
    n_wilds_after = state.wilds[side][rank] + n_wilds
    size = state.sizes[side][rank] + len(cards)
    if n_wilds and rank != WILD_MELD:
        _check_wilds(state, side, rank, size, n_wilds_after)
    _check_shape(state, side, rank, size, n_wilds_after)
    if state.n_to_expose:
        raise refusal(state, "threes", "a three in the holding is exposed first")
    if state.pending_top >= 0:
        pile.check_use_of_top(state, side, rank, cards)
    is_opened = state.is_opened[side]
    opens = not is_opened and opening.opens_with(
        state, side, rank, len(cards), n_wilds, points
    )
    n_left = state.n_held[seat] - len(cards)
    if state.took_pile and (not is_opened or state.is_frozen):
        n_left += pile.n_still_to_come(state, side, opens=opens)
    if (
        n_left <= 1
        or state.must_go_out
        or rank == THREE
        or (
            state.ruleset.go_out_two_plus_wild
            and _is_two_plus_wild(state, side, rank, size, n_wilds_after)
        )
    ):
        going_out.check_meld_leaves_a_way(state, Meld(seat, rank, cards), n_left, opens)
    return n_wilds, points, opens


def _count(
    state: HandState, seat: int, rank: int, cards: Sequence[int]
) -> tuple[int, int]:
    """Wilds and points among the cards, all held and fit for a meld of the rank."""
    place = state.place
    rank_of = state.rank
    n_wilds = 0
    n_cards = len(cards)
    of_rank = state.ruleset.value_of_rank[rank]
    points = n_cards * of_rank
    for card in cards:
        if place[card] != seat and card != state.pending_top:
            name = state.ruleset.deck.names[card]
            raise refusal(state, "meld", f"seat {seat} does not hold {name}")
        if rank_of[card] != rank:
            if not state.is_wild[card]:
                name = state.ruleset.deck.names[card]
                raise refusal(state, "meld", f"{name} does not fit a meld of this rank")
            n_wilds += 1
            points += state.value[card] - of_rank
    if n_cards != 1 and (not cards or n_cards != len(set(cards))):
        raise refusal(state, "meld", "a meld of no cards or with a card twice")
    return n_wilds, points


def _check_shape(
    state: HandState, side: int, rank: int, size: int, n_wilds: int
) -> None:
    """Raise unless the meld after the move is one that the table may show."""
    ruleset = state.ruleset
    if size < MIN_MELD_SIZE:
        raise refusal(state, "meld", f"a meld of {size} cards, 3 are needed")
    if state.is_dead[rank]:
        raise refusal(state, "dead", "the rank is dead: a canasta of it is complete")
    if size > ruleset.max_meld_size:
        raise refusal(
            state, "meld_size", f"{size} cards, a meld holds {ruleset.max_meld_size}"
        )
    if not IS_NATURAL_RANK[rank]:
        _check_other_rank(state, side, rank, size, n_wilds)
    elif n_wilds:  # three naturals alone are a meld in every ruleset
        _check_mix(state, size - n_wilds, n_wilds)


def _check_other_rank(
    state: HandState, side: int, rank: int, size: int, n_wilds: int
) -> None:
    """Raise unless this is a meld of wilds, or of black threes, where there are any."""
    ruleset = state.ruleset
    if rank == WILD_MELD:
        if not ruleset.has_wild_meld:
            raise refusal(state, "wild_meld", "there are no melds of wilds")
        if not state.is_opened[side]:
            opening.check_wild_meld_stands_alone(state, side, size)
    elif rank != THREE:
        raise refusal(state, "meld", "no meld has this rank")
    elif not ruleset.has_black_three_set or n_wilds or size > 4:
        raise refusal(state, "black_threes", "threes make no such meld")


def _check_mix(state: HandState, n_naturals: int, n_wilds: int) -> None:
    """Raise unless a meld of a natural rank may have this many of each."""
    ruleset = state.ruleset
    if (
        n_naturals < ruleset.min_naturals
        or n_wilds > ruleset.max_wilds
        or n_naturals - n_wilds < ruleset.min_surplus
    ):
        raise refusal(
            state, "meld_mix", f"{n_naturals} naturals and {n_wilds} wilds in a meld"
        )


def _check_wilds(
    state: HandState, side: int, rank: int, size: int, n_wilds: int
) -> None:
    """Raise unless wilds may join a meld of this rank (rule of five and more)."""
    ruleset = state.ruleset
    if rank in ruleset.ranks_without_wilds:
        raise refusal(state, "sevens", "this rank never takes wilds")
    if 0 < state.sizes[side][WILD_MELD] < CANASTA_SIZE:
        raise refusal(
            state, "wild_meld", "the side's meld of wilds is not finished yet"
        )
    if is_exempt(state, side):
        return
    if rank in ruleset.ranks_natural_after_opening and not (
        not ruleset.mixed_stays_frozen and state.wilds[side][rank]
    ):
        raise refusal(state, "aces", "aces take wilds in the side's first meld only")
    if size - n_wilds < ruleset.naturals_before_wild and not _is_two_plus_wild(
        state, side, rank, size, n_wilds
    ):
        raise refusal(
            state,
            "rule_of_five",
            f"a wild joins {ruleset.naturals_before_wild} naturals or more, "
            f"here are {size - n_wilds}",
        )


def is_exempt(state: HandState, side: int) -> bool:
    """Whether the seat to act is making its side's first meld."""
    return not state.is_opened[side] or state.is_opening_turn


def _is_two_plus_wild(
    state: HandState, side: int, rank: int, size: int, n_wilds: int
) -> bool:
    """Whether this is the one pair with a wild that going out may lay anew."""
    return (
        state.ruleset.go_out_two_plus_wild
        and size == MIN_MELD_SIZE
        and n_wilds == 1
        and rank != ACE
        and not state.sizes[side][rank]
        and not state.used_two_plus_wild
        and not is_exempt(state, side)
        and state.ruleset.naturals_before_wild > 0
    )


def meld(state: HandState, seat: int, rank: int, cards: Sequence[int]) -> None:
    """Lay the cards; the side opens once its first meld is complete."""
    n_wilds, points, opens = check_meld(state, seat, rank, cards)
    side = state.side_of[seat]
    sizes = state.sizes[side]
    size_before = sizes[rank]
    if not size_before:
        _begin_meld(state, side, rank, len(cards), n_wilds)
    elif rank not in state.begun:
        state.has_joined = True
    size = sizes[rank] = size_before + len(cards)
    state.meld_cards[side][rank] += cards
    state.meld_points[side][rank] += points
    _lay(state, seat, rank, cards, n_wilds)
    if n_wilds:
        state.wilds[side][rank] += n_wilds
    if rank == THREE:
        state.must_go_out = True
    elif size >= CANASTA_SIZE > size_before:
        state.n_canastas[side] += 1
        state.is_dead[rank] = state.ruleset.has_dead_ranks
    if opens:
        opening.open_side(state, side, seat)
    if state.took_pile and (opens or state.pending_top >= 0):
        state.pending_top = -1
        if state.is_opened[side]:
            pile.settle(state, seat)
    if not state.n_held[seat]:
        going_out.end_if_out(state, seat, discarded=False)


def _begin_meld(
    state: HandState, side: int, rank: int, n_cards: int, n_wilds: int
) -> None:
    """Start the side's meld of a rank."""
    state.meld_cards[side][rank] = []
    state.begun.append(rank)
    if state.ruleset.go_out_two_plus_wild and _is_two_plus_wild(
        state, side, rank, n_cards, n_wilds
    ):
        state.used_two_plus_wild = True
        state.must_go_out = True


def _lay(
    state: HandState, seat: int, rank: int, cards: Sequence[int], n_wilds: int
) -> None:
    """Take the cards out of the holding, a pile's top out of the pile."""
    place = state.place
    row = state.counts[seat]
    n_cards = len(cards)
    state.n_laid[seat] += n_cards
    state.n_laid_turn += n_cards
    state.n_melds_turn += 1
    if n_wilds or state.is_provisional:
        for card in cards:
            if place[card] == seat:
                row[state.rank[card]] -= 1
            else:  # the top of a provisional pile
                n_cards -= 1
            place[card] = MELDED
    else:
        row[rank] -= n_cards
        for card in cards:
            place[card] = MELDED
    state.n_held[seat] -= n_cards
