"""Whose state a seat has: against a dictionary, one seat at a time."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.hands import COMPUTER, NO_DEVICE, PRESENT
from rating.seating import (
    COMPUTER_LIVE_ROW,
    FINISHES,
    FIRST_PLAYER_ROW,
    RATED,
    Seated,
    nobody_seated,
    seat_hands,
)
from rating.simulate import Population, simulate_hands

NOTHING_FINISHED = np.empty(0, dtype=np.int32)


def drawn_hands(rng, n_hands, n_players, n_ladders, n_devices):
    """Hands with players, ladders and devices drawn anew for each of them.

    The last seat is a computer's in some of them.
    """
    hands = simulate_hands(Population(n_players=8), n_hands, rng).hands
    seats = [rng.choice(n_players, 4, replace=False) for _ in range(n_hands)]
    player = np.array(seats, dtype=np.int32)
    player[rng.random(n_hands) < 0.2, 3] = -1
    return replace(
        hands,
        player=player,
        held_by=np.where(player < 0, COMPUTER, PRESENT).astype(np.uint8),
        ladder=rng.integers(n_ladders, size=n_hands, dtype=np.int32),
        device=rng.integers(NO_DEVICE, n_devices, size=n_hands, dtype=np.int32),
        said_at=np.full(n_players, hands.ended_at[n_hands // 2]),
        said=rng.integers(4, size=n_players, dtype=np.int8),
        ladders=tuple(f"f{i}/live" for i in range(n_ladders)),
        player_ids=pa.array([f"p{i}" for i in range(n_players)]),
        device_ids=pa.array([f"d{i}" for i in range(n_devices)], pa.string()),
    )


@settings(deadline=None, max_examples=25)
@given(
    seed=st.integers(0, 10**6),
    n_hands=st.sampled_from((1, 30, 900)),
    n_players=st.sampled_from((4, 50, 3000)),
    n_ladders=st.integers(1, 3),
    n_devices=st.integers(0, 3),
    part=st.floats(0, 1),
)
def test_states_are_numbered_by_first_appearance(
    seed, n_hands, n_players, n_ladders, n_devices, part
):
    rng = np.random.default_rng(seed)
    hands = drawn_hands(rng, n_hands, n_players, n_ladders, n_devices)
    cut = int(part * n_hands)

    before = seat_hands(hands.take(slice(0, cut)), nobody_seated())
    seated = Seated(
        keys=before.keys,
        finished_rows=NOTHING_FINISHED.astype(np.uint32),
        finished_games=NOTHING_FINISHED,
    )
    after = seat_hands(hands.take(slice(cut, n_hands)), seated)

    numbers, first, n_seats = {}, {}, {}
    rows = np.empty((n_hands, 4), dtype=np.int64)
    for hand, player in enumerate(hands.player.tolist()):
        for seat, of in enumerate(player):
            if of < 0:
                rows[hand, seat] = COMPUTER_LIVE_ROW
                continue
            key = (int(hands.ladder[hand]), of, int(hands.device[hand]))
            rows[hand, seat] = FIRST_PLAYER_ROW + numbers.setdefault(key, len(numbers))
            first.setdefault(key, hand)
            n_seats[key] = n_seats.get(key, 0) + 1
    keys = after.keys
    found = zip(keys.ladder, keys.player, keys.device, strict=True)
    assert [tuple(map(int, key)) for key in found] == list(numbers)
    assert keys.n_seats.tolist() == list(n_seats.values())
    assert np.concatenate((before.rows, after.rows)).tolist() == rows.tolist()
    is_over = hands.is_game_over
    in_time = [hands.said_at[0] <= hands.ended_at[hand] for hand in first.values()]
    said = [hands.said[player] for _, player, _ in numbers]
    assert keys.said.tolist() == np.where(in_time, said, -1).tolist()
    assert (after.flags[:, :3] == RATED | FINISHES * is_over[cut:, None]).all()
    assert not after.flags[hands.player[cut:] < 0].any()


def test_margins_far_apart_are_numbered_like_others():
    rng = np.random.default_rng(3)
    hands = drawn_hands(rng, 40, 20, n_ladders=2, n_devices=0)
    far = replace(hands, margin=hands.margin * 10**9)

    near_seating, far_seating = seat_hands(hands), seat_hands(far)

    assert near_seating.margin_no.tolist() == far_seating.margin_no.tolist()
    assert (near_seating.margins * 10**9).tolist() == far_seating.margins.tolist()
    assert near_seating.margins[near_seating.margin_no].tolist() == list(hands.margin)
