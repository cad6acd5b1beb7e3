"""Law 1: hands added one by one to a live state give the bits of a full replay."""

from dataclasses import replace

import numpy as np
import pytest

from rating.config import RatingConfig
from rating.config_file import with_values
from rating.continuation import LateHandError, save
from rating.live import LiveHand, LiveRatings
from rating.replay import replay
from rating.tables import changes_table
from tests.golden.seasons import (
    MINUTE,
    hand_arrays,
    make_hand,
    person,
    random_season,
)

COLUMNS = (
    "player_id",
    "hand_id",
    "seat",
    "rating_before",
    "rating_change",
    "rating_after",
    "form_before",
    "form_after",
    "rated_hands",
    "finished_games",
    "level",
    "level_event",
    "settled_by_hand_id",
)
CONFIGS = {
    "default": {},
    "away always": {"seats.away_hands": "always"},
    "away never": {"seats.away_hands": "never"},
    "window": {"form.kind": "window", "form.span": 7},
    "many levels": {
        "levels.table": [{"name": "a"}, {"name": "b", "form": 970}],
        "levels.keep_margin": 5,
        "levels.protected_hands": 2,
        "start.provisional_hands": 1,
    },
}


def live_hands(season):
    for i in range(len(season)):
        device = int(season.device[i])
        yield LiveHand(
            ladder=season.ladders[season.ladder[i]],
            device_id=season.device_ids[device].as_py() if device >= 0 else None,
            hand_id=season.hand_id[i].as_py(),
            game_id=season.game_ids[int(season.game[i])].as_py(),
            hand_no=int(season.hand_no[i]),
            ended_at=int(season.ended_at[i]),
            margin=int(season.margin[i]),
            is_game_over=bool(season.is_game_over[i]),
            player_ids=[
                season.player_ids[p].as_py() if p >= 0 else None
                for p in season.player[i].tolist()
            ],
            held_by=season.held_by[i].tolist(),
        )


@pytest.mark.parametrize("n_before", [0, 130])
@pytest.mark.parametrize("values", CONFIGS.values(), ids=CONFIGS.keys())
def test_hands_added_one_by_one_give_the_bits_of_a_replay(values, n_before):
    hands, records = random_season(n_before + 7, n_hands=400, n_players=80)
    season, config = hand_arrays(hands, records), with_values(RatingConfig(), values)
    wanted = changes_table(replay(season, config)).select(COLUMNS).to_pylist()

    before = replay(season.take(slice(0, n_before)), config)
    live = LiveRatings(save(before))
    added = list(live_hands(season))[n_before:]
    found = [change._asdict() for hand in added for change in live.add(hand)]

    assert found == wanted[len(wanted) - len(found) :]
    assert len(found) == len(wanted) - len(before.changes)


def test_game_that_ends_again_counts_once_in_a_live_state():
    people = [person(name) for name in ("ana", "bo", "cy", "di")]
    over = make_hand("h1", people, (1480, -160), game_over=True, ended_at=MINUTE)
    again = over | {"hand_id": "h2", "hand_no": 2, "ended_at": 2 * MINUTE}
    season = hand_arrays([over, again], [])
    # What a store says of a hand while no other one ends its game.
    first = replace(season.take(slice(0, 1)), ends_again=np.zeros(1, dtype=np.bool_))

    live = LiveRatings(save(replay(first, RatingConfig()), keeps_games=True))
    found = live.add(list(live_hands(season))[1])

    assert [change.finished_games for change in found] == [1, 1, 1, 1]
    rows = changes_table(replay(season, RatingConfig())).select(COLUMNS).to_pylist()
    assert [change._asdict() for change in found] == rows[4:]


def test_self_rating_said_to_a_live_state_sets_the_start():
    hands, records = random_season(9, n_hands=120, n_players=30)
    said = hand_arrays(hands, records)
    silent = hand_arrays(hands, [])
    wanted = changes_table(replay(said, RatingConfig())).select(COLUMNS).to_pylist()

    live = LiveRatings(save(replay(silent.take(slice(0, 0)), RatingConfig())))
    for record in records:
        if record["self_rating"] is not None:
            live.say(record["player_id"], record["at"], record["self_rating"])
    found = [change for hand in live_hands(silent) for change in live.add(hand)]

    assert [change._asdict() for change in found] == wanted


def test_hand_that_is_not_later_is_refused_and_changes_nothing():
    season = hand_arrays(*random_season(3, n_hands=60))
    hands = list(live_hands(season))
    live = LiveRatings(save(replay(season.take(slice(0, 50)), RatingConfig())))

    with pytest.raises(LateHandError, match="not later than the last rated one"):
        live.add(hands[20])
    found = [change for hand in hands[50:] for change in live.add(hand)]

    rows = changes_table(replay(season, RatingConfig())).select(COLUMNS).to_pylist()
    assert [change._asdict() for change in found] == rows[len(rows) - len(found) :]
