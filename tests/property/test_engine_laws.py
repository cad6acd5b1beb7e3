"""Laws that hold for every hand, whatever the moves: docs/rules.md, part 11."""

from random import Random

import pytest

from engine import moves as m
from engine import way_out
from engine.legal_moves import legal_moves
from engine.phases import OVER, PLAY
from engine.refusals import IllegalMoveError
from engine.replay import replay_hand
from engine.score import score_hand
from engine.special_hands import SPECIAL_HANDS
from engine.state import HandState
from engine.turn import reset
from tests.property.engine_random_play import (
    CASES,
    copy_of,
    play,
    record_of,
    seats_of,
    snapshot,
)
from tests.unit.engine_hands import Table

SEEDS = range(1)


@pytest.fixture(
    params=[
        pytest.param((preset, options, seed), id=f"{preset} {number} {seed}")
        for number, (preset, options) in enumerate(CASES)
        for seed in SEEDS
    ],
    scope="module",
)
def played(request):
    preset, options, seed = request.param
    return play(preset, options, seed)


def test_every_hand_ends(played):
    assert played.state.ended_by in {"went_out", "special_hand", "stock", "stock_three"}


def test_the_breakdown_adds_up(played):
    for score in score_hand(played.state):
        lines = (
            score.melded
            + score.canasta_bonus
            + score.threes
            + score.going_out
            + score.held
            + score.penalties
        )
        if score.special_hand is not None:
            lines += SPECIAL_HANDS[score.special_hand].points
        assert score.points == lines
        assert score.points % 5 == 0


def test_replaying_the_moves_gives_the_same_hand(played):
    state = played.state
    names = state.ruleset.deck.names

    replayed = replay_hand(
        state.ruleset,
        dealer_seat=state.dealer_seat,
        seats=seats_of(state),
        points_before=state.points_before,
        pack=[names[card] for card in played.pack],
        moves=[record_of(move, state) for move in played.moves],
    )

    assert replayed.ended_by == state.ended_by
    assert replayed.went_out_seat == state.went_out_seat
    assert [side.points for side in replayed.sides] == [
        score.points for score in score_hand(state)
    ]


def test_going_out_needs_its_canastas(played):
    state = played.state
    if state.ended_by == "went_out":
        side = state.side_of[state.went_out_seat]

        assert state.n_canastas[side] >= state.ruleset.n_canastas_to_go_out
        assert state.n_held[state.went_out_seat] == 0


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_refused_move_changes_nothing(case):
    played = play(*case, 7)
    state = played.state
    rng = Random(5)
    fresh = HandState(
        state.ruleset,
        played.pack,
        state.dealer_seat,
        state.points_before,
        extra_jokers=[1] * state.ruleset.n_seats,
    )
    n_refused = 0
    for move in played.moves[:60]:
        wrong = rng.choice(played.moves)
        before = snapshot(fresh)
        if fresh.can(wrong):
            fresh.apply(move)
            continue
        with pytest.raises(IllegalMoveError):
            fresh.apply(wrong)
        n_refused += 1

        assert snapshot(fresh) == before
        fresh.apply(move)
    assert n_refused


def test_a_plain_turn_has_nothing_to_forget(played):
    state = HandState(
        played.state.ruleset,
        played.pack,
        played.state.dealer_seat,
        played.state.points_before,
        extra_jokers=[1] * played.state.ruleset.n_seats,
    )
    n_plain = 0
    for move in played.moves:
        state.apply(move)
        if state.is_plain:
            n_plain += 1
            as_at_its_start = copy_of(state)
            reset(as_at_its_start)

            assert snapshot(state) == snapshot(as_at_its_start)
    assert 0 < n_plain < len(played.moves)


def _can_end_by_search(state):
    """Whether some sequence of melds and a discard ends the hand now."""
    for move in legal_moves(state):
        if not isinstance(move, m.Meld | m.Discard):
            continue
        if isinstance(move, m.Discard) and state.n_held[state.seat] > 1:
            continue
        after = copy_of(state)
        after.apply(move)
        if after.ended_by == "went_out":
            return True
        goes_on = after.phase == PLAY and after.seat == state.seat
        if goes_on and _can_end_by_search(after):
            return True
    return False


def _random_table(ruleset, options, rng):
    ranks = ["4", "7", "9", "K", "A"] if ruleset == "coastal" else ["4", "9", "K"]
    melds = [f"{rng.choice([3, 4, 5, 6, 7])}*{rank}" for rank in rng.sample(ranks, 3)]
    if ruleset == "coastal" and rng.random() < 0.3:
        melds.append("5*2 1*Jo")
    holding = " ".join(rng.choice([*ranks, "2", "Q", "3"][:7]) for _ in range(5))
    holding = holding.replace("3", "5" if ruleset == "coastal" else "3")
    try:
        return Table(
            ruleset,
            holding=holding,
            others=["6", "6", "6"],
            melds=" · ".join(melds),
            pile="8",
            options=options,
        )
    except IndexError:  # more cards of a rank than the deck has
        return None


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("coastal", {}),
        ("coastal", {"go_out_two_plus_wild": True}),
        ("coastal", {"rule_of_five": False}),
        ("classic", {}),
        ("tiles", {}),
    ],
)
def test_the_way_out_is_found_when_there_is_one(ruleset, options):
    rng = Random(11)
    found = []
    for _ in range(40):
        table = _random_table(ruleset, options, rng)
        if table is None:
            continue
        state = table.state
        plan = way_out.find(state)
        found.append(plan is not None)

        assert found[-1] == _can_end_by_search(state), state.holding(0)
        if plan is not None:
            for move in way_out.moves_of(state, plan):
                state.apply(move)
            assert state.phase == OVER

    assert any(found)
    assert not all(found)
