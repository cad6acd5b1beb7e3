"""A warehouse of made-up hands, written without reading a log; only for timing."""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.packed_hands import packed
from ingest.records import CANASTAS, LINES, POINTS
from ingest.warehouse import execute_on, loading, transaction
from rating.config import SKILLS
from rating.hands import COMPUTER, HandArrays
from rating.live import LiveHand
from rating.store import Connection

TIMES = pa.timestamp("us", tz="UTC")
BATCH = 25_000  # hands that ingest loads together, about


def fill_warehouse(con: Connection, hands: HandArrays) -> None:
    """Write the hands into the table `hands`, in batches, as ingest loads a file."""
    with loading(con), transaction(con):
        for first in range(0, len(hands), BATCH):
            batch = hands.take(slice(first, first + BATCH))
            text = "insert into hands by name select * from incoming"
            execute_on(con, _hands(batch, first), text)


def _hands(hands: HandArrays, n_before: int) -> pa.Table:
    n = len(hands)
    ended_at = pa.array(hands.ended_at).cast(TIMES)
    line = np.arange(n_before + 1, n_before + n + 1)
    table = pa.table(
        {
            "line": line,
            "hand_id": hands.hand_id,
            "game_id": hands.game_ids.take(pa.array(hands.game)),
            "hand_no": hands.hand_no,
            "ruleset": pa.repeat("coastal-cla", n),
            "options": pa.repeat("{}", n),
            "mode": pa.repeat("live", n),
            "started_at": ended_at,
            "ended_at": ended_at,
            "duration_s": np.zeros(n),
            "dealer_seat": np.zeros(n, dtype=np.int64),
            "ended_by": pa.repeat("stock", n),
            "is_concealed": np.zeros(n, dtype=np.bool_),
            "is_game_over": hands.is_game_over,
            "status": pa.repeat("unverified", n),
            "source_id": np.zeros(n, dtype=np.int64),
            "line_no": line,
        }
    )
    rows = {"hands": table, "hand_sides": _sides(hands, line)}
    made = packed(rows | {"hand_seats": _seats(hands, line)})
    return made["hands"].drop_columns(["line"])


def _sides(hands: HandArrays, line: NDArray[np.int64]) -> pa.Table:
    margin = np.stack((hands.margin, -hands.margin), axis=-1).ravel()
    zeros = np.zeros(len(margin), dtype=np.int64)
    unknown = pa.nulls(len(margin), pa.int64())
    points = {"points": np.maximum(margin, 0)}
    return pa.table(
        {
            "line": np.repeat(line, 2),
            **{name: points.get(name, zeros) for name in POINTS},
            **dict.fromkeys(LINES, unknown),
            "special_hand": pa.nulls(len(margin), pa.string()),
            **{f"n_{kind}_canastas": unknown for kind in CANASTAS},
        }
    )


def _seats(hands: HandArrays, line: NDArray[np.int64]) -> pa.Table:
    player, held_by = hands.player.ravel(), hands.held_by.ravel()
    is_computer = held_by >= COMPUTER
    skill = pa.array(held_by.astype(np.int32) - COMPUTER, mask=~is_computer)
    controllers = pa.array(["player", "computer"], pa.string())
    return pa.table(
        {
            "line": np.repeat(line, hands.n_seats),
            "player_id": hands.player_ids.take(pa.array(player, mask=player < 0)),
            "controller": controllers.take(pa.array(is_computer.astype(np.int8))),
            "computer_skill": pa.array(SKILLS, pa.string()).take(skill),
            "left_in_hand": np.zeros(len(player), dtype=np.bool_),
        }
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
