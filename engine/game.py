"""A game at one table: hand after hand until a side reaches the target."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final, Literal

from engine.conduct import STEADY, Conduct
from engine.hand_play import HandPlay
from engine.log import (
    HandEntry,
    JsonObject,
    SeatEntry,
    abandoned_result,
    hand_line,
    result_fields,
)
from engine.moves import Leave, Return
from engine.pace import Pace
from engine.players.computer import ComputerPlayer
from engine.players.skill import SkillName
from engine.ruleset import Ruleset
from engine.score import score_hand
from engine.special_hands import SPECIAL_HANDS
from engine.state import HandState

PAUSE: Final = timedelta(seconds=20)  # between the hands of a game
USUAL_CLOCK_S: Final = 60  # rules.md 2.14
MAX_HANDS: Final = 200  # no game of any skill has come near it


@dataclass(slots=True, kw_only=True)
class Chair:
    """Who sits at a seat for a game, and how they play.

    `skills` and `weights` mix the skills: each hand is played with one of them.
    """

    player_id: str | None
    skills: Sequence[SkillName]
    weights: Sequence[float] = (1.0,)
    substitute: SkillName = "intermediate"  # while the player is away
    conduct: Conduct = STEADY
    extra_jokers: int | None = None
    is_away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetting:
    """What is fixed for a game beside the people at the table."""

    game_id: str
    mode: Literal["live", "solo"] = "live"
    device_id: str | None = None
    started_at: datetime
    ends_before: datetime | None = None  # the hand in play then stays unfinished
    abandoned_in_hand: int | None = None  # the hand in which the table gives up


@dataclass(slots=True, kw_only=True)
class PlayedHand:
    """One hand of a game: its record and what it did to the game."""

    line: str
    n_moves: int
    points: tuple[int, ...]  # by side; empty if the hand was not finished
    ended_by: str  # the log's word, or "unfinished"
    ended_at: datetime
    is_game_over: bool


def play_game(
    ruleset: Ruleset, setting: GameSetting, chairs: Sequence[Chair], rng: Random
) -> Iterator[PlayedHand]:
    """Play the hands of a game; ends with the game or what cuts it short."""
    game = _Game(ruleset, setting, chairs, rng)
    for hand_no in range(1, MAX_HANDS + 1):
        hand = game.play_hand(hand_no)
        yield hand
        if hand.is_game_over or hand.ended_by in ("unfinished", "abandoned"):
            return


class _Game:
    """The running state of a game."""

    def __init__(
        self,
        ruleset: Ruleset,
        setting: GameSetting,
        chairs: Sequence[Chair],
        rng: Random,
    ) -> None:
        self.ruleset = ruleset
        self.setting = setting
        self.chairs = chairs
        self.is_steady = [
            chair.player_id is None or chair.conduct == STEADY for chair in chairs
        ]
        self.rng = rng
        self.totals = [0] * ruleset.n_sides
        self.jokers = [chair.extra_jokers for chair in chairs]
        self.started_at = setting.started_at
        self.dealer_seat = rng.randrange(ruleset.n_seats)
        # thinking times are apart, so that they change no choice
        self.players_rng = Random(rng.getrandbits(64))
        self.pace_rng = Random(rng.getrandbits(64))

    def play_hand(self, hand_no: int) -> PlayedHand:
        """Deal, play and score the next hand."""
        ruleset = self.ruleset
        draw = self.rng.random
        pack = sorted(range(ruleset.deck.n_cards), key=lambda _: draw())
        jokers = tuple(self.jokers)
        was_away = [chair.is_away for chair in self.chairs]
        state = HandState(
            ruleset,
            pack,
            self.dealer_seat,
            tuple(self.totals),
            is_away=was_away,
            extra_jokers=[n or 0 for n in jokers],
        )
        play = HandPlay(state, self._players(), self._pace(), self._people())
        cut = self._play(play, hand_no)
        hand = self._record(hand_no, pack, play, cut, was_away, jokers)
        self.jokers = [
            None if n is None else left
            for n, left in zip(jokers, state.jokers_left, strict=True)
        ]
        self.dealer_seat = (self.dealer_seat + 1) % ruleset.n_seats
        self.started_at = hand.ended_at + PAUSE
        return hand

    def _players(self) -> list[ComputerPlayer]:
        rng = self.players_rng
        skills = self.ruleset.skills
        players = [
            ComputerPlayer(
                skills[self.rng.choices(chair.skills, chair.weights)[0]], rng
            )
            for chair in self.chairs
        ]
        self._present = list(players)
        self._substitutes = [
            ComputerPlayer(skills[chair.substitute], rng) for chair in self.chairs
        ]
        return [
            self._substitutes[i] if chair.is_away else players[i]
            for i, chair in enumerate(self.chairs)
        ]

    def _people(self) -> list[bool]:
        return [chair.player_id is not None for chair in self.chairs]

    def _pace(self) -> Pace:
        ruleset = self.ruleset
        clock_s = ruleset.options.get("turn_clock_seconds", USUAL_CLOCK_S)
        if not ruleset.has_clock or not isinstance(clock_s, int):
            clock_s = None
        return Pace(self.pace_rng, clock_s)

    def _play(self, play: HandPlay, hand_no: int) -> str | None:
        """Play to the end of the hand, or to what cuts it short."""
        state = play.state
        setting = self.setting
        gives_up_in = None
        if hand_no == setting.abandoned_in_hand:
            gives_up_in = self.rng.randrange(4, 24)
        play.settle_deal()
        while not state.is_over:
            if state.turn == gives_up_in:
                return "abandoned"
            if setting.ends_before is not None:
                now = self.started_at + timedelta(milliseconds=play.pace.now_ms)
                if now >= setting.ends_before:
                    return "unfinished"
            self._play_turn(play)
        return None

    def _play_turn(self, play: HandPlay) -> None:
        state = play.state
        seat = state.seat
        if self.is_steady[seat]:
            play.play_turn()
            return
        chair = self.chairs[seat]
        conduct = chair.conduct
        rng = self.rng
        if chair.is_away:
            if rng.random() < conduct.come_back:
                self._set_away(play, seat, is_away=False)
        elif rng.random() < conduct.leave:
            self._set_away(play, seat, is_away=True)
        elif rng.random() < conduct.time_out and state.ruleset.has_clock:
            play.time_out(rng)
            return
        play.play_turn()

    def _set_away(self, play: HandPlay, seat: int, *, is_away: bool) -> None:
        self.chairs[seat].is_away = is_away
        play.do(Leave(seat) if is_away else Return(seat), thinks=False)
        players = self._substitutes if is_away else self._present
        play.players[seat] = players[seat]

    def _record(
        self,
        hand_no: int,
        pack: Sequence[int],
        play: HandPlay,
        cut: str | None,
        was_away: Sequence[bool],
        jokers: Sequence[int | None],
    ) -> PlayedHand:
        setting = self.setting
        state = play.state
        before = tuple(self.totals)
        scores = score_hand(state)
        points = tuple(0 if cut else score.points for score in scores)
        after = [total + p for total, p in zip(before, points, strict=True)]
        is_over = not cut and (
            is_dream(state) or state.ruleset.is_game_over(after, hand_no)
        )
        result: JsonObject | None = None
        if cut == "abandoned":
            result = abandoned_result(before)
        elif cut is None:
            result = result_fields(
                state, scores=scores, points_before=before, is_game_over=is_over
            )
            self.totals = after
        ended_at = self.started_at + timedelta(milliseconds=play.pace.now_ms)
        entry = HandEntry(
            hand_id=f"{setting.game_id}-{hand_no:02d}",
            game_id=setting.game_id,
            hand_no=hand_no,
            ruleset=self.ruleset,
            mode=setting.mode,
            device_id=setting.device_id,
            started_at=self.started_at,
            ended_at=ended_at,
            dealer_seat=state.dealer_seat,
            seats=self._seat_entries(play, was_away, jokers),
            pack=pack,
            moves=play.moves,
            result=result,
        )
        return PlayedHand(
            line=hand_line(entry),
            n_moves=len(play.moves),
            points=points,
            ended_by=cut or state.ended_by or "unfinished",
            ended_at=ended_at,
            is_game_over=is_over,
        )

    def _seat_entries(
        self, play: HandPlay, was_away: Sequence[bool], jokers: Sequence[int | None]
    ) -> list[SeatEntry]:
        returned: set[int] = set()
        if any(chair.is_away for chair in self.chairs):
            returned = {m.seat for m, _ in play.moves if isinstance(m, Return)}
        entries = []
        for seat, chair in enumerate(self.chairs):
            is_computer = chair.player_id is None
            entries.append(
                SeatEntry(
                    player_id=chair.player_id,
                    controller="computer" if is_computer or chair.is_away else "player",
                    skill=chair.skills[0] if is_computer else None,
                    left_in_hand=chair.is_away
                    and (seat in returned or not was_away[seat]),
                    extra_jokers=jokers[seat],
                )
            )
        return entries


def is_dream(state: HandState) -> bool:
    """Whether the hand ended with a special hand that wins the game."""
    return (
        state.special_hand is not None and SPECIAL_HANDS[state.special_hand].wins_game
    )
