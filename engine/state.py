"""One hand while it is played: where every card lies, and whose turn it is."""

from collections.abc import Sequence

from engine import deal, turn
from engine.actions import CHECK, DO
from engine.cards import JOKER, N_RANKS, TWO
from engine.ending import end
from engine.moves import Move
from engine.phases import (
    DEAL,
    OVER,
    PHASE_NAMES,
    STOCK,
)
from engine.refusals import IllegalMoveError
from engine.ruleset import Ruleset


class HandState:
    """A hand in play; `apply` makes one move after checking it completely.

    Read the attributes freely, change none. Lists are indexed by card, seat,
    side or rank as said; `[seat][rank]` means a list of lists.

    Attributes
    ----------
    rank, value, is_wild, is_bonus_three : by card; the deck's and the ruleset's
    place : by card; the seat that holds it, or STOCK, PILE, MELDED, EXPOSED
    counts : [seat][rank]; cards held of each rank
    n_held : by seat; cards held
    sizes, wilds, meld_points, meld_cards : [side][rank]; the melds on the table
        (rank `WILD_MELD` = 0 for a meld of wilds; size 0 = no such meld)
    n_canastas : by side
    is_dead : by rank; completed by either side, where the ruleset has dead ranks
    is_opened, opening_minimum, opening_turn, opening_seat, opening_points : by side;
        `opening_minimum` holds the increments of failed openings; turn, seat and
        points are 0, -1 and 0 before the opening
    red_threes, black_threes : by side; exposed (tiles: all bonus threes are red)
    stock, stock_at : the stock is `stock[stock_at:]`, its top first
    pile : bottom first; while `is_provisional` it still holds the pile that the
        unopened seat is taking
    is_frozen : a wild or a bonus three lies in the pile, where that matters
    seat, turn, phase : who is to act (while a question waits, `seat` is the one
        who asked); turns count from 1, 0 is the deal; a phase of `engine.phases`
    is_plain : nothing has happened in this turn but a draw, and nothing is due in
        it: its values are those of `turn.reset`
    is_drawing : a three on the stock was exposed, so that the draw has begun
    took_pile, is_provisional, pending_top : this turn's pile; `pending_top` is
        the top card while the meld with it is due, else -1
    n_melds_turn, n_laid_turn : melds made and cards laid in this turn; while the
        side is not opened they are an unfinished opening
    is_opening_turn : wilds are free, because the seat is making its first meld
    answer, asks : this turn's answer; questions asked so far by seat
    must_go_out : only moves that lead to going out are legal in this turn
    is_timed_out : the clock ran out in this turn
    may_meld : False when only a discard remains (clock, starter of tiles)
    n_to_expose : bonus threes in the holding of the seat to act
    talon_due : bonus cards to come after the discard
    ended_by : None, "went_out", "special_hand", "stock", "stock_three"
    went_out_seat, special_hand_seat, special_hand, is_concealed : of the end
    may_stop : the stock is empty and taking the pile is optional: see `stop`
    is_away, n_hand_overs : by seat; the computer holds it (None: not known yet),
        how often that changed
    n_failed_asks, n_side_pile_takes, n_pile_cards : by side
    n_draws, n_pile_takes, n_discards, n_time_outs, n_laid : by seat
    """

    __slots__ = (
        "answer", "asks", "begun", "black_threes", "counts", "dealer_seat",
        "ended_by", "has_asked", "has_joined", "has_used_button", "is_away",
        "is_bonus_three", "is_concealed", "is_dead", "is_drawing", "is_frozen",
        "is_opened", "is_opening_turn", "is_plain", "is_provisional", "is_timed_out",
        "is_wild", "jokers_left", "may_meld", "may_stop", "meld_cards", "meld_points",
        "must_go_out", "n_canastas", "n_discards", "n_draws", "n_failed_asks",
        "n_hand_overs", "n_held", "n_laid", "n_laid_turn",
        "n_melds_turn", "n_pile_cards", "n_pile_takes", "n_side_pile_takes",
        "n_time_outs", "n_to_expose", "opening_minimum", "opening_points",
        "opening_seat", "opening_turn", "pending_top", "phase", "pile", "place",
        "points_before", "rank", "red_threes", "ruleset", "seat", "side_of",
        "sizes", "special_hand", "special_hand_seat", "stock", "stock_at", "taken",
        "taken_frozen", "talon_due", "took_pile", "turn", "used_two_plus_wild",
        "value", "went_out_seat", "wilds",
    )  # fmt: skip

    # of the turn: set by `turn.reset`
    answer: int
    has_asked: bool
    has_joined: bool
    is_drawing: bool
    is_opening_turn: bool
    is_plain: bool
    is_provisional: bool
    is_timed_out: bool
    may_meld: bool
    must_go_out: bool
    n_laid_turn: int
    n_melds_turn: int
    n_to_expose: int
    pending_top: int
    took_pile: bool
    used_two_plus_wild: bool

    def __init__(
        self,
        ruleset: Ruleset,
        pack: Sequence[int],
        dealer_seat: int,
        points_before: Sequence[int],
        *,
        is_away: Sequence[bool | None] | None = None,
        extra_jokers: Sequence[int] | None = None,
    ) -> None:
        n_seats = ruleset.n_seats
        n_sides = ruleset.n_sides
        self.ruleset = ruleset
        self.rank = ruleset.deck.rank
        self.value = ruleset.value
        self.is_wild = ruleset.deck.is_wild
        self.is_bonus_three = ruleset.is_bonus_three
        self.dealer_seat = dealer_seat
        self.points_before = points_before
        self.side_of = [*range(n_sides)] * (n_seats // n_sides)
        self.place = [STOCK] * ruleset.deck.n_cards
        self.counts = [[0] * N_RANKS for _ in range(n_seats)]
        self.n_held = [0] * n_seats
        self.sizes = [[0] * N_RANKS for _ in range(n_sides)]
        self.wilds = [[0] * N_RANKS for _ in range(n_sides)]
        self.meld_points = [[0] * N_RANKS for _ in range(n_sides)]
        self.meld_cards: list[dict[int, list[int]]] = [{} for _ in range(n_sides)]
        self.n_canastas = [0] * n_sides
        self.is_dead = [False] * N_RANKS
        self.is_opened = [False] * n_sides
        self.opening_minimum = [ruleset.opening_minimum(p) for p in points_before]
        self.opening_turn = [0] * n_sides
        self.opening_seat = [-1] * n_sides
        self.opening_points = [0] * n_sides
        self.red_threes = [0] * n_sides
        self.black_threes = [0] * n_sides
        self.n_failed_asks = [0] * n_sides
        self.n_side_pile_takes = [0] * n_sides
        self.n_pile_cards = [0] * n_sides
        self.asks = [0] * n_seats
        self.n_draws = [0] * n_seats
        self.n_pile_takes = [0] * n_seats
        self.n_discards = [0] * n_seats
        self.n_time_outs = [0] * n_seats
        self.n_laid = [0] * n_seats
        self.is_away: list[bool | None] = list(is_away or [False] * n_seats)
        self.n_hand_overs = [0] * n_seats
        self.jokers_left = [0] * n_seats if extra_jokers is None else list(extra_jokers)
        self.seat = (dealer_seat + 1) % n_seats
        self.turn = 0
        self.phase = DEAL
        self.stock: list[int] = list(pack)
        self.stock_at = 0
        self.pile: list[int] = []
        self.is_frozen = False
        self.talon_due = 0
        self.ended_by: str | None = None
        self.went_out_seat: int | None = None
        self.special_hand_seat: int | None = None
        self.special_hand: str | None = None
        self.is_concealed = False
        self.may_stop = False
        self.taken: list[int] = []
        self.taken_frozen = False
        self.begun: list[int] = []
        self.has_used_button = [False] * n_seats
        turn.reset(self)
        deal.deal(self)

    @property
    def n_stock(self) -> int:
        """Cards left in the stock."""
        return len(self.stock) - self.stock_at

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase == OVER

    def holding(self, seat: int) -> list[int]:
        """The cards a seat holds, in the order of the deck."""
        return [card for card, at in enumerate(self.place) if at == seat]

    def cards_held(self, seat: int, rank: int) -> list[int]:
        """The cards of one rank that a seat holds."""
        cards = []
        at = self.ruleset.deck.first_of_rank[rank] - 1
        for _ in range(self.counts[seat][rank]):
            at = self.place.index(seat, at + 1)
            cards.append(at)
        return cards

    def n_wilds_held(self, seat: int) -> int:
        """Twos and jokers that a seat holds."""
        row = self.counts[seat]
        return row[TWO] + row[JOKER]

    def apply(self, move: Move) -> None:
        """Make the move.

        Raises
        ------
        IllegalMoveError
            The move is not legal here; nothing has changed.
        """
        DO[type(move)](self, move)

    def check(self, move: Move) -> None:
        """Raise IllegalMoveError if `apply(move)` would; change nothing."""
        CHECK[type(move)](self, move)

    def can(self, move: Move) -> bool:
        """Whether the move is legal here."""
        try:
            CHECK[type(move)](self, move)
        except IllegalMoveError:
            return False
        return True

    def stop(self) -> None:
        """End the hand because the stock is empty and the pile is left lying.

        That is no move: in the hand log the moves simply end here.
        """
        if not self.may_stop:
            raise IllegalMoveError(
                "the hand cannot end here: the seat must draw or take the pile",
                clause=self.ruleset.clauses["stock_end"],
            )
        end(self, "stock")

    def __repr__(self) -> str:
        return (
            f"HandState({self.ruleset.name}, turn {self.turn}, seat {self.seat}, "
            f"{PHASE_NAMES[self.phase]}, stock {self.n_stock}, pile {len(self.pile)})"
        )
