"""What a seat cannot see changes nothing of what it chooses."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.forced import draw_move, forced_move
from engine.hand_play import HandPlay
from engine.history import PublicHistory
from engine.pace import Pace
from engine.phases import DEAL, DRAW, OVER, PLAY, STOCK
from engine.players.computer import ComputerPlayer
from engine.players.skill import SKILL_NAMES
from engine.rulesets import get_ruleset
from engine.state import HandState
from engine.view import SeatView

skills = st.sampled_from(SKILL_NAMES)
rulesets = st.sampled_from(
    [get_ruleset(name) for name in ("coastal", "classic-4", "partnership", "tiles-1")]
)

tables = st.tuples(rulesets, skills, st.integers(0, 10**6))


def table_after(ruleset, seed: int, n_turns: int, skill) -> HandPlay:
    """A table in the middle of a hand."""
    rng = Random(seed)
    pack = list(range(ruleset.deck.n_cards))
    rng.shuffle(pack)
    state = HandState(ruleset, pack, rng.randrange(4), (0, 0))
    players = [
        ComputerPlayer(ruleset.skills[skill], Random(seed + seat)) for seat in range(4)
    ]
    table = HandPlay(state, players, Pace(Random(0), None), [False] * 4)
    table.settle_deal()
    while not state.is_over and state.turn <= n_turns:
        table.play_turn()
    return table


def shuffle_hidden(state: HandState, seat: int, rng: Random) -> None:
    """Deal the cards that `seat` cannot see anew: stock and other holdings.

    Threes that lie in the stock stay there, so that no holding gets one.
    """
    others = [s for s in range(4) if s != seat]
    held = [card for s in others for card in state.holding(s)]
    at = state.stock_at
    in_stock = [c for c in state.stock[at:] if not state.ruleset.is_bonus_three[c]]
    threes = [c for c in state.stock[at:] if state.ruleset.is_bonus_three[c]]
    hidden = held + in_stock
    rng.shuffle(hidden)
    sizes = [state.n_held[s] for s in others]
    for s, size in zip(others, sizes, strict=True):
        state.counts[s] = [0] * len(state.counts[s])
        for _ in range(size):
            card = hidden.pop()
            state.place[card] = s
            state.counts[s][state.ruleset.deck.rank[card]] += 1
    stock = hidden + threes
    rng.shuffle(stock)
    for card in stock:
        state.place[card] = STOCK
    state.stock[at:] = stock


def choices(state: HandState, skill, history: PublicHistory, rng_seed: int):
    """What the seat to act would do: take or draw, and, as if it had drawn, play."""
    view = SeatView(state, state.seat, history)
    player = ComputerPlayer(state.ruleset.skills[skill], Random(rng_seed))
    if state.phase == DRAW:
        return player.take_or_draw(view), None
    return None, player.finish_turn(view)


@settings(max_examples=60, deadline=None)
@given(
    rulesets, skills, st.integers(0, 10**6), st.integers(0, 30), st.integers(0, 10**6)
)
def test_hidden_cards_change_no_choice_to_take_or_draw(
    ruleset, skill, seed, n_turns, other
):
    table = table_after(ruleset, seed, n_turns, skill)
    state = table.state
    if state.is_over or state.phase != DRAW:
        return
    history = table.history

    before = choices(state, skill, history, other)
    shuffle_hidden(state, state.seat, Random(other))

    assert choices(state, skill, history, other) == before


@settings(max_examples=60, deadline=None)
@given(
    rulesets, skills, st.integers(0, 10**6), st.integers(0, 30), st.integers(0, 10**6)
)
def test_hidden_cards_change_no_meld_and_no_discard(
    ruleset, skill, seed, n_turns, other
):
    table = table_after(ruleset, seed, n_turns, skill)
    state = table.state
    if state.phase in (DEAL, OVER):
        return
    while (move := forced_move(state)) is not None:
        state.apply(move)
    while (draw := draw_move(state)) is not None:
        state.apply(draw)
    if state.phase != PLAY:
        return

    before = choices(state, skill, table.history, other)
    shuffle_hidden(state, state.seat, Random(other))

    assert choices(state, skill, table.history, other) == before


@settings(max_examples=30, deadline=None)
@given(
    rulesets, skills, st.integers(0, 10**6), st.integers(5, 30), st.integers(0, 10**6)
)
def test_hidden_cards_change_no_answer_to_the_partner(
    ruleset, skill, seed, n_turns, other
):
    state = table_after(ruleset, seed, n_turns, skill).state
    seat = (state.seat + 2) % 4
    view = SeatView(state, seat, PublicHistory(4))
    player = ComputerPlayer(ruleset.skills[skill], Random(other))

    before = player.answer(view)
    shuffle_hidden(state, seat, Random(other))
    view.look()

    assert player.answer(view) == before
