"""The clauses behind the points of a position, one line for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import WILD_MELD
from engine.position_table import PositionSide
from engine.ruleset import Ruleset
from engine.score import SideScore
from engine.special_hands import SPECIAL_HANDS
from engine.tally import MeldTally

CANASTA_SIZE = 7

Line = dict[str, object]


def clause_lines(ruleset: Ruleset, side: PositionSide, score: SideScore) -> list[Line]:
    """Every clause used for the side: line of the breakdown, points, and why."""
    clauses = ruleset.clauses
    lines: list[Line] = []

    def add(line: str, topic: str, points: int, why: str) -> None:
        lines.append(
            {"line": line, "clause": clauses[topic], "points": points, "why": why}
        )

    if side.special_hand is not None:
        points = SPECIAL_HANDS[side.special_hand].points
        add("special_hand", "special_hands", points, side.special_hand)
    is_replaced = side.special_hand is not None and (
        ruleset.special_score_mode == "replace" or not side.melds
    )
    if not is_replaced:
        for points, why in _canasta_lines(ruleset, side.tally.melds):
            add("canasta_bonus", "canasta_bonus", points, why)
        if side.melds:
            add("melded", "score", score.melded, "value of the melded cards")
        if score.threes or side.threes:
            add("threes", "threes", score.threes, "threes by the side's table")
        if score.going_out:
            how = "going out concealed" if side.is_concealed else "going out"
            add("going_out", "go_out", score.going_out, how)
        if score.held:
            add("held", "score", score.held, "value of the cards left in the holdings")
        if score.penalties:
            add("penalties", "penalties", score.penalties, "penalties")
    minimum = ruleset.opening_minimum(side.points_before)
    why = f"the opening minimum from {side.points_before} points is {minimum}"
    add("opening_minimum", "opening_minimum", 0, why)
    return lines


def _canasta_lines(
    ruleset: Ruleset, melds: Sequence[MeldTally]
) -> Iterator[tuple[int, str]]:
    for rank, n_naturals, n_wilds, n_jokers, _ in melds:
        if n_naturals + n_wilds >= CANASTA_SIZE:
            points = ruleset.canasta_bonus(rank, n_wilds, n_jokers)
            name = "wilds" if rank == WILD_MELD else ruleset.deck.rank_names[rank]
            yield points, f"{ruleset.canasta_kind(rank, n_wilds)} canasta of {name}"
