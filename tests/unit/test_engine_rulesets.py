"""Presets, aliases and table options."""

import pytest

from engine.options import OptionValueError, UnknownOptionError, UnknownRulesetError
from engine.rulesets import PRESETS, canonical_name, get_ruleset


def test_aliases_are_resolved():
    assert canonical_name("classic") == "classic-4"
    assert canonical_name("tiles") == "tiles-10000"


def test_unknown_presets_are_refused():
    with pytest.raises(UnknownRulesetError, match="canasta") as refused:
        get_ruleset("canasta")

    assert refused.value.code == "unknown_ruleset"
    assert refused.value.exit_status == 2  # wrong use


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_names_its_family(preset):
    options = {"stake": 5} if preset == "tiles-arena" else None

    assert get_ruleset(preset, options).family == preset.split("-")[0]


@pytest.mark.parametrize(
    ("preset", "n_wilds", "n_cards"),
    [
        ("coastal", 12, 108),
        ("coastal-cla-strict", 12, 108),
        ("classic-4", 12, 108),
        ("classic-2", 12, 108),
        ("classic-6x3", 18, 162),
        ("partnership", 12, 108),
        ("tiles-1", 10, 106),
        ("tiles-10000", 10, 106),
    ],
)
def test_packs_hold_what_the_rules_say(preset, n_wilds, n_cards):
    deck = get_ruleset(preset).deck

    assert deck.n_cards == n_cards
    assert sum(deck.is_wild) == n_wilds
    assert len(set(deck.names)) == n_cards


@pytest.mark.parametrize(
    ("preset", "option"),
    [
        ("coastal", {"turn_clock": 60}),
        ("classic", {"stock_end": "on_need"}),
        ("tiles", {"stake": 100}),
        ("partnership", {"rule_of_five": True}),
    ],
)
def test_options_of_other_rulesets_are_unknown(preset, option):
    with pytest.raises(UnknownOptionError) as refused:
        get_ruleset(preset, option)

    assert refused.value.code == "unknown_option"
    assert refused.value.exit_status == 2  # wrong use


@pytest.mark.parametrize(
    ("preset", "option"),
    [
        ("coastal", {"rule_of_five": 1}),
        ("coastal", {"rule_of_five": "true"}),
        ("coastal", {"rule_of_five": None}),
        ("coastal", {"turn_clock_seconds": 9}),
        ("coastal", {"turn_clock_seconds": 181}),
        ("coastal", {"turn_clock_seconds": True}),
        ("coastal", {"failed_opening_penalty": 7}),
        ("coastal", {"failed_opening_penalty": -5}),
        ("coastal", {"failed_opening_penalty": 10.0}),
        ("coastal", {"ask_limit": "turn"}),
        ("coastal", {"swad_fallback": ["allow"]}),
        ("coastal", {"target": 0}),
        ("coastal", {"target": None}),
        ("coastal", {"failed_opening_penalty": None}),
        ("tiles-arena", {}),
        ("tiles-arena", {"stake": 0}),
    ],
)
def test_values_that_an_option_cannot_have(preset, option):
    with pytest.raises(OptionValueError) as refused:
        get_ruleset(preset, option)

    assert refused.value.code == "bad_value"
    assert refused.value.exit_status == 2  # wrong use


def test_true_is_not_one_even_after_the_option_was_used():
    get_ruleset("coastal", {"rule_of_five": True})

    with pytest.raises(OptionValueError):
        get_ruleset("coastal", {"rule_of_five": 1})


def test_only_options_that_differ_are_kept():
    rules = get_ruleset("coastal", {"target": 8500, "talon_bonus": False})

    assert rules.options == {"talon_bonus": False}


def test_the_same_options_give_the_same_object():
    first = get_ruleset("coastal", {"target": 5000, "talon_bonus": False})
    second = get_ruleset("coastal", {"talon_bonus": False, "target": 5000})

    assert first is second


def test_strict_coastal_switches_the_house_rules_off():
    rules = get_ruleset("coastal-cla-strict")

    assert not rules.wild_meld_opens
    assert not rules.complete_canasta_opens
    assert rules.failed_opening_penalty == 0


@pytest.mark.parametrize(
    ("totals", "is_over"),
    [
        ([8495, 100], False),
        ([8500, 100], True),
        ([8700, 8650], True),
        ([9000] * 2, False),
    ],
)
def test_the_target_of_coastal(totals, is_over):
    assert get_ruleset("coastal").is_game_over(totals) is is_over


def test_partners_sit_opposite():
    six = get_ruleset("classic-6x3")

    assert [six.side_of(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert six.partner_of(1) == 4
    assert get_ruleset("classic-2").partner_of(0) is None


def test_option_that_must_be_said_is_named_with_what_it_may_be():
    with pytest.raises(OptionValueError, match=r"stake of .+ is missing, .+stake=1$"):
        get_ruleset("tiles-arena")


@pytest.mark.parametrize(
    ("preset", "option", "expected"),
    [
        ("coastal", {"rule_of_five": 1}, "true or false"),
        ("coastal", {"ask_limit": "turn"}, "one of player, side"),
        ("coastal", {"target": 0}, "a whole number from 1"),
        (
            "coastal",
            {"failed_opening_penalty": 7},
            "a whole number from 0, a multiple of 5",
        ),
        ("coastal", {"turn_clock_seconds": 9}, "a whole number from 10 to 180 or null"),
    ],
)
def test_a_refused_value_is_told_with_what_it_may_be_10_0(preset, option, expected):
    with pytest.raises(OptionValueError) as refused:
        get_ruleset(preset, option)

    assert str(refused.value).endswith(f", expected {expected}")


@pytest.mark.parametrize(
    ("preset", "option"),
    [
        *[(p, {"target": 1}) for p in ("coastal", "classic", "partnership")],
        *[("tiles", {"joker_button": w}) for w in ("off", "replace_draw", "extra")],
        ("tiles-arena", {"stake": 1}),
    ],
)
def test_values_of_the_closed_list_are_taken_10_0(preset, option):
    rules = get_ruleset(preset, option)

    assert {name: getattr(rules, name) for name in option} == option


@pytest.mark.parametrize(
    ("option", "differs"),
    [
        ({"turn_clock_seconds": 60}, False),
        ({"turn_clock_seconds": 10}, True),
        ({"turn_clock_seconds": 180}, True),
        ({"swad_fallback": "allow"}, False),
        ({"held_rank_penalty_per": "hand"}, False),
        ({"settle_dealt_threes": "deal"}, False),
        ({"target": 8500}, False),
        ({"target": 1}, True),
    ],
)
def test_only_what_differs_from_the_closed_list_is_an_option_10_0(option, differs):
    assert get_ruleset("coastal", option).options == (option if differs else {})
