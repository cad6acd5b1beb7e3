"""What one seat sees of a hand that is replayed: step by step, and nothing more.

Holdings of other seats, the cards they draw and the order of the stock cannot be read
from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import N_RANKS, THREE
from engine.phases import PILE
from engine.records import MoveRecord
from engine.replay import make_moves
from engine.score import CANASTA_SIZE, score_side, tally_side
from engine.state import HandState

DRAWN_UNSEEN: Final = ("draw", "talon")  # only the seat itself sees these cards


@dataclass(frozen=True, slots=True)
class SeenMove:
    """A move as the seat sees it; fields that it has not, or must not tell, are None.

    Attributes
    ----------
    n_cards : cards of the move, also of those that are not seen
    replacement : of an exposed three, if the seat may see it
    is_replaced : whether an exposed three was replaced
    """

    seat: int
    do: str
    cards: tuple[str, ...] | None
    n_cards: int
    rank: str | None = None
    replacement: str | None = None
    is_replaced: bool = False
    special_hand: str | None = None
    yes: bool | None = None


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld on the table; `canasta_kind` is None below seven cards."""

    rank: str  # as in the log: "A", "4", ..., "wild"
    cards: tuple[str, ...]
    canasta_kind: str | None


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The table after a move.

    Attributes
    ----------
    melds, n_threes : by side
    points : by side; what it would get if the hand ended here, but for what its
        holdings would add or cost
    n_held : by seat
    own : the seat's own holding, in the order of the deck
    """

    turn: int
    n_stock: int
    n_pile: int
    top: str | None
    is_frozen: bool
    melds: tuple[tuple[SeenMeld, ...], ...]
    n_threes: tuple[int, ...]
    points: tuple[int, ...]
    n_held: tuple[int, ...]
    own: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenStep:
    """A move, the turn it was made in, and the table after it; None: the deal."""

    move: SeenMove | None
    turn: int
    table: SeenTable


def seen_steps(
    state: HandState, moves: Sequence[MoveRecord], seat: int
) -> Iterator[SeenStep]:
    """The deal and each move of a log as `seat` sees them.

    Raises
    ------
    IllegalMoveError
        The first move that the rules do not allow, after those before it.
    """
    yield SeenStep(None, 0, seen_table(state, seat))
    for record, turn in zip(moves, make_moves(state, moves), strict=True):
        yield SeenStep(seen_move(record, seat), turn, seen_table(state, seat))


def seen_move(record: MoveRecord, seat: int) -> SeenMove:
    """A move of the log without what `seat` must not see."""
    cards = tuple(record.cards or ())
    is_own = record.seat == seat
    is_seen = is_own or record.do not in DRAWN_UNSEEN
    return SeenMove(
        seat=record.seat,
        do=record.do,
        cards=cards if is_seen and cards else None,
        n_cards=len(cards),
        rank=record.rank,
        replacement=record.replacement if is_own else None,
        is_replaced=record.replacement is not None,
        special_hand=record.id,
        yes=record.yes,
    )


def seen_table(state: HandState, seat: int) -> SeenTable:
    """The table as `seat` sees it now."""
    names = state.ruleset.deck.names
    # While an opening is unfinished, the pile still has cards that lie in its melds.
    threes = zip(state.red_threes, state.black_threes, strict=True)
    pile = [card for card in state.pile if state.place[card] == PILE]
    return SeenTable(
        turn=state.turn,
        n_stock=state.n_stock,
        n_pile=len(pile),
        top=names[pile[-1]] if pile else None,
        is_frozen=state.is_frozen,
        melds=tuple(_seen_melds(state, side) for side in range(len(state.sizes))),
        n_threes=tuple(map(sum, threes)),
        points=tuple(_open_points(state, side) for side in range(len(state.sizes))),
        n_held=tuple(state.n_held),
        own=tuple(names[card] for card in state.holding(seat)),
    )


def _seen_melds(state: HandState, side: int) -> tuple[SeenMeld, ...]:
    """The melds of a side, by rank; the cards of each with its wilds last."""
    deck = state.ruleset.deck
    return tuple(
        SeenMeld(
            deck.rank_names[rank],
            tuple(
                deck.names[card]
                for card in sorted(cards, key=lambda card: (deck.is_wild[card], card))
            ),
            state.ruleset.canasta_kind(rank, state.wilds[side][rank])
            if len(cards) >= CANASTA_SIZE and rank != THREE
            else None,
        )
        for rank, cards in sorted(state.meld_cards[side].items())
        if cards
    )


def _open_points(state: HandState, side: int) -> int:
    """The side's points by the cards that lie open."""
    tally = tally_side(state, side)
    tally.holdings = [[0] * N_RANKS for _ in tally.holdings]
    return score_side(state.ruleset, tally).points
