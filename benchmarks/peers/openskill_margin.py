"""openskill: Plackett-Luce with `margin=`, two against two: the nearest in features."""

from collections.abc import Callable

from openskill.models import PlackettLuce

from benchmarks.peers.hands import PeerHands

DOES = "Plackett-Luce with margin, 2 v 2, no history"
LIMIT = 50_000  # later the strength of a busy player overflows exp()


def prepare(hands: PeerHands) -> Callable[[], object]:
    model = PlackettLuce(margin=900.0)
    ratings = [model.rating() for _ in range(hands.n_players)]
    seats, margins = hands.player.tolist(), hands.margin.tolist()

    def rate() -> None:
        for (a, b, c, d), margin in zip(seats, margins, strict=True):
            teams = [[ratings[a], ratings[c]], [ratings[b], ratings[d]]]
            (ratings[a], ratings[c]), (ratings[b], ratings[d]) = model.rate(
                teams, scores=[margin, 0]
            )

    return rate
