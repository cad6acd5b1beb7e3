"""Reading a position: from JSON to the cards of each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

from engine.cards import JOKER, N_RANKS, WILD_MELD
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
    sides: list[PositionSide]
    card_names: list[str]  # as written, of all sides


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
    names: list[str] = []
    read = [
        _read_side(ruleset, number, side, names) for number, side in enumerate(sides)
    ]
    table = Table(ruleset, read, names)
    for side in read:
        side.tally.dead_ranks = frozenset(
            meld.rank
            for other in read
            if other is not side
            for meld in other.tally.melds
            if meld.n_naturals + meld.n_wilds >= 7
        )
    return table


def _read_side(
    ruleset: Ruleset, number: int, side: object, names: list[str]
) -> PositionSide:
    if not isinstance(side, dict):
        raise PositionError(f"sides[{number}] is no object")
    where = f"sides[{number}]"
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
    melds = [
        _cards(ruleset, f"{where}.melds", cards, names)
        for cards in _list(f"{where}.melds", side.get("melds", []))
    ]
    holdings = [
        _cards(ruleset, f"{where}.holdings", cards, names)
        for cards in _list(f"{where}.holdings", side.get("holdings", []))
    ]
    threes = _cards(ruleset, f"{where}.threes", side.get("threes", []), names)
    went_out = _flag(f"{where}.went_out", side.get("went_out", False))
    is_concealed = _flag(f"{where}.concealed", side.get("concealed", False))
    return PositionSide(
        number,
        points_before,
        melds,
        threes,
        holdings,
        went_out,
        is_concealed,
        failed_asks,
        special_hand,
        SideTally(
            melds=[tally_meld(ruleset, cards) for cards in melds],
            n_red_threes=sum(ruleset.deck.suit[card] in "DHRY" for card in threes),
            n_black_threes=sum(ruleset.deck.suit[card] in "CSBK" for card in threes),
            holdings=[counts_of(ruleset, cards) for cards in holdings],
            went_out=went_out,
            is_concealed=is_concealed,
            n_failed_asks=failed_asks,
            special_hand=special_hand,
        ),
    )


def tally_meld(ruleset: Ruleset, cards: list[int]) -> MeldTally:
    """A meld as counts; its rank is that of its first natural."""
    deck = ruleset.deck
    naturals = [card for card in cards if not deck.is_wild[card]]
    return MeldTally(
        rank=deck.rank[naturals[0]] if naturals else WILD_MELD,
        n_naturals=len(naturals),
        n_wilds=len(cards) - len(naturals),
        n_jokers=sum(deck.rank[card] == JOKER for card in cards),
        card_points=sum(ruleset.value[card] for card in cards),
    )


def counts_of(ruleset: Ruleset, cards: list[int]) -> list[int]:
    """Cards by rank."""
    counts = [0] * N_RANKS
    for card in cards:
        counts[ruleset.deck.rank[card]] += 1
    return counts


def _cards(
    ruleset: Ruleset, where: str, names: object, all_names: list[str]
) -> list[int]:
    """The cards of a list of names, copy numbers left out or not."""
    cards = []
    for name in _list(where, names):
        card = _card(ruleset, name)
        if card is None:
            raise PositionError(
                f"{where} holds {name!r}, which is no card of {ruleset.name}",
                ruleset.clauses["values"],
            )
        cards.append(card)
        all_names.append(str(name))
    return cards


def _card(ruleset: Ruleset, name: object) -> int | None:
    """The card of this name, or the first one of this face."""
    if not isinstance(name, str):
        return None
    ids = ruleset.deck.ids
    return ids.get(name, ids.get(name + "1"))


def _list(where: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{where} is {value!r}, expected a list")
    return value


def _flag(where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{where} is {value!r}, expected true or false")
    return value


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
