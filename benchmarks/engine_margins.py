"""The points of engine hands between equal players: `rating/engine_points.csv`.

Run: python -m benchmarks.engine_margins > rating/engine_points.csv
"""

import json
import sys
import tempfile
from pathlib import Path

from engine.play import play_games
from rating.simulate_points import thin_points

RULESETS = ("coastal", "classic-4", "partnership", "tiles-10000")
SKILLS = ("intermediate", "expert")
N_HANDS = 2_000  # at least, of each ruleset and skill
SEED = 1
N_KEPT = 256


def main() -> None:
    """Play, thin and print."""
    sys.stdout.write("family,points,other_points\n")
    for ruleset in RULESETS:
        pairs = [pair for skill in SKILLS for pair in _played(ruleset, skill)]
        for points, other in thin_points(pairs, N_KEPT).tolist():
            sys.stdout.write(f"{ruleset.partition('-')[0]},{points},{other}\n")


def _played(ruleset: str, skill: str) -> list[tuple[int, int]]:
    """Points of both sides of finished hands with this skill in every seat."""
    pairs: list[tuple[int, int]] = []
    seed = SEED
    while len(pairs) < N_HANDS:
        with tempfile.TemporaryDirectory() as folder:
            played = play_games(
                ruleset, n_games=100, out_dir=Path(folder), seed=seed, skill=skill
            )
            for file in played.files:
                for line in file.read_text(encoding="utf-8").splitlines():
                    result = json.loads(line).get("result")
                    if result and result["ended_by"] != "abandoned":
                        one, two = (side["points"] for side in result["sides"])
                        pairs.append((one, two))
        seed += 1
    return pairs[:N_HANDS]


if __name__ == "__main__":
    main()
