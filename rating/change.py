"""The columns of rating_changes, listed once."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChange:
    """A row of rating_changes, but for `seq` and the number of its run."""

    ladder: str
    device_id: str | None
    hand_id: str
    game_id: str
    hand_no: int
    ended_at: datetime
    seat: int
    side: int
    player_id: str
    margin: int
    side_rating: float
    other_side_rating: float
    expected_score: float
    actual_score: float
    k_factor: float
    opponents_part: float
    result_part: float
    zero_margin: float | None
    rating_before: float
    rating_change: float
    rating_after: float
    form_before: float
    form_after: float
    rated_hands: int
    finished_games: int
    level: str | None
    level_event: str | None
    settled_by_hand_id: str | None


NAMES: Final = tuple(field.name for field in fields(RatingChange))
COLUMNS: Final = ("seq", *NAMES)
