"""Hands of logs replayed in the engine, and its refusals as those of lines."""

from collections.abc import Sequence

from engine.errors import CoastalError
from engine.numbered import replay_numbered
from engine.records import NumberedMoves, ReplayedHand
from engine.refusals import HandRefusedError
from engine.replay import check_result, replay_hand
from engine.ruleset import Ruleset
from ingest.decode import known_record
from ingest.records import Hand, Result
from ingest.refusal import Code, RefusedLineError
from ingest.soundness import SoundHand


def replay(sound: SoundHand, result: Result) -> ReplayedHand:
    """The hand as the engine plays its moves, or what they break."""
    hand = sound.hand
    try:
        return replay_hand(
            sound.ruleset,
            dealer_seat=hand.dealer_seat,
            seats=hand.seats,
            points_before=[side.points_before for side in result.sides],
            pack=hand.pack or (),
            moves=hand.moves or (),
            hand_no=hand.hand_no,
        )
    except HandRefusedError as error:
        raise _from_engine(error) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
        raise RefusedLineError(
            "illegal_move",
            f"the engine cannot follow this hand ({type(error).__name__}: {error})",
        ) from error


def compare(replayed: ReplayedHand, result: Result) -> None:
    """Refuse a result that is not what the moves give."""
    try:
        check_result(replayed, result)
    except HandRefusedError as error:
        raise _from_engine(error) from None


def _from_engine(error: HandRefusedError) -> RefusedLineError:
    code: Code = error.code  # type: ignore[assignment]  # the engine's are listed ones
    return RefusedLineError(code, str(error))


def replayed_play(
    line: bytes, ruleset: Ruleset, pack: Sequence[int], moves: NumberedMoves
) -> ReplayedHand | None:
    """The replay of a plainly sound hand, None if it is to be read one by one.

    `line` is without pack and moves.
    """
    hand = known_record(line)
    if not isinstance(hand, Hand) or hand.result is None:
        return None
    try:
        replayed = replay_numbered(
            ruleset,
            dealer_seat=hand.dealer_seat,
            seats=hand.seats,
            points_before=[side.points_before for side in hand.result.sides],
            pack=pack,
            moves=moves,
            hand_no=hand.hand_no,
        )
        if hand.result.ended_by != "abandoned":
            check_result(replayed, hand.result)
    except (CoastalError, ArithmeticError, AttributeError, LookupError, TypeError):
        return None
    return replayed
