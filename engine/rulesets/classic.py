"""Classic canasta for four, two, or six in three sides.

The numbers are those of docs/rules.md, part 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

from engine.cards import THREE, card_deck
from engine.options import Flag, Number, Option, differing, settle
from engine.players import weights
from engine.ruleset import LOWEST, CanastaKind, Ruleset
from engine.tally import SideTally


@dataclass(frozen=True, slots=True)
class Table:
    """What the number of players changes (clause 3.1)."""

    n_seats: int
    n_sides: int
    n_packs: int
    n_dealt: int
    n_drawn: int
    n_canastas_to_go_out: int
    target: int
    skills: weights.Skills


TABLES: Final = {
    "classic-4": Table(4, 2, 2, 11, 1, 1, 5000, weights.CLASSIC),
    "classic-2": Table(2, 2, 2, 15, 2, 2, 5000, weights.CLASSIC_2),
    "classic-6x3": Table(6, 3, 3, 13, 1, 2, 7500, weights.CLASSIC_6X3),
}

CLAUSES: Final[dict[str, str]] = {
    "turn": "0.3",
    "keep_a_card": "0.3",
    "deal": "3.1",
    "draw": "3.1",
    "seats": "3.1",
    "no_melds": "3.1",
    "joker_button": "3.1",
    "clock": "3.1",
    "values": "3.2",
    "meld": "3.3.1",
    "meld_mix": "3.3.1",
    "wild_meld": "3.3.2",
    "meld_size": "3.3.3",
    "dead": "3.3.3",
    "rule_of_five": "3.3.1",
    "sevens": "3.3.1",
    "aces": "3.3.1",
    "black_threes": "3.3.5",
    "canasta_bonus": "3.4",
    "opening": "3.5",
    "opening_minimum": "3.5",
    "cancel_opening": "3.5",
    "talon": "3.5",
    "pile": "3.6",
    "threes": "3.7",
    "discard": "3.8",
    "discard_wild": "3.8",
    "swad": "3.8",
    "go_out": "3.9",
    "unfinished": "3.9",
    "must_go_out": "3.9",
    "ask": "3.9",
    "special_hands": "3.9",
    "stock_end": "3.10",
    "stock_three": "3.10",
    "score": "3.11",
    "penalties": "3.11",
    "game_over": "3.12",
}

# by rank: none, A, 2, black 3, 4–7, 8–K, joker; clause 3.2
VALUES: Final = (0, 20, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 50)
RED_THREES: Final = (0, 100, 200, 300, 800, 1000, 1200)  # clause 3.7
OPENING: Final = ((3000, 120), (1500, 90), (0, 50), (LOWEST, 15))  # clause 3.5
FAILED_ASK: Final = 100  # clause 3.9


def options_of(name: str) -> dict[str, Option]:
    """The table options of a classic preset."""
    return {
        "target": Number(TABLES[name].target, low=1),
        "take_by_lay_off": Flag(False),
        "black_three_upcard_freezes": Flag(False),
        "concealed_exempt_from_minimum": Flag(False),
        "concealed_allows_discard": Flag(False),
        "concealed_allows_pile": Flag(True),
    }


def canasta_kind(_rank: int, n_wilds: int) -> CanastaKind:
    """The kind of a complete canasta (clause 3.4)."""
    return "mixed" if n_wilds else "natural"


def canasta_bonus(_rank: int, n_wilds: int, _n_jokers: int) -> int:
    """The bonus of a complete canasta (clause 3.4)."""
    return 300 if n_wilds else 500


def threes_points(side: SideTally, _n_canastas: int) -> int:
    """Red threes: for a side that has melded, against one that has not."""
    amount = RED_THREES[side.n_red_threes]
    return amount if side.melds else -amount


def penalty_points(side: SideTally) -> int:
    """What a side loses for leave to go out that it did not use."""
    return -FAILED_ASK * side.n_failed_asks


def build(name: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset of a classic preset with these table options."""
    known = options_of(name)
    on = settle(name, known, options)
    table = TABLES[name]
    deck = card_deck(table.n_packs)
    return Ruleset(
        name=name,
        family="classic",
        options=differing(known, options),
        clauses=CLAUSES,
        deck=deck,
        n_seats=table.n_seats,
        n_sides=table.n_sides,
        n_dealt=table.n_dealt,
        n_drawn=table.n_drawn,
        value_of_rank=VALUES,
        value=tuple(VALUES[rank] for rank in deck.rank),
        is_bonus_three=tuple(
            rank == THREE and suit in "DH"
            for rank, suit in zip(deck.rank, deck.suit, strict=True)
        ),
        upcard="until_natural",
        black_three_upcard_freezes=bool(on["black_three_upcard_freezes"]),
        max_wilds=3,
        min_naturals=2,
        min_surplus=0,
        has_black_three_set=True,
        opening_rows=OPENING,
        take_with_wild=True,
        take_by_lay_off=bool(on["take_by_lay_off"]),
        has_one_card_rule=True,
        frozen_by_wild=True,
        frozen_until_opened=True,
        n_canastas_to_go_out=table.n_canastas_to_go_out,
        concealed_bonus=200,
        concealed_exempt_from_minimum=bool(on["concealed_exempt_from_minimum"]),
        concealed_allows_discard=bool(on["concealed_allows_discard"]),
        concealed_allows_pile=bool(on["concealed_allows_pile"]),
        ask="none" if table.n_seats == table.n_sides else "optional",
        ask_needs_way_out=False,
        ask_before_melding=True,
        yes_binds=False,
        failed_ask_penalty=FAILED_ASK,
        stock_end="forced",
        canasta_kind=canasta_kind,
        canasta_bonus=canasta_bonus,
        threes_points=threes_points,
        penalty_points=penalty_points,
        skills=table.skills,
        target=cast("int", on["target"]),
    )
