"""Hand-made rows for the tests of views, checks and macros."""

import duckdb

from ingest.warehouse import define


def empty_warehouse():
    con = duckdb.connect()
    define(con)
    return con


def add_hand(
    con, hand_id, game_id="g1", hand_no=1, *, sides=((500, 0), (200, 0)), **columns
):
    """One hand with its sides (points, points_before) and a seat for each of four."""
    day = f"2026-11-{hand_no:02d}"
    row = {
        "hand_id": hand_id,
        "game_id": game_id,
        "hand_no": hand_no,
        "ruleset": "coastal",
        "options": "{}",
        "mode": "live",
        "device_id": None,
        "started_at": f"{day} 10:00:00+00",
        "ended_at": f"{day} 10:09:00+00",
        "duration_s": 540.0,
        "dealer_seat": (hand_no - 1) % 4,
        "ended_by": "stock",
        "went_out_seat": None,
        "special_hand_seat": None,
        "is_concealed": False,
        "is_game_over": False,
        "n_moves": None,
        "status": "unverified",
        "source_id": 1,
        "line_no": hand_no,
    }
    special_hands = columns.pop("special_hands", [None] * len(sides))
    players = columns.pop("players", ("ana", "bo", "cy", "di"))
    row |= columns
    insert(con, "hands", row)
    points = [side[0] for side in sides]
    for side, (own, before) in enumerate(sides):
        margin = own - max(points[:side] + points[side + 1 :])
        insert(
            con,
            "plain_hand_sides",
            {
                "hand_id": hand_id,
                "side": side,
                "points": own,
                "points_before": before,
                "points_after": before + own,
                "margin": margin,
                "special_hand": special_hands[side],
            },
        )
    for seat, player in enumerate(players):
        insert(
            con,
            "plain_hand_seats",
            {
                "hand_id": hand_id,
                "seat": seat,
                "side": seat % len(sides),
                "player_id": player,
                "controller": "player" if player else "computer",
                "is_away": False,
                "left_in_hand": False,
                "ended_at": row["ended_at"],
            },
        )
    insert(
        con,
        "hand_contents",
        {
            "hand_id": hand_id,
            "content_hash": hand_id.encode(),
            "is_partial": False,
            "n_moves": 0,
            "segment_no": 1,
        },
    )


def insert(con, table, row):
    columns = ", ".join(f'"{name}"' for name in row)
    places = ", ".join("?" for _ in row)
    con.execute(
        f"insert into {table} ({columns}) values ({places})", list(row.values())
    )
