"""What the replay needs of a hand record, and what it gives back.

The protocols have the attribute names of the hand log (docs/hand-log.md);
whoever decodes logs hands in objects that have them, None where a field is
absent.
"""

# ruff: noqa: D102 (a protocol's attributes are the log's, described there)

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.score import CanastaCounts


class MoveRecord(Protocol):
    """One move as the log writes it."""

    @property
    def seat(self) -> int: ...
    @property
    def do(self) -> str: ...
    @property
    def cards(self) -> Sequence[str] | None: ...
    @property
    def rank(self) -> str | None: ...
    @property
    def replacement(self) -> str | None: ...
    @property
    def id(self) -> str | None: ...
    @property
    def yes(self) -> bool | None: ...


@dataclass(slots=True)
class NumberedMoves:
    """The moves of a log with the deck's numbers for cards; special hands have none.

    All but `cards` have one value a move. Its cards are `cards[first:end]`. `other` is
    the rank of a meld, the replacement of an exposed three (-1: none), 1 for the answer
    yes and 0 for no, and of no meaning elsewhere.
    """

    do: Sequence[str]
    seat: Sequence[int]
    first: Sequence[int]
    end: Sequence[int]
    other: Sequence[int]
    cards: Sequence[int]


class SeatRecord(Protocol):
    """One seat as the log writes it."""

    @property
    def player_id(self) -> str | None: ...
    @property
    def controller(self) -> str: ...
    @property
    def left_in_hand(self) -> bool | None: ...
    @property
    def extra_jokers(self) -> int | None: ...


class CanastasRecord(Protocol):
    """Claimed canastas of a side, by kind."""

    @property
    def natural(self) -> int: ...
    @property
    def mixed(self) -> int: ...
    @property
    def wild(self) -> int: ...
    @property
    def aces(self) -> int: ...
    @property
    def sevens(self) -> int: ...


class SideRecord(Protocol):
    """The claimed result of one side; lines are None where they are absent."""

    @property
    def points(self) -> int: ...
    @property
    def points_before(self) -> int: ...
    @property
    def points_after(self) -> int: ...
    @property
    def melded(self) -> int | None: ...
    @property
    def canasta_bonus(self) -> int | None: ...
    @property
    def threes(self) -> int | None: ...
    @property
    def going_out(self) -> int | None: ...
    @property
    def held(self) -> int | None: ...
    @property
    def penalties(self) -> int | None: ...
    @property
    def special_hand(self) -> str | None: ...
    @property
    def canastas(self) -> CanastasRecord | None: ...


class ResultRecord(Protocol):
    """The claimed result of a hand."""

    @property
    def ended_by(self) -> str: ...
    @property
    def went_out_seat(self) -> int | None: ...
    @property
    def special_hand_seat(self) -> int | None: ...
    @property
    def concealed(self) -> bool | None: ...
    @property
    def sides(self) -> Sequence[SideRecord]: ...
    @property
    def game_over(self) -> bool: ...


@dataclass(slots=True)
class ReplayedSide:
    """One side after the replay; the opening's fields are None if it never opened."""

    points: int
    points_before: int
    points_after: int
    melded: int
    canasta_bonus: int
    threes: int
    going_out: int
    held: int
    penalties: int
    special_hand: str | None
    canastas: CanastaCounts
    opening_turn: int | None  # of the side's own turns, from 1
    opening_points: int | None  # what counted to the minimum
    opening_minimum: int  # at the end; rises with failed openings
    n_pile_takes: int
    n_pile_cards: int  # with the top cards


@dataclass(slots=True)
class ReplayedSeat:
    """One seat after the replay."""

    n_draws: int
    n_pile_takes: int
    n_discards: int
    n_time_outs: int
    went_out: bool


@dataclass(slots=True)
class ReplayedMeld:
    """One meld on the table at the end."""

    side: int
    rank: str  # as in the log: "A", "4", …, "wild"
    n_naturals: int
    n_wilds: int
    canasta_kind: str | None
    card_points: int


@dataclass(slots=True)
class ReplayedHand:
    """A hand as its pack and moves give it."""

    ended_by: str | None  # None: the moves stop before the end
    may_go_on: bool  # ended by the empty stock, but the pile could be taken
    went_out_seat: int | None
    special_hand_seat: int | None
    is_concealed: bool
    is_game_over: bool
    is_dream: bool  # a special hand that wins the game
    sides: tuple[ReplayedSide, ...]
    seats: tuple[ReplayedSeat, ...]
    melds: tuple[ReplayedMeld, ...]
    turns: list[int]  # of each move; 0 before the first turn
