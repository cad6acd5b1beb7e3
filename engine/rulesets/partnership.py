"""Partnership canasta: the partner's leave is asked before going out.

The numbers are those of docs/rules.md, part 4.
"""

from collections.abc import Mapping
from typing import Final, Literal, cast

from engine.cards import THREE, card_deck
from engine.options import Choice, Flag, Number, Option, differing, settle
from engine.players import weights
from engine.ruleset import LOWEST, CanastaKind, Ruleset
from engine.tally import SideTally

OPTIONS: Final[dict[str, Option]] = {
    "frozen_until_opened": Flag(False),
    "return_upcard": Flag(False),
    "replace_pile_three": Flag(True),
    "stock_end": Choice("after_turn", ("after_turn", "on_need", "immediate")),
    "target": Number(5000, low=-100_000),
    "target_strict": Flag(True),
    "canastas_to_go_out": Number(1, low=0),
}

CLAUSES: Final[dict[str, str]] = {
    "turn": "0.3",
    "keep_a_card": "0.3",
    "deal": "4.1",
    "draw": "4.1",
    "seats": "4.1",
    "no_melds": "4.1",
    "joker_button": "4.1",
    "clock": "4.1",
    "values": "4.3",
    "meld": "4.4",
    "meld_mix": "4.4",
    "meld_size": "4.4",
    "wild_meld": "4.4",
    "dead": "4.4",
    "rule_of_five": "4.4",
    "sevens": "4.4",
    "aces": "4.4",
    "black_threes": "4.4",
    "canasta_bonus": "4.5",
    "opening": "4.6",
    "opening_minimum": "4.6",
    "cancel_opening": "4.6",
    "talon": "4.6",
    "pile": "4.7",
    "threes": "4.8",
    "discard": "4.9",
    "discard_wild": "4.9",
    "swad": "4.9",
    "go_out": "4.10",
    "unfinished": "4.10",
    "must_go_out": "4.10",
    "ask": "4.10",
    "special_hands": "4.10",
    "stock_end": "4.11",
    "stock_three": "4.11",
    "score": "4.12",
    "penalties": "4.12",
    "game_over": "4.13",
}

# by rank: none, A, 2, black 3, 4–7, 8–K, joker; clause 4.3
VALUES: Final = (0, 20, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 50)
RED_THREES: Final = (0, 100, 200, 300, 800)  # clause 4.8
OPENING: Final = ((3000, 120), (1500, 90), (LOWEST, 50))  # clause 4.6


def canasta_kind(_rank: int, n_wilds: int) -> CanastaKind:
    """The kind of a complete canasta (clause 4.5)."""
    return "mixed" if n_wilds else "natural"


def canasta_bonus(_rank: int, n_wilds: int, _n_jokers: int) -> int:
    """The bonus of a complete canasta (clause 4.5)."""
    return 300 if n_wilds else 500


def threes_points(side: SideTally, n_canastas: int) -> int:
    """Red threes: for a side with a canasta, against one without."""
    amount = RED_THREES[side.n_red_threes]
    return amount if n_canastas else -amount


def penalty_points(_side: SideTally) -> int:
    """Partnership knows no penalties."""
    return 0


def build(name: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset of the partnership preset with these table options."""
    on = settle(name, OPTIONS, options)
    deck = card_deck(2)
    return Ruleset(
        name=name,
        family="partnership",
        options=differing(OPTIONS, options),
        clauses=CLAUSES,
        deck=deck,
        n_seats=4,
        n_sides=2,
        n_dealt=11,
        value_of_rank=VALUES,
        value=tuple(VALUES[rank] for rank in deck.rank),
        is_bonus_three=tuple(
            rank == THREE and suit in "DH"
            for rank, suit in zip(deck.rank, deck.suit, strict=True)
        ),
        upcard="until_natural" if on["return_upcard"] else "one",
        max_wilds=2,
        min_naturals=2,
        opening_rows=OPENING,
        take_with_wild=True,
        take_by_lay_off=True,
        frozen_by_wild=True,
        frozen_until_opened=bool(on["frozen_until_opened"]),
        replace_pile_three=bool(on["replace_pile_three"]),
        n_canastas_to_go_out=cast("int", on["canastas_to_go_out"]),
        ask="mandatory",
        stock_end=cast(
            "Literal['after_turn', 'on_need', 'immediate']", on["stock_end"]
        ),
        canasta_kind=canasta_kind,
        canasta_bonus=canasta_bonus,
        threes_points=threes_points,
        penalty_points=penalty_points,
        skills=weights.PARTNERSHIP,
        target=cast("int", on["target"]),
        target_strict=bool(on["target_strict"]),
    )
