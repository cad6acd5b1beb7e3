"""What one seat sees of a hand: its own holding and everything that is public.

Computer players get a `SeatView` and nothing else. The order of the stock and
the holdings of the other seats cannot be read from it.
"""

from dataclasses import dataclass
from functools import cache
from operator import add, sub
from typing import Final

from engine.cards import N_RANKS, NATURAL_RANKS, THREE, TWO
from engine.history import PublicHistory
from engine.joker_button import joker_on_offer
from engine.moves import Move
from engine.ruleset import Ruleset
from engine.state import HandState

CANASTA_SIZE: Final = 7
SPECIAL_KINDS: Final = ("aces", "sevens")


@dataclass(frozen=True, slots=True)
class RulesetFacts:
    """What players derive once from a ruleset."""

    natural_ranks: tuple[int, ...]  # most valuable first, then by rank
    is_risky: tuple[bool, ...]  # by rank: unfinished natural melds cost a penalty
    risky_ranks: tuple[int, ...]
    has_lever: bool  # small melds take the pile, large ones bar it


@cache
def facts_of(ruleset: Ruleset) -> RulesetFacts:
    """The facts of a ruleset, worked out once."""
    values = ruleset.value_of_rank
    is_risky = tuple(
        rank in NATURAL_RANKS and ruleset.canasta_kind(rank, 0) in SPECIAL_KINDS
        for rank in range(N_RANKS)
    )
    return RulesetFacts(
        natural_ranks=tuple(sorted(NATURAL_RANKS, key=lambda r: (-values[r], r))),
        is_risky=is_risky,
        risky_ranks=tuple(r for r in range(N_RANKS) if is_risky[r]),
        has_lever=ruleset.take_by_lay_off and ruleset.pile_max_meld < CANASTA_SIZE,
    )


class SeatView:
    """The table as the seat sees it; `look` brings it up to date.

    Lists are indexed by rank, side or seat as said; change none of them.

    Attributes
    ----------
    own : by rank; the seat's holding as counts
    own_size, own_wilds, their_size, their_wilds : by rank; melds of the own side
        and of the next seat's side (rank 0 is the wild meld)
    is_dead : by rank
    pile : the discards, bottom first: each of them was laid open
    n_stock : cards left in the stock
    n_held : by seat; cards held
    n_canastas, is_opened, opening_minimum, red_threes, black_threes,
    points_before : by side
    asks : by seat; questions so far
    history : what the table has seen each seat do
    """

    __slots__ = (
        "_counted_pile", "_n_counted", "_pile_counts", "_state", "asks",
        "black_threes", "facts", "history", "is_dead", "is_opened",
        "n_canastas", "n_held", "n_own", "n_stock", "next_seat", "next_side",
        "opening_minimum", "own", "own_canastas", "own_minimum", "own_opened",
        "own_size", "own_wilds", "partner", "pile", "points_before", "red_threes",
        "ruleset", "seat", "side", "their_size", "their_wilds", "top",
    )  # fmt: skip

    def __init__(self, state: HandState, seat: int, history: PublicHistory) -> None:
        ruleset = state.ruleset
        self._state = state
        self.ruleset = ruleset
        self.facts = facts_of(ruleset)
        self.history = history
        self.seat = seat
        self.side = side = ruleset.side_of(seat)
        self.partner = ruleset.partner_of(seat)
        self.next_seat = (seat + 1) % ruleset.n_seats
        self.next_side = ruleset.side_of(self.next_seat)
        # the state changes these lists in place
        self.own = state.counts[seat]
        self.own_size = state.sizes[side]
        self.own_wilds = state.wilds[side]
        self.their_size = state.sizes[self.next_side]
        self.their_wilds = state.wilds[self.next_side]
        self.is_dead = state.is_dead
        self.n_held = state.n_held
        self.n_canastas = state.n_canastas
        self.is_opened = state.is_opened
        self.opening_minimum = state.opening_minimum
        self.red_threes = state.red_threes
        self.black_threes = state.black_threes
        self.points_before = state.points_before
        self.asks = state.asks
        self._counted_pile: list[int] = []
        self._n_counted = 0
        self._pile_counts = [0] * N_RANKS
        self.look()

    def look(self) -> None:
        """Bring the numbers up to date; lists are so by themselves."""
        state = self._state
        side = self.side
        self.n_own = self.n_held[self.seat]
        self.pile = pile = state.pile
        self.top = state.rank[pile[-1]] if pile else -1
        self.n_stock = len(state.stock) - state.stock_at
        self.own_canastas = self.n_canastas[side]
        self.own_opened = self.is_opened[side]
        self.own_minimum = self.opening_minimum[side]

    @property
    def is_frozen(self) -> bool:
        """Whether a wild or a bonus three freezes the pile."""
        return self._state.is_frozen

    @property
    def is_opening_turn(self) -> bool:
        """Whether wilds are free because the seat is making its first meld."""
        return self._state.is_opening_turn

    @property
    def took_pile(self) -> bool:
        """Whether this turn began with taking the pile."""
        return self._state.took_pile

    @property
    def may_meld(self) -> bool:
        """Whether this turn allows melds at all."""
        return self._state.may_meld

    @property
    def must_go_out(self) -> bool:
        """Whether the seat has bound itself to go out in this turn."""
        return self._state.must_go_out

    @property
    def answer(self) -> int:
        """What the partner said in this turn; see `engine.phases`."""
        return self._state.answer

    @property
    def has_joker_button(self) -> bool:
        """Whether the joker button works for the seat now; the table shows that."""
        return joker_on_offer(self._state) is not None

    def held_cards(self, rank: int) -> list[int]:
        """The seat's own cards of a rank."""
        return self._state.cards_held(self.seat, rank)

    def last_held_card(self, rank: int) -> int:
        """The last of the seat's own cards of a rank, of which it holds one or more."""
        place = self._state.place
        deck = self.ruleset.deck
        card = deck.first_of_rank[rank] + deck.n_of_rank[rank] - 1
        while place[card] != self.seat:
            card -= 1
        return card

    def own_meld_cards(self, rank: int) -> list[int]:
        """The cards of the own side's meld of a rank."""
        return self._state.meld_cards[self.side].get(rank, [])

    def allows(self, move: Move) -> bool:
        """Whether a move of this seat, which hides nothing from it, is legal."""
        return move.seat == self.seat and self._state.can(move)

    def seen(self) -> list[int]:
        """By rank; cards the seat knows the place of: own, melded, in the pile.

        Wilds in rank melds count under the two: which wild lies where does not
        matter to a player, only how many are gone.
        """
        state = self._state
        seen = list(map(add, self.own, self._in_pile()))
        for sizes, wilds in zip(state.sizes, state.wilds, strict=True):
            seen = list(map(add, seen, map(sub, sizes, wilds)))
            seen[TWO] += sum(wilds)
        seen[THREE] += sum(state.red_threes) + sum(state.black_threes)
        return seen

    def _in_pile(self) -> list[int]:
        """By rank; the pile's cards, counted on from the last time."""
        pile = self.pile
        if pile is not self._counted_pile or len(pile) < self._n_counted:
            self._counted_pile = pile
            self._n_counted = 0
            self._pile_counts = [0] * N_RANKS
        rank_of = self._state.rank
        counts = self._pile_counts
        for card in pile[self._n_counted :]:
            counts[rank_of[card]] += 1
        self._n_counted = len(pile)
        return counts
