"""The weights of each skill in each game, found by play (docs/players.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.players.skill import Skill, SkillName

Skills = Mapping[SkillName, Skill]


def _skills(beginner: Skill, intermediate: Skill, expert: Skill) -> Skills:
    return {skill.name: skill for skill in (beginner, intermediate, expert)}


BEGINNER: Final = Skill(
    name="beginner",
    careless_discard=0.3,
    careless_meld=0.25,
    minds_pile=0.3,
    risky_start=3,
    wild_meld_chance=0.0,
    take_above=0.0,
    pairs_from=7,
)
INTERMEDIATE: Final = Skill(name="intermediate", asks_above=8)
EXPERT: Final = Skill(
    name="expert",
    counts_cards=True,
    minds_pile=1.5,
    pile_card_points=50.0,
    pair_points=31.0,
    single_points=8.0,
    joining_points=14.0,
    take_above=21.0,
    risky_start=5,
    wild_meld_chance=0.4,
    keeps_lever=True,
    dump_turns=9.0,
    dump_points=450.0,
    risky_points=12.0,
    risky_chance=0.35,
    end_near_at=3,
    closes_mixed_below=2,
    unopened_danger=0.09,
    passed_danger=0.3,
    late_turns=1.0,
    asks_above=8,
    refuses_above=84,
)
COASTAL: Final = _skills(replace(BEGINNER, miscounts=0.05), INTERMEDIATE, EXPERT)

# Elsewhere hands are shorter and luck weighs more: a Beginner is more careless, so
# that the step shows, and an Expert holds cards back to take piles with.
_BEGINNER: Final = replace(
    BEGINNER, careless_discard=0.45, careless_meld=0.45, miscounts=0.05, button_from=5.0
)
_EXPERT: Final = Skill(
    name="expert",
    counts_cards=True,
    pile_card_points=50.0,
    thrown_danger=0.8,
    passed_danger=0.4,
    pile_pair=10.5,
    keeps_lever=True,
    opens_lean=True,
)


def _classic(expert: Skill) -> Skills:
    return _skills(_BEGINNER, INTERMEDIATE, expert)


CLASSIC: Final = _classic(
    replace(
        _EXPERT,
        minds_pile=3.0,
        unopened_danger=0.44,
        wild_use=0.35,
        wild_points=177.0,
        freezing=0.17,
        three_points=8.0,
        single_points=13.2,
        pair_points=29.4,
        joining_points=18.0,
        live_points=0.36,
        take_above=21.0,
        pile_joins=23.7,
        pile_other=4.2,
        wild_spent=20.5,
        opens_from=12.4,
        starts_below=6.0,
        joins_below=6.0,
        keeps_cards=3.0,
        closes_mixed_below=5.0,
        closes_with=2.0,
        late_turns=0.3,
        end_near_at=2,
        asks_above=9,
    )
)
CLASSIC_2: Final = _classic(
    replace(
        _EXPERT,
        minds_pile=2.8,
        unopened_danger=0.38,
        wild_use=0.53,
        wild_points=169.0,
        freezing=0.17,
        three_points=3.0,
        single_points=17.0,
        pair_points=17.3,
        joining_points=32.4,
        take_above=36.4,
        pile_joins=21.4,
        pile_other=5.4,
        wild_spent=23.7,
        opens_from=11.3,
        starts_below=4.0,
        joins_below=2.0,
        keeps_cards=2.0,
        closes_mixed_below=5.0,
        closes_with=2.0,
        late_turns=0.0,
        end_near_at=2,
    )
)
CLASSIC_6X3: Final = CLASSIC
PARTNERSHIP: Final = _skills(
    _BEGINNER,
    INTERMEDIATE,
    replace(
        _EXPERT,
        minds_pile=3.4,
        unopened_danger=0.51,
        wild_use=0.16,
        wild_points=168.0,
        freezing=0.29,
        three_points=10.7,
        single_points=10.2,
        pair_points=29.3,
        joining_points=20.7,
        live_points=0.24,
        take_above=23.0,
        pile_joins=15.0,
        pile_other=6.0,
        wild_spent=14.3,
        opens_from=12.5,
        starts_below=1.0,
        joins_below=5.0,
        keeps_cards=4.0,
        closes_mixed_below=5.0,
        closes_with=2.0,
        late_turns=0.9,
        end_near_at=0,
        refuses_above=107,
    ),
)
TILES: Final = _skills(
    _BEGINNER,
    INTERMEDIATE,
    replace(
        _EXPERT,
        minds_pile=3.3,
        unopened_danger=0.4,
        wild_points=130.0,
        three_points=-8.7,
        single_points=13.1,
        pair_points=26.8,
        joining_points=34.3,
        live_points=-0.8,
        take_above=12.3,
        pile_joins=26.9,
        pile_other=5.0,
        opens_from=13.2,
        starts_below=1.0,
        joins_below=1.0,
        keeps_cards=3.0,
        closes_mixed_below=5.0,
        closes_with=2.0,
        late_turns=0.3,
        end_near_at=2,
    ),
)
