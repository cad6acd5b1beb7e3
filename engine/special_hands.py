"""The ten special hands of coastal: fourteen cards laid at once (clause 2.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.cards import ACE, JOKER, NATURAL_RANKS, SEVEN, THREE, TWO
from engine.ending import end
from engine.phases import PLAY
from engine.refusals import refusal, wrong_time

if TYPE_CHECKING:
    from engine.state import HandState

N_CARDS: Final = 14


@dataclass(frozen=True, slots=True)
class Groups:
    """Fourteen cards as groups of a rank; twos and jokers are ranks of their own."""

    naturals: tuple[int, ...]  # sizes, rising
    n_twos: int
    n_jokers: int
    has_ace_and_seven_pair: bool

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of all groups, rising."""
        wilds = [n for n in (self.n_twos, self.n_jokers) if n]
        return tuple(sorted([*self.naturals, *wilds]))

    @property
    def wilds(self) -> tuple[int, int]:
        """Twos and jokers, the smaller number first."""
        few, many = sorted((self.n_twos, self.n_jokers))
        return few, many


@dataclass(frozen=True, slots=True)
class SpecialHandRule:
    """One special hand: its id in the hand log, its points, what it is made of."""

    special_hand: str
    points: int
    matches: Callable[[Groups], bool]
    wins_game: bool = False


_PAIRS: Final = (2,) * 7

# In the order in which they are tried: the dearest pattern counts.
RULES: Final = (
    SpecialHandRule(
        "dream_plus_4", 8500, lambda g: g.naturals == (5, 5) and g.wilds == (0, 4), True
    ),
    SpecialHandRule(
        "dream_plus_5", 8500, lambda g: g.naturals == (4, 5) and sum(g.wilds) == 5, True
    ),
    SpecialHandRule(
        "quads", 3500, lambda g: g.naturals == (4, 4, 4) and g.wilds == (0, 2)
    ),
    SpecialHandRule(
        "triples", 3500, lambda g: g.naturals == (3, 3, 3, 3) and g.wilds == (0, 2)
    ),
    SpecialHandRule("garbage", 3000, lambda g: g.naturals == (3, 3, 4, 4)),
    SpecialHandRule("blast_off", 3000, lambda g: g.sizes == (2, 3, 4, 5)),
    SpecialHandRule(
        "miami_pairs",
        2500,
        lambda g: g.sizes == _PAIRS and g.wilds == (2, 2) and g.has_ace_and_seven_pair,
    ),
    SpecialHandRule("pairs", 2500, lambda g: g.naturals == _PAIRS),
    SpecialHandRule("zip_code", 2500, lambda g: g.sizes == (2, 2, 3, 3, 4)),
    SpecialHandRule(
        "wild_pairs",
        2000,
        lambda g: g.sizes == _PAIRS and g.wilds == (0, 2) and g.has_ace_and_seven_pair,
    ),
)
SPECIAL_HANDS: Final = {rule.special_hand: rule for rule in RULES}


def best_special_hand(counts: Sequence[int]) -> SpecialHandRule | None:
    """The dearest special hand that these cards (counts by rank) are, if any."""
    if counts[THREE] or sum(counts) != N_CARDS:
        return None
    groups = Groups(
        naturals=tuple(sorted(counts[rank] for rank in NATURAL_RANKS if counts[rank])),
        n_twos=counts[TWO],
        n_jokers=counts[JOKER],
        has_ace_and_seven_pair=counts[ACE] == 2 and counts[SEVEN] == 2,
    )
    for rule in RULES:
        if rule.matches(groups):
            return rule
    return None


def may_declare(state: HandState) -> bool:
    """Whether this is a turn in which the seat to act may declare a special hand."""
    seat = state.seat
    side = state.side_of[seat]
    if (
        not state.ruleset.has_special_hands
        or state.phase != PLAY
        or state.took_pile
        or not state.may_meld
        or state.n_held[seat] != N_CARDS
    ):
        return False
    if not state.is_opened[side]:
        return not state.n_laid_turn
    # the courtesy turn: the seat's first one after its partner opened
    return (
        state.opening_seat[side] != seat
        and state.turn - state.opening_turn[side] < state.ruleset.n_seats
        and not state.n_laid_turn
    )


def check_special_hand(
    state: HandState, seat: int, name: str, cards: Sequence[int]
) -> None:
    """Raise unless these fourteen cards are that special hand, declared in time."""
    if state.phase != PLAY or seat != state.seat:
        raise wrong_time(state, seat, "special_hand")
    if not may_declare(state):
        raise refusal(
            state,
            "special_hands",
            "a special hand is declared with 14 cards after a draw from the stock, "
            "before the side opens or in the first turn after the partner did",
        )
    place = state.place
    if not len(cards) == len(set(cards)) == N_CARDS or any(
        place[card] != seat for card in cards
    ):
        raise refusal(state, "special_hands", "these are not the 14 cards held")
    rule = best_special_hand(state.counts[seat])
    if rule is None:
        raise refusal(state, "special_hands", "these cards are no special hand")
    if rule.special_hand != name:
        raise refusal(
            state,
            "special_hands",
            f"these cards are {rule.special_hand}, declared as {name}",
        )


def special_hand(state: HandState, seat: int, name: str, cards: Sequence[int]) -> None:
    """Lay the special hand; the hand ends."""
    check_special_hand(state, seat, name, cards)
    state.special_hand = name
    state.special_hand_seat = seat
    end(state, "special_hand")
