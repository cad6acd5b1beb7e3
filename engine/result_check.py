"""Checking a claimed result against the replayed hand, line by line."""

from __future__ import annotations

from typing import Final

from engine.records import ReplayedHand, ReplayedSide, ResultRecord, SideRecord
from engine.refusals import PointsMismatchError

_CANASTAS: Final = ("natural", "mixed", "wild", "aces", "sevens")


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
    for number, (claim, side) in enumerate(
        zip(result.sides, replayed.sides, strict=True)
    ):
        _check_side(f"sides[{number}].", claim, side)
    if not replayed.is_dream:
        _compare("game_over", result.game_over, replayed.is_game_over)


def _check_side(where: str, claim: SideRecord, side: ReplayedSide) -> None:
    for line, claimed, actual in (
        ("melded", claim.melded, side.melded),
        ("canasta_bonus", claim.canasta_bonus, side.canasta_bonus),
        ("threes", claim.threes, side.threes),
        ("going_out", claim.going_out, side.going_out),
        ("held", claim.held, side.held),
        ("penalties", claim.penalties, side.penalties),
    ):
        if claimed is not None and claimed != actual:
            _compare(where + line, claimed, actual)
    if claim.special_hand is not None or claim.melded is not None:
        _compare(where + "special_hand", claim.special_hand, side.special_hand)
    canastas = claim.canastas
    if canastas is not None:
        claimed_counts = (
            canastas.natural,
            canastas.mixed,
            canastas.wild,
            canastas.aces,
            canastas.sevens,
        )
        if claimed_counts != side.canastas:
            for kind, claimed, actual in zip(
                _CANASTAS, claimed_counts, side.canastas, strict=True
            ):
                _compare(f"{where}canastas.{kind}", claimed, actual)
    for line, claimed, actual in (
        ("points", claim.points, side.points),
        ("points_before", claim.points_before, side.points_before),
        ("points_after", claim.points_after, side.points_after),
    ):
        if claimed != actual:
            _compare(where + line, claimed, actual)


def _compare(line: str, claimed: object, actual: object) -> None:
    if claimed != actual:
        raise PointsMismatchError(
            f"{line} is {claimed} in the result, {actual} by the moves", line=line
        )
