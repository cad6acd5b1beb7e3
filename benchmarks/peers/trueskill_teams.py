"""trueskill: two against two, by who won."""

from collections.abc import Callable

import trueskill

from benchmarks.peers.hands import PeerHands

DOES = "TrueSkill, 2 v 2, no margin, no history"
LIMIT = 20_000


def prepare(hands: PeerHands) -> Callable[[], object]:
    environment = trueskill.TrueSkill()
    ratings = [environment.create_rating() for _ in range(hands.n_players)]
    seats, margins = hands.player.tolist(), hands.margin.tolist()

    def rate() -> None:
        for (a, b, c, d), margin in zip(seats, margins, strict=True):
            teams = [(ratings[a], ratings[c]), (ratings[b], ratings[d])]
            (ratings[a], ratings[c]), (ratings[b], ratings[d]) = environment.rate(
                teams, ranks=(0, (margin <= 0) + (margin < 0))
            )

    return rate
