"""How much more skill wins: duplicate deals between computer players.

    python benchmarks/strength.py --hands 400 --seed 1

Every deal is played twice, the sides changing seats, so that luck of the deal
counts for both. Intervals are over deals (t, 95 %), not over hands.
"""

import argparse
import math
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random

from engine.hand_play import HandPlay
from engine.pace import Pace
from engine.play import EXTRA_JOKERS
from engine.players.computer import ComputerPlayer
from engine.players.skill import Skill
from engine.rulesets import get_ruleset
from engine.score import score_hand
from engine.state import HandState

SCALE = {"coastal": 900.0}  # points; rating.md section 2
OTHER_SCALE = 250.0
T_95 = 1.97  # two-sided, 200 deals


@dataclass(frozen=True, slots=True)
class Pairing:
    """What the stronger side's margins over one pairing say."""

    n_hands: int
    mean: float
    half_width: float
    score: float  # mean actual score, rating.md section 2
    score_half_width: float
    seconds: float

    @property
    def rating_points(self) -> float:
        """The gap of side means that this score is worth."""
        return rating_points(self.score)

    @property
    def rating_points_interval(self) -> tuple[float, float]:
        """The same gap at both ends of the score's interval."""
        return (
            rating_points(self.score - self.score_half_width),
            rating_points(self.score + self.score_half_width),
        )


def rating_points(score: float) -> float:
    """The gap of Ratings at which `score`, in (0, 1), is expected."""
    return 400.0 * math.log10(score / (1.0 - score))


def actual_score(ruleset_name: str, margin: int) -> float:
    """The actual score of a margin in points, in (0, 1); rating.md section 2."""
    scale = SCALE.get(ruleset_name.split("-")[0], OTHER_SCALE)
    return 1.0 / (1.0 + math.exp(-margin / scale))


def play_margin(
    ruleset_name: str, seed: str, skills: Sequence[Skill], first: int
) -> int:
    """Points of the side with `skills[0]` minus the other's, on one deal."""
    ruleset = get_ruleset(ruleset_name)
    rng = Random(seed)
    pack = list(range(ruleset.deck.n_cards))
    rng.shuffle(pack)
    dealer = rng.randrange(ruleset.n_seats)
    state = HandState(
        ruleset,
        pack,
        dealer,
        (0,) * ruleset.n_sides,
        extra_jokers=[EXTRA_JOKERS] * ruleset.n_seats,
    )
    players = [
        ComputerPlayer(
            skills[0 if ruleset.side_of(seat) == first else 1],
            Random(rng.getrandbits(64)),
        )
        for seat in range(ruleset.n_seats)
    ]
    play = HandPlay(state, players, Pace(Random(0), None), [False] * ruleset.n_seats)
    play.settle_deal()
    while not state.is_over:
        play.play_turn()
    points = [score.points for score in score_hand(state)]
    return points[first] - points[1 - first]


def play_deal(job: tuple[str, str, Skill, Skill]) -> tuple[int, int]:
    """The stronger side's margins on a deal, from either seating."""
    ruleset_name, seed, strong, weak = job
    skills = (strong, weak)
    return (
        play_margin(ruleset_name, seed, skills, 0),
        play_margin(ruleset_name, seed, skills, 1),
    )


def compare(
    ruleset_name: str, strong: Skill, weak: Skill, n_hands: int, seed: int, workers: int
) -> Pairing:
    """Play `n_hands`, half as many deals."""
    jobs = [(ruleset_name, f"{seed}:{i}", strong, weak) for i in range(n_hands // 2)]
    began = time.perf_counter()
    if workers == 1:
        deals = [play_deal(job) for job in jobs]
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            deals = list(pool.map(play_deal, jobs, chunksize=20))
    seconds = time.perf_counter() - began
    means = [statistics.fmean(deal) for deal in deals]
    scores = [
        statistics.fmean(actual_score(ruleset_name, margin) for margin in deal)
        for deal in deals
    ]
    return Pairing(
        n_hands=2 * len(deals),
        mean=statistics.fmean(means),
        half_width=_half_width(means),
        score=statistics.fmean(scores),
        score_half_width=_half_width(scores),
        seconds=seconds,
    )


def _half_width(values: Sequence[float]) -> float:
    return T_95 * statistics.stdev(values) / math.sqrt(len(values))


def main() -> None:
    """Print the table of docs/players.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="coastal")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    skills = get_ruleset(arguments.ruleset).skills
    print("| pairing | mean margin | 95 % interval | S̄ | rating points | 95 % |")
    print("|---|---|---|---|---|---|")
    for strong, weak in (
        ("expert", "intermediate"),
        ("intermediate", "beginner"),
        ("expert", "beginner"),
    ):
        got = compare(
            arguments.ruleset,
            skills[strong],
            skills[weak],
            arguments.hands,
            arguments.seed,
            arguments.workers,
        )
        low, high = got.mean - got.half_width, got.mean + got.half_width
        least, most = got.rating_points_interval
        print(
            f"| {strong.capitalize()} – {weak.capitalize()} "
            f"| {got.mean:+,.0f} | {low:+,.0f} to {high:+,.0f} | {got.score:.3f} "
            f"| {got.rating_points:+.0f} | {least:+.0f} to {most:+.0f} |"
        )


if __name__ == "__main__":
    main()
