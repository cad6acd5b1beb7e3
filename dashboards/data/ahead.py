"""What may come for one player: the next hand, and the way to the next level.

The numbers are those of `rating`; here they get what the snapshot holds of the
viewer. Rows of recent hands tell of others' Ratings: they stay here.
"""

from typing import Final

import numpy as np
import streamlit as st

from dashboards.data.progress import Ladder, standing
from dashboards.data.snapshot import Snapshot, cursor, live_config, query
from rating.ahead import PlayerNow
from rating.forecast import LAST_HANDS, Forecast, PlayedHand, forecast
from rating.hands import family_of
from rating.what_if import NextHand, WhatIf, what_if

SEED: Final = 1  # of the futures: a page is the same each time it is drawn


def recent_hands(
    snapshot: Snapshot, viewer_id: str, ladder: Ladder, *, n_last: int
) -> list[PlayedHand]:
    """The viewer's last rated hands that they played, the oldest first."""
    values = _own(viewer_id, ladder) | {"n_last": n_last}
    rows = cursor(snapshot).execute(query("recent_hands"), values).fetchall()
    return [PlayedHand(*row) for row in rows]


def player_now(snapshot: Snapshot, viewer_id: str, ladder: Ladder) -> PlayerNow:
    """The viewer as the kernel goes on from."""
    now = standing(snapshot, viewer_id, ladder)
    form = live_config(snapshot).form
    last_ratings: list[float] = []
    if form.kind == "window":
        values = _own(viewer_id, ladder) | {"n_last": form.span}
        rows = cursor(snapshot).execute(query("last_ratings"), values).fetchall()
        last_ratings = [rating for (rating,) in rows]
    return PlayerNow(
        rating=now.rating,
        form=now.form,
        rated_hands=now.rated_hands,
        finished_games=now.finished_games,
        level=now.level,
        protected_hands_left=now.protected_hands_left,
        is_at_risk=now.is_at_risk,
        last_ratings=tuple(last_ratings),
    )


@st.cache_data(max_entries=256, show_spinner=False)
def side_size(snapshot: Snapshot, viewer_id: str, ladder: Ladder) -> int:
    """Seats of a side in the viewer's last rated hand."""
    hands = recent_hands(snapshot, viewer_id, ladder, n_last=1)
    return hands[0].side_size if hands else 2


@st.cache_data(max_entries=256, show_spinner=False)
def next_hand(
    snapshot: Snapshot, viewer_id: str, ladder: Ladder, hand: NextHand
) -> WhatIf:
    """What `hand` would do to the viewer as shown, under the live configuration."""
    now = player_now(snapshot, viewer_id, ladder).as_shown()
    config = live_config(snapshot)
    return what_if(now, config, family_of(ladder.ladder), hand)


@st.cache_data(max_entries=256, show_spinner=False)
def n_played(snapshot: Snapshot, viewer_id: str, ladder: Ladder) -> int:
    """Hands that a forecast could draw from."""
    return len(recent_hands(snapshot, viewer_id, ladder, n_last=LAST_HANDS))


@st.cache_data(max_entries=256, show_spinner=False)
def way_up(snapshot: Snapshot, viewer_id: str, ladder: Ladder) -> Forecast | None:
    """The forecast to the viewer's next level; None where nothing can be told."""
    return forecast(
        player_now(snapshot, viewer_id, ladder),
        live_config(snapshot),
        family_of(ladder.ladder),
        recent_hands(snapshot, viewer_id, ladder, n_last=LAST_HANDS),
        np.random.default_rng(SEED),
    )


def _own(viewer_id: str, ladder: Ladder) -> dict[str, object]:
    return {
        "player_id": viewer_id,
        "ladder": ladder.ladder,
        "device_id": ladder.device_id,
    }
