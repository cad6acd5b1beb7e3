"""Hands in the middle of play, laid out by notation (`4*Q`, `K K A 2`)."""

from collections.abc import Mapping, Sequence

from engine import moves as m
from engine.cards import WILD_MELD
from engine.conservation import check_conservation
from engine.phases import DRAW, EXPOSED, MELDED, PILE, PLAY, STOCK
from engine.rulesets import get_ruleset
from engine.state import HandState
from engine.turn import reset
from tests.golden.engine_positions import Dealer


class Table:
    """A hand of which seat 0 is to act, and names for its cards.

    Seats 1 … hold one card each unless said otherwise; everything that is not
    laid out lies in the stock, or under it where `n_stock` says so (those cards
    count as exposed, so that they are out of the way).
    """

    def __init__(
        self,
        ruleset: str = "coastal",
        *,
        holding: str = "",
        others: Sequence[str] = (),
        melds: str = "",
        their_melds: str = "",
        pile: str = "",
        options: Mapping[str, object] | None = None,
        totals: Sequence[int] | None = None,
        has_drawn: bool = True,
        turn: int = 9,
        stock: str = "",
        n_stock: int | None = None,
    ) -> None:
        rules = get_ruleset(ruleset, options)
        before = list(totals or [0] * rules.n_sides)
        state = HandState(rules, list(range(rules.deck.n_cards)), 0, before)
        self.dealer = Dealer(rules.deck)
        self.state = state
        self._clear()
        state.seat = 0
        state.turn = turn
        reset(state)
        state.phase = PLAY if has_drawn else DRAW
        for side, notation in enumerate((melds, their_melds)):
            self._lay(side, notation)
        held = [holding, *others]
        held += ["4"] * (rules.n_seats - len(held))
        for seat, notation in enumerate(held):
            for card in self.cards(notation):
                state.place[card] = seat
                state.counts[seat][state.rank[card]] += 1
                state.n_held[seat] += 1
        state.pile = self.cards(pile)
        for card in state.pile:
            state.place[card] = PILE
            if rules.frozen_by_wild and rules.deck.is_wild[card]:
                state.is_frozen = True
        self._stack(stock, n_stock)
        check_conservation(state)

    def _clear(self) -> None:
        state = self.state
        n_seats, n_sides = state.ruleset.n_seats, state.ruleset.n_sides
        state.place[:] = [STOCK] * len(state.place)
        state.counts = [[0] * 15 for _ in range(n_seats)]
        state.n_held = [0] * n_seats
        state.red_threes = [0] * n_sides
        state.black_threes = [0] * n_sides
        state.pile = []

    def _lay(self, side: int, notation: str) -> None:
        state = self.state
        for words in notation.split("·"):
            cards = self.cards(words)
            if not cards:
                continue
            wild = state.ruleset.deck.is_wild
            naturals = [card for card in cards if not wild[card]]
            rank = state.rank[naturals[0]] if naturals else WILD_MELD
            state.meld_cards[side][rank] = cards
            state.sizes[side][rank] = len(cards)
            state.wilds[side][rank] = len(cards) - len(naturals)
            state.meld_points[side][rank] = sum(state.value[c] for c in cards)
            if len(cards) >= 7:
                state.n_canastas[side] += 1
                state.is_dead[rank] = state.ruleset.has_dead_ranks
            for card in cards:
                state.place[card] = MELDED
            state.is_opened[side] = True
            state.opening_turn[side] = 1
            state.opening_seat[side] = side

    def _stack(self, top: str, n_stock: int | None) -> None:
        state = self.state
        first = self.cards(top)
        rest = [c for c, at in enumerate(state.place) if at == STOCK and c not in first]
        threes = [c for c in rest if state.ruleset.is_bonus_three[c]]
        rest = [c for c in rest if c not in threes]
        n_rest = len(rest) if n_stock is None else n_stock - len(first)
        for card in [*threes, *rest[n_rest:]]:
            state.place[card] = EXPOSED
        state.red_threes[1] = len(threes) + len(rest[n_rest:])
        state.stock = first + rest[:n_rest]
        state.stock_at = 0

    def cards(self, notation: str) -> list[int]:
        """Fresh cards of the deck."""
        return [self.state.ruleset.deck.ids[n] for n in self.dealer.cards(notation)]

    def held(self, notation: str, seat: int = 0) -> list[int]:
        """Cards of a holding, e.g. `K K 2`."""
        reader = Dealer(self.state.ruleset.deck)
        taken: list[int] = []
        for name in reader.cards(notation):
            rank = self.state.rank[self.state.ruleset.deck.ids[name]]
            free = [c for c in self.state.cards_held(seat, rank) if c not in taken]
            taken.append(free[0])
        return taken

    def meld(self, rank: str, notation: str, *, with_top: bool = False) -> m.Meld:
        """A meld out of seat 0's holding."""
        cards = self.held(notation)
        if with_top:
            cards.append(self.state.pending_top)
        return m.Meld(0, self.state.ruleset.deck.rank_ids[rank], cards)

    def lay(self, rank: str, notation: str, *, with_top: bool = False) -> None:
        """Make a meld."""
        self.state.apply(self.meld(rank, notation, with_top=with_top))

    def discard(self, notation: str) -> m.Discard:
        """A discard of seat 0."""
        return m.Discard(0, self.held(notation)[0])

    def take(self) -> m.TakePile:
        """Seat 0 takes the pile."""
        return m.TakePile(0, list(self.state.pile))

    def draw(self) -> m.Draw:
        """Seat 0 draws."""
        state = self.state
        return m.Draw(0, state.stock[state.stock_at :][: state.ruleset.n_drawn])
