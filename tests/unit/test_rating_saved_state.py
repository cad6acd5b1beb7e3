"""A saved state as bytes: what comes back is what was given, to the last bit."""

from dataclasses import fields, is_dataclass

import numpy as np
import pyarrow as pa
import pytest

from rating.checkpoints import from_bytes, to_bytes
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.continuation import save
from rating.replay import replay
from tests.golden.seasons import hand_arrays, random_season

# Made anew by whoever goes on.
LEFT_OUT = {"state.memory.held", "state.memory.n_held", "state.totals.steps"}


def leaves(value, name):
    """Every array and number within `value`, by the path to it."""
    if is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
    elif hasattr(value, "_asdict"):
        parts = value._asdict()
    else:
        return {name: value}
    return {
        path: leaf
        for part, found in parts.items()
        for path, leaf in leaves(found, f"{name}.{part}").items()
    }


def comparable(value):
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tobytes()
    return value.to_pylist() if isinstance(value, pa.Array) else value


@pytest.mark.parametrize("values", [{}, {"form.kind": "window", "form.span": 7}])
@pytest.mark.parametrize("n_hands", [0, 120])
def test_state_from_bytes_is_the_one_they_were_made_of(values, n_hands):
    season = hand_arrays(*random_season(4, n_hands=120)).take(slice(0, n_hands))
    state = save(replay(season, with_values(RatingConfig(), values)))
    assert bool(n_hands) == bool(len(state.held_rows))

    wanted = leaves(state, "state")
    found = leaves(from_bytes(to_bytes(state)), "state")

    assert found.keys() == wanted.keys()
    for path in wanted.keys() - LEFT_OUT:
        assert comparable(found[path]) == comparable(wanted[path]), path
