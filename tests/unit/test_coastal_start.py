"""What the quick verbs may not read in: it would cost a second at every start."""

import subprocess
import sys

import pytest

from tests.unit.hand_records import as_bytes, hand, player

SLOW = ("duckdb", "numba", "numpy", "pandas", "pyarrow", "scipy", "streamlit")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], ["score", "--help"], ["verify", "x"]]
)
def test_starts_without_the_packages_of_other_verbs(arguments):
    starts_without_slow_packages(arguments)


def test_a_log_is_verified_without_the_packages_of_other_verbs(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(as_bytes(player(), hand("h1"), hand("h2", hand_no=2)))

    assert '"unverified": 2' in starts_without_slow_packages(
        ["verify", str(log), "--json"]
    )


def starts_without_slow_packages(arguments):
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
    return done.stdout
