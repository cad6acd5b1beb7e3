"""Time one public engine: `.venv-peers/bin/python -m benchmarks.peers.card_games NAME`.

Plays whole games by random legal moves and prints one JSON object: what the engine
does, games, moves, microseconds a move (CPU, best of three), or why it could not run.
"""

import json
import random
import sys
import time
from collections.abc import Callable

RUNS = 3


def rlcard_gin_rummy() -> tuple[str, int, Callable[[], int]]:
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": 1})
    rng = random.Random(1)

    def play() -> int:
        game = env.game
        game.init_game()
        n_moves = 0
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
            n_moves += 1
        return n_moves

    does = "Python; every legal move listed before each move; no log, no replay"
    return does, 10, play


def open_spiel_gin_rummy() -> tuple[str, int, Callable[[], int]]:
    import pyspiel

    gin = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)

    def play() -> int:
        state = gin.new_initial_state()
        n_moves = 0
        while not state.is_terminal():
            n_moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return n_moves

    does = "C++ called from Python; legal moves listed before each move; no log"
    return does, 20, play


def pokerkit_holdem() -> tuple[str, int, Callable[[], int]]:
    from pokerkit import Automation, NoLimitTexasHoldem

    rng = random.Random(1)

    def play() -> int:
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (1, 2), 2, (200,) * 4, 4
        )
        n_moves = 0
        while state.status:
            if state.can_fold() and rng.random() < 0.2:
                state.fold()
            elif state.can_complete_bet_or_raise_to() and rng.random() < 0.2:
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
            n_moves += 1
        return n_moves

    does = "Python; verifies each move and keeps a history; the deal counts too"
    return does, 50, play


ENGINES = {
    "rlcard": rlcard_gin_rummy,
    "open_spiel": open_spiel_gin_rummy,
    "pokerkit": pokerkit_holdem,
}


def measure(name: str) -> dict[str, object]:
    """The fastest of `RUNS` runs over a number of games that fits the engine."""
    try:
        does, n_games, play = ENGINES[name]()
    except ImportError as error:
        return {"failed": f"did not install ({error})"}
    seconds = []
    n_moves = 0
    for _ in range(RUNS):
        started = time.process_time()
        n_moves = sum(play() for _ in range(n_games))
        seconds.append((time.process_time() - started) / n_moves)
    return {
        "does": does,
        "n_games": n_games,
        "moves_a_game": n_moves / n_games,
        "us_a_move": min(seconds) * 1e6,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(sys.argv[1])) + "\n")
