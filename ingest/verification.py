"""How many of the hands with moves are replayed in the engine."""

from typing import Literal

Verify = Literal["all", "sample", "none"]
SAMPLE = 26  # of 256: `sample` replays about one hand in ten, always the same ones


def is_sampled(play_hash: bytes, verify: Verify) -> bool:
    """Whether a hand with this play is replayed under `verify`."""
    return verify == "all" or (verify == "sample" and play_hash[0] < SAMPLE)
