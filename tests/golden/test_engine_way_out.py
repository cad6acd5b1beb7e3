"""The engine finds a way out exactly where an exhaustive search finds one."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine import moves as m
from engine import way_out
from engine.cards import WILD_MELD
from engine.legal_moves import legal_moves
from tests.golden.independent_way_out import WILDS, Position, Rules, can_go_out
from tests.unit.engine_hands import Table

N_TABLES = {"coastal": 1500}  # ways out are rare there; 500 elsewhere
WORDS = {1: "A", 11: "J", 12: "Q", 13: "K"}
VARIANTS = {
    "coastal": ({}, Rules("coastal", 2, True)),
    "coastal, pair and wild": (
        {"go_out_two_plus_wild": True},
        Rules("coastal", 2, True, two_plus_wild=True),
    ),
    "coastal, no rule of five": (
        {"rule_of_five": False, "mixed_aces_frozen": False},
        Rules("coastal", 2, True, rule_of_five=False, mixed_aces_frozen=False),
    ),
    "coastal, aces not frozen": (
        {"mixed_aces_frozen": False, "dead_unfinished_exempt": True},
        Rules("coastal", 2, True, mixed_aces_frozen=False, dead_exempt=True),
    ),
    "coastal, first meld": ({}, Rules("coastal", 2, True, is_first_meld=True)),
    "classic-4": ({}, Rules("classic", 1, False)),
    "classic-6x3": ({}, Rules("classic", 2, False)),
    "partnership": ({}, Rules("partnership", 1, False)),
    "tiles": ({}, Rules("tiles", 1, True)),
}


def word(rank):
    return WORDS.get(rank, str(rank))


class Dice:
    """Random tables near the end of a hand, as notation and as counts."""

    def __init__(self, rng, family):
        self.rng = rng
        self.family = family
        self.position = Position({}, 0)
        self.pool = rng.sample([4, 6, 9, 10, 12, 13], 3)
        if family == "coastal":
            self.pool += rng.sample([1, 7], rng.choice([0, 0, 1, 2]))

    def melds(self, is_own):
        notation = []
        for rank in self.pool:
            if self.rng.random() < (0.75 if is_own else 0.15):
                size = self.rng.choice([3, 5, 6, 7, 7, 7] if is_own else [3, 6, 7])
                notation.append(self._meld(rank, size, is_own=is_own))
        if self.family == "coastal" and self.rng.random() < 0.2:
            size = self.rng.choice([3, 5, 6, 7, 7])
            notation.append(f"{size}*2" if size < 7 or is_own else "3*2 4*Jo")
            self._note(WILDS, size, size, is_own=is_own)
        return " · ".join(notation)

    def _meld(self, rank, size, *, is_own):
        most = {"coastal": 2, "classic": 3, "partnership": 2, "tiles": 3}[self.family]
        least = {"classic": size // 2, "tiles": (size - 1) // 2}.get(self.family, 9)
        wilds = self.rng.choice([0, 0, 1, most])
        wilds = 0 if rank == 7 else min(wilds, size - 2, least)
        self._note(rank, size, wilds, is_own=is_own)
        return f"{size - wilds}*{word(rank)}" + (f" {wilds}*2" if wilds else "")

    def _note(self, rank, size, wilds, *, is_own):
        if is_own:
            self.position.melds[rank] = (size, wilds)
        if size == 7 and self.family == "coastal":
            self.position.dead.add(rank)

    def holding(self):
        """One to seven cards, most of them of ranks that are on the table."""
        rng = self.rng
        black = [3, 3, 3] if self.family != "coastal" and rng.random() < 0.3 else []
        ranks = [rng.choice([*self.pool, 2, 14, 5]) for _ in range(rng.randint(1, 6))]
        ranks += black[: rng.randint(0, 3)]
        self.position.n_wilds = sum(rank in (2, 14) for rank in ranks)
        self.position.held = dict(Counter(r for r in ranks if r not in (2, 14)))
        return " ".join("Jo" if rank == 14 else word(rank) for rank in ranks)


def random_table(preset, options, family, rng):
    """A table, and the same position as counts; None if the deck has too few cards."""
    dice = Dice(rng, family)
    own, theirs = dice.melds(is_own=True), dice.melds(is_own=False)
    if not own:
        return None
    try:
        table = Table(
            preset,
            holding=dice.holding(),
            melds=own,
            their_melds=theirs,
            pile="8",
            options=options,
        )
    except IndexError:
        return None
    return table, dice.position


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_way_out_is_found_where_there_is_one_and_only_there(variant):
    options, rules = VARIANTS[variant]
    preset = variant.partition(",")[0]
    rng = Random(variant)
    found = Counter()
    for _ in range(N_TABLES.get(rules.family, 500)):
        made = random_table(preset, options, rules.family, rng)
        if made is None:
            continue
        table, position = made
        state = table.state
        state.is_opening_turn = rules.is_first_meld
        plan = way_out.find(state)
        found[plan is not None] += 1

        assert (plan is not None) == can_go_out(rules, position), position
        if plan is None:
            continue
        if rules.family == "partnership" and state.n_held[0] > 1:
            state.apply(m.Ask(0))
            state.apply(m.Answer(2, True))
        elif rules.family == "partnership":
            continue  # with one card nobody is asked
        for move in way_out.moves_of(state, plan):
            state.apply(move)
        assert state.went_out_seat == 0
    assert min(found[True], found[False]) >= 50


def after(state, move, rules, position):
    """The position once the meld lies there, and the rules for what is left to do."""
    rank = WILDS if move.rank == WILD_MELD else move.rank
    ranks = [state.rank[card] for card in move.cards]
    n_wilds = sum(r in (2, 14) for r in ranks)
    size, wilds = position.melds.get(rank, (0, 0))
    held = Counter(position.held)
    held.subtract(r for r in ranks if r not in (2, 14))
    melds = position.melds | {rank: (size + len(ranks), wilds + n_wilds)}
    dead = set(position.dead)
    if rules.family == "coastal" and size + len(ranks) >= 7:
        dead.add(rank)
    is_pair = not size and (len(ranks), n_wilds) == (3, 1) and rank != WILDS
    left = replace(rules, two_plus_wild=rules.two_plus_wild and not is_pair)
    return left, Position(dict(held), position.n_wilds - n_wilds, melds, dead)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_way_out_after_a_meld_is_one_of_the_table_as_it_then_is(variant):
    options, rules = VARIANTS[variant]
    rng = Random(f"after {variant}")
    found = Counter()
    for _ in range(250):
        made = random_table(variant.partition(",")[0], options, rules.family, rng)
        if made is None:
            continue
        table, position = made
        state = table.state
        state.is_opening_turn = rules.is_first_meld
        melds = [move for move in legal_moves(state) if isinstance(move, m.Meld)]
        for move in rng.sample(melds, min(4, len(melds))):
            if move.rank == 3:
                continue  # black threes are a set of their own, laid or not
            expected = can_go_out(*after(state, move, rules, position))
            found[expected] += 1

            assert (way_out.find(state, move) is not None) == expected, move
    assert min(found[True], found[False]) >= 5


def unopened_table(scope, rng):
    """A seat of an unopened side with two canastas' worth of cards and more.

    Play never deals so many; a table laid out by hand may.
    """
    first, second, third = rng.sample([1, 1, 5, 9, 12, 13], 3)
    ranks = [first] * rng.randint(5, 7) + [second] * rng.randint(5, 7)
    ranks += [third] * rng.choice([0, 0, 2, 3])
    ranks += [2] * rng.choice([0, 2, 7, 8]) + [14] * rng.randint(0, 3)
    if Counter(ranks)[1] > 8 or len(ranks) < 15:
        return None
    n_wilds = sum(rank in (2, 14) for rank in ranks)
    held = Counter(rank for rank in ranks if rank not in (2, 14))
    table = Table(
        holding=" ".join("Jo" if rank == 14 else word(rank) for rank in ranks),
        pile="8",
        options={"first_meld_scope": scope},
    )
    return table, Position(dict(held), n_wilds)


@pytest.mark.parametrize("scope", ["turn", "action"])
def test_going_out_by_the_first_meld_is_promised_where_it_can_be_played_2_3_3(scope):
    rng = Random(scope)
    rules = Rules("coastal", 2, True, is_first_meld=True)
    found = Counter()
    for _ in range(250):
        made = unopened_table(scope, rng)
        if made is None:
            continue
        table, position = made
        state = table.state
        plan = way_out.find(state)
        found[plan is not None] += 1

        assert (plan is not None) == can_go_out(rules, position), position
        assert state.can(m.Ask(0)) is (plan is not None)
        if plan is None:
            continue
        state.apply(m.Ask(0))
        state.apply(m.Answer(2, True))
        for move in way_out.moves_of(state, plan):
            state.apply(move)
        assert state.went_out_seat == 0
    assert min(found[True], found[False]) >= 40
