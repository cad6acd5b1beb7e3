"""elo-calculator (Rust): Elo in whole points, one against one, no ties."""

from collections.abc import Callable

from elo_calculator import quick_calc

from benchmarks.peers.hands import PeerHands

DOES = "Elo in whole points, 1 v 1, no ties, no history"
LIMIT = 10_000_000


def prepare(hands: PeerHands) -> Callable[[], object]:
    ratings = [1000] * hands.n_players
    winner = (hands.margin < 0).astype("i8")
    pairs = hands.player[:, :2]
    rows = range(len(hands))
    won, lost = pairs[rows, winner].tolist(), pairs[rows, 1 - winner].tolist()

    def rate() -> None:
        for a, b in zip(won, lost, strict=True):
            ratings[a], ratings[b] = quick_calc(ratings[a], ratings[b], 20)

    return rate
