"""Where counting hands are read: the warehouse, that of an older home, a snapshot."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

from rating.config import SELF_RATINGS, SKILLS
from rating.hands import AWAY, COMPUTER, LEFT, PRESENT, is_live
from rating.store.connection import Connection, fetch, query
from rating.store.gathered import About
from rating.texts import text_digests

BATCH: Final = 32_768  # hands handed over at a time: what is made of them is near
SEAT_CODES: Final = {
    "skills": list(SKILLS),
    "present": PRESENT,
    "left": LEFT,
    "away": AWAY,
    "computer": COMPUTER,
}
_OF_LADDER: Final = "split_part(ruleset, '-', 1) = $family_{0} and mode = $mode_{0}"
_IN_LISTS: Final = {
    "margin": "coalesce(margin, sides[1].points - sides[2].points)",
    "seated": "coalesce(seated, array_to_string("
    "list_transform(players, lambda id: coalesce(id, '')), ','))",
    "has_two_sides": "len(sides) = 2",
}
_IN_COLUMNS: Final = {
    "margin": "margin",
    "seated": "seated",
    "has_two_sides": "margin is not null",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSource:
    """Where the hands of some ladders are read, and what stands beside them.

    `is_as_stored`: they come in the order in which they are stored, each time.
    """

    text: str
    values: dict[str, object]
    about: About
    is_as_stored: bool

    @classmethod
    def of(cls, con: Connection, ladders: Sequence[str]) -> "HandSource":
        """That of the ladders, in the warehouse or in a snapshot."""
        columns, is_asked = _of_ladders(ladders)
        names: dict[str, object] = {}
        for place, ladder in enumerate(ladders):
            family, _, mode = ladder.partition("/")
            names |= {f"family_{place}": family, f"mode_{place}": mode}
        words = {"words": list(SELF_RATINGS)}
        return cls(
            text=query("counting_hands").format(
                counted=_counted(con), of_ladders=columns, is_asked=is_asked
            ),
            values=names,
            about=About(
                tuple(ladders),
                _ending_again(con),
                fetch(con, query("first_said"), words),
            ),
            is_as_stored=not is_snapshot(con) and is_packed(con),
        )

    def read(
        self, con: Connection, starts_at: int, ends_at: int, columns: str = "*"
    ) -> pa.RecordBatchReader:
        """The hands that ended in that time, batch by batch; then `con` is free."""
        times = {"starts_at": starts_at, "ends_at": ends_at}
        text = f"select {columns} from ({self.text})"  # noqa: S608
        return con.sql(text, params=self.values | times).to_arrow_reader(BATCH)


def _of_ladders(ladders: Sequence[str]) -> tuple[str, str]:
    """The columns that only some ladders need, and which hands are asked for.

    What is the same for all hands is not read: to tell the ladder, or that a live hand
    has no device, costs much at every hand.
    """
    if len(ladders) == 1:
        # A live hand has no device, whatever a log says.
        return "" if is_live(ladders[0]) else "device_id,", _OF_LADDER.format(0)
    cases = [
        f"when {_OF_LADDER.format(place)} then {place}" for place in range(len(ladders))
    ]
    place = f"case {' '.join(cases)} else -1 end" if cases else "-1"
    device = "case when mode = 'solo' then device_id end"
    return f"{place} as ladder, {device} as device_id,", "true"


def _counted(con: Connection) -> str:
    """The query of hands of two sides, those of older homes among them if there are."""
    if is_snapshot(con):
        return _plain_hands("hand_sides", "hand_seats")
    if is_packed(con):
        return query("packed_hands").format(**_IN_COLUMNS)
    packed = query("packed_hands").format(**_IN_LISTS)
    older = _plain_hands("plain_hand_sides", "plain_hand_seats")
    return f"{packed} union all by name ({older})"


def _plain_hands(hand_sides: str, hand_seats: str) -> str:
    names = {"hand_sides": hand_sides, "hand_seats": hand_seats}
    return query("plain_hands").format(**names, **SEAT_CODES)


def _ending_again(con: Connection) -> pa.StringArray:
    """The games that end more than once, though a game should end once only.

    Nearly always there are none: then no digest of a game that ended is there twice.
    """
    ended = con.sql(query("ended_games")).to_arrow_reader(BATCH)
    digests = [text_digests(batch["game_id"]) for batch in ended]
    rising = np.sort(np.concatenate([np.empty(0, np.uint64), *digests]))
    if (rising[1:] != rising[:-1]).all():
        return pa.array([], pa.string())
    again = query("ending_again").format(ended_games=query("ended_games"))
    return fetch(con, again)["game_id"].combine_chunks()


def is_snapshot(con: Connection) -> bool:
    """Whether sides and seats are rows of tables of their own, as readers get them."""
    found = "from duckdb_tables() where table_name = 'hand_seats'"
    return _finds(con, f"{found} and database_name = current_database()")


def is_packed(con: Connection) -> bool:
    """Whether every hand of the warehouse has all that is read in columns of its own.

    Others are of an older home; joined with their sides and seats, hands no longer
    come in the order in which they lie.
    """
    # Every version that stores this stores the margin, too.
    return not _finds(con, "from hands where seated is null")


def _finds(con: Connection, text: str) -> bool:
    return con.execute(f"select exists ({text})").fetchall() == [(True,)]
