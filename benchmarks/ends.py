"""How hands end: every preset played and verified by the commands, as a table.

    python -m benchmarks.ends [--hands 1000] [--seed 1] [PRESET...]

`coastal play` writes games until there are enough hands, `coastal verify` replays
them; the ends are counted in the logs. The table is the one of docs/rules.md, part 6.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.rulesets import PRESETS

ENDS = ("went_out", "concealed", "special_hand", "stock", "stock_three")
GAMES_A_BATCH = 50
REQUIRED = {"tiles-arena": ["--option", "stake=500"]}


def coastal(*arguments: str) -> dict[str, object]:
    """The summary of a command that went well.

    Raises
    ------
    subprocess.CalledProcessError
        The command refused something.
    """
    command = [sys.executable, "-m", "coastal", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def ends_in(folder: Path) -> Iterator[str]:
    """How each hand of the logs ended; going out concealed has a word of its own."""
    for file in sorted(folder.rglob("hands-*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            result = json.loads(line)["result"]
            yield "concealed" if result["concealed"] else result["ended_by"]


def play_and_verify(preset: str, n_hands: int, seed: int) -> tuple[Counter[str], int]:
    """The ends of at least so many hands, and how many of them were verified."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ends: Counter[str] = Counter()
        batch = 0
        while ends.total() < n_hands:
            out = folder / str(batch)
            coastal(
                "play",
                *("--ruleset", preset, "--games", str(GAMES_A_BATCH)),
                *("--seed", str(seed + batch), "--out", str(out)),
                *REQUIRED.get(preset, []),
            )
            ends.update(ends_in(out))
            batch += 1
        verified = coastal("verify", str(folder))
    return ends, int(str(verified["verified"]))


def table(presets: Sequence[str], n_hands: int, seed: int) -> Iterator[str]:
    """The rows of the table, in Markdown."""
    yield "| preset | hands | verified | " + " | ".join(ENDS) + " |"
    yield "|---|---:|---:|" + "---:|" * len(ENDS)
    for preset in presets:
        ends, n_verified = play_and_verify(preset, n_hands, seed)
        counts = " | ".join(f"{ends[end]:,}" for end in ENDS)
        yield f"| `{preset}` | {ends.total():,} | {n_verified:,} | {counts} |"


def main() -> None:
    """Print the table as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presets", nargs="*", default=list(PRESETS))
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for row in table(args.presets, args.hands, args.seed):
        sys.stdout.write(row + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
