"""The rulesets of plain hands, and whether these let their games end."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.ruleset import Ruleset
from ingest.decode import decode
from ingest.plain_checks import ASK, RIGHT, WRONG, verdicts
from ingest.plain_schema import AT, HAND, NULL, SIDE
from ingest.plain_state import State
from ingest.plain_words import MAX_WORDS
from ingest.records import Hand
from ingest.refusal import RefusedLineError
from ingest.soundness import ruleset_of


@dataclass(slots=True, eq=False)
class Rulesets:
    """The different rulesets of many hands, None where there is none."""

    different: list[Ruleset | None]
    number: np.ndarray  # of each hand: which of them


def rulesets_of(data: bytes, state: State) -> Rulesets:
    """The ruleset of each hand with its options.

    The first hand with this ruleset, these options and this engine is decoded whole,
    for nobody has looked into the last two yet.
    """
    n_hands = state.n_rows[HAND]
    key = np.zeros(n_hands, np.int64)
    for slot in (AT.ruleset, AT.options, AT.engine):
        key = key * MAX_WORDS + np.maximum(state.values[slot, :n_hands], 0)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    spans = state.values[[AT.start, AT.end]][:, first].T.tolist()
    return Rulesets([_ruleset(data[start:end]) for start, end in spans], number)


def _ruleset(line: bytes) -> Ruleset | None:
    try:
        hand = decode(line.removesuffix(b"\n").removesuffix(b"\r"))
        assert isinstance(hand, Hand)
        return ruleset_of(hand.ruleset, hand.options)
    except RefusedLineError:
        return None


def are_sound(lines: np.ndarray, state: State, rulesets: Rulesets) -> np.ndarray:
    """Whether each hand is sound, (h,) bool; False also where it is in doubt."""
    found = np.empty(len(rulesets.number), np.int64)
    facts = np.array([_facts(ruleset) for ruleset in rulesets.different])
    verdicts(lines, state, rulesets.number, facts, found)
    asked = np.flatnonzero(found == ASK)
    found[asked] = [*_verdicts(state, rulesets, asked)]
    are_right: np.ndarray = found == RIGHT
    return are_right


def _verdicts(state: State, rulesets: Rulesets, hands: np.ndarray) -> Iterator[int]:
    """Of each of the hands, whether its ruleset ends the game as the hand says."""
    values = state.values
    after = values[AT.points_after, : state.n_rows[SIDE]].tolist()
    of_each = zip(
        map(rulesets.different.__getitem__, rulesets.number[hands].tolist()),
        np.cumsum(values[AT.sides, : len(rulesets.number)])[hands].tolist(),
        values[AT.sides, hands].tolist(),
        values[AT.hand_no, hands].tolist(),
        values[AT.game_over, hands].tolist(),
        strict=True,
    )
    for ruleset, end, n_sides, hand_no, claimed in of_each:
        assert ruleset is not None
        is_over = ruleset.is_game_over(after[end - n_sides : end], hand_no)
        yield RIGHT if is_over == claimed else WRONG


def _facts(ruleset: Ruleset | None) -> tuple[int, ...]:
    """What `verdicts` needs to know of a ruleset."""
    if ruleset is None:
        return (False, 0, 0, False, 0)
    least = ruleset.target  # below it no game is over, unless rounds can end it
    if least is None or ruleset.n_rounds is not None:
        least = NULL
    has_button = ruleset.joker_button != "off"
    return (True, ruleset.n_seats, ruleset.n_sides, has_button, least)
