"""Points of stored hands between even sides."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rating.store.connection import Connection, fetch, query

EVEN_REACH: Final = 0.05  # of the expected score around ½


def load_even_points(con: Connection, ladder: str) -> NDArray[np.int64]:
    """Points of both sides of hands with an expected score of 0.45 to 0.55.

    Shape (n_hands, 2), in the order of hand_id.
    """
    values = {"ladder": ladder, "reach": EVEN_REACH}
    rows = fetch(con, query("even_points"), values)
    columns = [rows[name].to_numpy() for name in ("points", "other_points")]
    return np.stack(columns, axis=-1).astype(np.int64)
