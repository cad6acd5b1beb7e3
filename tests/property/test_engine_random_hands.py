"""Hands by random legal moves under random options: the laws of docs/rules.md, 11."""

from collections import Counter
from random import Random

import pytest

from engine.cards import WILD_MELD
from engine.conservation import check_conservation
from engine.history import PublicHistory
from engine.phases import STOCK
from engine.replay import replay_hand
from engine.rulesets import PRESETS, get_ruleset
from engine.score import score_hand
from engine.special_hands import SPECIAL_HANDS
from engine.state import HandState
from engine.view import SeatView
from tests.property.engine_random_play import (
    Played,
    copy_of,
    play_quickly,
    random_options,
    record_of,
    seats_of,
)

N_PER_RULESET = 10_000
FAMILIES = Counter(
    get_ruleset(p, {"stake": 1} if p == "tiles-arena" else {}).family for p in PRESETS
)
LINES = ("melded", "canasta_bonus", "threes", "going_out", "held", "penalties")
# What a seat may look at; `history` is fed by the play itself.
SEEN = [name for name in SeatView.__slots__ if name not in ("_state", "history")]


def holds_the_laws(played: Played, rng: Random) -> None:
    """Assert everything that is true of any hand that has ended."""
    state = played.state
    assert state.ended_by in {"went_out", "special_hand", "stock", "stock_three"}
    scores = score_hand(state)
    for score in scores:
        special = SPECIAL_HANDS[score.special_hand].points if score.special_hand else 0
        assert score.points == sum(getattr(score, line) for line in LINES) + special
        assert all(getattr(score, line) % 5 == 0 for line in LINES)
    if state.ended_by == "went_out":
        seat = state.went_out_seat
        assert state.n_held[seat] == 0
        assert state.n_canastas[state.side_of[seat]] >= (
            state.ruleset.n_canastas_to_go_out
        )
    assert max(map(max, state.sizes)) <= state.ruleset.max_meld_size
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
    assert replayed.is_concealed == state.is_concealed
    for side, score in zip(replayed.sides, scores, strict=True):
        assert [getattr(side, line) for line in (*LINES, "points", "special_hand")] == [
            getattr(score, line) for line in (*LINES, "points", "special_hand")
        ]


def with_hidden_cards_moved(state: HandState, seat: int, rng: Random) -> HandState:
    """The same hand as the seat sees it: what it cannot see lies elsewhere."""
    other = copy_of(state)
    others = set(range(state.ruleset.n_seats)) - {seat}
    hidden = list(state.stock[state.stock_at :])
    hidden += [card for card, at in enumerate(state.place) if at in others]
    places = [state.place[card] for card in hidden]
    rng.shuffle(hidden)
    stock = other.stock[: state.stock_at]
    for at in others:
        other.counts[at] = [0] * len(other.counts[at])
    for card, place in zip(hidden, places, strict=True):
        other.place[card] = place
        if place == STOCK:
            stock.append(card)
        else:
            other.counts[place][state.rank[card]] += 1
    other.stock = stock
    return other


def sees_nothing_hidden(state: HandState, rng: Random) -> None:
    """Assert that a view reads the same whatever lies where the seat cannot look."""
    seat = rng.randrange(state.ruleset.n_seats)
    history = PublicHistory(state.ruleset.n_seats)
    other = with_hidden_cards_moved(state, seat, rng)
    mine, theirs = (SeatView(s, seat, history) for s in (state, other))
    for name in SEEN:
        assert getattr(mine, name) == getattr(theirs, name), name
    assert mine.seen() == theirs.seen()
    for rank in range(WILD_MELD, 15):
        assert mine.held_cards(rank) == theirs.held_cards(rank)
        assert mine.own_meld_cards(rank) == theirs.own_meld_cards(rank)


def play_and_judge(preset: str, n_hands: int) -> Counter[str]:
    """How the hands of a preset ended, each held to the laws."""
    ends: Counter[str] = Counter()
    for number in range(n_hands):
        rng = Random(f"{preset} {number}")

        def judge(state: HandState, rng: Random = rng) -> None:
            check_conservation(state)
            if rng.random() < 0.01:
                sees_nothing_hidden(state, rng)

        played = play_quickly(preset, random_options(preset, rng), rng, judge)
        holds_the_laws(played, rng)
        ends[str(played.state.ended_by)] += 1
    return ends


@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_hold_the_laws(preset):
    assert sum(play_and_judge(preset, 25).values()) == 25


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_ten_thousand_random_hands_of_a_ruleset_hold_the_laws(preset):
    stake = {"stake": 1} if preset == "tiles-arena" else {}
    n_presets = FAMILIES[get_ruleset(preset, stake).family]

    ends = play_and_judge(preset, -(-N_PER_RULESET // n_presets))

    assert {"went_out", "stock"} <= set(ends)
