"""A command measured from outside: seconds, and the memory of all its processes.

Memory is the proportional set size (Linux, /proc/PID/smaps_rollup), in which pages
that processes share count once, added up over the process and its descendants every
50 ms; the highest sum is the peak.
"""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

EVERY_S = 0.05


@dataclass(frozen=True, slots=True)
class Measured:
    """What a command came to; `answer` is the JSON object of its last line."""

    answer: dict[str, float]
    cpu_s: float
    peak_mb: float


def measured(*command: str) -> Measured:
    """Run `python -m` with `command` to its end."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True
    )
    peak = 0
    before = os.times()
    while process.poll() is None:
        peak = max(peak, sum(map(_pss_kb, _tree(process.pid))))
        time.sleep(EVERY_S)
    after = os.times()
    out = process.stdout.read() if process.stdout else ""
    process.communicate()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    cpu_s = after.children_user - before.children_user
    cpu_s += after.children_system - before.children_system
    return Measured(json.loads(out.splitlines()[-1]), cpu_s, peak / 1000)


def _tree(process: int) -> list[int]:
    found = [process]
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text().split():
                found += _tree(int(child))
    return found


def _pss_kb(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0
