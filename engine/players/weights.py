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
    minds_pile=1.75,
    pile_card_points=50.0,
    unopened_danger=0.03,
    passed_danger=0.3,
    thrown_danger=0.55,
    single_points=4.0,
    pair_points=31.0,
    joining_points=17.0,
    live_points=-1.0,
    risky_points=8.0,
    dump_turns=9.0,
    dump_points=450.0,
    risky_start=5,
    risky_chance=0.35,
    wild_meld_chance=0.4,
    take_above=30.0,
    pile_joins=15.0,
    pile_other=4.0,
    keeps_lever=True,
    starts_below=4.0,
    joins_below=5.0,
    closes_mixed_below=2.0,
    late_turns=1.0,
    end_near_at=2.0,
    asks_above=8.0,
    refuses_above=84.0,
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
    beginner = replace(_BEGINNER, careless_discard=0.5, careless_meld=0.5)
    return _skills(beginner, INTERMEDIATE, expert)


CLASSIC: Final = _classic(
    replace(
        _EXPERT,
        minds_pile=3.3,
        unopened_danger=0.58,
        passed_danger=0.54,
        thrown_danger=0.5,
        wild_use=0.53,
        wild_points=147.0,
        freezing=0.14,
        three_points=4.5,
        single_points=14.2,
        pair_points=22.0,
        joining_points=12.4,
        live_points=-0.5,
        take_above=23.0,
        pile_joins=26.0,
        pile_other=4.3,
        wild_spent=19.0,
        opens_from=12.3,
        starts_below=2.0,
        joins_below=7.0,
        closes_mixed_below=5.0,
        late_turns=0.0,
        end_near_at=1.0,
        asks_above=9.0,
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
CLASSIC_6X3: Final = _classic(
    replace(
        _EXPERT,
        minds_pile=3.1,
        unopened_danger=0.56,
        wild_use=0.35,
        wild_points=111.0,
        three_points=7.7,
        single_points=14.7,
        pair_points=37.6,
        joining_points=20.0,
        live_points=0.54,
        take_above=12.3,
        pile_joins=19.5,
        pile_other=2.4,
        wild_spent=11.1,
        opens_from=10.8,
        starts_below=4.0,
        joins_below=6.0,
        keeps_cards=2.0,
        closes_mixed_below=5.0,
        closes_with=2.0,
        late_turns=0.3,
        end_near_at=1,
        asks_above=8.8,
        refuses_above=74,
    )
)
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
        minds_pile=2.8,
        unopened_danger=0.5,
        thrown_danger=0.7,
        wild_points=60.0,
        three_points=-18.0,
        single_points=8.2,
        pair_points=22.0,
        joining_points=40.0,
        live_points=-0.7,
        take_above=22.0,
        pile_joins=24.0,
        pile_pair=14.0,
        pile_other=7.0,
        opens_from=12.8,
        starts_below=1.0,
        joins_below=1.0,
        closes_mixed_below=5.0,
        closes_with=2.0,
        late_turns=0.7,
        end_near_at=2.0,
    ),
)
