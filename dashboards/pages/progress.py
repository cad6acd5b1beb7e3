"""My progress: what am I now, what changed, what is next, is anything at risk."""

import streamlit as st

from dashboards import charts, standing
from dashboards.data import progress as data
from dashboards.data.snapshot import Snapshot, live_config
from dashboards.forecast import show_forecast
from dashboards.frame import part, run, shown_day
from dashboards.hands import show_last_hands, show_why
from dashboards.ladder import choose_ladder
from dashboards.place import show_percentile, show_place
from dashboards.plain import plain
from dashboards.rating_chart import rating_chart
from dashboards.viewer import Viewer
from dashboards.what_if import show_what_if
from rating.config import RatingConfig

N_LAST_HANDS = 12
REACHES = {"Last 30": 30, "Last 100": 100, "All": 5_000}


def show_chart(
    snapshot: Snapshot, viewer_id: str, ladder: data.Ladder, config: RatingConfig
) -> None:
    """Rating and Form over rated hands, with the lines of the levels."""
    reach = st.segmented_control(
        "Hands shown", list(REACHES), default="All", required=True, key="hands_shown"
    )
    n_last = REACHES[reach or "All"]
    points = data.history(snapshot, viewer_id, ladder, n_last=n_last)
    levels = data.levels(snapshot, ladder.ladder)
    first, last = points[0], points[-1]
    charts.draw(
        rating_chart(
            points,
            levels,
            provisional_hands=config.start.provisional_hands,
            keep_margin=config.levels.keep_margin,
        ),
        alt=f"Rating and Form over rated hands {first.rated_hands} to "
        f"{last.rated_hands}: Rating from {first.rating:,} to {last.rating:,}, Form "
        f"from {first.form:,} to {last.form:,}.",
        columns=("Rated hand", "When", "Rating", "Form", "Level", "Event"),
        rows=[
            (
                p.rated_hands,
                shown_day(p.ended_at),
                p.rating,
                p.form,
                p.level,
                p.level_event or "",
            )
            for p in reversed(points)
        ],
    )
    st.caption(
        "Thick: Form, which sets the level. Thin: Rating. The axis does not start at "
        "0. Dashed: the first "
        f"{config.start.provisional_hands} hands, still self-rated. Shaded: below your "
        f"level's line, where it is kept for {config.levels.keep_margin:.0f} points. "
        "Triangles: promotions and demotions."
    )


def show(snapshot: Snapshot, viewer: Viewer) -> None:
    """Draw the page for the viewer."""
    viewer_id = viewer.player_id or ""
    st.caption(f"{plain(viewer.name)} · only you see this page")
    ladders = data.ladders(snapshot, viewer_id)
    start = data.start(snapshot, viewer_id)
    if not ladders:
        standing.show_unrated(start)
        return
    ladder = choose_ladder(ladders)
    config = live_config(snapshot)
    now = data.standing(snapshot, viewer_id, ladder)
    levels = data.levels(snapshot, ladder.ladder)
    recent = data.history(snapshot, viewer_id, ladder, n_last=config.form.span + 1)
    standing.show_notices(now, start, levels, config)
    standing.show_tiles(now, start, recent, config)
    with part():
        show_percentile(snapshot, viewer_id, ladder, now)
    standing.show_next_level(now)
    with part():
        show_forecast(snapshot, viewer_id, ladder, now, recent)
    st.header("Rating and Form")
    show_chart(snapshot, viewer_id, ladder, config)
    hands = data.last_hands(snapshot, viewer_id, ladder, n_last=N_LAST_HANDS)
    st.header("Last hands")
    show_last_hands(hands)
    st.header("Why did it move?")
    with part():
        show_why(snapshot, viewer_id, hands)
    with part():
        show_what_if(snapshot, viewer_id, ladder, now, config)
    with part():
        show_place(snapshot, viewer_id, ladder, now, start, levels, config)


run("My progress", show, roles=("person",))
