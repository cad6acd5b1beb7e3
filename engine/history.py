"""What everybody at the table has seen each seat do in this hand."""

from collections.abc import Iterable, Sequence

from engine.cards import N_RANKS


class PublicHistory:
    """Cards a seat is known to hold, and ranks it has thrown or left lying.

    Attributes
    ----------
    known : [seat][rank]; cards that came out of a taken pile and have not been
        played since
    thrown : [seat][rank]; discards so far
    passed : [seat][rank]; tops of the pile that the seat left lying
    """

    __slots__ = ("known", "passed", "thrown")

    def __init__(self, n_seats: int) -> None:
        self.known = [[0] * N_RANKS for _ in range(n_seats)]
        self.thrown = [[0] * N_RANKS for _ in range(n_seats)]
        self.passed = [[0] * N_RANKS for _ in range(n_seats)]

    def take(self, seat: int, ranks: Sequence[int]) -> None:
        """A seat took the pile with these cards."""
        known = self.known[seat]
        for rank in ranks:
            known[rank] += 1

    def leave(self, seat: int, rank: int) -> None:
        """A seat drew although this rank lay on the pile."""
        self.passed[seat][rank] += 1

    def lay(self, seat: int, ranks: Iterable[int]) -> None:
        """A seat melded cards of these ranks."""
        known = self.known[seat]
        if not any(known):
            return
        for rank in ranks:
            if known[rank]:
                known[rank] -= 1

    def throw(self, seat: int, rank: int) -> None:
        """A seat discarded a card."""
        self.thrown[seat][rank] += 1
        if self.known[seat][rank]:
            self.known[seat][rank] -= 1
