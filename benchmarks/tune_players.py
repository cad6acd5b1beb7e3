"""Find the weights of a skill by play: many weights at once, by duplicate deals.

    python -m benchmarks.tune_players --ruleset tiles-10000 --deals 1000 --generations 8

In each generation every deal draws a sign for every weight, plays a player with
the weights moved that way and one with all of them moved the other way against
the same opponents on the same cards, and adds what they won to the signs. The sum
shows which way each weight should go, all of them from the same deals: a gradient
from simultaneous perturbations (J. C. Spall, IEEE Trans. Automatic Control 37,
1992, 332-341). The aim is the actual score of rating.md with a little of the
margin, so that large wins do not outweigh frequent ones.
"""

import argparse
import math
import statistics
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random
from typing import Final

from benchmarks.strength import actual_score, compare, play_deal
from engine.players.skill import SKILL_NAMES, Skill
from engine.rulesets import get_ruleset

# weight: (step of the first generation, lowest, highest)
WEIGHTS: Final[Mapping[str, tuple[float, float, float]]] = {
    "single_points": (4.0, 0.0, 60.0),
    "pair_points": (8.0, 0.0, 120.0),
    "joining_points": (8.0, 0.0, 120.0),
    "live_points": (1.0, -5.0, 5.0),
    "risky_points": (4.0, -20.0, 60.0),
    "dump_points": (60.0, 0.0, 900.0),
    "dump_turns": (1.0, 0.0, 14.0),
    "minds_pile": (0.4, 0.0, 9.0),
    "unopened_danger": (0.12, 0.0, 2.0),
    "passed_danger": (0.15, 0.0, 1.0),
    "thrown_danger": (0.15, 0.0, 2.0),
    "wild_use": (0.2, 0.0, 1.0),
    "wild_points": (40.0, 20.0, 600.0),
    "freezing": (0.1, 0.0, 3.0),
    "three_points": (8.0, -120.0, 60.0),
    "take_above": (8.0, -40.0, 120.0),
    "pile_wild": (12.0, 0.0, 150.0),
    "pile_joins": (6.0, 0.0, 80.0),
    "pile_pair": (4.0, 0.0, 60.0),
    "pile_other": (2.0, -5.0, 30.0),
    "wild_spent": (8.0, 0.0, 120.0),
    "opens_from": (1.0, 0.0, 99.0),
    "starts_below": (2.0, 1.0, 99.0),
    "joins_below": (2.0, 1.0, 99.0),
    "keeps_cards": (1.0, 2.0, 9.0),
    "closes_mixed_below": (0.7, 0.0, 9.0),
    "closes_with": (0.6, 0.0, 3.4),
    "risky_chance": (0.08, 0.0, 1.0),
    "wild_meld_chance": (0.08, 0.0, 1.0),
    "late_turns": (0.6, 0.0, 9.0),
    "end_near_at": (1.0, 0.0, 9.0),
    "asks_above": (2.0, 0.0, 99.0),
    "refuses_above": (20.0, 0.0, 300.0),
}
SELF_PLAY: Final = 0.25  # share of deals that the two moved players play each other
MARGIN_SHARE: Final = 0.05  # of a point of margin, beside 100 for a full score
SHRINK: Final = 0.93  # of the steps, from one generation to the next
FULL_STEP_AT: Final = 3.0  # standard errors from zero that move a weight a whole step


@dataclass(frozen=True, slots=True)
class Trial:
    """One deal of a generation."""

    ruleset_name: str
    seed: str
    centre: Skill
    opponent: Skill
    names: Sequence[str]
    scale: float


def moved(skill: Skill, steps: Mapping[str, float]) -> Skill:
    """The skill with its weights moved, each within its limits."""
    changes = {}
    for name, step in steps.items():
        _, low, high = WEIGHTS[name]
        changes[name] = min(max(getattr(skill, name) + step, low), high)
    return replace(skill, **changes)


def try_signs(trial: Trial) -> tuple[float, list[int]]:
    """Half of what moving by the drawn signs wins, and the signs."""
    rng = Random(f"signs:{trial.seed}")
    signs = [rng.choice((-1, 1)) for _ in trial.names]
    steps = {
        name: trial.scale * sign * WEIGHTS[name][0]
        for name, sign in zip(trial.names, signs, strict=True)
    }
    one = moved(trial.centre, steps)
    other = moved(trial.centre, {name: -step for name, step in steps.items()})
    if rng.random() < SELF_PLAY:
        return _worth(trial, one, other) / 2, signs
    gain = _worth(trial, one, trial.opponent) - _worth(trial, other, trial.opponent)
    return gain / 2, signs


def _worth(trial: Trial, player: Skill, opponent: Skill) -> float:
    name = trial.ruleset_name
    margins = play_deal((name, trial.seed, player, opponent))
    scores = sum(actual_score(name, margin) - 0.5 for margin in margins)
    return 100.0 * scores + MARGIN_SHARE * statistics.fmean(margins)


def next_centre(trials: Sequence[Trial], workers: int) -> Skill:
    """Play a generation and move every weight by what it showed."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(try_signs, trials, chunksize=25))
    n = len(results)
    error = statistics.stdev(gain for gain, _ in results) / math.sqrt(n)
    first = trials[0]
    steps = {}
    for at, name in enumerate(first.names):
        slope = sum(gain * signs[at] for gain, signs in results) / n / error
        share = max(-1.0, min(1.0, slope / FULL_STEP_AT))
        steps[name] = first.scale * WEIGHTS[name][0] * share
    return moved(first.centre, steps)


def main() -> None:
    """Print the weights of each generation and the strength of the last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="coastal")
    parser.add_argument("--skill", choices=SKILL_NAMES, default="expert")
    parser.add_argument("--opponent", choices=SKILL_NAMES, default="intermediate")
    parser.add_argument("--weights", nargs="*", choices=list(WEIGHTS), default=None)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    skills = get_ruleset(given.ruleset).skills
    centre, opponent = skills[given.skill], skills[given.opponent]
    names = given.weights or list(WEIGHTS)
    for generation in range(given.generations):
        scale = SHRINK**generation
        trials = [
            Trial(given.ruleset, f"{given.seed}:{generation}:{i}", centre, opponent,
                  names, scale)
            for i in range(given.deals)
        ]  # fmt: skip
        centre = next_centre(trials, given.workers)
        weights = {name: round(getattr(centre, name), 2) for name in names}
        print(generation + 1, weights, flush=True)
    for name, skill in (("before", skills[given.skill]), ("after", centre)):
        got = compare(given.ruleset, skill, opponent, 1000, given.seed, given.workers)
        print(f"{name}: {got.mean:+.0f} ± {got.half_width:.0f}, "
              f"{got.rating_points:+.0f} rating points")  # fmt: skip


if __name__ == "__main__":
    main()
