"""Machine code, also where numba has no place for it or is told to make none."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import numpy as np
from ingest.compiled import compiled_from, inlined, pointer

@inlined
def first(data):
    return data[0]

def added(numbers):
    return first(pointer(numbers)) + 1

print(compiled_from("stamp", added)(np.array([41])))
"""


def test_functions_of_memory_run_where_numba_is_told_to_compile_nothing():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],  # of no file: there is no place for a cache
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout, done.stderr) == ("42\n", "")
