"""Programs killed at their n-th step that makes something durable or visible."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COUNTING = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from ingest.home import Home

home, left, now = Home(Path(sys.argv[1])), int(sys.argv[2]), datetime(2026, 11, 30, 13, tzinfo=UTC)

def counting(step):
    def counted(*arguments, **options):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return step(*arguments, **options)
    return counted

os.fsync = counting(os.fsync)
Path.replace = counting(Path.replace)
Path.unlink = counting(Path.unlink)
"""  # noqa: E501


def is_killed(program, home, step):
    """Run a program on a home until a step; False if it came to its end before.

    It may use `home` and `now`.
    """
    command = [sys.executable, "-c", COUNTING + program, str(home.path), str(step)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    status = subprocess.run(command, env=environment, check=False).returncode
    assert status in (0, -signal.SIGKILL)
    return status != 0
