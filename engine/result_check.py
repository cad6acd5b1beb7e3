"""Checking a claimed result against the replayed hand, line by line."""

from __future__ import annotations

from typing import Final

from engine.records import ReplayedHand, ReplayedSide, ResultRecord, SideRecord
from engine.refusals import PointsMismatchError

_LINES: Final = (
    "melded",
    "canasta_bonus",
    "threes",
    "going_out",
    "held",
    "penalties",
)
_CANASTAS: Final = ("natural", "mixed", "wild", "aces", "sevens")
_POINTS: Final = ("points", "points_before", "points_after")


def check_result(replayed: ReplayedHand, result: ResultRecord) -> None:
    """Raise unless the result is what the moves give.

    Lines of the breakdown that the result leaves out are not compared. An
    abandoned hand keeps the points that were written, whatever they are.

    Raises
    ------
    PointsMismatchError
        `line` names the first thing that differs.
    """
    if result.ended_by == "abandoned":
        _compare("ended_by", replayed.ended_by is None or replayed.may_go_on, True)
        return
    if replayed.ended_by is None:
        error = PointsMismatchError(
            f"the result says the hand ended by {result.ended_by}, "
            f"but its {len(replayed.turns)} moves stop before the end",
            line="ended_by",
        )
        error.move_index = len(replayed.turns)
        raise error
    _compare("ended_by", result.ended_by, replayed.ended_by)
    _compare("went_out_seat", result.went_out_seat, replayed.went_out_seat)
    _compare("special_hand_seat", result.special_hand_seat, replayed.special_hand_seat)
    _compare("concealed", bool(result.concealed), replayed.is_concealed)
    _compare("sides", len(result.sides), len(replayed.sides))
    for number, side in enumerate(replayed.sides):
        claim = result.sides[number]
        if not _agrees(claim, side):
            _compare_lines(f"sides[{number}].", claim, side)
    if not replayed.is_dream:
        _compare("game_over", result.game_over, replayed.is_game_over)


def _agrees(claim: SideRecord, side: ReplayedSide) -> bool:
    """Whether the claim has every line and each is right; most claims are such."""
    counts = claim.canastas
    return counts is not None and (
        claim.points == side.points
        and claim.points_before == side.points_before
        and claim.points_after == side.points_after
        and claim.melded == side.melded
        and claim.canasta_bonus == side.canasta_bonus
        and claim.threes == side.threes
        and claim.going_out == side.going_out
        and claim.held == side.held
        and claim.penalties == side.penalties
        and claim.special_hand == side.special_hand
        and (counts.natural, counts.mixed, counts.wild, counts.aces, counts.sevens)
        == side.canastas
    )


def _compare_lines(where: str, claim: SideRecord, side: ReplayedSide) -> None:
    """Compare the lines that the claim has, one by one."""
    for line in _LINES:
        claimed = getattr(claim, line)
        if claimed is not None:
            _compare(where + line, claimed, getattr(side, line))
    if claim.special_hand is not None or claim.melded is not None:
        _compare(where + "special_hand", claim.special_hand, side.special_hand)
    if claim.canastas is not None:
        for kind in _CANASTAS:
            claimed = getattr(claim.canastas, kind)
            _compare(f"{where}canastas.{kind}", claimed, getattr(side.canastas, kind))
    for line in _POINTS:
        _compare(where + line, getattr(claim, line), getattr(side, line))


def _compare(line: str, claimed: object, actual: object) -> None:
    if claimed != actual:
        raise PointsMismatchError(
            f"{line} is {claimed} in the result, {actual} by the moves", line=line
        )
