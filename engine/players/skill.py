"""What a computer player of one skill takes into account in one game.

The weights of every skill and game are in `engine.players.weights`; a ruleset
holds its own as `skills`.
"""

from dataclasses import dataclass
from typing import Final, Literal

SkillName = Literal["beginner", "intermediate", "expert"]
SKILL_NAMES: Final[tuple[SkillName, ...]] = ("beginner", "intermediate", "expert")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Skill:
    """What a computer player minds and how much. Weights are in points.

    Two are the same only if they are one object: what is worked out from a skill is
    remembered by it.
    """

    name: SkillName
    counts_cards: bool = False  # judges chances by the cards it has seen
    careless_discard: float = 0.0  # share of discards made without thought
    careless_meld: float = 0.0  # share of turns without a look at the melds
    miscounts: float = 0.0  # share of turns in which too low an opening is tried

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
    wild_use: float = 0.0  # chance that the next seat spends a wild on the pile
    wild_points: float = 500.0  # a wild; more than a natural is ever worth
    freezing: float = 0.0  # weight of the pile that a wild thrown on it freezes
    three_points: float = -15.0  # a three that blocks the pile when thrown
    live_points: float = 0.0  # each unseen card of a rank that is held
    thrown_danger: float = 1.0  # weight for a rank the next seat has thrown

    # melds
    button_from: float = 99.0  # own turns left from which on the joker button is used
    take_above: float = 20.0  # points from which on the pile is taken
    pile_wild: float = 40.0  # a wild in the pile
    pile_joins: float = 20.0  # a card in it that fits a meld of the own side
    pile_pair: float = 10.0  # one that fits the holding
    pile_other: float = 5.0  # any other natural in it
    wild_spent: float = 0.0  # a wild that takes the pile
    starts_below: float = 99.0  # cards in the pile up to which new melds are laid
    joins_below: float = 99.0  # the same for cards that join melds
    keeps_cards: float = 2.0  # held back when melding finishes no canasta
    opens_from: float = 99.0  # own turns left from which on the seat opens by hand
    opens_lean: bool = False  # with the fewest cards
    closes_with: float = 3.0  # most wilds that close one canasta
    keeps_lever: bool = False  # leaves melds small enough to take the pile with
    closes_mixed_below: float = 99.0  # canastas of the side up to which wilds close one
    risky_start: float = 6.0  # naturals that start sevens or aces
    risky_chance: float = 0.5  # and the chance of a finish, if it counts cards
    wild_meld_chance: float = 0.75  # chance of a finish that starts a wild meld
    late_turns: float = 2.5  # own turns left when everything is laid down
    end_near_at: float = 5.0  # cards of an opponent who may go out: the same

    # special hands and going out
    pairs_from: float = 6.0  # pairs from which on a hand of pairs is tried
    pairs_until_stock: float = 8.0  # no longer tried below
    asks_above: float = 99.0  # cards of the partner above which it is asked
    refuses_above: float = 60.0  # points held above which the answer is no
