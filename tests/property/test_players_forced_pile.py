"""3.10: with an empty stock the pile must be taken, and computers can always do so."""

from random import Random

import pytest

from engine import pile
from engine.hand_play import HandPlay
from engine.legal_moves import legal_moves
from engine.moves import Ask, CancelOpening, TakePile
from engine.pace import Pace
from engine.phases import OVER
from engine.players.computer import ComputerPlayer
from engine.players.skill import SKILL_NAMES
from engine.rulesets import get_ruleset
from tests.property.engine_random_play import TOTALS, copy_of, random_options
from tests.unit.engine_hands import Table

PRESETS = ("classic-4", "classic-2", "classic-6x3")
WORDS = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "Jo"}


def plays_on(state, skill):
    """The turn of seat 0 by a computer of this skill."""
    n_seats = state.ruleset.n_seats
    players = [ComputerPlayer(state.ruleset.skills[skill], Random(3))] * n_seats
    play = HandPlay(state, players, Pace(Random(1), None), [False] * n_seats)
    play.play_turn()
    return [move for move, _ in play.moves]


@pytest.mark.parametrize("skill", SKILL_NAMES)
@pytest.mark.parametrize(
    ("holding", "under", "top", "total"),
    [
        # 90 points; the sixes, or one of the kings, must stay behind
        ("3 6 6 6 7 7 7 9 9 9 Jo", "", "7", 1500),
        ("9 9 4*K 2 Jo", "", "9", 1500),
        # 120 points, and the last card goes out: on the aces, or to the pile
        ("6*A 6 6", "A", "6", 3000),
        ("9 9 7*K 2 6", "", "9", 3000),
    ],
)
def test_the_first_meld_that_a_forced_pile_needs_is_found_3_10(
    holding, under, top, total, skill
):
    table = Table(
        "classic",
        holding=holding,
        pile=f"{under} {top}",
        totals=[total, 0],
        has_drawn=False,
        n_stock=0,
    )

    must_take = pile.can_take(table.state)
    moves = plays_on(table.state, skill)

    assert must_take
    assert isinstance(moves[0], TakePile)
    assert table.state.is_opened[0]


def random_table(rng):
    """Seat 0 of a classic game, the stock empty; None if the pack has too few cards."""
    preset = rng.choice(PRESETS)
    rules = get_ruleset(preset, random_options(preset, rng))
    pool = rng.sample([1, 4, 6, 7, 9, 10, 12, 13], 3)
    others = [2, 14, 3, 5, 8][: rng.randint(0, 5)]
    holding = rng.choices(pool + others, k=rng.choice([1, 2, 3, 3, 4, 5, 6, 8, 11]))
    below = rng.choices([*pool, 2, 3, 6, 8], k=rng.choice([0, 0, 0, 1, 2, 4]))
    melds = []
    for rank in pool if rng.random() < 0.5 else ():
        size = rng.choice([3, 4, 5, 6, 7, 8])
        n_wilds = min(rng.choice([0, 0, 1, 2, 3]), size // 2)
        melds.append(f"{size - n_wilds}*{word(rank)}" + f" {n_wilds}*2" * (n_wilds > 0))
    try:
        return Table(
            preset,
            holding=" ".join(map(word, holding)),
            melds=" · ".join(melds),
            pile=" ".join(map(word, [*below, rng.choice(pool)])),
            options=rules.options,
            totals=[rng.choice(TOTALS) for _ in range(rules.n_sides)],
            has_drawn=False,
            n_stock=0,
        )
    except IndexError:
        return None


def word(rank):
    return WORDS.get(rank, str(rank))


def can_end_its_turn(state):
    """Whether some legal moves end the turn or the hand; searched depth first."""
    waiting = [state]
    while waiting:
        for move in legal_moves(state := waiting.pop()):
            if isinstance(move, CancelOpening | Ask):
                continue
            after = copy_of(state)
            after.apply(move)
            if after.phase == OVER or after.turn != state.turn:
                return True
            waiting.append(after)
    return False


def test_a_forced_pile_leaves_no_seat_stuck_whatever_it_holds_3_10():
    rng = Random(310)
    n_forced = [0, 0]
    while min(n_forced) < 80:
        table = random_table(rng)
        if table is None or not pile.can_take(table.state):
            continue
        is_opened = table.state.is_opened[0]
        n_forced[is_opened] += 1
        if n_forced[is_opened] % 10 == 0:
            assert can_end_its_turn(copy_of(table.state))
        for skill in SKILL_NAMES:
            state = copy_of(table.state)

            moves = plays_on(state, skill)

            assert isinstance(moves[0], TakePile)
            assert state.is_over or state.turn == table.state.turn + 1


WAIVED = {"concealed_exempt_from_minimum": True}
WITH_DISCARD = {**WAIVED, "concealed_allows_discard": True}


@pytest.mark.parametrize(
    ("holding", "pile_cards", "options", "must_take"),
    [
        # 65 of 120 points: only going out concealed needs no minimum (3.5)
        ("K K 7*5", "K", {}, False),
        ("K K 7*5", "K", WAIVED, True),
        ("K K 7*5", "K", {**WAIVED, "concealed_allows_pile": False}, False),
        ("K K 6*5", "K", WAIVED, False),  # no canasta
        # the rest of the pile comes too late: it can only be thrown
        ("K K 7*5", "9 K", WAIVED, False),
        ("K K 7*5", "9 K", WITH_DISCARD, True),
        ("K K 7*5", "8 9 K", WITH_DISCARD, False),
        # and so can a card of the holding, where nothing else is left
        ("K K 7*5 8", "K", WAIVED, False),
        ("K K 7*5 8", "K", WITH_DISCARD, True),
        ("K K 7*5 8", "9 K", WITH_DISCARD, False),
    ],
)
def test_a_forced_pile_may_lead_out_concealed_below_the_minimum_3_5_3_10(
    holding, pile_cards, options, must_take
):
    table = Table(
        "classic",
        holding=holding,
        pile=pile_cards,
        totals=[3000, 0],
        options=options,
        has_drawn=False,
        n_stock=0,
    )

    assert pile.can_take(table.state) is must_take
    if must_take:
        plays_on(table.state, "beginner")
        assert table.state.went_out_seat == 0
        assert table.state.is_concealed


def test_a_pile_is_forced_on_an_unopened_seat_exactly_where_it_can_go_on_3_10():
    rng = Random(35)
    n_forced = 0
    while n_forced < 40:
        table = random_table(rng)
        if table is None or table.state.is_opened[0] or table.state.n_held[0] > 8:
            continue
        state = table.state
        take = TakePile(0, list(state.pile))
        if not state.can(take):
            continue
        must_take = pile.can_take(state)
        n_forced += must_take
        state.apply(take)

        assert can_end_its_turn(state) is must_take
