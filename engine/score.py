"""The points of a side: the lines of the breakdown, and their sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final, NamedTuple

from engine.cards import JOKER, N_RANKS, THREE, WILD_MELD
from engine.ruleset import Ruleset
from engine.special_hands import SPECIAL_HANDS
from engine.state import HandState
from engine.tally import MeldTally, SideTally

CANASTA_SIZE: Final = 7


class CanastaCounts(NamedTuple):
    """Completed canastas of a side, by kind."""

    natural: int = 0
    mixed: int = 0
    wild: int = 0
    aces: int = 0
    sevens: int = 0


NO_CANASTAS: Final = CanastaCounts()

_as_type: Final = tuple.__new__  # a named tuple out of a plain one, at half the cost


@dataclass(slots=True)
class SideScore:
    """What one side gets for one hand; every line is what is added to it."""

    points: int
    melded: int = 0
    canasta_bonus: int = 0
    threes: int = 0
    going_out: int = 0
    held: int = 0
    penalties: int = 0
    special_hand: str | None = None
    canastas: CanastaCounts = NO_CANASTAS


def score_side(ruleset: Ruleset, side: SideTally) -> SideScore:
    """The points of one side, from what it shows at the end of the hand."""
    canastas, canasta_bonus, melded = _count_melds(ruleset, side.melds)
    special_points = 0
    if side.special_hand is not None:
        special_points = SPECIAL_HANDS[side.special_hand].points
        if ruleset.special_score_mode == "replace" or not side.melds:
            return SideScore(
                special_points, special_hand=side.special_hand, canastas=canastas
            )
        side = _without_special_holding(side)
    n_canastas = sum(canastas)
    if ruleset.no_canasta_subtracts_melds and not n_canastas:
        melded = -melded
    held = 0
    for row in side.holdings:
        held -= sum(map(mul, row, ruleset.value_of_rank))
    going_out = 0
    if side.went_out:
        going_out = ruleset.going_out_bonus
        if side.is_concealed:
            going_out = ruleset.concealed_bonus
    threes = ruleset.threes_points(side, n_canastas)
    penalties = ruleset.penalty_points(side)
    lines = melded + canasta_bonus + threes + going_out + held + penalties
    return SideScore(
        lines + special_points,
        melded,
        canasta_bonus,
        threes,
        going_out,
        held,
        penalties,
        side.special_hand,
        canastas,
    )


def _count_melds(
    ruleset: Ruleset, melds: Sequence[MeldTally]
) -> tuple[CanastaCounts, int, int]:
    """Canastas by kind, their bonuses together, and the points of all cards melded."""
    kinds = []
    bonus = melded = 0
    for rank, n_naturals, n_wilds, n_jokers, card_points in melds:
        melded += card_points
        if n_naturals + n_wilds >= CANASTA_SIZE and rank != THREE:
            kinds.append(ruleset.canasta_kind(rank, n_wilds))
            bonus += ruleset.canasta_bonus(rank, n_wilds, n_jokers)
    if not kinds:
        return NO_CANASTAS, 0, melded
    n_of = kinds.count
    counts = CanastaCounts(
        n_of("natural"), n_of("mixed"), n_of("wild"), n_of("aces"), n_of("sevens")
    )
    return counts, bonus, melded


def _without_special_holding(side: SideTally) -> SideTally:
    """The side without the cards of the special hand, which are no longer held."""
    holdings = list(side.holdings)
    holdings[side.special_holding] = [0] * N_RANKS
    return SideTally(
        melds=side.melds,
        n_red_threes=side.n_red_threes,
        n_black_threes=side.n_black_threes,
        holdings=holdings,
        special_hand=side.special_hand,
        dead_ranks=side.dead_ranks,
    )


def tally_side(state: HandState, side: int) -> SideTally:
    """What a side shows at the end of a hand that was played."""
    melds = []
    wilds = state.wilds[side]
    points = state.meld_points[side]
    for rank, cards in state.meld_cards[side].items():
        n_wilds = wilds[rank]
        n_jokers = 0
        if rank == WILD_MELD:
            n_jokers = sum([state.rank[card] == JOKER for card in cards])
        counted = (rank, len(cards) - n_wilds, n_wilds, n_jokers, points[rank])
        melds.append(_as_type(MeldTally, counted))
    went_out_seat = state.went_out_seat
    tally = SideTally(
        melds,
        state.red_threes[side],
        state.black_threes[side],
        state.counts[side :: state.ruleset.n_sides],
        went_out_seat is not None and state.side_of[went_out_seat] == side,
        state.is_concealed,
        state.n_failed_asks[side],
    )
    if state.ruleset.dead_unfinished_exempt:
        tally.dead_ranks = frozenset(
            rank
            for rank, is_dead in enumerate(state.is_dead)
            if is_dead and state.sizes[side][rank] < CANASTA_SIZE
        )
    declarer = state.special_hand_seat
    if declarer is not None and state.side_of[declarer] == side:
        tally.special_hand = state.special_hand
        tally.special_holding = declarer // state.ruleset.n_sides
    return tally


def score_hand(state: HandState) -> tuple[SideScore, ...]:
    """The points of every side of a hand that has ended."""
    ruleset = state.ruleset
    return tuple(
        [
            score_side(ruleset, tally_side(state, side))
            for side in range(ruleset.n_sides)
        ]
    )
