"""Every value of every ruleset, as the comparison table of the rules has it."""

from dataclasses import fields

import pytest

from engine.ruleset import Ruleset
from engine.rulesets import PRESETS, get_ruleset

STAKE = {"tiles-arena": {"stake": 500}}
ANY = 999  # no limit
# field, coastal, classic-4, partnership, tiles-10000
ROWS = [
    ("n_seats", 4, 4, 4, 4),
    ("n_sides", 2, 2, 2, 2),
    ("n_dealt", 13, 11, 11, 14),
    ("n_starter_extra", 0, 0, 0, 1),
    ("starter_only_discards", False, False, False, True),
    ("n_drawn", 1, 1, 1, 1),
    ("upcard", "none", "until_natural", "one", "none"),
    ("black_three_upcard_freezes", False, False, False, False),
    ("settle_dealt_threes", "deal", "deal", "deal", "deal"),
    ("joker_button", "off", "off", "off", "replace_draw"),
    ("away_play", "computer", "computer", "computer", "draw_and_throw"),
    ("has_clock", True, True, True, True),
    ("max_meld_size", 7, ANY, ANY, ANY),
    ("max_wilds", 2, 3, 2, 3),
    ("min_naturals", 2, 2, 2, 2),
    ("min_surplus", -ANY, 0, -ANY, 1),
    ("has_wild_meld", True, False, False, False),
    ("naturals_before_wild", 5, 0, 0, 0),
    ("ranks_without_wilds", {7}, set(), set(), set()),
    ("ranks_natural_after_opening", {1}, set(), set(), set()),
    ("mixed_stays_frozen", True, True, True, True),
    ("has_dead_ranks", True, False, False, False),
    ("has_black_three_set", False, True, False, False),
    ("needs_clean_triple", True, False, False, False),
    ("wild_meld_opens", True, False, False, False),
    ("complete_canasta_opens", True, False, False, False),
    ("failed_opening_penalty", 10, 0, 0, 0),
    ("failed_ask_penalty", 0, 100, 0, 0),
    ("opening_pile_count", "exclude_top", *["include_top"] * 3),
    ("first_meld_scope", "turn", "turn", "turn", "turn"),
    ("talon", (4, 3), (), (), ()),
    ("talon_min_stock", 9, 9, 9, 9),
    ("take_with_wild", False, True, True, False),
    ("take_by_lay_off", True, False, True, False),
    ("pile_max_meld", 4, ANY, ANY, ANY),
    ("has_one_card_rule", False, True, False, False),
    ("frozen_by_wild", False, True, True, False),
    ("frozen_until_opened", False, True, False, False),
    ("replace_pile_three", False, False, True, False),
    ("wild_discard_only_when_all_wild", True, False, False, False),
    ("has_swad", True, False, False, False),
    ("swad_fallback", "allow", "allow", "allow", "allow"),
    ("n_canastas_to_go_out", 2, 1, 1, 1),
    ("must_discard_last", True, False, False, True),
    ("going_out_bonus", 100, 100, 100, 100),
    ("concealed_bonus", 100, 200, 100, 100),
    ("concealed_exempt_from_minimum", False, False, False, False),
    ("concealed_allows_discard", False, False, False, False),
    ("concealed_allows_pile", True, True, True, True),
    ("unfinished_blocks", True, False, False, False),
    ("dead_unfinished_exempt", False, False, False, False),
    ("go_out_two_plus_wild", False, False, False, False),
    ("ask", "optional", "optional", "mandatory", "none"),
    ("ask_limit", "player", "turn", "turn", "turn"),
    ("ask_needs_way_out", True, False, True, True),
    ("ask_before_melding", False, True, False, False),
    ("yes_binds", True, False, True, True),
    ("stock_end", "on_need", "forced", "after_turn", "after_turn"),
    ("last_three_stays", True, False, False, False),
    ("has_special_hands", True, False, False, False),
    ("special_score_mode", "replace", "replace", "replace", "replace"),
    ("no_canasta_subtracts_melds", True, False, False, False),
    ("target", 8500, 5000, 5000, 10_000),
    ("target_strict", False, False, True, False),
    ("n_rounds", None, None, None, None),
    ("tie_allowed", False, False, False, False),
    ("stake", None, None, None, None),
    ("award_per_round", None, None, None, 1000),
]
COLUMNS = ("coastal", "classic-4", "partnership", "tiles-10000")
# what the presets of a family change
CHANGES = {
    "coastal-cla-strict": (
        "coastal",
        {
            "wild_meld_opens": False,
            "complete_canasta_opens": False,
            "failed_opening_penalty": 0,
        },
    ),
    "classic-2": (
        "classic-4",
        {
            "n_seats": 2,
            "n_dealt": 15,
            "n_drawn": 2,
            "n_canastas_to_go_out": 2,
            "ask": "none",
        },
    ),
    "classic-6x3": (
        "classic-4",
        {
            "n_seats": 6,
            "n_sides": 3,
            "n_dealt": 13,
            "n_canastas_to_go_out": 2,
            "target": 7500,
        },
    ),
    "tiles-1": ("tiles-10000", {"target": None, "n_rounds": 1}),
    "tiles-3": ("tiles-10000", {"target": None, "n_rounds": 3}),
    "tiles-arena": (
        "tiles-10000",
        {"target": None, "n_rounds": 3, "stake": 500, "award_per_round": None},
    ),
}
NO_VALUES = {  # cards, texts and functions: tested by what they do
    "name",
    "family",
    "options",
    "clauses",
    "deck",
    "value_of_rank",
    "value",
    "is_bonus_three",
    "opening_rows",
    "canasta_kind",
    "canasta_bonus",
    "threes_points",
    "penalty_points",
    "skills",
}


def expected(preset):
    base, changes = CHANGES.get(preset, (preset, {}))
    column = COLUMNS.index(base) + 1
    return {row[0]: row[column] for row in ROWS} | changes


@pytest.mark.parametrize("preset", PRESETS)
def test_values_are_those_of_the_table(preset):
    rules = get_ruleset(preset, STAKE.get(preset))
    values = expected(preset)

    found = {name: getattr(rules, name) for name in values}

    assert found == values


def test_the_table_has_every_value():
    assert {f.name for f in fields(Ruleset)} - NO_VALUES == {row[0] for row in ROWS}


def test_two_naturals_are_the_least_unless_a_ruleset_says_otherwise_1():
    [default] = [f.default for f in fields(Ruleset) if f.name == "min_naturals"]

    assert default == 2  # in all four games
