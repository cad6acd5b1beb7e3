"""Replaying hand logs: what is refused, where, and why."""

from copy import deepcopy
from functools import cache
from types import SimpleNamespace

import pytest

from engine.refusals import (
    BadPackError,
    BadSeatsError,
    IllegalMoveError,
    PointsMismatchError,
)
from engine.replay import check_result, replay_hand
from engine.score import score_hand
from tests.property.engine_random_play import play, record_of, seats_of

LINES = ("melded", "canasta_bonus", "threes", "going_out", "held", "penalties")


@cache
def _played(preset, seed):
    return play(preset, {}, seed)


class Log:
    """A played hand as the arguments of the replay, and its true result."""

    def __init__(self, preset="classic-4", seed=3):
        played = _played(preset, seed)
        state = played.state
        self.state = state
        self.seats = seats_of(state)
        self.pack = [state.ruleset.deck.names[card] for card in played.pack]
        self.made = played.moves
        self.moves = [record_of(move, state) for move in played.moves]
        scores = score_hand(state)
        before = state.points_before
        after = [b + s.points for b, s in zip(before, scores, strict=True)]
        self.result = SimpleNamespace(
            ended_by=state.ended_by,
            went_out_seat=state.went_out_seat,
            special_hand_seat=state.special_hand_seat,
            concealed=state.is_concealed,
            game_over=state.ruleset.is_game_over(after),
            sides=[
                SimpleNamespace(
                    points=score.points,
                    points_before=b,
                    points_after=b + score.points,
                    special_hand=score.special_hand,
                    canastas=SimpleNamespace(**score.canastas._asdict()),
                    **{line: getattr(score, line) for line in LINES},
                )
                for score, b in zip(scores, before, strict=True)
            ],
        )

    def replay(self):
        """The replayed hand."""
        return replay_hand(
            self.state.ruleset,
            dealer_seat=self.state.dealer_seat,
            seats=self.seats,
            points_before=self.state.points_before,
            pack=self.pack,
            moves=self.moves,
        )

    def check(self):
        """Replay and compare."""
        check_result(self.replay(), self.result)


@pytest.fixture
def log():
    return Log()


def test_a_true_log_is_accepted(log):
    log.check()


def test_turns_count_from_one_and_the_deal_is_zero(log):
    turns = log.replay().turns

    assert len(turns) == len(log.moves)
    assert turns == sorted(turns)
    assert turns[-1] == log.state.turn


def test_a_card_that_is_not_in_the_deck(log):
    log.pack[5] = "1H1"

    with pytest.raises(BadPackError, match="1H1"):
        log.replay()


def test_a_card_twice_in_the_pack(log):
    log.pack[5] = log.pack[6]

    with pytest.raises(BadPackError, match="twice"):
        log.replay()


def test_a_pack_that_lacks_a_card(log):
    del log.pack[-1]

    with pytest.raises(BadPackError, match="107"):
        log.replay()


def test_too_few_seats(log):
    del log.seats[0]

    with pytest.raises(BadSeatsError):
        log.replay()


def test_the_joker_button_needs_the_accounts_jokers():
    log = Log("tiles-10000")
    log.seats[2].extra_jokers = None

    with pytest.raises(BadSeatsError, match="extra_jokers"):
        log.replay()


def test_a_drawn_card_that_the_pack_does_not_have(log):
    index = next(i for i, move in enumerate(log.moves) if move.do == "draw")
    log.moves[index].cards = [log.pack[0]]

    with pytest.raises(IllegalMoveError) as refused:
        log.replay()

    assert refused.value.move_index == index
    assert refused.value.clause == "3.1"


@pytest.mark.parametrize(
    ("do", "cards"), [("shuffle", None), ("draw", ["ZZ1"]), ("discard", None)]
)
def test_a_move_that_is_none(log, do, cards):
    log.moves[9].do = do
    log.moves[9].cards = cards

    with pytest.raises(IllegalMoveError) as refused:
        log.replay()

    assert refused.value.move_index == 9


def test_a_move_after_the_end(log):
    log.moves.append(deepcopy(log.moves[-1]))

    with pytest.raises(IllegalMoveError, match="ended") as refused:
        log.replay()

    assert refused.value.move_index == len(log.moves) - 1


def test_moves_that_stop_before_the_end(log):
    del log.moves[-1]

    replayed = log.replay()

    assert replayed.ended_by is None
    with pytest.raises(PointsMismatchError, match="stop before the end"):
        check_result(replayed, log.result)


@pytest.mark.parametrize("line", [*LINES, "points", "points_before", "points_after"])
def test_a_wrong_line_is_named(log, line):
    side = log.result.sides[1]
    setattr(side, line, getattr(side, line) + 5)

    with pytest.raises(PointsMismatchError) as refused:
        log.check()

    assert refused.value.line == f"sides[1].{line}"


def test_a_wrong_canasta_is_named(log):
    log.result.sides[0].canastas.mixed += 1

    with pytest.raises(PointsMismatchError) as refused:
        log.check()

    assert refused.value.line == "sides[0].canastas.mixed"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ended_by", "stock_three"),
        ("went_out_seat", 9),
        ("special_hand_seat", 1),
        ("concealed", True),
        ("game_over", "the other"),
    ],
)
def test_a_wrong_end_is_named(log, field, value):
    if value == "the other":
        value = not log.result.game_over
    setattr(log.result, field, value)

    with pytest.raises(PointsMismatchError) as refused:
        log.check()

    assert refused.value.line == field


def test_lines_may_be_left_out(log):
    for line in LINES:
        setattr(log.result.sides[0], line, None)
    log.result.sides[0].canastas = None

    log.check()


def test_the_canastas_alone_may_be_left_out(log):
    log.result.sides[0].canastas = None

    log.check()


def test_an_abandoned_hand_keeps_its_points(log):
    del log.moves[-1]
    log.result.ended_by = "abandoned"
    log.result.sides[0].points = 1234

    log.check()


def test_a_finished_hand_was_not_abandoned(log):
    log.result.ended_by = "abandoned"

    with pytest.raises(PointsMismatchError):
        log.check()


def _hand_over(do, seat):
    return SimpleNamespace(
        seat=seat, do=do, cards=None, rank=None, replacement=None, id=None, yes=None
    )


def test_leaving_agrees_with_who_holds_the_seat_at_the_end(log):
    log.moves.insert(8, _hand_over("leave", 2))

    with pytest.raises(BadSeatsError):
        log.replay()
    log.seats[2].controller = "computer"
    log.seats[2].left_in_hand = True
    log.replay()


def test_coming_back_ends_with_the_player(log):
    log.moves.insert(8, _hand_over("leave", 2))
    log.moves.insert(20, _hand_over("return", 2))

    log.check()


def test_nobody_leaves_twice(log):
    log.moves.insert(8, _hand_over("leave", 2))
    log.moves.insert(9, _hand_over("leave", 2))

    with pytest.raises(IllegalMoveError) as refused:
        log.replay()

    assert refused.value.move_index == 9


def test_who_left_has_a_move_that_says_so(log):
    log.seats[2].controller = "computer"
    log.seats[2].left_in_hand = True

    with pytest.raises(BadSeatsError):
        log.replay()


def test_a_computers_own_seat_is_not_handed_over(log):
    log.seats[2].player_id = None
    log.seats[2].controller = "computer"
    log.moves.insert(8, _hand_over("return", 2))

    with pytest.raises(BadSeatsError):
        log.replay()


def test_a_player_away_the_whole_hand_is_no_fault(log):
    log.seats[2].controller = "computer"

    log.check()
