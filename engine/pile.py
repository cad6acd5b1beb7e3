"""Taking the pile: who may, with what, and how a provisional pile goes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import going_out, opening, way_out
from engine.cards import JOKER, THREE, TWO
from engine.holdings import n_bonus_threes, receive
from engine.phases import DRAW, PILE, PLAY
from engine.refusals import IllegalMoveError, refusal, wrong_time

if TYPE_CHECKING:
    from engine.state import HandState


def needs_pair(state: HandState) -> bool:
    """Whether the pile is frozen against the seat to act."""
    return state.is_frozen or (
        state.ruleset.frozen_until_opened
        and not state.is_opened[state.side_of[state.seat]]
    )


def check_can_take(state: HandState) -> None:
    """Raise unless the seat to act holds what taking the pile asks for.

    An unopened side may take a pile whose opening then fails: the take is
    provisional and is given back.
    """
    ruleset = state.ruleset
    if not state.pile:
        raise refusal(state, "pile", "the pile is empty")
    top = state.pile[-1]
    rank = state.rank[top]
    if state.is_wild[top] or rank == THREE:
        raise refusal(state, "pile", "a wild or a three on top blocks the pile")
    if state.is_dead[rank]:
        raise refusal(state, "pile", "the top card's rank is dead")
    side = state.side_of[state.seat]
    size = state.sizes[side][rank]
    if size > ruleset.pile_max_meld:
        raise refusal(state, "pile", f"the side's meld of the rank has {size} cards")
    uses = _uses_of_top(state, side, rank)
    if not uses:
        raise refusal(state, "pile", "the holding has nothing that takes the top card")
    if ruleset.has_one_card_rule and state.n_held[state.seat] == len(state.pile) == 1:
        raise refusal(state, "pile", "one card held does not take a pile of one card")
    if state.is_opened[side]:
        _check_leaves_a_way(state, side, rank, uses)


def _check_leaves_a_way(
    state: HandState, side: int, rank: int, uses: Sequence[tuple[int, int]]
) -> None:
    """Raise unless the seat can go on after taking the pile by one of the uses."""
    n_total = state.n_held[state.seat] + len(state.pile)
    if state.is_frozen:
        n_total -= _n_unreplaced(state, state.pile)
    for naturals, wilds in uses:
        if _leaves_a_way(state, side, rank, n_total, naturals, wilds):
            return
    raise refusal(state, "keep_a_card", "too few cards would be left to go on")


def n_still_to_come(state: HandState, side: int, *, opens: bool) -> int:
    """Cards that this turn's pile adds to the holding after a meld; may be negative.

    A provisional pile's top is not in the holding when it is melded, its rest
    comes with the opening; threes in it go without a replacement.
    """
    n_cards = 0
    if not state.is_opened[side]:
        n_cards += state.pending_top >= 0
        if opens:
            n_cards += len(state.pile) - 1
    if state.is_frozen:
        n_cards -= _n_unreplaced(state, state.taken)
    return n_cards


def _n_unreplaced(state: HandState, cards: Sequence[int]) -> int:
    ruleset = state.ruleset
    n_threes = sum([ruleset.is_bonus_three[card] for card in cards])
    return max(0, n_threes - state.n_stock) if ruleset.replace_pile_three else n_threes


def _uses_of_top(state: HandState, side: int, rank: int) -> list[tuple[int, int]]:
    """Ways to meld the top card: (naturals, wilds) out of the holding."""
    ruleset = state.ruleset
    row = state.counts[state.seat]
    n_naturals = row[rank]
    uses = [(2, 0)] if n_naturals >= 2 else []
    if needs_pair(state):
        return uses
    size = state.sizes[side][rank]
    if ruleset.take_by_lay_off and size:
        uses.append((0, 0))
    if ruleset.take_with_wild:
        n_wilds = row[TWO] + row[JOKER]
        wilds = state.wilds[side][rank]
        for naturals in range(min(n_naturals, 1) + 1):
            for more in range(max(1, 2 - naturals), min(n_wilds, 3) + 1):
                all_naturals = size - wilds + naturals + 1
                all_wilds = wilds + more
                if (
                    all_naturals >= ruleset.min_naturals
                    and all_wilds <= ruleset.max_wilds
                    and all_naturals - all_wilds >= ruleset.min_surplus
                ):
                    uses.append((naturals, more))
    return uses


def _leaves_a_way(
    state: HandState, side: int, rank: int, n_total: int, naturals: int, wilds: int
) -> bool:
    n_left = n_total - 1 - naturals - wilds
    if n_left > 1:
        return True
    if n_left == 0 and state.ruleset.must_discard_last:
        return False
    size = state.sizes[side][rank] + 1 + naturals + wilds
    n_wilds = state.wilds[side][rank] + wilds
    problem = going_out.obstacle(state, side, rank, size, n_wilds)
    if problem is None:
        return True
    if problem[0] != "go_out" or n_left == 0 or state.ruleset.must_discard_last:
        return False
    return way_out.is_open_after_taking(state, rank, naturals, wilds)


def can_take(state: HandState) -> bool:
    """Whether the seat to act could take the pile, the stock being empty.

    Where taking is forced, an opening that the pile would need is tested too.
    """
    try:
        check_can_take(state)
    except IllegalMoveError:
        return False
    if state.ruleset.stock_end != "forced":
        return True
    return state.is_opened[state.side_of[state.seat]] or _could_open(state)


def _could_open(state: HandState) -> bool:
    """Whether the seat can open with the pile's top card and go on, or go out.

    Going on takes a card to discard and one to keep; a red three of the pile is
    neither.
    """
    seat = state.seat
    minimum = state.opening_minimum[state.side_of[seat]]
    rank = state.rank[state.pile[-1]]
    n_held = state.n_held[seat]
    n_gained = len(state.pile) - 1 - _n_unreplaced(state, state.pile)
    if opening.most_points(state, rank, n_held + n_gained - 2) >= minimum:
        return True
    if opening.most_points(state, rank, n_held) >= minimum:
        return way_out.is_open_after_taking(state, rank, naturals=2, wilds=0)
    ruleset = state.ruleset
    return (
        ruleset.concealed_exempt_from_minimum
        and ruleset.concealed_allows_pile
        and way_out.is_open_concealed(state, rank)
    )


def check_take_pile(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Raise unless the seat may take the pile and these are its cards."""
    if state.phase != DRAW or seat != state.seat or state.is_timed_out:
        raise wrong_time(state, seat, "take_pile")
    if state.n_to_expose:
        raise refusal(state, "threes", "a three in the holding is exposed first")
    if state.is_drawing:
        raise refusal(state, "draw", "the draw has begun with an exposed three")
    check_can_take(state)
    if list(cards) != state.pile:
        raise refusal(state, "pile", "these are not the pile's cards, bottom first")


def take_pile(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Take the pile; the meld with its top card is due now."""
    check_take_pile(state, seat, cards)
    state.is_plain = False
    state.taken = state.pile
    state.pending_top = state.pile[-1]
    state.took_pile = True
    state.may_stop = False
    state.taken_frozen = needs_pair(state)
    state.phase = PLAY
    if state.is_opened[state.side_of[seat]]:
        state.pile = []
        receive(state, seat, state.taken)
    else:
        state.is_provisional = True


def check_use_of_top(
    state: HandState, side: int, rank: int, cards: Sequence[int]
) -> None:
    """Raise unless this meld uses the top card just taken, in a way that takes it."""
    if state.pending_top not in cards:
        raise refusal(state, "pile", "the meld after taking the pile uses its top card")
    n_from_holding = n_naturals = 0
    for card in cards:
        if card not in state.taken:
            n_from_holding += 1
            n_naturals += state.rank[card] == rank
    if n_naturals >= 2:
        return
    ruleset = state.ruleset
    if not state.taken_frozen:
        if ruleset.take_by_lay_off and state.sizes[side][rank]:
            return
        if ruleset.take_with_wild and n_from_holding >= 2:
            return
    raise refusal(state, "pile", "the top card needs a natural pair of the holding")


def use_top(state: HandState, seat: int) -> None:
    """The top card lies in a meld: once the side is open, the pile is the seat's.

    Its rest may be used from now on, its threes are exposed.
    """
    side = state.side_of[seat]
    state.pending_top = -1
    if not state.is_opened[side]:
        return
    taken = state.taken
    if state.is_provisional:
        state.is_provisional = False
        state.pile = []
        receive(state, seat, taken[:-1])
    state.is_frozen = False
    state.n_pile_takes[seat] += 1
    state.n_side_pile_takes[side] += 1
    state.n_pile_cards[side] += len(taken)
    if state.ruleset.upcard != "none":
        state.n_to_expose = n_bonus_threes(state, seat)


def give_back(state: HandState) -> None:
    """Undo what is not confirmed: an unfinished opening, a pile not yet used."""
    seat = state.seat
    side = state.side_of[seat]
    is_opened = state.is_opened[side]
    if not is_opened and state.n_laid_turn:
        opening.take_back(state, side, seat)
    if not (state.is_provisional or (is_opened and state.pending_top >= 0)):
        return
    if is_opened:
        row = state.counts[seat]
        for card in state.taken:
            row[state.rank[card]] -= 1
        state.n_held[seat] -= len(state.taken)
    state.pile = state.taken
    for card in state.pile:
        state.place[card] = PILE
    state.is_provisional = False
    state.took_pile = False
    state.pending_top = -1
    state.phase = DRAW
    state.may_stop = not state.n_stock and state.ruleset.stock_end != "forced"


def check_cancel_opening(state: HandState, seat: int) -> None:
    """Raise unless an unfinished opening, or a pile taken for one, is on the table."""
    if state.phase != PLAY or seat != state.seat:
        raise wrong_time(state, seat, "cancel_opening")
    side = state.side_of[seat]
    if state.is_opened[side] or not (state.n_laid_turn or state.is_provisional):
        raise refusal(state, "cancel_opening", "there is no unfinished opening")


def cancel_opening(state: HandState, seat: int) -> None:
    """Take the unfinished opening back."""
    check_cancel_opening(state, seat)
    give_back(state)
    if state.must_go_out and way_out.find(state) is None:
        state.must_go_out = False  # the risen minimum shut the way out
