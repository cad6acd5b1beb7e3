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
    n_wilds = 0
    for card in cards:
        if state.rank[card] != rank or state.place[card] != seat:
            n_wilds += _is_wild_for(state, seat, rank, card)
    n_cards = len(cards)
    if n_cards != 1 and (not cards or n_cards != len(set(cards))):
        raise refusal(state, "meld", "a meld of no cards or with a card twice")
    side = state.side_of[seat]
    ruleset = state.ruleset
    size = state.sizes[side][rank] + n_cards
    n_wilds_after = state.wilds[side][rank] + n_wilds
    if (
        n_wilds_after
        or not MIN_MELD_SIZE <= size <= ruleset.max_meld_size
        or state.is_dead[rank]
        or not IS_NATURAL_RANK[rank]
    ):  # three naturals alone are a meld in every ruleset
        _check_shape(state, side, rank, size, n_wilds, n_wilds_after)
    took_pile = state.took_pile
    if took_pile or state.n_to_expose:
        _check_after_pile(state, side, rank, cards)
    value = state.value
    points = (
        sum([value[card] for card in cards])
        if n_wilds
        else n_cards * ruleset.value_of_rank[rank]
    )
    opens = not state.is_opened[side] and opening.opens_with(
        state, side, rank, n_cards, n_wilds, points
    )
    n_left = state.n_held[seat] - n_cards
    if took_pile and (not state.is_opened[side] or state.is_frozen):
        n_left += pile.n_still_to_come(state, side, opens=opens)
    if (
        n_left <= 1
        or state.must_go_out
        or rank == THREE
        or (
            ruleset.go_out_two_plus_wild
            and _is_two_plus_wild(state, side, rank, size, n_wilds_after)
        )
    ):
        going_out.check_meld_leaves_a_way(state, Meld(seat, rank, cards), n_left, opens)
    return n_wilds, points, opens


def _is_wild_for(state: HandState, seat: int, rank: int, card: int) -> bool:
    """Whether the card is a wild; raise if it is not held, or of another rank."""
    if state.place[card] != seat and card != state.pending_top:
        name = state.ruleset.deck.names[card]
        raise refusal(state, "meld", f"seat {seat} does not hold {name}")
    if state.rank[card] == rank:
        return False  # the pile's top card
    if not state.is_wild[card]:
        name = state.ruleset.deck.names[card]
        raise refusal(state, "meld", f"{name} does not fit a meld of this rank")
    return True


def _check_after_pile(
    state: HandState, side: int, rank: int, cards: Sequence[int]
) -> None:
    """Raise if a three, or another meld with the pile's top card, comes first."""
    if state.n_to_expose:
        raise refusal(state, "threes", "a three in the holding is exposed first")
    if state.pending_top >= 0:
        pile.check_use_of_top(state, side, rank, cards)


def _check_shape(
    state: HandState, side: int, rank: int, size: int, n_new: int, n_wilds: int
) -> None:
    """Raise unless the meld after the move is one that the table may show.

    `n_wilds` are all in it, `n_new` those that this move lays.
    """
    ruleset = state.ruleset
    if n_new and rank != WILD_MELD:
        _check_wilds(state, side, rank, size, n_wilds)
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
    n_cards = len(cards)
    state.is_plain = False
    state.n_melds_turn += 1
    state.n_laid_turn += n_cards
    state.n_laid[seat] += n_cards
    if n_wilds:
        _lay_wilds(state, side, rank, n_cards, n_wilds)
    size_before = state.sizes[side][rank]
    if size_before:
        state.meld_cards[side][rank] += cards
        state.has_joined = state.has_joined or rank not in state.begun
    else:
        state.meld_cards[side][rank] = [*cards]
        state.begun.append(rank)
    state.sizes[side][rank] = size = size_before + n_cards
    state.meld_points[side][rank] += points
    if n_wilds or state.is_provisional:
        _take_from_holding(state, seat, cards)
    else:  # the same for cards that are all of the rank and held
        state.counts[seat][rank] -= n_cards
        state.n_held[seat] -= n_cards
        for card in cards:
            state.place[card] = MELDED
    if size >= CANASTA_SIZE > size_before:
        state.n_canastas[side] += 1
        state.is_dead[rank] = state.ruleset.has_dead_ranks
    if rank == THREE:
        state.must_go_out = True
    if opens:
        opening.open_side(state, side, seat)
    if state.took_pile and (opens or state.pending_top >= 0):
        pile.use_top(state, seat)
    if not state.n_held[seat]:
        going_out.end_if_out(state, seat, discarded=False)


def _lay_wilds(
    state: HandState, side: int, rank: int, n_cards: int, n_wilds: int
) -> None:
    """Count the wilds of a meld that is about to be laid."""
    if state.ruleset.go_out_two_plus_wild and _is_two_plus_wild(
        state, side, rank, n_cards, n_wilds
    ):
        state.used_two_plus_wild = True
        state.must_go_out = True
    state.wilds[side][rank] += n_wilds


def _take_from_holding(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Lay the cards out of the holding, a provisional pile's top out of the pile."""
    place = state.place
    row = state.counts[seat]
    for card in cards:
        if place[card] == seat:
            row[state.rank[card]] -= 1
            state.n_held[seat] -= 1
        place[card] = MELDED
