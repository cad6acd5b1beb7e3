"""A ruleset: one value for each clause in which the four games differ.

What is no value is a function held here (`canasta_kind`, `canasta_bonus`,
`threes_points`, `penalty_points`). The rulesets themselves are in
`engine.rulesets`; nothing outside a ruleset's own file asks for its name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import Deck
from engine.players.skill import Skill, SkillName
from engine.tally import SideTally

NO_LIMIT: Final = 999
LOWEST: Final = -(10**9)  # a total below every total: the last row of a table

CanastaKind = Literal["natural", "mixed", "wild", "aces", "sevens"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """All the rules of one preset with its table options."""

    name: str  # canonical, e.g. "classic-4"
    family: str  # "coastal", "classic", "partnership", "tiles"
    options: Mapping[str, object]  # only those that differ from the preset
    clauses: Mapping[str, str]  # topic -> clause of docs/rules.md, for refusals

    # pieces and deal
    deck: Deck
    n_seats: int
    n_sides: int
    n_dealt: int
    value_of_rank: tuple[int, ...]  # points of a card melded or held, by rank
    value: tuple[int, ...]  # the same by card
    is_bonus_three: tuple[bool, ...]  # by card: exposed and replaced
    n_starter_extra: int = 0
    starter_only_discards: bool = False
    n_drawn: int = 1
    upcard: Literal["none", "one", "until_natural"] = "none"
    black_three_upcard_freezes: bool = False
    settle_dealt_threes: Literal["deal", "turn"] = "deal"
    joker_button: Literal["off", "replace_draw", "extra"] = "off"
    has_clock: bool = True
    away_play: Literal["computer", "draw_and_throw"] = "computer"  # an absent seat

    # melds
    max_meld_size: int = NO_LIMIT
    max_wilds: int
    min_naturals: int = 2
    min_surplus: int = -NO_LIMIT  # naturals minus wilds, at least
    has_wild_meld: bool = False
    naturals_before_wild: int = 0  # rule of five: a wild joins only from here on
    ranks_without_wilds: frozenset[int] = frozenset()
    ranks_natural_after_opening: frozenset[int] = frozenset()
    mixed_stays_frozen: bool = True  # these ranks get no wild later, mixed or not
    has_dead_ranks: bool = False
    has_black_three_set: bool = False

    # opening
    opening_rows: Sequence[tuple[int, int]]  # (from this total on, minimum), falling
    needs_clean_triple: bool = False
    wild_meld_opens: bool = False
    complete_canasta_opens: bool = False
    failed_opening_penalty: int = 0
    failed_ask_penalty: int = 0
    opening_pile_count: Literal["include_top", "exclude_top", "exclude_top_meld"] = (
        "include_top"
    )
    first_meld_scope: Literal["turn", "action"] = "turn"
    talon: tuple[int, ...] = ()  # cards for the first, second side to open
    talon_min_stock: int = 9

    # pile
    take_with_wild: bool = False  # one natural and wilds instead of a pair
    take_by_lay_off: bool = False
    pile_max_meld: int = NO_LIMIT  # a larger own meld of the rank bars the pile
    has_one_card_rule: bool = False  # one card held never takes a pile of one
    frozen_by_wild: bool = False
    frozen_until_opened: bool = False
    replace_pile_three: bool = False

    # discard
    wild_discard_only_when_all_wild: bool = False
    has_swad: bool = False
    swad_fallback: Literal["allow", "take_back"] = "allow"

    # going out
    n_canastas_to_go_out: int = 1
    must_discard_last: bool = False
    going_out_bonus: int = 100
    concealed_bonus: int = 100
    concealed_exempt_from_minimum: bool = False
    concealed_allows_discard: bool = False
    concealed_allows_pile: bool = True
    unfinished_blocks: bool = False  # sevens, natural aces and wilds under seven
    dead_unfinished_exempt: bool = False
    go_out_two_plus_wild: bool = False
    ask: Literal["none", "optional", "mandatory"] = "none"
    ask_limit: Literal["turn", "player", "side"] = "turn"
    ask_needs_way_out: bool = True  # only when going out is possible
    ask_before_melding: bool = False
    yes_binds: bool = True  # else staying in after a yes costs a failed ask

    # end of the hand
    stock_end: Literal["on_need", "forced", "after_turn", "immediate"] = "on_need"
    last_three_stays: bool = False  # a three as last card is kept, not exposed
    has_special_hands: bool = False
    special_score_mode: Literal["replace", "add"] = "replace"
    no_canasta_subtracts_melds: bool = False

    # scoring
    canasta_kind: Callable[[int, int], CanastaKind]  # rank, wilds
    canasta_bonus: Callable[[int, int, int], int]  # rank, wilds, jokers
    threes_points: Callable[[SideTally, int], int]  # side, its canastas
    penalty_points: Callable[[SideTally], int]  # negative or 0

    # computer players
    skills: Mapping[SkillName, Skill]  # what each takes into account in this game

    # end of the game
    target: int | None  # None where the number of rounds decides
    target_strict: bool = False
    n_rounds: int | None = None
    tie_allowed: bool = False
    stake: int | None = None
    award_per_round: int | None = None  # account points; None: the stake, or none

    def opening_minimum(self, total: int) -> int:
        """The opening minimum of a side that starts the hand with `total` points."""
        for from_total, minimum in self.opening_rows:
            if total >= from_total:
                return minimum
        return minimum  # the last row holds for every total

    def is_game_over(self, points_after: Sequence[int], hand_no: int = 1) -> bool:
        """Whether the game ends with these totals, no Dream hand in play."""
        best = max(points_after)
        if self.n_rounds is not None:
            is_due = hand_no >= self.n_rounds
        elif self.target is None:
            is_due = False
        elif self.target_strict:
            is_due = best > self.target
        else:
            is_due = best >= self.target
        if not is_due or self.tie_allowed:
            return is_due
        return list(points_after).count(best) == 1

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return seat % self.n_sides

    def partner_of(self, seat: int) -> int | None:
        """The seat that shares the side; None where a side is one seat."""
        other = (seat + self.n_sides) % self.n_seats
        return None if other == seat else other
