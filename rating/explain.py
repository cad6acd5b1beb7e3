"""Why a Rating moved in a hand: the numbers of the change, and the same in words."""

import json
from dataclasses import dataclass
from typing import Final, Literal

from engine.errors import CoastalError
from rating.change import NAMES
from rating.display import shown, shown_part, shown_step, whole
from rating.levels import Progress, progress
from rating.store import ChangeFacts

Strength = Literal["stronger", "even", "weaker"]

EVEN_WITHIN: Final = 25.0  # rating points: E is then within 0.036 of one half

# A partner's Rating is 2 x side rating - own Rating, and each of these numbers gives
# a side rating away.
TELLING: Final = (
    "side_rating",
    "other_side_rating",
    "expected_score",
    "opponents_part",
    "result_part",
    "zero_margin",
)


class PrivateRatingError(CoastalError, LookupError):
    """A player who keeps their skill to themself, asked about by somebody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a Rating moved.

    Attributes
    ----------
    headline : str
        What is shown, e.g. `+9, now 1,086`.
    words : tuple of str
        Sentences, in the order in which the Rating is worked out.
    numbers : dict
        Ready for JSON. Where another person of the hand is private, what would tell
        their Rating is None, and `opponents` says stronger, even or weaker.
    """

    headline: str
    words: tuple[str, ...]
    numbers: dict[str, object]
    is_masked: bool

    def to_json(self) -> str:
        """The explanation as one JSON object."""
        return json.dumps(
            {"headline": self.headline, "words": self.words, **self.numbers},
            ensure_ascii=False,
        )


def explain(facts: ChangeFacts, viewer: str | None = None) -> Explanation:
    """Explain a change to `viewer`, a player_id; None is the player or the operator.

    Raises
    ------
    PrivateRatingError
        If the viewer is somebody else and the player keeps their skill private.
    """
    if viewer not in (None, facts.player_id) and not facts.show_skill:
        raise PrivateRatingError(
            f"{facts.name} does not show their skill level to other players"
        )
    is_masked = not all(person.show_skill for person in facts.others)
    way = _way_up(facts)
    numbers: dict[str, object] = {
        name: getattr(facts, name) for name in NAMES if name != "ended_at"
    }
    numbers |= {
        "ended_at": facts.ended_at.isoformat(),
        "opponents": opponents(facts),
        "k_reason": k_reason(facts),
        "next_level": way.next_level,
        "missing": list(way.missing),
    }
    if is_masked:
        # An exact change over K would give the expected score away.
        numbers |= dict.fromkeys(TELLING) | _rounded(facts)
    sentences = (
        _settled(facts),
        _result(facts),
        _strengths(facts, is_masked=is_masked),
        f"K is {facts.k_factor:g}: {k_reason(facts)}.",
        "" if is_masked else _parts(facts),
        "" if is_masked else _zero(facts),
        _form(facts),
        _level(facts, way),
    )
    return Explanation(
        headline=shown_step(facts.rating_before, facts.rating_after),
        words=tuple(sentence for sentence in sentences if sentence),
        numbers=numbers,
        is_masked=is_masked,
    )


def _rounded(facts: ChangeFacts) -> dict[str, object]:
    """Rating and Form as they are shown, in whole points."""
    before, after = whole(facts.rating_before), whole(facts.rating_after)
    return {
        "rating_before": before,
        "rating_change": after - before,
        "rating_after": after,
        "form_before": whole(facts.form_before),
        "form_after": whole(facts.form_after),
    }


def opponents(facts: ChangeFacts) -> Strength:
    """How the other side's Rating compares with the own side's, in a word."""
    gap = facts.other_side_rating - facts.side_rating
    if abs(gap) < EVEN_WITHIN:
        return "even"
    return "stronger" if gap > 0 else "weaker"


def k_reason(facts: ChangeFacts) -> str:
    """Why K is what it is, in words."""
    before = facts.rated_hands - 1
    steps = facts.config.change.k
    place = max(i for i, step in enumerate(steps) if step.from_hand <= before)
    this_hand = f"this was rated hand {facts.rated_hands:,}"
    if len(steps) == 1:
        return f"it is the same for every hand; {this_hand}"
    if place == 0:
        return f"the first {steps[1].from_hand:,} rated hands count most; {this_hand}"
    if place == len(steps) - 1:
        return f"it is the K after {steps[place].from_hand:,} rated hands; {this_hand}"
    first, end = steps[place].from_hand + 1, steps[place + 1].from_hand
    return f"it is the K of rated hands {first:,} to {end:,}; {this_hand}"


def _settled(facts: ChangeFacts) -> str:
    if facts.settled_by_hand_id is None:
        return ""
    return (
        "The computer played this hand while the player was away; it was settled "
        f"before the first rated hand after the return, {facts.settled_by_hand_id}."
    )


def _result(facts: ChangeFacts) -> str:
    if facts.margin == 0:
        how = "The hand was a tie"
    else:
        verb = "won" if facts.margin > 0 else "lost"
        how = f"The side {verb} the hand by {abs(facts.margin):,} points"
    return f"{how}: an actual score of {facts.actual_score:.3f}."


def _strengths(facts: ChangeFacts, *, is_masked: bool) -> str:
    word = opponents(facts)
    if is_masked:
        return {
            "stronger": "The other side was the stronger one.",
            "even": "The two sides were about even.",
            "weaker": "The other side was the weaker one.",
        }[word]
    return (
        f"The own side's Rating was {shown(facts.side_rating)}, the other side's "
        f"{shown(facts.other_side_rating)}: an expected score of "
        f"{facts.expected_score:.3f}."
    )


def _parts(facts: ChangeFacts) -> str:
    return (
        f"The strength of the sides made {shown_part(facts.opponents_part)} and the "
        f"result {shown_part(facts.result_part)}: together "
        f"{shown_part(facts.rating_change)}."
    )


def _zero(facts: ChangeFacts) -> str:
    if facts.zero_margin is None:
        return ""
    margin = f"{abs(round(facts.zero_margin)):,} points"
    if facts.zero_margin > 0:
        return f"A win by {margin} would have left the Rating as it was."
    return f"A loss by {margin} would have left the Rating as it was."


def _form(facts: ChangeFacts) -> str:
    form = facts.config.form
    average = (
        f"the plain mean of the last {form.span:,} Ratings"
        if form.kind == "window"
        else f"the Rating averaged over roughly the last {form.span:,} hands"
    )
    return (
        f"Form, {average}, went from {shown(facts.form_before)} to "
        f"{shown(facts.form_after)}."
    )


def _level(facts: ChangeFacts, way: Progress) -> str:
    happened = {
        None: "",
        "started": f"That was the start at {facts.level}. ",
        "promoted": f"That was the promotion to {facts.level}. ",
        "demoted": f"That was the drop to {facts.level}. ",
        "at_risk": f"{facts.level} is at risk: Form is below its line. ",
        "recovered": f"{facts.level} is safe again: Form is back at its line. ",
    }[facts.level_event]
    if way.next_level is None:
        return f"{happened}There is no level above {facts.level}."
    if not way.missing:
        return f"{happened}Nothing is missing to {way.next_level}."
    return f"{happened}Missing to {way.next_level}: {', '.join(way.missing)}."


def _way_up(facts: ChangeFacts) -> Progress:
    """What is missing to the next level after this hand."""
    table = facts.config.levels.table
    place = next((i for i, x in enumerate(table) if x.name == facts.level), -1)
    above = table[place + 1] if place + 1 < len(table) else None
    hands_needed = None if above is None else above.hands
    if place < 0:
        hands_needed = facts.config.start.provisional_hands
    return progress(
        form=facts.form_after,
        rated_hands=facts.rated_hands,
        finished_games=facts.finished_games,
        next_level=above.name if above else None,
        form_needed=above.form if above else None,
        hands_needed=hands_needed,
        games_needed=above.games if above and place >= 0 else 0,
    )
