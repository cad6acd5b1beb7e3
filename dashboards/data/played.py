"""The hands of one player by day: what they played, with whom, what each moved.

Every query has the viewer's own player id in its `where`; of the others at the table
only names are selected. Ratings come rounded: an unrounded change would let a reader
work out the Rating of a private player at the table.
"""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import NamedTuple

import streamlit as st

from dashboards.data.snapshot import Snapshot, cursor, query
from dashboards.data.statistics import Pool
from dashboards.days import Days
from ingest.tabular import to_csv

N_ROWS_FILED = 1_000_000  # hands in a file: more than a life of play


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which hands: one player's of one pool, by partner and days (None: any)."""

    player_id: str
    family: str
    mode: str
    partner_id: str | None = None
    first_day: date | None = None
    last_day: date | None = None


class PlayedDay(NamedTuple):
    """One day on which hands were played; the change is None where none is rated."""

    day: date
    n_hands: int
    n_won: int
    rating_change: int | None


class PlayedHand(NamedTuple):
    """One hand of the player's own seat; Ratings whole, None where it moved none."""

    hand_id: str
    ended_at: datetime
    day: date
    ruleset: str
    mode: str
    partner: str | None
    opponents: str
    points: int
    other_points: int
    rating_before: int | None
    rating_after: int | None
    form_after: int | None
    is_away: bool


class Partner(NamedTuple):
    """Somebody who sat on the player's side."""

    player_id: str
    name: str
    n_hands: int


@st.cache_data(max_entries=64, show_spinner=False)
def pools(snapshot: Snapshot, player_id: str) -> list[Pool]:
    """Ruleset families and modes in which the player has a seat, most hands first."""
    rows = cursor(snapshot).execute(query("played_pools"), [player_id]).fetchall()
    return [Pool(*row) for row in rows]


@st.cache_data(max_entries=64, show_spinner=False)
def partners(snapshot: Snapshot, player_id: str, pool: Pool) -> list[Partner]:
    """Players on the player's side, most hands first."""
    values = {"player_id": player_id, "family": pool.family, "mode": pool.mode}
    rows = cursor(snapshot).execute(query("played_partners"), values).fetchall()
    return [Partner(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def played_days(snapshot: Snapshot, choice: Choice, days: Days) -> list[PlayedDay]:
    """Days with a hand of the choice, the earliest first."""
    values = _values(choice, days)
    rows = cursor(snapshot).execute(_on_played("played_days"), values).fetchall()
    return [PlayedDay(*row) for row in rows]


@st.cache_data(max_entries=256, show_spinner=False)
def played_hands(
    snapshot: Snapshot, choice: Choice, days: Days, *, n_rows: int, n_before: int
) -> list[PlayedHand]:
    """`n_rows` hands of the choice after the newest `n_before`, the newest first."""
    values = _values(choice, days) | {"n_rows": n_rows, "n_before": n_before}
    rows = cursor(snapshot).execute(_on_played("played_rows"), values).fetchall()
    return [PlayedHand(*row) for row in rows]


def csv_of(snapshot: Snapshot, choice: Choice, days: Days) -> bytes:
    """Every hand of the choice as CSV, with the day it counts to and in which zone."""
    sql = f"from (\n{_on_played('played_rows')})\n{query('played_file')}"
    values = _values(choice, days) | {"n_rows": N_ROWS_FILED, "n_before": 0}
    return to_csv(cursor(snapshot).sql(sql, params=values).to_arrow_table())


def _values(choice: Choice, days: Days) -> dict[str, object]:
    return asdict(choice) | {"zone": days.zone, "day_start": days.start}


def _on_played(name: str) -> str:
    """A query file whose first step is the choice of the hands it reads."""
    return f"with played_hands as (\n{query('played_hands')}),\n{query(name)}"
