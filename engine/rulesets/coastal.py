"""Coastal: modern American canasta with dead ranks, bonus cards, special hands.

The numbers are those of docs/rules.md, part 2.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal, cast

from engine.cards import ACE, SEVEN, WILD_MELD, card_deck
from engine.options import Choice, Flag, Number, Option, differing, settle
from engine.players import weights
from engine.ruleset import LOWEST, CanastaKind, Ruleset
from engine.tally import SideTally

OPTIONS: Final[dict[str, Option]] = {
    "go_out_two_plus_wild": Flag(False),
    "rule_of_five": Flag(True),
    "special_hands": Flag(True),
    "wild_meld_opens": Flag(True),
    "complete_canasta_opens": Flag(True),
    "talon_bonus": Flag(True),
    "failed_opening_penalty": Number(10, low=0, multiple_of=5),
    "turn_clock_seconds": Number(60, low=10, high=180, is_nullable=True),
    "take_by_lay_off": Flag(True),
    "opening_pile_count": Choice("exclude_top", ("exclude_top", "exclude_top_meld")),
    "first_meld_scope": Choice("turn", ("turn", "action")),
    "mixed_aces_frozen": Flag(True),
    "swad_fallback": Choice("allow", ("allow", "take_back")),
    "ask_limit": Choice("player", ("player", "side")),
    "special_score_mode": Choice("replace", ("replace", "add")),
    "held_rank_penalty_per": Choice("hand", ("hand", "hand_and_rank")),
    "dead_unfinished_exempt": Flag(False),
    "settle_dealt_threes": Choice("deal", ("deal", "turn")),
    "target": Number(8500, low=1),
}
STRICT_OPTIONS: Final[dict[str, Option]] = OPTIONS | {
    "wild_meld_opens": Flag(False),
    "complete_canasta_opens": Flag(False),
    "failed_opening_penalty": Number(0, low=0, multiple_of=5),
}

CLAUSES: Final[dict[str, str]] = {
    "turn": "0.3",
    "keep_a_card": "0.3",
    "deal": "2.1",
    "draw": "2.1",
    "seats": "2.1",
    "meld": "2.3.1",
    "meld_size": "2.3.1",
    "meld_mix": "2.3.2",
    "rule_of_five": "2.3.3",
    "sevens": "2.3.4",
    "aces": "2.3.4",
    "wild_meld": "2.3.5",
    "dead": "2.3.6",
    "black_threes": "2.7",
    "opening": "2.5",
    "cancel_opening": "2.5",
    "talon": "2.6",
    "threes": "2.7",
    "pile": "2.8",
    "discard": "2.9",
    "discard_wild": "2.9",
    "swad": "2.9",
    "go_out": "2.10.1",
    "unfinished": "2.10.1",
    "must_go_out": "2.10.1",
    "ask": "2.10.1",
    "stock_end": "2.10.3",
    "stock_three": "2.10.4",
    "special_hands": "2.11",
    "canasta_bonus": "2.4",
    "opening_minimum": "2.5",
    "score": "2.12",
    "penalties": "2.12",
    "game_over": "2.13",
    "clock": "2.14",
    "no_melds": "2.14",
    "joker_button": "2.14",
    "values": "2.2",
}

# by rank: none, A, 2, 3 (held only), 4–7, 8–K, joker; clause 2.2
VALUES: Final = (0, 20, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 50)
THREES: Final = (0, 100, 300, 500, 1000)  # of one colour; clause 2.7
OPENING: Final = ((5000, 180), (3000, 155), (LOWEST, 125))  # clause 2.5
UNFINISHED: Final = 2500  # sevens, natural aces; clause 2.12
UNFINISHED_WILDS: Final = 2000
HELD_RANK: Final = 1500  # a holding with three aces or three sevens


def canasta_kind(rank: int, n_wilds: int) -> CanastaKind:
    """The kind of a complete canasta (clause 2.4)."""
    if rank == WILD_MELD:
        return "wild"
    if n_wilds:
        return "mixed"
    if rank == ACE:
        return "aces"
    return "sevens" if rank == SEVEN else "natural"


def canasta_bonus(rank: int, n_wilds: int, n_jokers: int) -> int:
    """The bonus of a complete canasta (clause 2.4)."""
    if rank == WILD_MELD:
        if n_jokers == 4:
            return 2500
        return 2000 if n_jokers else 3000
    if n_wilds:
        return 300
    return 2500 if rank in (ACE, SEVEN) else 500


def threes_points(side: SideTally, n_canastas: int) -> int:
    """Exposed threes: against the side without a canasta, for it from two on."""
    amount = THREES[side.n_red_threes] + THREES[side.n_black_threes]
    if n_canastas == 1:
        return 0
    return amount if n_canastas else -amount


def penalties(per: str, *, is_dead_exempt: bool) -> Callable[[SideTally], int]:
    """What a side loses for unfinished melds and held aces or sevens (2.12)."""

    def penalty_points(side: SideTally) -> int:
        points = 0
        for rank, n_naturals, n_wilds, _, _ in side.melds:
            if n_naturals + n_wilds >= 7:
                continue
            if is_dead_exempt and rank in side.dead_ranks:
                continue
            if rank == WILD_MELD:
                points -= UNFINISHED_WILDS
            elif rank == SEVEN or (rank == ACE and not n_wilds):
                points -= UNFINISHED
        for row in side.holdings:
            n_ranks = (row[ACE] >= 3) + (row[SEVEN] >= 3)
            if n_ranks == 2 and per == "hand":
                n_ranks = 1
            points -= HELD_RANK * n_ranks
        return points

    return penalty_points


def build(name: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset of a coastal preset with these table options."""
    known = STRICT_OPTIONS if name == "coastal-cla-strict" else OPTIONS
    on = settle(name, known, options)
    deck = card_deck(2)
    return Ruleset(
        name=name,
        family="coastal",
        options=differing(known, options),
        clauses=CLAUSES,
        deck=deck,
        n_seats=4,
        n_sides=2,
        n_dealt=13,
        value_of_rank=VALUES,
        value=tuple(VALUES[rank] for rank in deck.rank),
        is_bonus_three=tuple(rank == 3 for rank in deck.rank),
        settle_dealt_threes=cast("Literal['deal', 'turn']", on["settle_dealt_threes"]),
        has_clock=on["turn_clock_seconds"] is not None,
        max_meld_size=7,
        max_wilds=2,
        min_naturals=2,
        has_wild_meld=True,
        naturals_before_wild=5 if on["rule_of_five"] else 0,
        ranks_without_wilds=frozenset({SEVEN}),
        ranks_natural_after_opening=frozenset({ACE}),
        mixed_stays_frozen=bool(on["mixed_aces_frozen"]),
        has_dead_ranks=True,
        opening_rows=OPENING,
        needs_clean_triple=True,
        wild_meld_opens=bool(on["wild_meld_opens"]),
        complete_canasta_opens=bool(on["complete_canasta_opens"]),
        failed_opening_penalty=cast("int", on["failed_opening_penalty"]),
        opening_pile_count=cast(
            "Literal['exclude_top', 'exclude_top_meld']", on["opening_pile_count"]
        ),
        first_meld_scope=cast("Literal['turn', 'action']", on["first_meld_scope"]),
        talon=(4, 3) if on["talon_bonus"] else (),
        talon_min_stock=9,
        take_by_lay_off=bool(on["take_by_lay_off"]),
        pile_max_meld=4,
        wild_discard_only_when_all_wild=True,
        has_swad=True,
        swad_fallback=cast("Literal['allow', 'take_back']", on["swad_fallback"]),
        n_canastas_to_go_out=2,
        must_discard_last=True,
        unfinished_blocks=True,
        dead_unfinished_exempt=bool(on["dead_unfinished_exempt"]),
        go_out_two_plus_wild=bool(on["go_out_two_plus_wild"]),
        ask="optional",
        ask_limit=cast("Literal['player', 'side']", on["ask_limit"]),
        last_three_stays=True,
        has_special_hands=bool(on["special_hands"]),
        special_score_mode=cast("Literal['replace', 'add']", on["special_score_mode"]),
        no_canasta_subtracts_melds=True,
        canasta_kind=canasta_kind,
        canasta_bonus=canasta_bonus,
        threes_points=threes_points,
        penalty_points=penalties(
            cast("str", on["held_rank_penalty_per"]),
            is_dead_exempt=bool(on["dead_unfinished_exempt"]),
        ),
        skills=weights.COASTAL,
        target=cast("int", on["target"]),
    )
