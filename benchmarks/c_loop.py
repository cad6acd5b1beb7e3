"""The plain C loop of `coastal.c`, built with the system's compiler, on our arrays."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rating import records

SOURCE = Path(__file__).with_name("coastal.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
Array = NDArray[np.generic]


def build(folder: Path) -> ctypes.CDLL | None:
    """The loop as a library in `folder`; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    library = folder / "coastal.so"
    command = [compiler, *FLAGS, str(SOURCE), "-o", str(library), "-lm"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def run(
    library: ctypes.CDLL,
    hands: records.Hands,
    constants: records.Constants,
    memory: records.Memory,
    changes: Array,
) -> int:
    """Replay with the C loop; the number of changes written."""
    numbers = constants.numbers[0]
    library.replay.restype = ctypes.c_int64
    arguments = (
        ctypes.c_int64(len(hands.rows)),
        *map(_pointer, (hands.rows, hands.flags, hands.margin_no)),
        *map(_pointer, (hands.expected, hands.side_ratings, constants.actual)),
        _pointer(constants.k),
        ctypes.c_int64(len(constants.k) - 1),
        _pointer(constants.weights),
        ctypes.c_int64(len(constants.weights) - 1),
        _pointer(constants.levels),
        ctypes.c_double(numbers["scale"]),
        ctypes.c_double(numbers["keep_margin"]),
        ctypes.c_int64(numbers["protected_hands"]),
        ctypes.c_int64(numbers["provisional_hands"]),
        _pointer(memory.states),
        _pointer(changes),
    )
    return int(library.replay(*arguments))


def _pointer(array: Array) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)
