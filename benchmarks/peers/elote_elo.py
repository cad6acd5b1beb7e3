"""elote: Elo competitors, one against one, seats 0 and 1."""

from collections.abc import Callable

from elote import EloCompetitor

from benchmarks.peers.hands import PeerHands

DOES = "Elo, 1 v 1, no history"
LIMIT = 200_000


def prepare(hands: PeerHands) -> Callable[[], object]:
    players = [EloCompetitor(initial_rating=1000) for _ in range(hands.n_players)]
    pairs, margins = hands.player[:, :2].tolist(), hands.margin.tolist()

    def rate() -> None:
        for (a, b), margin in zip(pairs, margins, strict=True):
            if margin > 0:
                players[a].beat(players[b])
            elif margin < 0:
                players[b].beat(players[a])
            else:
                players[a].tied(players[b])

    return rate
