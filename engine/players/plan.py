"""What a turn will lay, worked out on counts before any card is chosen."""

from engine.cards import JOKER, TWO, WILD_MELD
from engine.view import CANASTA_SIZE, SeatView

Lay = tuple[int, int, int, int]  # rank, naturals, twos, jokers


class TurnPlan:
    """A draft of the turn: the holding and the side's melds as they would be."""

    __slots__ = (
        "is_opening",
        "lays",
        "n_canastas",
        "n_own",
        "n_wilds",
        "own",
        "size",
        "view",
    )

    def __init__(self, view: SeatView, *, is_opening: bool) -> None:
        self.view = view
        self.own = view.own  # these three are copied by the first lay
        self.n_own = view.n_own
        self.size = view.own_size
        self.n_wilds = view.own_wilds
        self.n_canastas = view.own_canastas
        self.is_opening = is_opening
        self.lays: list[Lay] = []

    def lay(
        self, rank: int, n_naturals: int, n_twos: int = 0, n_jokers: int = 0
    ) -> None:
        """Move cards of the draft from the holding to the side's meld."""
        if not self.lays:
            self.own = self.own.copy()
            self.size = self.size.copy()
            self.n_wilds = self.n_wilds.copy()
        n_wilds = n_twos + n_jokers
        before = self.size[rank]
        after = before + n_naturals + n_wilds
        self.own[rank] -= n_naturals
        self.own[TWO] -= n_twos
        self.own[JOKER] -= n_jokers
        self.n_own -= n_naturals + n_wilds
        self.size[rank] = after
        self.n_wilds[rank] += n_wilds
        if before < CANASTA_SIZE <= after:
            self.n_canastas += 1
        self.lays.append((rank, n_naturals, n_twos, n_jokers))

    def lay_wilds(self, rank: int, n_naturals: int, n_wilds: int) -> None:
        """Lay naturals with wilds, twos before jokers."""
        n_twos = min(self.own[TWO], n_wilds)
        self.lay(rank, n_naturals, n_twos, n_wilds - n_twos)

    def take_up(self, rank: int, held_rank: int) -> None:
        """Take a card of `held_rank` off the meld of `rank` again."""
        self.own[held_rank] += 1
        self.n_own += 1
        self.size[rank] -= 1
        self.n_wilds[rank] -= held_rank != rank

    def wild_room(self, rank: int, n_naturals: int) -> int:
        """How many wilds the rank's meld could take along with `n_naturals` more."""
        rules = self.view.ruleset
        n_wilds = self.n_wilds[rank]
        naturals = self.size[rank] - n_wilds + n_naturals
        if naturals < rules.min_naturals:
            return 0
        if rank in rules.ranks_without_wilds or self.has_open_wild_meld():
            return 0
        if not self.is_opening and (
            naturals < rules.naturals_before_wild
            or rank in rules.ranks_natural_after_opening
        ):
            return 0
        room = min(
            rules.max_wilds - n_wilds,
            naturals - rules.min_surplus - n_wilds,
            rules.max_meld_size - naturals - n_wilds,
        )
        return max(room, 0)

    def has_open_wild_meld(self) -> bool:
        """Whether the side's wild meld still waits for its seventh card."""
        return 0 < self.size[WILD_MELD] < CANASTA_SIZE

    def blocks_going_out(self) -> bool:
        """Whether an unfinished meld of the side forbids going out."""
        view = self.view
        if not view.ruleset.unfinished_blocks:
            return False
        if self.has_open_wild_meld():
            return True
        size = self.size
        return any(
            0 < size[rank] < CANASTA_SIZE and not self.n_wilds[rank]
            for rank in view.facts.risky_ranks
        )
