"""The upper part of My progress: notices, tiles and the bars to the next level."""

from typing import Literal

import streamlit as st

from dashboards.data.progress import HistoryPoint, LevelLine, Standing, Start
from rating.config import RatingConfig
from rating.display import shown, shown_step, whole
from rating.levels import progress

Color = Literal["blue", "orange", "gray"]
Arrow = Literal["up", "down", "off"]


def show_notices(
    now: Standing, start: Start | None, levels: list[LevelLine], config: RatingConfig
) -> None:
    """Warn, reassure or explain, whichever applies, before any number."""
    if now.level is None:
        _explain_self_rating(now, start, levels, config)
    if now.is_at_risk and now.form_line is not None:
        _warn(now, now.form_line, config)
    if now.n_pending_hands:
        hands = "hand" if now.n_pending_hands == 1 else "hands"
        st.info(
            f"The computer played {now.n_pending_hands} {hands} in your seat. They "
            "count when you come back: right before your next rated hand."
        )


def _explain_self_rating(
    now: Standing, start: Start | None, levels: list[LevelLine], config: RatingConfig
) -> None:
    to_go = config.start.provisional_hands - now.rated_hands
    lowest = levels[0].level if levels else "the lowest level"
    said = self_rated(now.start_rating, start, config)
    st.info(
        f"**{said}** is what you said of yourself: your Rating started at "
        f"{shown(now.start_rating)}. After {to_go} more rated "
        f"{'hand' if to_go == 1 else 'hands'} your earned level begins at {lowest}, "
        "as everybody's does. That is a start, not a drop."
    )


def _warn(now: Standing, line: float, config: RatingConfig) -> None:
    floor = line - config.levels.keep_margin
    above = whole(now.form) - whole(floor)
    room = (
        f"It is {above} points above that."
        if above > 0
        else "It is there now: the next rated hand decides."
    )
    shield = (
        f" Nothing can be lost in the next {now.protected_hands_left} rated hands, "
        "because you moved up not long ago."
        if now.protected_hands_left
        else ""
    )
    st.warning(
        f"Your Form, {shown(now.form)}, is below the {now.level} line of "
        f"{shown(line)}. You keep {now.level} unless Form falls to {shown(floor)}. "
        f"{room}{shield} Form at {shown(line)} ends this warning."
    )


def show_tiles(
    now: Standing,
    start: Start | None,
    history: list[HistoryPoint],
    config: RatingConfig,
) -> None:
    """Level, Rating with its last change, Form with its trend, hands played."""
    level, rating, form, hands = st.columns([1.25, 1, 1, 1])
    shield = (
        f"protected for {now.protected_hands_left} more hands"
        if now.protected_hands_left
        else f"since rated hand {now.level_since_hands}"
    )
    said = self_rated(now.start_rating, start, config)
    level.metric(
        "Level",
        now.level or said,
        "self-rated" if now.level is None else shield,
        delta_color="off",
        delta_arrow="off",
        border=True,
    )
    moved = whole(now.rating) - whole(now.rating_before)
    rating.metric(
        "Rating",
        shown(now.rating),
        shown_step(now.rating_before, now.rating),
        delta_color=_color(moved),
        delta_arrow=_arrow(moved),
        border=True,
        help="Moves a little after every rated hand; the change shown is the last "
        f"hand's. Best so far: {shown(now.peak_rating)}.",
    )
    _form_tile(form, now, history, config.form.span)
    hands.metric(
        "Rated hands",
        f"{now.rated_hands:,}",
        f"{now.finished_games:,} finished games",
        delta_color="off",
        delta_arrow="off",
        border=True,
    )


def _form_tile(
    place: st.delta_generator.DeltaGenerator,
    now: Standing,
    history: list[HistoryPoint],
    span: int,
) -> None:
    n_back = min(span, len(history) - 1)
    before = history[-1 - n_back].form if n_back else whole(now.start_rating)
    moved = whole(now.form) - before
    sign = "+" if moved > 0 else ""
    place.metric(
        "Form",
        shown(now.form),
        f"{sign}{shown(moved)} over {n_back or 1} hands",
        delta_color=_color(moved),
        delta_arrow=_arrow(moved),
        border=True,
        help=f"Your Rating averaged over roughly your last {span} rated hands. Your "
        "level follows it.",
    )


def show_next_level(now: Standing) -> None:
    """One bar each for Form, rated hands and finished games, and what is missing."""
    ahead = progress(
        form=now.form,
        rated_hands=now.rated_hands,
        finished_games=now.finished_games,
        next_level=now.next_level,
        form_needed=now.form_needed,
        hands_needed=now.hands_needed,
        games_needed=now.games_needed,
    )
    if ahead.next_level is None:
        st.success("You are at the highest level.")
        return
    st.header(f"Next level: {ahead.next_level}")
    for line in ahead.lines:
        if not line.need:
            continue
        met = " — met" if line.is_met else ""
        st.progress(
            line.share,
            text=f"**{_heading(line.what)}** {line.have:,} of {line.need:,}{met}",
        )
    st.caption(
        f"Still needed: {', '.join(ahead.missing)}. All of them at once, one level "
        "at a time."
        if ahead.missing
        else "All met: your next rated hand can move you up."
    )
    if any(
        line.what == "Form" and line.have != whole(now.form) for line in ahead.lines
    ):
        st.caption("The bar counts points of Form reached in full, the tile rounds.")


def _heading(what: str) -> str:
    return what[:1].upper() + what[1:]


def self_rated(start_rating: float, start: Start | None, config: RatingConfig) -> str:
    """The self-rating that set the start, as others see it before a level is earned."""
    starts = config.start.self_rating
    said = start.self_rating if start else None
    if said is None:
        return "Not rated yet"
    if getattr(starts, said) == start_rating:
        return said.capitalize()
    names = ("learning", "casual", "experienced", "expert")
    same = [name for name in names if getattr(starts, name) == start_rating]
    return same[0].capitalize() if same else "Not rated yet"


def _color(change: int) -> Color:
    """Gain is blue and loss orange in this house, never green and red."""
    return "blue" if change > 0 else "orange" if change < 0 else "gray"


def _arrow(change: int) -> Arrow:
    return "up" if change > 0 else "down" if change < 0 else "off"


def show_unrated(start: Start | None) -> None:
    """What a person without a rated hand can know."""
    said = start.self_rating if start else None
    label = f"You said “{said}” of yourself. " if said else ""
    st.info(
        f"No rated hand yet. {label}A live hand is rated once another person is at "
        "the table; a solo hand always. Your Rating, Form and level appear after the "
        "first one."
    )
