"""riix: Elo, one player against one (it knows no teams), seats 0 and 1."""

from collections.abc import Callable

import numpy as np
from riix.models.elo import Elo
from riix.utils.data_utils import MatchupDataset

from benchmarks.peers.hands import PeerHands

DOES = "Elo, 1 v 1, no history"
LIMIT = 10_000_000
HANDS_A_PERIOD = 1000


def prepare(hands: PeerHands) -> Callable[[], object]:
    competitors = list(range(hands.n_players))
    data = MatchupDataset.init_from_arrays(
        time_steps=np.arange(len(hands), dtype=np.int32) // HANDS_A_PERIOD,
        matchups=np.ascontiguousarray(hands.player[:, :2]),
        outcomes=0.5 + 0.5 * np.sign(hands.margin),
        competitors=competitors,
    )
    model = Elo(competitors)
    return lambda: model.fit_dataset(data)
