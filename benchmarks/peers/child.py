"""Start a module of this package with the Python of `.venv-peers`."""

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
SECONDS = 600


def run_peer(module: str, *arguments: str) -> dict[str, Any]:
    """The JSON object that `benchmarks.peers.<module>` prints last.

    Where it cannot be had, `{"failed": reason}`: a peer that does not run costs its
    own rows of the table only.
    """
    if not PYTHON.exists():
        return {"failed": "did not install (run `make .make/peers`)"}
    command = [str(PYTHON), "-m", f"benchmarks.peers.{module}", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            capture_output=True,
            check=False,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"took more than {SECONDS} s"}
    lines = (done.stdout if done.returncode == 0 else done.stderr).splitlines()
    if done.returncode or not lines:
        return {"failed": f"failed ({lines[-1] if lines else 'no output'})"}
    answer: dict[str, Any] = json.loads(lines[-1])
    return answer
