"""Reading a position: from JSON to the cards of each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from engine.cards import JOKER, N_RANKS, RED_SUITS, TWO, WILD_MELD, UnknownNameError
from engine.errors import CoastalError
from engine.ruleset import Ruleset
from engine.tally import MeldTally, SideTally


class PositionError(CoastalError, ValueError):
    """A position that is not readable, or that no table could show."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause


@dataclass(slots=True)
class PositionSide:
    """One side of a position; cards are given by their faces ("8H")."""

    number: int
    points_before: int
    melds: list[list[int]]  # a card of each face
    meld_ranks: list[list[int]]  # of the same cards
    threes: list[int]
    holdings: list[list[int]]
    went_out: bool
    is_concealed: bool
    n_failed_asks: int
    special_hand: str | None
    tally: SideTally


@dataclass(slots=True)
class Table:
    """A whole position."""

    ruleset: Ruleset
    sides: list[PositionSide] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)  # of all sides
    names: list[object] = field(default_factory=list)  # the same as written


def read_table(ruleset: Ruleset, position: Mapping[str, object]) -> Table:
    """The position's sides as cards and counts.

    Raises
    ------
    PositionError
        A field that is missing or of a wrong type, a card that does not exist.
    """
    sides = position.get("sides")
    if not isinstance(sides, list) or not 1 <= len(sides) <= ruleset.n_sides:
        raise PositionError(
            f"sides is no list of up to {ruleset.n_sides} sides",
            ruleset.clauses["seats"],
        )
    table = Table(ruleset)
    read = table.sides
    for number, side in enumerate(sides):
        read.append(_read_side(table, number, side))
    if not ruleset.dead_unfinished_exempt:
        return table
    for side in read:
        side.tally.dead_ranks = frozenset(
            meld.rank
            for other in read
            if other is not side
            for meld in other.tally.melds
            if meld.n_naturals + meld.n_wilds >= 7
        )
    return table


def _read_side(table: Table, number: int, side: object) -> PositionSide:
    if not isinstance(side, dict):
        raise PositionError(f"sides[{number}] is no object")
    where = f"sides[{number}]"
    ruleset = table.ruleset
    clauses = ruleset.clauses
    points_before = side.get("points_before")
    if not _is_number(points_before) or points_before % 5:
        raise PositionError(
            f"{where}.points_before is {points_before!r}, expected a multiple of 5",
            clauses["score"],
        )
    failed_asks = side.get("failed_ask", 0)
    if not _is_number(failed_asks) or failed_asks < 0:
        raise PositionError(
            f"{where}.failed_ask is {failed_asks!r}, expected a number from 0",
            clauses["ask"],
        )
    special_hand = side.get("special_hand")
    if special_hand is not None and not isinstance(special_hand, str):
        raise PositionError(f"{where}.special_hand is no id")
    melds = _lists(table, where, "melds", side)
    holdings = _lists(table, where, "holdings", side)
    threes = _cards(table, where, "threes", side.get("threes", []))
    went_out = _flag(where, "went_out", side)
    is_concealed = _flag(where, "concealed", side)
    n_red_threes = sum([ruleset.deck.suit[card] in RED_SUITS for card in threes])
    rank_of = ruleset.deck.rank
    ranks = [[rank_of[card] for card in cards] for cards in melds]
    tally = SideTally(
        [tally_meld(ruleset, ranks_of_meld) for ranks_of_meld in ranks],
        n_red_threes,
        len(threes) - n_red_threes,
        [counts_of(ruleset, cards) for cards in holdings],
        went_out,
        is_concealed,
        failed_asks,
        special_hand,
    )
    return PositionSide(
        number,
        points_before,
        melds,
        ranks,
        threes,
        holdings,
        went_out,
        is_concealed,
        failed_asks,
        special_hand,
        tally,
    )


def tally_meld(ruleset: Ruleset, ranks: list[int]) -> MeldTally:
    """A meld as counts; its rank is that of its first natural."""
    value = ruleset.value_of_rank
    n_jokers = ranks.count(JOKER)
    n_twos = ranks.count(TWO)
    n_naturals = len(ranks) - n_jokers - n_twos
    rank = WILD_MELD
    for rank_of_card in ranks:
        if rank_of_card not in (TWO, JOKER):
            rank = rank_of_card
            break
    points = n_naturals * value[rank] + n_twos * value[TWO] + n_jokers * value[JOKER]
    return MeldTally(rank, n_naturals, n_twos + n_jokers, n_jokers, points)


def counts_of(ruleset: Ruleset, cards: list[int]) -> list[int]:
    """Cards by rank."""
    counts = [0] * N_RANKS
    rank_of = ruleset.deck.rank
    for card in cards:
        counts[rank_of[card]] += 1
    return counts


def _cards(table: Table, where: str, field: str, names: object) -> list[int]:
    """The cards of a list of names, copy numbers left out or not."""
    if not isinstance(names, list):
        raise _no_list(where, field, names)
    shown = table.ruleset.deck.shown
    try:
        cards = [*map(shown.__getitem__, names)]
    except (UnknownNameError, TypeError):  # no card, or nothing that could be a name
        name = next(n for n in names if not isinstance(n, str) or n not in shown)
        raise PositionError(
            f"{where}.{field} holds {name!r}, which is no card of {table.ruleset.name}",
            table.ruleset.clauses["values"],
        ) from None
    table.cards += cards
    table.names += names
    return cards


def _lists(
    table: Table, where: str, field: str, side: dict[str, object]
) -> list[list[int]]:
    """The cards of each list of a field; no lists where it is absent."""
    lists = side.get(field, [])
    if not isinstance(lists, list):
        raise _no_list(where, field, lists)
    return [_cards(table, where, field, names) for names in lists]


def _no_list(where: str, field: str, value: object) -> PositionError:
    return PositionError(f"{where}.{field} is {value!r}, expected a list")


def _flag(where: str, field: str, side: dict[str, object]) -> bool:
    value = side.get(field, False)
    if not isinstance(value, bool):
        raise PositionError(f"{where}.{field} is {value!r}, expected true or false")
    return value


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
