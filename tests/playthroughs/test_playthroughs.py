"""Hands kept as text end and score as they did when they were found by play."""

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.playthroughs.playthrough import parse, render

FOLDER = Path(__file__).parent / "hands"
FILES = sorted(FOLDER.glob("*.txt"))
COASTAL_ENDS = ("went_out", "special_hand", "stock", "stock_three")


def first_difference(kept: list[str], played: list[str]) -> str | None:
    """Where a hand that is played again first differs from its text."""
    for number, (old, new) in enumerate(zip_longest(kept, played), 1):
        if old != new:
            return f"line {number}\n  kept:   {old}\n  played: {new}"
    return None


def hands_of(text: str) -> list[list[str]]:
    return [part.splitlines() for part in text.strip().split("\n\n")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hands_played_again_from_their_text_give_the_same_text(path):
    text = path.read_text(encoding="utf-8")
    kept = hands_of(text)

    played = [render(hand) for hand in parse(text.splitlines())]

    assert len(played) == len(kept)
    differences = [first_difference(*pair) for pair in zip(kept, played, strict=True)]
    assert [d for d in differences if d] == []


@pytest.mark.parametrize("ended_by", COASTAL_ENDS)
def test_thirty_hands_or_more_are_kept_of_each_end(ended_by):
    text = (FOLDER / f"coastal-{ended_by}.txt").read_text(encoding="utf-8")

    ends = [line for line in text.splitlines() if line.startswith("end ")]

    assert len(ends) >= 30
    assert all(line.startswith(f"end {ended_by},") for line in ends)


def test_a_difference_is_reported_with_its_line():
    kept = ["hand x", "turn 1 seat 0: draw 8H1"]

    found = first_difference(kept, ["hand x", "turn 1 seat 0: draw 8H2"])

    assert found is not None
    assert found.startswith("line 2")
