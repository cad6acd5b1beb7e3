"""A warehouse of made-up hands, written without reading a log; only for timing."""

import numpy as np
import pyarrow as pa

from rating.config import SKILLS
from rating.hands import COMPUTER, HandArrays
from rating.live import LiveHand
from rating.store import Connection

TIMES = pa.timestamp("us", tz="UTC")


def fill_warehouse(con: Connection, hands: HandArrays) -> None:
    """Write the hands into hands, hand_sides and hand_seats."""
    n = len(hands)
    ended_at = pa.array(hands.ended_at).cast(TIMES)
    zeros = np.zeros(n, dtype=np.int64)
    _insert(
        con,
        "hands",
        {
            "hand_id": hands.hand_id,
            "game_id": hands.game_ids.take(pa.array(hands.game)),
            "hand_no": hands.hand_no,
            "ruleset": ["coastal-cla"] * n,
            "options": ["{}"] * n,
            "mode": ["live"] * n,
            "started_at": ended_at,
            "ended_at": ended_at,
            "duration_s": zeros.astype(np.float64),
            "dealer_seat": zeros,
            "ended_by": ["stock"] * n,
            "is_concealed": zeros.astype(np.bool_),
            "is_game_over": hands.is_game_over,
            "status": ["unverified"] * n,
            "source_id": zeros,
            "line_no": np.arange(n),
        },
    )
    for side in range(2):
        margin = hands.margin * (1 - 2 * side)
        numbers = {"points": np.maximum(margin, 0), "margin": margin}
        _insert(
            con,
            "plain_hand_sides",
            {
                "hand_id": hands.hand_id,
                "side": zeros + side,
                "points_before": zeros,
                "points_after": zeros,
                **numbers,
            },
        )
    for seat in range(4):
        player, held_by = hands.player[:, seat], hands.held_by[:, seat]
        is_computer = held_by >= COMPUTER
        skill = pa.array(held_by.astype(np.int32) - COMPUTER, mask=~is_computer)
        _insert(
            con,
            "plain_hand_seats",
            {
                "hand_id": hands.hand_id,
                "seat": zeros + seat,
                "side": zeros + seat % 2,
                "player_id": hands.player_ids.take(pa.array(player, mask=player < 0)),
                "controller": np.where(is_computer, "computer", "player").tolist(),
                "computer_skill": pa.array(SKILLS, pa.string()).take(skill),
                "is_away": zeros.astype(np.bool_),
                "left_in_hand": zeros.astype(np.bool_),
                "ended_at": ended_at,
            },
        )


def live_hand(hands: HandArrays, place: int) -> LiveHand:
    """One of the hands as it is added to a live state."""
    return LiveHand(
        ladder=hands.ladders[int(hands.ladder[place])],
        device_id=None,
        hand_id=hands.hand_id[place].as_py(),
        game_id=hands.game_ids[int(hands.game[place])].as_py(),
        hand_no=int(hands.hand_no[place]),
        ended_at=int(hands.ended_at[place]),
        margin=int(hands.margin[place]),
        is_game_over=bool(hands.is_game_over[place]),
        player_ids=[
            hands.player_ids[player].as_py() if player >= 0 else None
            for player in hands.player[place].tolist()
        ],
        held_by=hands.held_by[place].tolist(),
    )


def _insert(con: Connection, table: str, columns: dict[str, object]) -> None:
    con.register("new_rows", pa.table(columns))
    con.execute(f"insert into {table} by name select * from new_rows")
    con.unregister("new_rows")
