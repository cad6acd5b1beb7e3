"""The three skills of computer players: what each takes into account."""

from dataclasses import dataclass
from typing import Final, Literal

SkillName = Literal["beginner", "intermediate", "expert"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """What a computer player minds and how much. Weights are in points."""

    name: SkillName
    counts_cards: bool = False  # judges chances by the cards it has seen
    careless_discard: float = 0.0  # share of discards made without thought
    careless_meld: float = 0.0  # share of turns without a look at the melds

    # discards: what a card is worth to keep, what it may give away
    single_points: float = 6.0
    pair_points: float = 25.0
    joining_points: float = 40.0  # a card that fits a meld of the own side
    risky_points: float = 4.0  # a seven or an ace, one or two held
    dump_points: float = 60.0  # gained by throwing one of three or more of them
    dump_turns: float = 6.0  # own turns left from which on that is urgent
    minds_pile: float = 1.0  # weight of the danger of a discard
    pile_card_points: float = 25.0  # what a card of the pile is worth to a taker
    unopened_danger: float = 0.35  # weight of it while the next side is unopened
    passed_danger: float = 0.4  # weight for a rank the next seat left lying

    # melds
    take_above: float = 20.0  # points from which on the pile is taken
    keeps_lever: bool = False  # leaves melds small enough to take the pile with
    closes_mixed_below: int = 99  # canastas of the side up to which wilds close one
    risky_start: int = 6  # naturals that start sevens or aces
    risky_chance: float = 0.5  # and the chance of a finish, if it counts cards
    wild_meld_chance: float = 0.75  # chance of a finish that starts a wild meld
    late_turns: float = 2.5  # own turns left when everything is laid down
    end_near_at: int = 5  # cards of an opponent who may go out: the same

    # special hands and going out
    pairs_from: int = 6  # pairs from which on a hand of pairs is tried
    pairs_until_stock: int = 8  # no longer tried below
    asks_above: int = 99  # cards of the partner above which it is asked
    refuses_above: int = 60  # points held above which the answer is no


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
SKILLS: Final = {skill.name: skill for skill in (BEGINNER, INTERMEDIATE, EXPERT)}
