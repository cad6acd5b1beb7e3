"""The claimed result of a hand: does it agree with itself and with the target."""

from engine.ruleset import Ruleset
from engine.special_hands import SPECIAL_HANDS
from ingest.records import DREAM_HANDS, LINES, Hand, Result, SideResult
from ingest.refusal import RefusedLineError


def check_claims(hand: Hand, ruleset: Ruleset) -> None:
    """Refuse a result whose own numbers contradict each other.

    Lines that are all there add up to the points, points before and points make
    points after, and `game_over` follows from the target. Whether the numbers are
    what the moves give is the engine's question.
    """
    result = hand.result
    if result is None:
        return
    for side, claimed in enumerate(result.sides):
        _check_side(side, claimed, result, ruleset)
    if result.ended_by != "abandoned":
        _check_game_over(hand, result, ruleset)


def _check_special_points(where: str, claimed: SideResult) -> None:
    """A special hand counts its own points and nothing else (rules.md 2.11)."""
    expected = dict.fromkeys(LINES, 0)
    expected["points"] = SPECIAL_HANDS[claimed.special_hand or ""].points
    for line, points in expected.items():
        if getattr(claimed, line) not in (None, points):
            raise RefusedLineError(
                "points_mismatch",
                f"{where}.{line} is {getattr(claimed, line)}, a declared "
                f"{claimed.special_hand} gives {points} (clause 2.11)",
            )


def _check_side(
    side: int, claimed: SideResult, result: Result, ruleset: Ruleset
) -> None:
    where = f"`result.sides[{side}]`"
    if claimed.points_before + claimed.points != claimed.points_after:
        raise RefusedLineError(
            "points_mismatch",
            f"{where}: points_before {claimed.points_before} + points "
            f"{claimed.points} = {claimed.points_before + claimed.points}, but "
            f"points_after is {claimed.points_after}",
        )
    lines = [getattr(claimed, line) for line in LINES]
    special_points = 0
    if claimed.special_hand is not None:
        if result.ended_by != "special_hand":
            raise RefusedLineError(
                "bad_value",
                f"{where}.special_hand is {claimed.special_hand} although the hand "
                f"ended by {result.ended_by}",
            )
        if ruleset.special_score_mode == "replace":
            _check_special_points(where, claimed)
            return
        special_points = SPECIAL_HANDS[claimed.special_hand].points
    if None not in lines and sum(lines) + special_points != claimed.points:
        raise RefusedLineError(
            "points_mismatch",
            f"{where}: the lines {' + '.join(LINES)} add up to "
            f"{sum(lines) + special_points}, but points is {claimed.points}",
        )


def _check_game_over(hand: Hand, result: Result, ruleset: Ruleset) -> None:
    if any(side.special_hand in DREAM_HANDS for side in result.sides):
        return
    totals = [side.points_after for side in result.sides]
    is_over = ruleset.is_game_over(totals, hand.hand_no)
    if is_over != result.game_over:
        shown = " : ".join(map(str, totals))
        raise RefusedLineError(
            "points_mismatch",
            f"game_over is {str(result.game_over).lower()}, but by the rules of "
            f"{ruleset.name} the game is {'over' if is_over else 'not over'} at "
            f"{shown} after hand {hand.hand_no}",
        )
