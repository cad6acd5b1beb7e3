"""How many of the hands with moves are replayed in the engine."""

from typing import Literal

Verify = Literal["all", "sample", "none"]
SAMPLE = 26  # of 256: `sample` replays about one hand in ten, always the same ones


def is_sampled(content_hash: bytes, verify: Verify) -> bool:
    """Whether a hand of this content is replayed under `verify`."""
    return verify == "all" or (verify == "sample" and content_hash[0] < SAMPLE)
