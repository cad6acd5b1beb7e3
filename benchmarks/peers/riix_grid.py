"""riix: its own grid search over Elo, one player against one, seats 0 and 1."""

from collections.abc import Callable

import numpy as np
from riix.eval import grid_search
from riix.models.elo import Elo
from riix.utils.data_utils import MatchupDataset

from benchmarks.peers.hands import PeerHands

N_CONFIGS = 4
DOES = f"riix.eval.grid_search, {N_CONFIGS} configurations, Elo, 1 v 1, no levels"
LIMIT = 250_000
HANDS_A_PERIOD = 1000


def prepare(hands: PeerHands) -> Callable[[], object]:
    data = MatchupDataset.init_from_arrays(
        time_steps=np.arange(len(hands), dtype=np.int32) // HANDS_A_PERIOD,
        matchups=np.ascontiguousarray(hands.player[:, :2]),
        outcomes=0.5 + 0.5 * np.sign(hands.margin),
        competitors=list(range(hands.n_players)),
    )
    # Without a mask it stops at a name that it never defined.
    every = np.ones(len(hands), dtype=np.bool_)
    configs = [{"k": 8.0 + 4.0 * number} for number in range(N_CONFIGS)]
    return lambda: grid_search(Elo, data, every, param_configurations=configs)
