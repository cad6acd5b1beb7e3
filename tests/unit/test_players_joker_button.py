"""Computer players and the joker button of tiles (rules.md 5.9)."""

import json
from random import Random

import pytest

from engine.game import Chair, GameSetting, play_game
from engine.hand_play import HandPlay
from engine.moves import JokerButton
from engine.pace import Pace
from engine.play import FIRST_GAME_AT
from engine.players.computer import ComputerPlayer
from engine.rulesets import get_ruleset
from engine.state import HandState


def presses(seed: int, jokers: list[int], **options: str) -> list[JokerButton]:
    """The joker buttons pressed in one hand of Experts with these accounts."""
    ruleset = get_ruleset("tiles-1", options)
    rng = Random(seed)
    pack = list(range(ruleset.deck.n_cards))
    rng.shuffle(pack)
    state = HandState(ruleset, pack, 0, (0, 0), extra_jokers=jokers)
    players = [ComputerPlayer(ruleset.skills["expert"], Random(seed)) for _ in range(4)]
    hand = HandPlay(state, players, Pace(Random(0), None), [False] * 4)
    hand.settle_deal()
    while not state.is_over:
        hand.play_turn()
    return [move for move, _ in hand.moves if isinstance(move, JokerButton)]


@pytest.mark.parametrize("option", ["replace_draw", "extra"])
def test_seats_with_a_balance_press_once_a_hand(option):
    pressed = [
        [move.seat for move in presses(seed, [3] * 4, joker_button=option)]
        for seed in range(20)
    ]

    assert all(len(seats) == len(set(seats)) <= 2 for seats in pressed)  # two jokers
    assert sum(map(len, pressed)) >= 10


def test_seats_without_a_balance_never_press():
    pressed = {move.seat for seed in range(20) for move in presses(seed, [1, 0, 0, 1])}

    assert pressed == {0, 3}


def test_nobody_presses_where_the_table_has_no_button():
    assert not any(presses(seed, [3] * 4, joker_button="off") for seed in range(5))


def test_a_joker_taken_is_gone_from_the_account_in_the_next_hand():
    ruleset = get_ruleset("tiles-3")
    chairs = [
        Chair(player_id=f"p{seat}", skills=["expert"], extra_jokers=2)
        for seat in range(4)
    ]
    setting = GameSetting(game_id="g", started_at=FIRST_GAME_AT)

    hands = [json.loads(h.line) for h in play_game(ruleset, setting, chairs, Random(5))]

    balance = [2] * 4
    n_taken = 0
    for hand in hands:
        assert [seat["extra_jokers"] for seat in hand["seats"]] == balance
        for move in hand["moves"]:
            if move["do"] == "joker_button":
                balance[move["seat"]] -= 1
                n_taken += 1
    assert n_taken > 0
