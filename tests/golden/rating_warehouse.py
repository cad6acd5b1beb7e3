"""Seasons of made-up hands as rows of a warehouse."""

from datetime import UTC, datetime, timedelta

import duckdb
import pyarrow as pa

from ingest.warehouse import define

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def time_of(microseconds):
    return EPOCH + timedelta(microseconds=microseconds)


def open_memory():
    con = duckdb.connect()
    define(con)
    return con


def fill(con, hands, records):
    """Write hands and player records into the warehouse's own tables."""
    numbered = enumerate(hands, 1)
    _insert(con, "hands", [_hand(hand, number) for number, hand in numbered])
    _insert(con, "plain_hand_sides", [row for hand in hands for row in _sides(hand)])
    _insert(con, "plain_hand_seats", [row for hand in hands for row in _seats(hand)])
    rows = [_record(record, number) for number, record in enumerate(records, 1)]
    _insert(con, "player_records", rows)


def _hand(hand, number):
    return {
        "hand_id": hand["hand_id"],
        "game_id": hand["game_id"],
        "hand_no": hand["hand_no"],
        "ruleset": hand["ruleset"],
        "options": "{}",
        "mode": hand["mode"],
        "device_id": hand["device_id"],
        "started_at": time_of(hand["ended_at"]),
        "ended_at": time_of(hand["ended_at"]),
        "duration_s": 0.0,
        "dealer_seat": 0,
        "ended_by": hand["ended_by"],
        "is_concealed": False,
        "is_game_over": hand["game_over"],
        "status": "unverified",
        "source_id": 1,
        "line_no": number,
    }


def _record(record, number):
    return {
        "player_id": record["player_id"],
        "at": time_of(record["at"]),
        "name": record.get("name", record["player_id"].upper()),
        "self_rating": record["self_rating"],
        "show_skill": record.get("show_skill", True),
        "source_id": 1,
        "line_no": number,
    }


def _sides(hand):
    for side, points in enumerate(hand["points"]):
        others = [p for i, p in enumerate(hand["points"]) if i != side]
        yield {
            "hand_id": hand["hand_id"],
            "side": side,
            "points": points,
            "points_before": 0,
            "points_after": points,
            "margin": points - max(others),
        }


def _seats(hand):
    for seat, held in enumerate(hand["seats"]):
        has_left = held.get("left_in_hand", False)
        is_computer = held["controller"] == "computer"
        yield {
            "hand_id": hand["hand_id"],
            "seat": seat,
            "side": seat % len(hand["points"]),
            "player_id": held["player_id"],
            "controller": held["controller"],
            "computer_skill": held.get("skill"),
            "is_away": is_computer and held["player_id"] is not None and not has_left,
            "left_in_hand": has_left,
            "ended_at": time_of(hand["ended_at"]),
        }


def _insert(con, table, rows):
    if rows:
        con.register("rows", pa.Table.from_pylist(rows))
        con.execute(f"insert into {table} by name select * from rows")
        con.unregister("rows")


def take_out(con, hand_ids):
    """Remove hands, as erasing or replacing them does."""
    for table in ("hands", "plain_hand_sides", "plain_hand_seats"):
        con.execute(
            f"delete from {table} where list_contains($ids, hand_id)",
            {"ids": list(hand_ids)},
        )
