"""What a rated hand does to the state of one player, and what is written down."""

import numpy as np

from rating.compiled import inlined
from rating.level_steps import NEVER_JUDGED


@inlined
def move_rating(state: np.void, change: np.void, delta: float) -> float:
    """Move the Rating by `delta`, write both down and return it; clause 2."""
    before: float = state["rating"]
    rating = before + delta
    change["rating_before"] = before
    change["rating_after"] = rating
    change["rating_change"] = delta
    state["rating"] = rating
    return rating


@inlined
def move_form(state: np.void, change: np.void, form: float, finishes: bool) -> bool:
    """Set Form and the counts, write them down; whether the level may change.

    A finished game matters only where the level above waits for games alone. No
    branches: which way one goes would often be guessed wrongly.
    """
    change["form_before"] = state["form"]
    change["form_after"] = form
    state["form"] = form
    n = state["rated_hands"] + 1
    games = state["finished_games"] + finishes
    state["rated_hands"], state["finished_games"] = n, games
    change["rated_hands"], change["finished_games"] = n, games
    waits_for_games = (state["judge_at"] == NEVER_JUDGED) & (state["upper"] == np.inf)
    may_step: bool = (
        (finishes & waits_for_games)
        | (form <= state["lower"])
        | (form >= state["upper"])
        | (n >= state["judge_at"])
    )
    return may_step
