"""The stock: draws, exposed threes and the bonus cards of an opening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import going_out, turn
from engine.cards import RED_SUITS, THREE
from engine.deal import next_dealt_three
from engine.ending import end
from engine.holdings import receive
from engine.phases import DEAL, DRAW, EXPOSED, OVER, PLAY, TALON
from engine.refusals import refusal, wrong_time

if TYPE_CHECKING:
    from engine.state import HandState


def next_three_at(state: HandState) -> int:
    """Where the three lies that must be exposed before this draw, or -1.

    A last card that stays with the seat (coastal) is not exposed.
    """
    if state.phase == TALON:
        n_wanted = state.talon_due
    elif state.phase == DRAW:
        n_wanted = state.ruleset.n_drawn
    else:
        return -1
    is_bonus_three = state.is_bonus_three
    at = state.stock_at
    for card in state.stock[at : at + n_wanted]:
        if is_bonus_three[card]:
            stays = state.ruleset.last_three_stays and at == len(state.stock) - 1
            return -1 if stays else at
        at += 1
    return -1


def replacement_for(state: HandState) -> int | None:
    """The card that replaces the three to be exposed next; None where none does."""
    stock = state.stock
    at = state.stock_at
    if state.n_to_expose:
        is_replaced = state.phase != PLAY or state.ruleset.replace_pile_three
        return stock[at] if is_replaced and at < len(stock) else None
    return _replacement_at(state, next_three_at(state))


def _replacement_at(state: HandState, three_at: int) -> int | None:
    """The card that replaces the stock's three at this place."""
    stock = state.stock
    n_left = len(stock) - state.stock_at
    if three_at + 1 >= len(stock) or 1 < n_left <= state.ruleset.n_drawn:
        return None
    return stock[three_at + 1]


def check_expose(
    state: HandState, seat: int, card: int, replacement: int | None
) -> int:
    """Raise unless exactly this three is to be exposed now, with this replacement.

    Its place in the stock, -1 for one that is held.
    """
    if seat != state.seat:
        raise refusal(state, "threes", f"seat {seat} exposes a three out of turn")
    at = -1
    if state.n_to_expose:
        if state.place[card] != seat or not state.is_bonus_three[card]:
            raise refusal(state, "threes", "this card is no three held to be exposed")
        expected = replacement_for(state)
    else:
        at = next_three_at(state)
        if at < 0 or state.stock[at] != card:
            raise refusal(state, "threes", "this card is no three drawn just now")
        expected = _replacement_at(state, at)
    if replacement != expected:
        name = name_of(state, expected)
        raise refusal(state, "deal", f"the replacement differs: the pack has {name}")
    return at


def name_of(state: HandState, card: int | None) -> str:
    """The card's name in the hand log, for refusals."""
    return "none" if card is None else state.ruleset.deck.names[card]


def expose(state: HandState, seat: int, card: int, replacement: int | None) -> None:
    """Lay a three open and replace it."""
    at = check_expose(state, seat, card, replacement)
    was_held = at < 0
    state.place[card] = EXPOSED
    if was_held:
        state.n_to_expose -= 1
        state.counts[seat][THREE] -= 1
        state.n_held[seat] -= 1
        if replacement is not None:
            state.stock_at += 1
            receive(state, seat, (replacement,))
            state.n_to_expose += state.is_bonus_three[replacement]
    else:
        drop_from_stock(state, at)
        state.is_drawing = True
        state.is_plain = False
    threes = state.red_threes
    if state.ruleset.deck.suit[card] not in RED_SUITS:
        threes = state.black_threes
    threes[state.side_of[seat]] += 1
    if state.phase == DEAL:
        next_dealt_three(state)
    elif not was_held and not state.n_stock:
        end(state, "stock_three")
    elif state.phase == PLAY and not state.n_held[seat]:
        going_out.end_if_out(state, seat, discarded=False)  # all else is melded
    elif state.phase == PLAY and not state.n_stock and not state.n_to_expose:
        _after_last_replacement(state)


def _after_last_replacement(state: HandState) -> None:
    """End the hand if the stock's last card came for a three out of the pile."""
    if state.place[state.stock[-1]] == EXPOSED:
        end(state, "stock_three")
    elif state.ruleset.stock_end == "immediate":
        end(state, "stock")


def drop_from_stock(state: HandState, at: int) -> None:
    """Take one card out of the stock; the others keep their order."""
    stock = state.stock
    first = state.stock_at
    stock[first + 1 : at + 1] = stock[first:at]
    state.stock_at = first + 1


def check_draw(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Raise unless the seat may draw and these cards lie on the stock."""
    if state.phase != DRAW or seat != state.seat:
        raise wrong_time(state, seat, "draw")
    if state.n_to_expose:
        raise refusal(state, "threes", "a three in the holding is exposed first")
    at = state.stock_at
    if cards != state.stock[at : at + state.ruleset.n_drawn] or not cards:
        _check_number(state, cards)
        _check_top(state, cards)
    is_bonus_three = state.is_bonus_three
    if is_bonus_three[cards[0]] or is_bonus_three[cards[-1]]:  # two at most
        _check_top(state, cards)


def _check_number(state: HandState, cards: Sequence[int]) -> None:
    at = state.stock_at
    expected = state.stock[at : at + state.ruleset.n_drawn]
    if not expected:
        raise refusal(state, "stock_end", "the stock is empty")
    if len(cards) != len(expected):
        raise refusal(
            state,
            "draw",
            f"{len(cards)} cards drawn, the draw is of {len(expected)}",
        )


def _check_top(state: HandState, cards: Sequence[int]) -> None:
    """Raise unless these cards lie on the stock and none is to be exposed."""
    stock = state.stock
    at = state.stock_at
    is_bonus_three = state.is_bonus_three
    for card in cards:
        if stock[at] != card:
            drawn, top = name_of(state, card), name_of(state, stock[at])
            raise refusal(state, "deal", f"{drawn} drawn, the pack has {top}")
        if is_bonus_three[card] and next_three_at(state) >= 0:
            raise refusal(state, "threes", "a three is exposed and replaced, not kept")
        at += 1


def draw(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Draw from the stock."""
    check_draw(state, seat, cards)
    row = state.counts[seat]
    for card in cards:  # as `receive` does: two moves in five are draws
        state.place[card] = seat
        row[state.rank[card]] += 1
    n_cards = len(cards)
    state.n_held[seat] += n_cards
    state.n_draws[seat] += 1
    state.stock_at = at = state.stock_at + n_cards
    state.phase = PLAY
    if at == len(state.stock):
        _after_last_card(state, cards[-1])


def _after_last_card(state: HandState, card: int) -> None:
    if state.is_bonus_three[card]:
        end(state, "stock_three")
    elif state.ruleset.stock_end == "immediate":
        end(state, "stock")


def check_talon(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Raise unless bonus cards are due and these are they."""
    if state.phase != TALON or seat != state.seat:
        raise refusal(state, "talon", "no bonus cards are due here")
    n_cards = min(state.talon_due, state.n_stock)
    if len(cards) != n_cards:
        raise refusal(state, "talon", f"{len(cards)} bonus cards, {n_cards} are due")
    _check_top(state, cards)


def talon(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Draw the bonus cards."""
    check_talon(state, seat, cards)
    receive(state, seat, cards)
    state.stock_at += len(cards)
    state.talon_due = 0
    if not state.n_stock:
        _after_last_card(state, cards[-1])
    if state.phase != OVER:
        turn.pass_on(state)
