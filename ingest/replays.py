"""Hands of logs replayed in the engine, and its refusals as those of lines."""

from engine.records import ReplayedHand
from engine.refusals import HandRefusedError
from engine.replay import check_result, replay_hand
from ingest.records import Result
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
