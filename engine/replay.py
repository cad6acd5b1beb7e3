"""Replaying the moves of a hand log, and checking its result against them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.cards import UnknownNameError
from engine.conservation import check_conservation
from engine.move_records import MAKE, unreadable
from engine.phases import OVER
from engine.records import (
    MoveRecord,
    ReplayedHand,
    ReplayedMeld,
    ReplayedSeat,
    ReplayedSide,
    SeatRecord,
)
from engine.refusals import (
    BadPackError,
    BadSeatsError,
    HandRefusedError,
)
from engine.result_check import check_result
from engine.ruleset import Ruleset
from engine.score import CANASTA_SIZE, score_side, tally_side
from engine.special_hands import SPECIAL_HANDS
from engine.state import HandState

__all__ = ["check_result", "deal_hand", "dealt", "ended", "make_moves", "replay_hand"]


def deal_hand(
    ruleset: Ruleset,
    *,
    dealer_seat: int,
    seats: Sequence[SeatRecord],
    points_before: Sequence[int],
    pack: Sequence[str],
) -> HandState:
    """The hand of a log at its start, its pack and seats checked.

    Raises
    ------
    BadPackError, BadSeatsError
        The pack is not the ruleset's, the seats do not fit the ruleset.
    """
    if len(seats) != ruleset.n_seats or not 0 <= dealer_seat < ruleset.n_seats:
        raise BadSeatsError(
            f"{len(seats)} seats and dealer seat {dealer_seat}, {ruleset.name} has "
            f"{ruleset.n_seats}",
            clause=ruleset.clauses["seats"],
        )
    if len(points_before) != ruleset.n_sides:
        raise BadSeatsError(
            f"{len(points_before)} sides, {ruleset.name} has {ruleset.n_sides}",
            clause=ruleset.clauses["seats"],
        )
    cards = _pack_cards(ruleset, pack)
    return dealt(ruleset, dealer_seat, seats, points_before, cards)


def dealt(
    ruleset: Ruleset,
    dealer_seat: int,
    seats: Sequence[SeatRecord],
    points_before: Sequence[int],
    pack: Sequence[int],
) -> HandState:
    """The hand at its start, from a pack and seats that are the ruleset's."""
    return HandState(
        ruleset,
        pack,
        dealer_seat,
        points_before,
        is_away=[_is_away_at_first(seat) for seat in seats],
        extra_jokers=_extra_jokers(ruleset, seats),
    )


def _pack_cards(ruleset: Ruleset, pack: Sequence[str]) -> list[int]:
    deck = ruleset.deck
    clause = ruleset.clauses["deal"]
    try:
        cards = [*map(deck.ids.__getitem__, pack)]
    except KeyError as error:
        raise BadPackError(
            f"the pack holds {error.args[0]!r}, which {ruleset.name} has not",
            clause=clause,
        ) from None
    if len(cards) != deck.n_cards:
        raise BadPackError(
            f"the pack has {len(cards)} cards, {ruleset.name} has {deck.n_cards}",
            clause=clause,
        )
    if len(set(cards)) != deck.n_cards:
        twice = next(card for card in cards if cards.count(card) > 1)
        raise BadPackError(f"{deck.names[twice]} is in the pack twice", clause=clause)
    return cards


def _is_away_at_first(seat: SeatRecord) -> bool | None:
    """Whether the computer held the seat at the deal; None where moves may tell."""
    if seat.player_id is None:
        return True
    return True if seat.controller == "computer" and not seat.left_in_hand else None


def _extra_jokers(ruleset: Ruleset, seats: Sequence[SeatRecord]) -> list[int] | None:
    if ruleset.joker_button == "off":
        return None
    jokers = []
    for number, seat in enumerate(seats):
        if seat.extra_jokers is None or seat.extra_jokers < 0:
            raise BadSeatsError(
                f"seat {number} needs extra_jokers, a number from 0",
                clause=ruleset.clauses["joker_button"],
            )
        jokers.append(seat.extra_jokers)
    return jokers


def replay_hand(
    ruleset: Ruleset,
    *,
    dealer_seat: int,
    seats: Sequence[SeatRecord],
    points_before: Sequence[int],
    pack: Sequence[str],
    moves: Sequence[MoveRecord],
    hand_no: int = 1,
) -> ReplayedHand:
    """Play the moves on the pack.

    `hand_no` only decides whether a game of a fixed number of rounds is over.

    Raises
    ------
    BadPackError, BadSeatsError, IllegalMoveError
        The first thing that the rules do not allow; a move's index is in
        `move_index`.
    """
    state = deal_hand(
        ruleset,
        dealer_seat=dealer_seat,
        seats=seats,
        points_before=points_before,
        pack=pack,
    )
    turns = list(make_moves(state, moves))
    made = ((move.do, move.seat) for move in moves)
    return ended(state, seats, made, turns, hand_no=hand_no)


def ended(
    state: HandState,
    seats: Sequence[SeatRecord],
    made: Iterable[tuple[str, int]],
    turns: list[int],
    *,
    hand_no: int,
) -> ReplayedHand:
    """The hand after its last move; `made` are what moves did and whose they were."""
    may_go_on = state.may_stop
    if may_go_on:
        state.stop()
    _check_hand_overs(state, seats, made)
    check_conservation(state)
    return _replayed(state, turns, may_go_on=may_go_on, hand_no=hand_no)


def make_moves(state: HandState, moves: Sequence[MoveRecord]) -> Iterator[int]:
    """Make one move after the other; after each, give the turn it was made in.

    Raises
    ------
    IllegalMoveError
        The first move that the rules do not allow, its index in `move_index`.
    """
    card_of = state.ruleset.deck.ids.__getitem__
    index = -1
    try:
        for record in moves:
            index += 1
            turn = state.turn
            MAKE[record.do](state, record, card_of)
            yield turn
    except HandRefusedError as error:
        error.move_index = index
        raise
    except UnknownNameError as error:
        refusal = unreadable(moves[index], error.args[0])
        refusal.move_index = index
        raise refusal from None


def _check_hand_overs(
    state: HandState, seats: Sequence[SeatRecord], made: Iterable[tuple[str, int]]
) -> None:
    """Raise unless `leave` and `return` agree with who held the seats at the end."""
    for number, seat in enumerate(seats):
        is_computer = seat.controller == "computer"
        has_left = bool(seat.left_in_hand)
        if not state.n_hand_overs[number]:
            agrees = not has_left or seat.player_id is None
        else:
            is_away = state.is_away[number]
            agrees = seat.player_id is not None and is_away == is_computer
            agrees = agrees and has_left == is_computer
        if agrees:
            continue
        at = [
            index
            for index, (do, seat) in enumerate(made)
            if do in ("leave", "return") and seat == number
        ]
        raise BadSeatsError(
            f"the moves leave and return of seat {number} disagree with its "
            f"controller {seat.controller!r} at the end",
            clause=state.ruleset.clauses["seats"],
            move_index=at[-1] if at else None,
        )


def _replayed(
    state: HandState, turns: list[int], *, may_go_on: bool, hand_no: int
) -> ReplayedHand:
    """The hand as it stands, counted and scored."""
    ruleset = state.ruleset
    sides = []
    melds = []
    for side in range(ruleset.n_sides):
        tally = tally_side(state, side)
        score = score_side(ruleset, tally)
        before = state.points_before[side]
        turn = state.opening_turn[side]
        sides.append(
            ReplayedSide(
                score.points,
                before,
                before + score.points,
                score.melded,
                score.canasta_bonus,
                score.threes,
                score.going_out,
                score.held,
                score.penalties,
                score.special_hand,
                score.canastas,
                (turn - 1) // ruleset.n_sides + 1 if turn else None,
                state.opening_points[side] if turn else None,
                state.opening_minimum[side],
                state.n_side_pile_takes[side],
                state.n_pile_cards[side],
            )
        )
        for rank, n_naturals, n_wilds, _, points in tally.melds:
            kind = None
            if n_naturals + n_wilds >= CANASTA_SIZE:
                kind = ruleset.canasta_kind(rank, n_wilds)
            name = ruleset.deck.rank_names[rank]
            melds.append(ReplayedMeld(side, name, n_naturals, n_wilds, kind, points))
    is_dream = (
        state.special_hand is not None and SPECIAL_HANDS[state.special_hand].wins_game
    )
    return ReplayedHand(
        ended_by=state.ended_by,
        may_go_on=may_go_on,
        went_out_seat=state.went_out_seat,
        special_hand_seat=state.special_hand_seat,
        is_concealed=state.is_concealed,
        is_game_over=state.phase == OVER
        and (
            is_dream
            or ruleset.is_game_over([side.points_after for side in sides], hand_no)
        ),
        is_dream=is_dream,
        sides=tuple(sides),
        seats=_seats(state),
        melds=tuple(melds),
        turns=turns,
    )


def _seats(state: HandState) -> tuple[ReplayedSeat, ...]:
    return tuple(
        [
            ReplayedSeat(
                state.n_draws[seat],
                state.n_pile_takes[seat],
                state.n_discards[seat],
                state.n_time_outs[seat],
                state.went_out_seat == seat,
            )
            for seat in range(state.ruleset.n_seats)
        ]
    )
