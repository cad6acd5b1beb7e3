"""The engine: hands played and verified a second on one core, positions scored."""

import json
import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.timing import Figure, best_seconds
from engine.play import PlaySummary, play_games
from engine.position import score_position
from engine.replay import check_result, replay_hand
from ingest.decode import decode
from ingest.records import Hand
from ingest.soundness import SoundHand, sound_hand

RULESETS = ("coastal", "classic-4", "partnership", "tiles-10000")
N_GAMES = 20


def figures() -> Iterator[Figure]:
    """Play, verify and score."""
    with tempfile.TemporaryDirectory() as folder:
        for skill in ("beginner", "intermediate", "expert"):
            yield from _play("coastal", skill, Path(folder))
        for ruleset in RULESETS[1:]:
            yield from _play(ruleset, "intermediate", Path(folder))
        for ruleset in RULESETS:
            yield from _verify(ruleset, Path(folder))
    yield _score()


def _played(ruleset: str, skill: str | None, folder: Path) -> PlaySummary:
    return play_games(ruleset, n_games=N_GAMES, out_dir=folder, seed=1, skill=skill)


def _play(ruleset: str, skill: str, folder: Path) -> Iterator[Figure]:
    summary = _played(ruleset, skill, folder)
    seconds = best_seconds(partial(_played, ruleset, skill, folder))
    what = f"play {ruleset}, {skill}"
    moves = f"{summary.n_moves / summary.n_hands:.0f} moves a hand"
    yield Figure("engine", what, summary.n_hands / seconds, "hands/s", moves)
    yield Figure("engine", what, seconds / summary.n_moves * 1e6, "µs a move")


def _verify(ruleset: str, folder: Path) -> Iterator[Figure]:
    summary = _played(ruleset, None, folder)
    lines = [
        line
        for file in summary.files
        for line in file.read_bytes().splitlines()
        if b'"type":"hand"' in line
    ]
    hands = [sound for line in lines if (sound := _sound(line)).hand.result]
    from_line = best_seconds(lambda: [_check(_sound(line)) for line in lines])
    in_memory = best_seconds(lambda: [_check(sound) for sound in hands])
    size = sum(map(len, lines)) / len(lines)
    what = f"verify {ruleset}"
    note = f"{size:,.0f} bytes a hand"
    yield Figure(
        "engine", f"{what}, JSON line", len(lines) / from_line, "hands/s", note
    )
    yield Figure("engine", f"{what}, in memory", len(hands) / in_memory, "hands/s")


def _sound(line: bytes) -> SoundHand:
    hand = decode(line)
    assert isinstance(hand, Hand)
    return sound_hand(hand)


def _check(sound: SoundHand) -> None:
    hand = sound.hand
    if hand.result is None or hand.pack is None or hand.moves is None:
        return
    replayed = replay_hand(
        sound.ruleset,
        dealer_seat=hand.dealer_seat,
        seats=hand.seats,
        points_before=[side.points_before for side in hand.result.sides],
        pack=hand.pack,
        moves=hand.moves,
        hand_no=hand.hand_no,
    )
    if hand.result.ended_by != "abandoned":
        check_result(replayed, hand.result)


def _score() -> Figure:
    from tests.golden.independent_scorer import random_position

    rng = random.Random(1)
    positions = [random_position(rng, "coastal") for _ in range(2000)]
    seconds = best_seconds(lambda: [score_position(p) for p in positions])
    size = len(json.dumps(positions)) / len(positions)
    note = f"{size:,.0f} bytes a position"
    return Figure(
        "engine", "score coastal", len(positions) / seconds, "positions/s", note
    )
