"""Made-up live hands of many players, drawn fast; only for timing."""

import numpy as np
import pyarrow as pa

from rating.hands import COMPUTER, NO_DEVICE, PRESENT, HandArrays

HANDS_A_GAME = 12
MARGIN_SD = 1700.0  # points, between equal sides
COMPUTER_SHARE = 0.06  # of the seats


def draw_hands(n_hands: int, n_players: int, seed: int = 1) -> HandArrays:
    """Two against two, a few players much more active, about 200 tables at a time."""
    rng = np.random.default_rng(seed)
    activity = 1.0 / (np.arange(n_players) + 30.0) ** 0.6
    n_games = n_hands // HANDS_A_GAME + 1
    at_game = rng.choice(n_players, (n_games, 4), p=activity / activity.sum())
    for seat in range(1, 4):  # nobody sits twice at a table
        for other in range(seat):
            clash = at_game[:, seat] == at_game[:, other]
            at_game[clash, seat] = (at_game[clash, seat] + 1 + seat) % n_players
    game = np.arange(n_hands) // HANDS_A_GAME
    game = game[np.argsort(game + rng.uniform(0, 200, n_hands), kind="stable")]
    player = at_game[game].astype(np.int32)
    held_by = np.full((n_hands, 4), PRESENT, dtype=np.uint8)
    is_computer = rng.random((n_hands, 4)) < COMPUTER_SHARE
    held_by[is_computer] = COMPUTER + 2
    player[is_computer] = -1
    skill = np.append(rng.normal(1000.0, 170.0, n_players), 1300.0)
    gap = skill[player] @ np.array([0.5, -0.5, 0.5, -0.5])
    points = 4.0 * gap + rng.normal(0.0, MARGIN_SD, n_hands)
    last = np.zeros(n_games, dtype=np.int64)
    last[game] = np.arange(n_hands)
    is_over = np.zeros(n_hands, dtype=np.bool_)
    is_over[last[np.unique(game)]] = True
    return HandArrays(
        hand_id=_names("h", n_hands),
        game=game.astype(np.int32),
        hand_no=np.ones(n_hands, dtype=np.int64),
        ended_at=np.arange(n_hands) * 60_000_000,
        ladder=np.zeros(n_hands, dtype=np.int32),
        device=np.full(n_hands, NO_DEVICE, dtype=np.int32),
        margin=(np.round(points / 5.0) * 5.0).astype(np.int64),
        is_game_over=is_over,
        player=player,
        held_by=held_by,
        said_at=np.zeros(n_players, dtype=np.int64),
        said=rng.integers(-1, 4, n_players).astype(np.int8),
        ladders=("coastal/live",),
        game_ids=_names("g", n_games),
        player_ids=_names("p", n_players),
        device_ids=pa.array([], pa.string()),
    )


def _names(letter: str, n_names: int) -> pa.StringArray:
    return pa.array([f"{letter}{number}" for number in range(n_names)])
