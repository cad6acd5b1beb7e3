"""Going out: when a side may end the hand, and that a seat is never stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import opening, way_out
from engine.cards import ACE, SEVEN, THREE, WILD_MELD
from engine.ending import end
from engine.holdings import receive
from engine.moves import Meld
from engine.phases import SAID_NO, SAID_YES
from engine.refusals import refusal

if TYPE_CHECKING:
    from engine.state import HandState

CANASTA_SIZE = 7


def obstacle(
    state: HandState, side: int, rank: int = -1, size: int = 0, wilds: int = 0
) -> tuple[str, str] | None:
    """What forbids the side to go out now, as topic and sentence; None if nothing.

    With `rank`, as if the side's meld of that rank had this size and these wilds.
    """
    ruleset = state.ruleset
    problem = _answer_obstacle(state)
    if problem is not None:
        return problem
    n_canastas = state.n_canastas[side]
    if rank >= 0 and size >= CANASTA_SIZE > state.sizes[side][rank]:
        n_canastas += 1
    if n_canastas < ruleset.n_canastas_to_go_out:
        needed = ruleset.n_canastas_to_go_out
        return "go_out", f"{n_canastas} canastas, going out needs {needed}"
    if ruleset.unfinished_blocks:
        for watched in (SEVEN, ACE, WILD_MELD):
            n_cards = state.sizes[side][watched]
            n_wilds = state.wilds[side][watched]
            if watched == rank:
                n_cards, n_wilds = size, wilds
            if is_unfinished(watched, n_cards, n_wilds) and not (
                ruleset.dead_unfinished_exempt and state.is_dead[watched]
            ):
                return "unfinished", "an unfinished meld of sevens, aces or wilds"
    return None


def _answer_obstacle(state: HandState) -> tuple[str, str] | None:
    if state.answer == SAID_NO:
        return "ask", "the partner said no: a card must be kept"
    if state.ruleset.ask == "mandatory" and state.answer != SAID_YES:
        return "ask", "the partner has not been asked for leave to go out"
    return None


def is_unfinished(rank: int, size: int, wilds: int) -> bool:
    """Whether a meld is one of sevens, natural aces or wilds under seven cards."""
    if not 0 < size < CANASTA_SIZE:
        return False
    return rank in (SEVEN, WILD_MELD) or (rank == ACE and not wilds)


def check_meld_leaves_a_way(
    state: HandState, move: Meld, n_left: int, opens: bool
) -> None:
    """Raise if after the meld the seat could neither go on nor go out.

    `n_left` is what the seat holds after it. An unfinished opening is no
    matter: it can be taken back.
    """
    side = state.side_of[move.seat]
    ruleset = state.ruleset
    if not state.is_opened[side] and not opens:
        return
    if n_left == 0 and ruleset.must_discard_last:
        raise refusal(state, "keep_a_card", "one card must be kept for the discard")
    if n_left <= 1:
        n_wilds = sum(ruleset.deck.is_wild[card] for card in move.cards)
        problem = obstacle(
            state,
            side,
            move.rank,
            state.sizes[side][move.rank] + len(move.cards),
            state.wilds[side][move.rank] + n_wilds,
        )
        if problem is None:
            return
        if problem[0] == "go_out" and way_out.find(state, move):
            return  # the last card, too, may complete a canasta
        bonus_cards = opening.talon_cards(state) if opens else state.talon_due
        if n_left == 1 and bonus_cards and not state.must_go_out:
            return
        raise refusal(state, problem[0], f"{n_left} cards left, but {problem[1]}")
    if way_out.find(state, move) is None:
        raise refusal(state, "must_go_out", "after this meld the seat cannot go out")


def last_melds(state: HandState, side: int) -> list[int]:
    """Ranks of this turn's melds that only a way out allows: see `take_back`."""
    return [rank for rank in state.begun if _needs_way_out(state, side, rank)]


def _needs_way_out(state: HandState, side: int, rank: int) -> bool:
    if rank == THREE:
        return True
    n_wilds = state.wilds[side][rank]
    n_naturals = state.sizes[side][rank] - n_wilds
    is_mixed = state.used_two_plus_wild and n_wilds > 0
    return is_mixed and n_naturals < state.ruleset.naturals_before_wild


def take_back(state: HandState, side: int, seat: int) -> None:
    """Return the melds that only a way out allows, now that it is shut."""
    for rank in last_melds(state, side):
        cards = state.meld_cards[side].pop(rank)
        receive(state, seat, cards)
        for row in (state.sizes, state.wilds, state.meld_points):
            row[side][rank] = 0
        state.begun.remove(rank)
        state.n_laid[seat] -= len(cards)
        state.n_laid_turn -= len(cards)


def end_if_out(state: HandState, seat: int, *, discarded: bool) -> None:
    """End the hand if the seat, which holds nothing any more, has gone out."""
    side = state.side_of[seat]
    if not state.is_opened[side] or obstacle(state, side) is not None:
        return
    state.went_out_seat = seat
    state.is_concealed = _is_concealed(state, seat, side, discarded=discarded)
    end(state, "went_out")


def _is_concealed(state: HandState, seat: int, side: int, *, discarded: bool) -> bool:
    """Whether the seat laid its whole holding in this one turn, on its own."""
    ruleset = state.ruleset
    if ruleset.concealed_bonus == ruleset.going_out_bonus:
        return False
    if discarded and not ruleset.concealed_allows_discard:
        return False
    if state.took_pile and not ruleset.concealed_allows_pile:
        return False
    if state.n_laid[seat] != state.n_laid_turn or state.has_joined:
        return False
    return any(state.sizes[side][rank] >= CANASTA_SIZE for rank in state.begun)
