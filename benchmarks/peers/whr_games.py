"""whr (C++): whole-history rating, one against one, ten sweeps over all games."""

from collections.abc import Callable

import whr

from benchmarks.peers.hands import PeerHands

DOES = "whole history, 1 v 1, curves that change afterwards"
LIMIT = 200_000
HANDS_A_DAY = 1000
SWEEPS = 10


def prepare(hands: PeerHands) -> Callable[[], object]:
    pairs = [(str(a), str(b)) for a, b in hands.player[:, :2].tolist()]
    winners = ["D" if m == 0 else "B" if m > 0 else "W" for m in hands.margin.tolist()]

    def rate() -> None:
        base = whr.Base(config={"w2": 30})
        for hand, ((a, b), winner) in enumerate(zip(pairs, winners, strict=True)):
            if a != b:  # two computers
                base.create_game(a, b, winner, hand // HANDS_A_DAY)
        base.iterate(SWEEPS)

    return rate
