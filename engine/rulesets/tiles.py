"""Canasta with tiles: 106 tiles, a starter with fifteen, awards for accounts.

The numbers are those of docs/rules.md, part 5.
"""

from collections.abc import Mapping
from typing import Final, Literal, cast

from engine.cards import THREE, tile_deck
from engine.options import Choice, Flag, Number, Option, differing, settle
from engine.players import weights
from engine.ruleset import LOWEST, CanastaKind, Ruleset
from engine.tally import SideTally

N_ROUNDS: Final[dict[str, int | None]] = {  # clause 5.9
    "tiles-10000": None,
    "tiles-1": 1,
    "tiles-3": 3,
    "tiles-arena": 3,
}
TARGET: Final = 10_000
# account points that each loser pays and each winner gets; None: the stake once
AWARD_PER_ROUND: Final[dict[str, int | None]] = {  # clause 5.9
    "tiles-10000": 1000,
    "tiles-1": 1000,
    "tiles-3": 1000,
    "tiles-arena": None,
}

OPTIONS: Final[dict[str, Option]] = {
    "joker_button": Choice("replace_draw", ("off", "replace_draw", "extra")),
    "tie_allowed": Flag(False),
}
ARENA_OPTIONS: Final[dict[str, Option]] = OPTIONS | {
    "stake": Number(None, low=1, is_required=True)
}

CLAUSES: Final[dict[str, str]] = {
    "turn": "0.3",
    "keep_a_card": "0.3",
    "deal": "5.1",
    "draw": "5.1",
    "seats": "5.1",
    "no_melds": "5.1",
    "clock": "5.1",
    "values": "5.2",
    "meld": "5.3",
    "meld_mix": "5.3",
    "meld_size": "5.3",
    "wild_meld": "5.3",
    "dead": "5.3",
    "rule_of_five": "5.3",
    "sevens": "5.3",
    "aces": "5.3",
    "canasta_bonus": "5.3",
    "opening": "5.4",
    "opening_minimum": "5.4",
    "cancel_opening": "5.4",
    "talon": "5.4",
    "pile": "5.5",
    "discard": "5.5",
    "discard_wild": "5.5",
    "swad": "5.5",
    "threes": "5.6",
    "black_threes": "5.6",
    "go_out": "5.7",
    "unfinished": "5.7",
    "must_go_out": "5.7",
    "ask": "5.7",
    "special_hands": "5.7",
    "stock_end": "5.7",
    "stock_three": "5.7",
    "score": "5.8",
    "penalties": "5.8",
    "game_over": "5.9",
    "joker_button": "5.9",
}

# by rank: none, 1, 2, 3 (counted apart), 4–9, 10–13, joker; clause 5.2
VALUES: Final = (0, 25, 20, 0, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 50)
OPENING: Final = (  # clause 5.4
    (7000, 150),
    (3000, 120),
    (1500, 90),
    (0, 50),
    (LOWEST, 15),
)
THREE_POINTS: Final = 100  # a bonus three, a black or blue three held; clause 5.6


def canasta_kind(_rank: int, n_wilds: int) -> CanastaKind:
    """The kind of a complete canasta (clause 5.3)."""
    return "mixed" if n_wilds else "natural"


def canasta_bonus(_rank: int, n_wilds: int, _n_jokers: int) -> int:
    """The bonus of a complete canasta (clause 5.3)."""
    return 300 if n_wilds else 500


def threes_points(side: SideTally, _n_canastas: int) -> int:
    """Bonus threes by whether the side opened, less the black and blue ones held."""
    bonus = THREE_POINTS * side.n_red_threes
    held = sum(row[THREE] for row in side.holdings)
    return (bonus if side.melds else -bonus) - THREE_POINTS * held


def penalty_points(_side: SideTally) -> int:
    """Tiles know no penalties."""
    return 0


def build(name: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset of a tiles preset with these table options."""
    known = ARENA_OPTIONS if name == "tiles-arena" else OPTIONS
    on = settle(name, known, options)
    deck = tile_deck()
    return Ruleset(
        name=name,
        family="tiles",
        options=differing(known, options),
        clauses=CLAUSES,
        deck=deck,
        n_seats=4,
        n_sides=2,
        n_dealt=14,
        n_starter_extra=1,
        starter_only_discards=True,
        value_of_rank=VALUES,
        value=tuple(VALUES[rank] for rank in deck.rank),
        is_bonus_three=tuple(
            rank == THREE and suit in "RY"
            for rank, suit in zip(deck.rank, deck.suit, strict=True)
        ),
        away_play="draw_and_throw",
        joker_button=cast(
            "Literal['off', 'replace_draw', 'extra']", on["joker_button"]
        ),
        max_wilds=3,
        min_naturals=2,
        min_surplus=1,
        opening_rows=OPENING,
        must_discard_last=True,
        stock_end="after_turn",
        canasta_kind=canasta_kind,
        canasta_bonus=canasta_bonus,
        threes_points=threes_points,
        penalty_points=penalty_points,
        skills=weights.TILES,
        target=TARGET if N_ROUNDS[name] is None else None,
        n_rounds=N_ROUNDS[name],
        tie_allowed=bool(on["tie_allowed"]),
        stake=cast("int | None", on.get("stake")),
        award_per_round=AWARD_PER_ROUND[name],
    )
