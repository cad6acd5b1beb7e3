"""Progress to the next level: what a player has, what the level asks for."""

import math
from dataclasses import dataclass
from typing import Literal

What = Literal["Form", "rated hands", "finished games"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressLine:
    """One thing that the next level asks for.

    `have` is what is shown: Form is rounded down, so that "1,050 of 1,050" is met.
    `need` is None where the level does not ask for it.
    """

    what: What
    have: int
    need: int | None
    is_met: bool
    share: float  # of the need, in [0, 1]; 1 where it is met


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The way to the next level; no lines on the highest."""

    next_level: str | None
    lines: tuple[ProgressLine, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """What is still to come, in words, e.g. `12 rated hands`."""
        return tuple(
            _missing(line.what, line.need - line.have)
            for line in self.lines
            if line.need is not None and not line.is_met
        )


def progress(
    *,
    form: float,
    rated_hands: int,
    finished_games: int,
    next_level: str | None,
    form_needed: float | None,
    hands_needed: int | None,
    games_needed: int | None,
) -> Progress:
    """Progress of a player; the arguments are columns of `player_ratings`."""
    if next_level is None:
        return Progress(next_level=None, lines=())
    return Progress(
        next_level=next_level,
        lines=(
            _form_line(form, form_needed),
            _count_line("rated hands", rated_hands, hands_needed or 0),
            _count_line("finished games", finished_games, games_needed or 0),
        ),
    )


def _missing(what: What, number: int) -> str:
    """A number of what is missing, e.g. `1 finished game`."""
    many = "points of Form" if what == "Form" else what
    one = "point of Form" if what == "Form" else what.removesuffix("s")
    return f"{number:,} {one if number == 1 else many}"


def _form_line(form: float, needed: float | None) -> ProgressLine:
    if needed is None:
        return ProgressLine(
            what="Form", have=math.floor(form), need=None, is_met=True, share=1.0
        )
    is_met = form >= needed
    return ProgressLine(
        what="Form",
        have=math.floor(form),
        # A line between two whole numbers is met from the next one on.
        need=math.ceil(needed),
        is_met=is_met,
        share=1.0 if is_met else _share(form, needed),
    )


def _count_line(what: What, have: int, need: int) -> ProgressLine:
    is_met = have >= need
    return ProgressLine(
        what=what,
        have=have,
        need=need,
        is_met=is_met,
        share=1.0 if is_met else _share(have, need),
    )


def _share(have: float, need: float) -> float:
    return min(1.0, max(0.0, have / need)) if need > 0 else 0.0
