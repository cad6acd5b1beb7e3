"""skelo: Elo, one against one, seats 0 and 1; it keeps every rating."""

from collections.abc import Callable

from skelo.model.elo import EloModel

from benchmarks.peers.hands import PeerHands

DOES = "Elo, 1 v 1, no ties, with history"
LIMIT = 200_000


def prepare(hands: PeerHands) -> Callable[[], object]:
    model = EloModel(default_k=20, initial_value=1000, initial_time=-1)
    model.build(range(hands.n_players))
    winner = (hands.margin < 0).astype("i8")
    pairs, rows = hands.player[:, :2], range(len(hands))
    won, lost = pairs[rows, winner].tolist(), pairs[rows, 1 - winner].tolist()

    def rate() -> None:
        for time, (a, b) in enumerate(zip(won, lost, strict=True)):
            model.update(a, b, time)

    return rate
