"""How long seats think: the times of a hand's moves."""

from random import Random
from typing import Final

PERSON_MS: Final = (1_200, 5_800)  # shortest time for one move, spread above it
COMPUTER_MS: Final = (300, 600)
NEVER_MS: Final = 10**12
CLOCK_RESERVE_MS: Final = 2_000  # a seat in a hurry still moves before the clock


class Pace:
    """The clock of one hand: milliseconds since its start, never decreasing."""

    __slots__ = ("_clock_ms", "_latest_ms", "_rng", "_turn_began_ms", "now_ms")

    def __init__(self, rng: Random, clock_s: int | None) -> None:
        self._rng = rng
        self._clock_ms = None if clock_s is None else clock_s * 1_000
        self._turn_began_ms = 0
        self._latest_ms = NEVER_MS
        self.now_ms = 0

    def begin_turn(self) -> None:
        """Start the turn clock."""
        self._turn_began_ms = self.now_ms
        if self._clock_ms is not None:
            self._latest_ms = self.now_ms + self._clock_ms - CLOCK_RESERVE_MS

    def think(self, *, is_person: bool) -> int:
        """Let a seat think for one move; the time of the move."""
        shortest, spread = PERSON_MS if is_person else COMPUTER_MS
        share = self._rng.random()
        now = self.now_ms + shortest + int(spread * share * share)
        if now > self._latest_ms:
            now = max(self.now_ms, self._latest_ms)
        self.now_ms = now
        return now

    def run_out(self) -> int:
        """Let the turn clock run out; the time of it."""
        if self._clock_ms is not None:
            self.now_ms = max(self.now_ms, self._turn_began_ms + self._clock_ms)
        return self.now_ms
