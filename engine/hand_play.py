"""Playing one hand with computer players, move by move through the rules."""

from collections.abc import Sequence
from random import Random

from engine.cards import IS_NATURAL_RANK
from engine.errors import StuckError
from engine.forced import draw_move, forced_move
from engine.history import PublicHistory
from engine.joker_button import joker_on_offer
from engine.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    JokerButton,
    Meld,
    Move,
    TakePile,
    TimeOut,
)
from engine.pace import Pace
from engine.phases import ANSWER, DEAL, DRAW, OVER, TALON
from engine.players.computer import ComputerPlayer
from engine.state import HandState
from engine.view import SeatView


class HandPlay:
    """One hand at the table: asks the players and writes down their moves."""

    __slots__ = ("_people", "_views", "history", "moves", "pace", "players", "state")

    def __init__(
        self,
        state: HandState,
        players: list[ComputerPlayer],
        pace: Pace,
        people: Sequence[bool],
    ) -> None:
        self.state = state
        self.pace = pace
        self.moves: list[tuple[Move, int]] = []
        self.players = players
        self._people = people
        self.history = PublicHistory(state.ruleset.n_seats)
        self._views = [
            SeatView(state, seat, self.history) for seat in range(state.ruleset.n_seats)
        ]

    def settle_deal(self) -> None:
        """Expose the dealt threes."""
        while self.state.phase == DEAL:
            self._do_forced()

    def play_turn(self) -> None:
        """Play one whole turn of the seat to act."""
        state = self.state
        self.pace.begin_turn()
        seat = state.seat
        view = self._views[seat]
        player = self.players[seat]
        if state.n_to_expose:
            self._do_forced()
        if state.is_away[seat] and state.ruleset.away_play == "draw_and_throw":
            self._draw_and_throw()
            return
        view.look()
        if state.phase == DRAW:
            self._begin_turn(player, view)
            if state.phase == OVER:
                return
            view.look()
        moves = player.finish_turn(view)
        if type(moves[0]) is Ask:
            self.do(moves[0])
            self._answer()
            view.look()
            moves = player.finish_turn(view)
        for move in moves:
            self.do(move)
        if state.phase == TALON:
            self._do_forced()

    def _begin_turn(self, player: ComputerPlayer, view: SeatView) -> None:
        """Take the pile, or draw, with the joker button or without it."""
        moves = player.take_or_draw(view)
        if moves is not None:
            self._take(moves)
            return
        if player.uses_joker_button(view):
            self._use_joker_button()
        self._draw()

    def _draw_and_throw(self) -> None:
        """An absent seat throws what it drew, or for a wild its cheapest natural.

        The starter, who draws nothing, throws its cheapest natural too.
        """
        state = self.state
        seat = state.seat
        card = None
        if state.phase == DRAW:
            if not self._draw():
                return
            drawn, _ = self.moves[-1]
            card = drawn.cards[0] if isinstance(drawn, Draw) else None
        if card is None or state.is_wild[card]:
            holding = state.holding(seat)
            naturals = [c for c in holding if IS_NATURAL_RANK[state.rank[c]]]
            card = min(naturals or holding, key=lambda c: state.value[c])
        self.do(Discard(seat, card))

    def _take(self, moves: Sequence[Move]) -> None:
        """Take the pile and lay its top; threes in it are exposed in between."""
        for move in moves:
            self.do(move)
            if self.state.n_to_expose:
                self._do_forced()

    def time_out(self, rng: Random) -> None:
        """Let the clock run out: a draw, and a discard chosen by `rng`."""
        state = self.state
        self.pace.begin_turn()
        seat = state.seat
        self.pace.run_out()
        self.do(TimeOut(seat), thinks=False)
        if state.phase == DRAW and not self._draw():
            return
        if state.phase == OVER:
            return
        discards = [
            move
            for card in state.holding(seat)
            if state.can(move := Discard(seat, card))
        ]
        self.do(discards[rng.randrange(len(discards))], thinks=False)

    def do(self, move: Move, *, thinks: bool = True) -> None:
        """Make a move, note its time, and let the table see it."""
        state = self.state
        pace = self.pace
        seat = move.seat
        if thinks:
            pace.think(is_person=self._people[seat] and not state.is_away[seat])
        if isinstance(move, Discard):
            self.history.throw(seat, state.rank[move.card])
        elif isinstance(move, Meld):
            self.history.lay(seat, map(state.rank.__getitem__, move.cards))
        elif isinstance(move, TakePile):
            self.history.take(seat, [state.rank[card] for card in move.cards])
        state.apply(move)
        self.moves.append((move, pace.now_ms))

    def _use_joker_button(self) -> None:
        card = joker_on_offer(self.state)
        if card is None:
            raise StuckError(f"the joker button does not work: {self.state!r}")
        self.do(JokerButton(self.state.seat, card))

    def _draw(self) -> bool:
        """Draw from the stock, if not yet; False if that ended the hand."""
        state = self.state
        if state.phase != DRAW:
            return True
        if state.pile:
            self.history.leave(state.seat, state.rank[state.pile[-1]])
        if state.may_stop:
            state.stop()
            return False
        while state.phase == DRAW:
            move = draw_move(state)
            if move is None:
                raise StuckError(
                    f"the stock is empty and the pile must be taken: {state!r}"
                )
            self.do(move, thinks=type(move) is Draw)
        return state.phase != OVER

    def _do_forced(self) -> None:
        state = self.state
        while state.phase != OVER:
            move = forced_move(state)
            if move is None:
                return
            self.do(move, thinks=False)

    def _answer(self) -> None:
        state = self.state
        while state.phase == ANSWER:
            partner = state.ruleset.partner_of(state.seat)
            if partner is None:
                raise StuckError("a seat without a partner asked for leave")
            view = self._views[partner]
            view.look()
            self.do(Answer(partner, self.players[partner].answer(view)))
