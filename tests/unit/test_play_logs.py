"""The logs of `play_games` and `play_season`: same seed, same bytes."""

import hashlib
import json
from datetime import UTC, datetime
from itertools import pairwise
from random import Random

import pytest

from engine.conduct import Conduct
from engine.errors import UsageError
from engine.game import Chair, GameSetting, play_game
from engine.play import play_games
from engine.rulesets import UnknownRulesetError, get_ruleset
from engine.season import play_season

ENDS_AT = datetime(2026, 6, 28, 21, 0, tzinfo=UTC)


def digest(folder):
    """One hash over all files of a folder, names and bytes."""
    sha = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        sha.update(path.name.encode() + b"\0" + path.read_bytes())
    return sha.hexdigest()


def records(folder):
    return [
        json.loads(line)
        for path in sorted(folder.glob("hands-*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def test_one_and_two_workers_write_the_same_bytes(tmp_path):
    play_games("coastal", n_games=5, out_dir=tmp_path / "a", seed=3, workers=1)
    play_games("coastal", n_games=5, out_dir=tmp_path / "b", seed=3, workers=2)

    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def test_another_seed_writes_other_bytes(tmp_path):
    play_games("coastal", n_games=1, out_dir=tmp_path / "a", seed=3)
    play_games("coastal", n_games=1, out_dir=tmp_path / "b", seed=4)

    assert digest(tmp_path / "a") != digest(tmp_path / "b")


def test_seats_beyond_the_players_are_computers_of_the_asked_skill(tmp_path):
    play_games(
        "coastal", n_games=1, out_dir=tmp_path, seed=1, n_players=1, skill="expert"
    )

    seats = records(tmp_path)[0]["seats"]

    assert sorted(seat["controller"] for seat in seats) == ["computer"] * 3 + ["player"]
    assert [s["skill"] for s in seats if s["player_id"] is None] == ["expert"] * 3


def test_summary_counts_what_was_written(tmp_path):
    summary = play_games("coastal", n_games=2, out_dir=tmp_path, seed=5)

    written = records(tmp_path)
    assert summary.n_hands == len(written) == sum(summary.n_ended_by.values())
    assert summary.n_moves == sum(len(record["moves"]) for record in written)


@pytest.mark.parametrize(
    "wrong",
    [{"n_games": 0}, {"n_players": -1}, {"workers": 0}, {"skill": "genius"}],
)
def test_wrong_numbers_are_refused_before_anything_is_written(tmp_path, wrong):
    request = {"n_games": 1, "out_dir": tmp_path / "logs", "seed": 1} | wrong

    with pytest.raises(UsageError):
        play_games("coastal", **request)

    assert not (tmp_path / "logs").exists()


def test_unknown_ruleset_is_refused(tmp_path):
    with pytest.raises(UnknownRulesetError):
        play_games("bridge", n_games=1, out_dir=tmp_path / "logs", seed=1)


def test_small_season_has_every_kind_of_hand(tmp_path):
    summary = play_season(tmp_path, n_games=60, n_people=20, seed=2, workers=1)

    hands = records(tmp_path)
    seats = [seat for hand in hands for seat in hand["seats"]]
    persons = [seat for seat in seats if seat["player_id"] is not None]
    away = [seat for seat in persons if seat["controller"] == "computer"]
    assert summary.n_games == 60
    assert {hand["mode"] for hand in hands} == {"live", "solo"}
    assert {seat.get("left_in_hand", False) for seat in away} == {False, True}
    assert any(m["do"] == "time_out" for hand in hands for m in hand["moves"])
    assert any(hand["result"] is None for hand in hands)
    assert max(hand["ended_at"] for hand in hands) <= "2026-06-28T21:00:00.000Z"


def test_solo_hands_have_one_person_who_stays(tmp_path):
    play_season(tmp_path, n_games=60, n_people=20, seed=2, workers=1)

    solo = [hand for hand in records(tmp_path) if hand["mode"] == "solo"]

    people = [[s for s in hand["seats"] if s["player_id"]] for hand in solo]
    assert solo
    assert all(len(seats) == 1 for seats in people)
    assert all(seats[0]["controller"] == "player" for seats in people)


def test_season_is_the_same_for_any_number_of_workers(tmp_path):
    for name, workers in (("a", 1), ("b", 2)):
        play_season(
            tmp_path / name, n_games=8, n_people=8, seed=9, workers=workers,
            ends_at=ENDS_AT,
        )  # fmt: skip

    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def test_nobody_sits_at_two_tables_at_once(tmp_path):
    play_season(tmp_path, n_games=60, n_people=20, seed=2, workers=1)

    spans: dict[tuple[str, str], list[str]] = {}
    for hand in records(tmp_path):
        for seat in hand["seats"]:
            if seat["player_id"]:
                span = spans.setdefault((seat["player_id"], hand["game_id"]), [])
                span += [hand["started_at"], hand["ended_at"]]
    by_person: dict[str, list[tuple[str, str]]] = {}
    for (person, _), times in spans.items():
        by_person.setdefault(person, []).append((min(times), max(times)))
    for games in by_person.values():
        games.sort()
        assert all(a[1] <= b[0] for a, b in pairwise(games))


def test_who_comes_back_and_leaves_again_has_left_in_the_hand():
    restless = Conduct(leave=0.3, come_back=0.5)
    chairs = [
        Chair(player_id=f"p{seat}", skills=["intermediate"], conduct=restless)
        for seat in range(4)
    ]
    setting = GameSetting(game_id="g", started_at=datetime(2026, 1, 1, tzinfo=UTC))

    hands = list(play_game(get_ruleset("coastal"), setting, chairs, Random(1)))

    assert hands
    for hand in map(json.loads, (hand.line for hand in hands)):
        for number, seat in enumerate(hand["seats"]):
            own = [move["do"] for move in hand["moves"] if move["seat"] == number]
            overs = [do for do in own if do in ("leave", "return")]
            left = bool(overs) and overs[-1] == "leave"
            assert seat.get("left_in_hand", False) == left


def test_seasons_of_other_sizes_share_no_hand(tmp_path):
    ids = []
    for n_games in (3, 4):
        folder = tmp_path / str(n_games)
        summary = play_season(folder, n_games=n_games, n_people=12, seed=1, workers=1)
        lines = [line for f in summary.files for line in f.read_text().splitlines()]
        ids.append({json.loads(line).get("hand_id") for line in lines} - {None})

    assert ids[0]
    assert ids[1]
    assert not ids[0] & ids[1]
