"""One change of one Rating, with what is needed to explain it."""

from dataclasses import dataclass
from datetime import datetime

from engine.errors import CoastalError
from rating.config import RatingConfig
from rating.config_file import parse_config
from rating.store.connection import Connection


class UnknownChangeError(CoastalError, LookupError):
    """The hand did nothing to this player's Rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPerson:
    """Another player's seat in the hand."""

    player_id: str
    side: int
    show_skill: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFacts:
    """A row of rating_changes and what stands around it.

    `others` are the other players who have a seat in the hand, away or not.
    """

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
    name: str
    show_skill: bool
    others: tuple[OtherPerson, ...]
    config: RatingConfig


COLUMNS = tuple(ChangeFacts.__annotations__)[:28]  # those of rating_changes


def read_change(con: Connection, hand_id: str, player_id: str) -> ChangeFacts:
    """What `hand_id` did to the Rating of `player_id`.

    Raises
    ------
    UnknownChangeError
        With the reason: no such hand, no seat in it, or a hand that is not rated.
    """
    rows = con.execute(
        f"select {', '.join(f'rating_changes.{c}' for c in COLUMNS)}, "  # noqa: S608
        "rating_configs.toml from rating_changes "
        "inner join rating_runs using (rating_run_id) "
        "inner join rating_configs using (config_id) "
        "where hand_id = ? and player_id = ?",
        [hand_id, player_id],
    ).fetchall()
    if not rows:
        raise UnknownChangeError(_reason(con, hand_id, player_id))
    *values, toml = rows[0]
    people = _people(con, hand_id)
    own = next(p for p in people if p[0] == player_id)
    return ChangeFacts(
        **dict(zip(COLUMNS, values, strict=True)),
        name=own[3],
        show_skill=own[2],
        others=tuple(
            OtherPerson(player_id=p[0], side=p[1], show_skill=p[2])
            for p in people
            if p[0] != player_id
        ),
        config=parse_config(toml),
    )


def _people(con: Connection, hand_id: str) -> list[tuple[str, int, bool, str]]:
    """Id, side, show_skill and name of every player with a seat in the hand."""
    return con.execute(
        "select hand_seats.player_id, hand_seats.side, "
        "coalesce(players.show_skill, true), "
        "coalesce(players.name, hand_seats.player_id) "
        "from hand_seats left join players using (player_id) "
        "where hand_id = ? and player_id is not null order by seat",
        [hand_id],
    ).fetchall()


def _reason(con: Connection, hand_id: str, player_id: str) -> str:
    """Why there is no change to explain."""
    hands = con.execute(
        "select ended_by, mode, (select count(*) from hand_sides "
        "where hand_sides.hand_id = hands.hand_id) from hands where hand_id = ?",
        [hand_id],
    ).fetchall()
    if not hands:
        return f"there is no hand {hand_id}; a hand is named by its hand_id"
    people = {p[0] for p in _people(con, hand_id)}
    if player_id not in people:
        seated = ", ".join(sorted(people)) or "computers only"
        return f"{player_id} has no seat in hand {hand_id}; players there: {seated}"
    ended_by, mode, n_sides = hands[0]
    if ended_by == "abandoned":
        return f"hand {hand_id} was abandoned and counts for no Rating"
    if n_sides != 2:
        return f"hand {hand_id} has {n_sides} sides; only hands of two are rated"
    [(is_away, n_present)] = con.execute(
        "select bool_or(is_away and player_id = $player), count(*) filter "
        "(where player_id is not null and not is_away) "
        "from hand_seats where hand_id = $hand",
        {"player": player_id, "hand": hand_id},
    ).fetchall()
    if is_away and n_present:
        return (
            f"{player_id} was away in hand {hand_id}; it counts when they come back, "
            "if the configuration lets it"
        )
    if mode == "live" and n_present < 2:
        return f"{player_id} was the only person in hand {hand_id}: it is not rated"
    return f"hand {hand_id} is not rated yet; run `coastal replay`"
