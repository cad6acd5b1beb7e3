"""What the quick verbs may not read in: it would cost a second at every start."""

import subprocess
import sys

import pytest

SLOW = ("duckdb", "numba", "streamlit", "scipy", "pandas")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], ["score", "--help"], ["verify", "x"]]
)
def test_starts_without_the_packages_of_other_verbs(arguments):
    program = (
        "import sys, coastal\n"
        f"sys.argv = ['coastal', *{arguments!r}]\n"
        "try:\n"
        "    coastal.main()\n"
        "except SystemExit:\n"
        f"    assert not [m for m in {SLOW!r} if m in sys.modules]\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
