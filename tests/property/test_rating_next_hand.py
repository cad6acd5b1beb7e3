"""Law 6: a hand that is played ahead does what the same hand does in a replay."""

import numpy as np
import pytest

from rating.ahead import PlayerNow
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.hands import family_of, is_live
from rating.replay import replay
from rating.seating import COMPUTER_LIVE_ROW, HELD
from rating.tables import changes_table, ratings_table
from rating.what_if import NextHand, what_if
from tests.golden.seasons import hand_arrays, random_season
from tests.property.test_rating_live import CONFIGS

SAME = (
    "margin",
    "side_rating",
    "other_side_rating",
    "expected_score",
    "actual_score",
    "k_factor",
    "opponents_part",
    "result_part",
    "rating_before",
    "rating_after",
    "form_before",
    "form_after",
    "rated_hands",
    "level",
    "level_event",
)


def now_of(rows, changes, key):
    """The player as the tables have them, None before the first hand or with a wait."""
    names = ("ladder", "player_id", "device_id")
    row = next((r for r in rows if tuple(r[n] for n in names) == key), None)
    if row is None or row["n_pending_hands"]:
        return None
    own = [r for r in changes if tuple(r[n] for n in names) == key]
    kept = PlayerNow.__dataclass_fields__.keys() - {"last_ratings"}
    return PlayerNow(
        **{name: row[name] for name in kept},
        last_ratings=[r["rating_after"] for r in own],
    )


def strengths(result, hand):
    """What each seat of a hand adds to its side, by seat, right after that hand."""
    rows, flags = result.seating.rows[hand], result.seating.flags[hand]
    rows = np.where(flags & HELD, COMPUTER_LIVE_ROW, rows)
    return result.memory.states["rating"][rows]


@pytest.mark.parametrize("values", CONFIGS.values(), ids=CONFIGS.keys())
def test_hand_played_ahead_gives_the_bits_of_a_replay(values):
    season = hand_arrays(*random_season(11, n_hands=260, n_players=12))
    config = with_values(RatingConfig(), values)
    n_compared = n_events = 0
    for n in range(120, len(season), 2):
        before = replay(season.take(slice(0, n)), config)
        after = replay(season.take(slice(0, n + 1)), config)
        known = changes_table(before).to_pylist()
        new = changes_table(after).to_pylist()[len(known) :]
        if any(row["settled_by_hand_id"] for row in new):
            continue
        if season.is_game_over[n]:
            continue
        rows = ratings_table(before).to_pylist()
        for row in new:
            now = now_of(
                rows, known, (row["ladder"], row["player_id"], row["device_id"])
            )
            if now is None or after.seating.flags[n, row["seat"]] & HELD:
                continue
            # The others as they sat down: each is moved once by this very hand.
            seats = strengths(after, n)
            for other in new:
                if not after.seating.flags[n, other["seat"]] & HELD:
                    seats[other["seat"]] = other["rating_before"]
            size, side = int(after.seating.side_size[n]), row["side"]
            if size > 2:  # a sum of three is rounded in another order
                continue
            own = [s for s in range(2 * size) if s % 2 == side and s != row["seat"]]
            hand = NextHand(
                side_size=size,
                partners=float(seats[own[0]]) if own else 0.0,
                opponents=float(sum(seats[1 - side : 2 * size : 2])) / size,
                margin=row["margin"],
            )

            found = what_if(now, config, family_of(row["ladder"]), hand)

            same = {x: getattr(found, x) for x in SAME}
            if side:  # law 2: mirrored numbers are equal to 1e-12 of a score
                assert same == pytest.approx({x: row[x] for x in SAME}, abs=1e-9)
            else:
                assert same == {x: row[x] for x in SAME}
            assert found.zero_margin == pytest.approx(row["zero_margin"])
            n_compared += 1
            n_events += row["level_event"] is not None
    assert n_compared > 50
    assert n_events > 0


def test_season_has_hands_of_both_modes():
    season = hand_arrays(*random_season(11, n_hands=260, n_players=12))

    assert {is_live(ladder) for ladder in season.ladders} == {True, False}
