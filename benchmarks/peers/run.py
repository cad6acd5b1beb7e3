"""Time one peer: `.venv-peers/bin/python -m benchmarks.peers.run riix_elo hands.npz`.

Prints one JSON object: what the peer does, hands rated, microseconds a hand, or why
it could not run. A peer is a module of this package with

* `DOES`, what its figure stands for in a few words;
* `LIMIT`, the most hands that it is given, so that slow ones end;
* `prepare(hands)`, which gives back the work to be timed. What it sets up before
  (ids, lists, data frames) is not counted: peers are compared by their rating alone.
"""

import argparse
import importlib
import json
import sys
import time

from benchmarks.peers.hands import read_hands

RUNS = 2


def measure(name: str, path: str) -> dict[str, object]:
    """The best of `RUNS` runs in CPU seconds of this process."""
    try:
        peer = importlib.import_module(f"benchmarks.peers.{name}")
    except ImportError as error:
        return {"peer": name, "failed": f"did not install ({error})"}
    hands = read_hands(path, peer.LIMIT)
    times = []
    for _ in range(RUNS):
        work = peer.prepare(hands)
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return {
        "peer": name,
        "does": peer.DOES,
        "n_hands": len(hands),
        "us_a_hand": min(times) / len(hands) * 1e6,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer")
    parser.add_argument("hands")
    arguments = parser.parse_args()
    sys.stdout.write(json.dumps(measure(arguments.peer, arguments.hands)) + "\n")
