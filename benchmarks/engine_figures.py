"""The engine: hands played and verified a second, positions scored, other engines.

Seconds are CPU seconds of one core, except where `--workers` is measured and the
clock counts. Each rate of hands has its microseconds a move beside it.
"""

import hashlib
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.peers.child import run_peer
from benchmarks.timing import Figure, best_seconds
from engine.play import PlaySummary, play_games
from engine.position import score_position
from engine.replay import check_result, replay_hand
from ingest.decode import decode
from ingest.records import Hand
from ingest.soundness import SoundHand, sound_hand

RULESETS = ("coastal", "classic-4", "partnership", "tiles-10000")
N_GAMES = 20
N_POSITIONS = 2_000
PEERS = {
    "rlcard": "gin rummy, random legal play",
    "open_spiel": "gin rummy, random legal play",
    "pokerkit": "hold'em for four, random play",
}
VERBS = (["--help"], ["play", "--help"], ["score", "--help"], ["verify", "--help"])


def figures() -> Iterator[Figure]:
    """Play, verify and score, then the start of the commands and other engines."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _play("coastal", "beginner", folder)
        for ruleset in RULESETS:
            yield from _play(ruleset, "intermediate", folder)
            yield from _play(ruleset, "expert", folder)
        yield from _workers(folder)
        for ruleset in RULESETS:
            yield from _verify(ruleset, folder)
    for ruleset in RULESETS:
        yield _score(ruleset)
    for arguments in VERBS:
        yield _start(arguments)
    for engine, game in PEERS.items():
        yield _peer(engine, game)


def _played(ruleset: str, skill: str | None, folder: Path) -> PlaySummary:
    return play_games(ruleset, n_games=N_GAMES, out_dir=folder, seed=1, skill=skill)


def _play(ruleset: str, skill: str, folder: Path) -> Iterator[Figure]:
    summary = _played(ruleset, skill, folder)
    seconds = best_seconds(partial(_played, ruleset, skill, folder))
    what = f"play {ruleset}, {skill}"
    note = f"{_moves(summary)}, log written"
    yield from _rates(what, seconds, summary.n_hands, summary.n_moves, note)


def _rates(
    what: str, seconds: float, n_hands: int, n_moves: int, note: str
) -> Iterator[Figure]:
    yield Figure("engine", what, n_hands / seconds, "hands/s", note)
    yield Figure("engine", what, seconds / n_moves * 1e6, "µs a move")


def _moves(summary: PlaySummary) -> str:
    return f"{summary.n_moves / summary.n_hands:.0f} moves a hand"


def _workers(folder: Path) -> Iterator[Figure]:
    """One process and two, by the clock; the bytes are the same."""
    digests = []
    for workers in (1, 2):
        started = time.perf_counter()
        summary = play_games(
            "coastal", n_games=60, out_dir=folder, seed=1, workers=workers
        )
        seconds = time.perf_counter() - started
        written = b"".join(file.read_bytes() for file in summary.files)
        digests.append(hashlib.sha256(written).hexdigest())
        note = f"by the clock, start included; SHA-256 {digests[-1][:12]}"
        what = f"play coastal --workers {workers}"
        yield Figure("engine", what, summary.n_hands / seconds, "hands/s", note)
    assert digests[0] == digests[1], "the number of workers changed the logs"


def _verify(ruleset: str, folder: Path) -> Iterator[Figure]:
    summary = _played(ruleset, None, folder)
    lines = [
        line
        for file in summary.files
        for line in file.read_bytes().splitlines()
        if b'"type":"hand"' in line
    ]
    hands = [sound for line in lines if (sound := _sound(line)).hand.result]
    n_moves = sum(len(sound.hand.moves or ()) for sound in hands)
    size = f"{sum(map(len, lines)) / len(lines):,.0f} bytes a hand"
    yield from _rates(
        f"verify {ruleset}, JSON line",
        best_seconds(partial(_check_lines, lines)),
        len(lines),
        n_moves,
        f"{size}, {_moves(summary)}",
    )
    yield from _rates(
        f"verify {ruleset}, in memory",
        best_seconds(partial(_check_hands, hands)),
        len(hands),
        n_moves,
        "decoded before",
    )


def _sound(line: bytes) -> SoundHand:
    hand = decode(line)
    assert isinstance(hand, Hand)
    return sound_hand(hand)


def _check_lines(lines: Sequence[bytes]) -> None:
    for line in lines:  # one by one, as `coastal verify` does: none is kept
        _check(_sound(line))


def _check_hands(hands: Sequence[SoundHand]) -> None:
    for sound in hands:
        _check(sound)


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


def _score(ruleset: str) -> Figure:
    from tests.golden.independent_scorer import random_position

    rng = random.Random(1)
    positions = [random_position(rng, ruleset) for _ in range(N_POSITIONS)]

    def score_all() -> None:
        for position in positions:
            score_position(position)

    rate = N_POSITIONS / best_seconds(score_all)
    note = "checked, with a line for each clause"
    return Figure("engine", f"score {ruleset}", rate, "positions/s", note)


def _start(arguments: Sequence[str]) -> Figure:
    """CPU seconds from the start of the command to its help."""
    command = [sys.executable, "-m", "coastal", *arguments]
    seconds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        user = after.ru_utime - before.ru_utime
        seconds.append(user + after.ru_stime - before.ru_stime)
    what = f"start of coastal {' '.join(arguments)}"
    return Figure("engine", what, min(seconds), "s")


def _peer(engine: str, game: str) -> Figure:
    told = run_peer("card_games", engine)
    what = f"{engine}: {game}"
    if "failed" in told:
        return Figure("engine", what, float("nan"), "µs a move", told["failed"])
    note = f"{told['does']}; {told['moves_a_game']:.0f} moves a game"
    return Figure("engine", what, told["us_a_move"], "µs a move", note)
