"""One change of one Rating, with what is needed to explain it."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import CoastalError
from rating.change import NAMES, RatingChange
from rating.config import RatingConfig
from rating.store.configs import read_version, timeline_of
from rating.store.connection import Connection, fetch, query
from rating.timeline import config_at


class UnknownChangeError(CoastalError, LookupError):
    """The hand did nothing to this player's Rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPerson:
    """Another player's seat in the hand."""

    player_id: str
    side: int
    show_skill: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFacts(RatingChange):
    """A row of rating_changes and what stands around it.

    `others` are the other players who have a seat in the hand, away or not.
    """

    name: str
    show_skill: bool
    others: tuple[OtherPerson, ...]
    config: RatingConfig


class Person(NamedTuple):
    """A player who has a seat in a hand."""

    player_id: str
    side: int
    show_skill: bool
    name: str
    is_away: bool


def read_change(con: Connection, hand_id: str, player_id: str) -> ChangeFacts:
    """What `hand_id` did to the Rating of `player_id`.

    Raises
    ------
    UnknownChangeError
        With the reason: no such hand, no seat in it, or a hand that is not rated.
    """
    values = {"hand_id": hand_id, "player_id": player_id}
    rows = fetch(con, query("one_change"), values).to_pylist()
    if not rows:
        raise UnknownChangeError(_reason(con, hand_id, player_id))
    people = _people(con, hand_id)
    own = next(person for person in people if person.player_id == player_id)
    timeline = timeline_of(con, read_version(con, rows[0]["config_id"]))
    return ChangeFacts(
        **{name: rows[0][name] for name in NAMES},
        name=own.name,
        show_skill=own.show_skill,
        others=tuple(
            OtherPerson(
                player_id=person.player_id,
                side=person.side,
                show_skill=person.show_skill,
            )
            for person in people
            if person != own
        ),
        config=config_at(timeline, rows[0]["rated_at"]),
    )


def _people(con: Connection, hand_id: str) -> list[Person]:
    rows = con.execute(query("people_of_hand"), {"hand_id": hand_id}).fetchall()
    return [Person(*row) for row in rows]


def _reason(con: Connection, hand_id: str, player_id: str) -> str:
    """Why there is no change to explain."""
    values = {"hand_id": hand_id}
    hands = con.execute(query("standing_of_hand"), values).fetchall()
    if not hands:
        return f"there is no hand {hand_id}; a hand is named by its hand_id"
    people = {person.player_id: person for person in _people(con, hand_id)}
    if player_id not in people:
        seated = ", ".join(sorted(people)) or "computers only"
        return f"{player_id} has no seat in hand {hand_id}; players there: {seated}"
    ended_by, mode, n_sides = hands[0]
    if ended_by == "abandoned":
        return f"hand {hand_id} was abandoned and counts for no Rating"
    if n_sides != 2:
        return f"hand {hand_id} has {n_sides} sides; only hands of two are rated"
    n_present = sum(not person.is_away for person in people.values())
    if people[player_id].is_away and n_present:
        return (
            f"{player_id} was away in hand {hand_id}; it counts when they come back, "
            "if the configuration lets it"
        )
    if mode == "live" and n_present < 2:
        return f"{player_id} was the only person in hand {hand_id}: it is not rated"
    return f"hand {hand_id} is not rated yet; run `coastal replay`"
