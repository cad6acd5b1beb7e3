"""One sweep in a process of its own, which holds what `coastal tune` would: the hands.

    python -m benchmarks.sweep_process HANDS OPTION...

HANDS is a pickle of `HandArrays`, an OPTION one of `rating.sweep.sweep` that is to be
true. Prints one JSON object: CPU and wall seconds of the fastest run, megabytes at
most, and how many of them were there before the sweep began.
"""

import json
import pickle
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.sweep_configs import configs_of_bench
from rating.seating import seat_hands
from rating.sweep import sweep

RUNS = 3


def measured(hands: Path, *options: str) -> dict[str, float]:
    """What such a process says."""
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks.sweep_process", str(hands), *options],
        check=True,
        capture_output=True,
        text=True,
    )
    answer: dict[str, float] = json.loads(found.stdout)
    return answer


def main() -> None:
    """Sweep, and say what it took."""
    with Path(sys.argv[1]).open("rb") as file:
        hands = pickle.load(file)
    options = {name: name in sys.argv for name in ("has_levels", "has_wins")}
    configs, seating = configs_of_bench(), seat_hands(hands)
    sweep(hands, configs[:8], seating=seating, **options)  # warm
    before = _forget_peak_memory()
    cpu, wall = [], []
    for _ in range(RUNS):
        began, clock = time.process_time(), time.perf_counter()
        sweep(hands, configs, seating=seating, **options)
        cpu.append(time.process_time() - began)
        wall.append(time.perf_counter() - clock)
    found = {"cpu_s": min(cpu), "wall_s": min(wall)}
    print(json.dumps(found | {"before_mb": before, "peak_mb": _peak_memory()}))


def _forget_peak_memory() -> float:
    """Let Linux count the peak anew, since making hands takes more; megabytes now."""
    reset = Path("/proc/self/clear_refs")
    if reset.exists():
        reset.write_text("5")
    return _peak_memory()


def _peak_memory() -> float:
    """Megabytes in use at most; NaN where the system does not say."""
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    (line,) = [x for x in status.read_text().splitlines() if x.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
