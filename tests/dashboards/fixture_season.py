"""A small season made by hand: every number on a page can be checked against it.

Ana (public) has 140 rated hands on coastal/live and is at risk; Ben (private) is her
partner in even hands; Cho is new, with 4 hands, self-rated expert; Dev and Eve sit
on the other side. Zoe never played. Ratings move by fixed steps, not by the formula:
pages show what is stored.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import polars as pl

from ingest.home import Home
from ingest.publish import publish
from ingest.warehouse import open_warehouse
from rating.config import RatingConfig

PUBLISHED = datetime(2026, 12, 1, 3, 10, tzinfo=UTC)
FIRST = datetime(2026, 11, 1, 18, 0, tzinfo=UTC)
N_HANDS = 140
BEN_RATING = 1543.0  # private: must never be on a page of anybody else
BEN_FORM = 1487.0
PEOPLE = {  # player_id: (name, self_rating, show_skill)
    "ana": ("Ana", "casual", True),
    "ben": ("Ben", "expert", False),
    "cho": ("Cho", "expert", True),
    "dev": ("Dev", None, True),
    "eve": ("Eve", "learning", True),
    "zoe": ("Zoe", "experienced", True),
}
LEVELS = (
    ("Beginner", None, 0, 0),
    ("Improver", 950.0, 20, 1),
    ("Intermediate", 1050.0, 50, 4),
    ("Advanced", 1150.0, 100, 10),
)

K_FACTOR = 40.0
KINDS = [  # level and what happened to it, of a player's rated seats
    (None, None),
    ("Beginner", "started"),
    ("Beginner", None),
    ("Intermediate", "promoted"),
    ("Intermediate", None),
]


def seats_of(number: int) -> list[str | None]:
    """Players by seat of hand `number`, from 0; Ana's partner is in seat 2."""
    partner = "ben" if number % 2 == 0 else "dev"
    other = "cho" if number >= N_HANDS - 4 else "eve"
    return ["ana", other, partner, None]


def margin_of(number: int) -> int:
    """Margin of side 0: Ana wins two hands of three."""
    return 130 if number % 3 else -400


def step_of(number: int) -> float:
    """What hand `number` does to every Rating."""
    return 9.0 if margin_of(number) > 0 else -5.0


def ratings_of(player_id: str) -> tuple[float, float]:
    """Rating and Form of a player after the last hand."""
    known = {"ana": (1086.0, 1032.4), "ben": (BEN_RATING, BEN_FORM)}
    return known.get(player_id, (1000.0, 1001.0))


def write_home(path: Path) -> str:
    """Publish the season in the home folder `path`; return the build's name."""
    home = Home(path)
    path.mkdir(parents=True, exist_ok=True)
    with open_warehouse(home) as con:
        _write_people(con)
        add_hands(con)
        _write_ratings(con)
        return publish(home, con, PUBLISHED)


def _insert(con: duckdb.DuckDBPyConnection, table: str, rows: list[dict]) -> None:
    con.register("new_rows", pl.DataFrame(rows, infer_schema_length=None).to_arrow())
    con.execute(f"insert into {table} by name select * from new_rows")
    con.unregister("new_rows")


def _write_people(con: duckdb.DuckDBPyConnection) -> None:
    rows = [
        {
            "player_id": player_id,
            "at": FIRST - timedelta(days=1),
            "name": name,
            "self_rating": self_rating,
            "show_skill": show_skill,
            "source_id": 1,
            "line_no": number,
        }
        for number, (player_id, (name, self_rating, show_skill)) in enumerate(
            PEOPLE.items(), 1
        )
    ]
    _insert(con, "player_records", rows)


def add_hands(con: duckdb.DuckDBPyConnection) -> None:
    hands, sides, seats = [], [], []
    for number in range(N_HANDS):
        at = FIRST + timedelta(hours=5 * number)
        hands.append(_hand(number, at))
        for side in (0, 1):
            margin = margin_of(number) if side == 0 else -margin_of(number)
            sides.append(_side(number, side, 1000 + max(margin, 0), margin))
        seats.extend(
            _seat(number, seat, player_id, at)
            for seat, player_id in enumerate(seats_of(number))
        )
    _insert(con, "hands", hands)
    _insert(con, "plain_hand_sides", sides)
    _insert(con, "plain_hand_seats", seats)


def _hand(number: int, at: datetime) -> dict:
    return {
        "hand_id": f"h{number:03d}",
        "game_id": f"g{number // 10:02d}",
        "hand_no": number % 10 + 1,
        "ruleset": "coastal",
        "options": "{}",
        "mode": "live",
        "device_id": None,
        "started_at": at - timedelta(minutes=12),
        "ended_at": at,
        "duration_s": 720.0,
        "dealer_seat": number % 4,
        "ended_by": "went_out",
        "went_out_seat": 0,
        "special_hand_seat": None,
        "is_concealed": False,
        "is_game_over": number % 10 == 9,
        "n_moves": 90,
        "status": "verified",
        "source_id": 1,
        "line_no": number + 10,
    }


def _side(number: int, side: int, points: int, margin: int) -> dict:
    return {
        "hand_id": f"h{number:03d}",
        "side": side,
        "points": points,
        "points_before": 0,
        "points_after": points,
        "margin": margin,
        "melded": 400,
        "canasta_bonus": 800,
        "threes": 0,
        "going_out": 100 if side == 0 else 0,
        "held": 0 if side == 0 else -60,
        "penalties": -100 if number % 10 == 0 else 0,
        "special_hand": None,
        "n_natural_canastas": 1,
        "n_mixed_canastas": side,
        "n_wild_canastas": 0,
        "n_aces_canastas": 0,
        "n_sevens_canastas": 0,
        "n_canastas": 1 + side,
        "opening_turn": 3,
        "opening_points": 65,
        "opening_minimum": 50,
        "n_pile_takes": 2,
        "n_pile_cards": 9,
        "won": margin > 0,
    }


def _seat(number: int, seat: int, player_id: str | None, at: datetime) -> dict:
    partner = seats_of(number)[(seat + 2) % 4]
    return {
        "hand_id": f"h{number:03d}",
        "seat": seat,
        "side": seat % 2,
        "player_id": player_id,
        "partner_id": partner if player_id else None,
        "controller": "player" if player_id else "computer",
        "computer_skill": None if player_id else "expert",
        "is_away": False,
        "left_in_hand": False,
        "went_out": seat == 0,
        "n_draws": 10,
        "n_pile_takes": 1,
        "n_discards": 11,
        "n_time_outs": 0,
        "ended_at": at,
    }


def _write_ratings(con: duckdb.DuckDBPyConnection) -> None:
    config = RatingConfig()
    _insert(
        con,
        "levels",
        [
            {
                "ladder": "coastal/live",
                "level_no": number,
                "level": level,
                "form_line": line,
                "hands": hands,
                "games": games,
            }
            for number, (level, line, hands, games) in enumerate(LEVELS)
        ],
    )
    _insert(con, "rating_configs", [_config(config)])
    _insert(con, "rating_runs", [_run()])
    changes = _changes()
    _insert(con, "rated_ladders", [{"ladder_no": 0, "ladder": "coastal/live"}])
    _insert(con, "rated_players", [_rated_player(*p) for p in enumerate(PEOPLE)])
    _insert(con, "rated_kinds", [_kind(*kind) for kind in enumerate(KINDS)])
    margins = [_rated_margin(0, -400, -5.0), _rated_margin(1, 130, 9.0)]
    _insert(con, "rated_margins", margins)
    _insert(con, "rated_seat_rows", [_rated_seat(change) for change in changes])
    _insert(con, "rated_hand_rows", [_rated_hand(n) for n in range(N_HANDS)])
    _insert(
        con, "player_ratings", [_standing(p, changes) for p in PEOPLE if p != "zoe"]
    )


def _config(config: RatingConfig) -> dict:
    return {
        "config_id": 7,
        "created_at": FIRST,
        "author": "test",
        "reason": "first",
        "toml": config.to_toml(),
        "is_live": True,
        "parent_config_id": None,
    }


def _run() -> dict:
    return {
        "rating_run_id": 1,
        "ladder": "coastal/live",
        "config_id": 7,
        "started_at": FIRST,
        "n_hands": N_HANDS,
        "n_rated_seats": 3 * N_HANDS,
        "seconds": 0.1,
        "log_loss": 0.68,
        "brier": 0.08,
    }


def _changes() -> list[dict]:
    counts: dict[str, int] = {}
    rows = []
    total = dict.fromkeys(PEOPLE, 0)
    for number in range(N_HANDS):
        for player_id in seats_of(number):
            if player_id:
                total[player_id] += 1
    for number in range(N_HANDS):
        for seat, player_id in enumerate(seats_of(number)):
            if player_id is None:
                continue
            n = counts[player_id] = counts.get(player_id, 0) + 1
            rows.append(
                _change(number, seat, player_id, n, total[player_id], len(rows))
            )
    return rows


def _change(
    number: int, seat: int, player_id: str, n: int, total: int, seq: int
) -> dict:
    rating, form = ratings_of(player_id)
    step = step_of(number)
    after = rating - 0.5 * (total - n)
    level = None if n < 10 else "Intermediate" if n >= 50 else "Beginner"
    event = {10: "started", 50: "promoted"}.get(n)
    return {
        "ladder": "coastal/live",
        "seq": seq + 1,
        "place": number,
        "hand_id": f"h{number:03d}",
        "ended_at": FIRST + timedelta(hours=5 * number),
        "seat": seat,
        "player_no": list(PEOPLE).index(player_id),
        "player_id": player_id,
        "k_factor": K_FACTOR,
        "opponents_part": -2.25,
        "result_part": step + 2.25,
        "rating_before": after - step,
        "rating_change": step,
        "rating_after": after,
        "form_before": form - 0.25 * (total - n) - 0.25,
        "form_after": form - 0.25 * (total - n),
        "rated_hands": n,
        "finished_games": n // 10,
        "level": level,
        "level_event": event,
    }


def _kind(number: int, level: tuple[str | None, str | None]) -> dict:
    return {
        "ladder_no": 0,
        "kind_no": number,
        "first_seq": number + 1,
        "k_factor": K_FACTOR,
        "level": level[0],
        "level_event": level[1],
    }


def _rated_seat(change: dict) -> dict:
    of_change = (
        "place",
        "player_no",
        "seat",
        "rating_before",
        "form_before",
        "form_after",
        "rated_hands",
        "finished_games",
    )
    return {
        "ladder_no": 0,
        "seq": change["seq"],
        "kind_no": KINDS.index((change["level"], change["level_event"])),
        **{name: change[name] for name in of_change},
    }


def _rated_hand(number: int) -> dict:
    return {
        "ladder_no": 0,
        "place": number,
        "hand_id": f"h{number:03d}",
        "margin_no": int(margin_of(number) > 0),
        "side_rating_0": 1314.5,
        "side_rating_1": 1187.25,
        "expected_score": 0.5 + 2.25 / K_FACTOR,
        "opponents_share_0": -2.25 / K_FACTOR,
        "opponents_share_1": 2.25 / K_FACTOR,
        "zero_margin": 420.0,
    }


def _rated_margin(number: int, margin: int, step: float) -> dict:
    share = (step + 2.25) / K_FACTOR
    return {
        "ladder_no": 0,
        "margin_no": number,
        "first_place": 1 - number,
        "margin": margin,
        "actual_score": 0.5 + share,
        "result_share_0": share,
        "result_share_1": -share,
    }


def _rated_player(number: int, player_id: str) -> dict:
    return {"ladder_no": 0, "player_no": number, "player_id": player_id}


def _standing(player_id: str, changes: list[dict]) -> dict:
    own = [row for row in changes if row["player_id"] == player_id]
    last = own[-1]
    n = len(own)
    is_new = n < 10
    return {
        "ladder": "coastal/live",
        "player_id": player_id,
        "device_id": None,
        "start_rating": 1300.0 if player_id in {"ben", "cho"} else 1000.0,
        "rating": last["rating_after"],
        "form": last["form_after"],
        "rated_hands": n,
        "finished_games": last["finished_games"],
        "level": last["level"],
        "level_since_hands": None if is_new else 50 if n >= 50 else 10,
        "protected_hands_left": max(0, 75 - n) if n >= 50 else 0,
        "is_at_risk": player_id == "ana",
        "n_pending_hands": 2 if player_id == "dev" else 0,
        "next_level": "Beginner" if is_new else "Advanced",
        "form_needed": None if is_new else 1150.0,
        "hands_needed": 10 if is_new else 100,
        "games_needed": 0 if is_new else 20,
        "peak_rating": max(row["rating_after"] for row in own),
        "last_change": last["rating_change"],
        "last_hand_id": last["hand_id"],
        "last_hand_at": last["ended_at"],
    }
