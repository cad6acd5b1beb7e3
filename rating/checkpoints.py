"""A saved state as bytes, to go on from another day."""

import json
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa
import zstandard
from numpy.typing import NDArray

from rating import records
from rating.config_file import parse_config
from rating.continuation import SavedState
from rating.hands import HandArrays
from rating.seating import Keys, Seated
from rating.totals import Totals

LEVEL = 1  # of zstd: higher ones take twice as long to save a twentieth
KEYS = ("ladder", "player", "device", "said", "n_seats")
HANDS = (
    "game",
    "hand_no",
    "ended_at",
    "ladder",
    "device",
    "margin",
    "is_game_over",
    "ends_again",
    "player",
    "held_by",
    "said_at",
    "said",
)
NAMES = ("hand_id", "game_ids", "player_ids", "device_ids")
HELD = ("held_rows", "held_hands", "held_seats")
TOTALS = ("n_changes", "is_counted", "start", "peak", "last_change", "last_hand_at")
SUMS = ("log_loss", "brier")


def to_bytes(state: SavedState) -> bytes:
    """`state`, compressed; every number keeps its bits."""
    waiting, totals, memory = state.waiting, state.totals, state.memory
    columns: dict[str, NDArray[np.generic]] = {
        "config": _text(state.config.to_toml()),
        # By column: numbers of one kind follow each other and are packed better.
        "states": _words_of(memory.states).T,
        "ring_start": memory.ring_start,
        "ring": memory.ring,
        "finished_rows": state.seated.finished_rows,
        "finished_games": state.seated.finished_games,
        "ladders": _names(pa.array(waiting.ladders, pa.string())),
        "last_hand_id": _names(totals.last_hand_id),
        "last_at": np.array([] if state.last is None else state.last[::2]),
        "counts": np.array([state.n_seen, totals.n_hands]),
        "waiting_places": state.waiting_places,
        "waiting_zeros": state.waiting_zeros,
    }
    columns |= {f"key_{name}": getattr(state.seated.keys, name) for name in KEYS}
    columns |= {f"hand_{name}": getattr(waiting, name) for name in HANDS}
    columns |= {f"name_{name}": _names(getattr(waiting, name)) for name in NAMES}
    columns |= {name: getattr(state, name) for name in HELD}
    inputs = state.waiting_inputs._asdict()
    columns |= {f"input_{name}": column for name, column in inputs.items()}
    columns |= {f"total_{name}": getattr(totals, name) for name in TOTALS}
    columns |= {f"sum_{name}": _text(str(getattr(totals, name))) for name in SUMS}
    if state.last is not None:
        columns["last_ids"] = _names(
            pa.array([text.decode() for text in state.last[1::2]], pa.string())
        )
    return zstandard.ZstdCompressor(level=LEVEL).compress(_packed(columns))


def from_bytes(stored: bytes) -> SavedState:
    """The state that `to_bytes` was given."""
    found = _unpacked(zstandard.ZstdDecompressor().decompress(stored))
    waiting = HandArrays(
        **{name: found[f"hand_{name}"] for name in HANDS},
        **{name: _strings(found[f"name_{name}"]) for name in NAMES},
        ladders=tuple(_strings(found["ladders"]).to_pylist()),
    )
    states = records.new_states(found["states"].shape[1])
    _words_of(states)[:] = found["states"].T
    last = None
    if len(found["last_at"]):
        at, hand_no = found["last_at"].tolist()
        game_id, hand_id = _strings(found["last_ids"]).to_pylist()
        last = (at, game_id.encode(), hand_no, hand_id.encode())
    n_seen, n_hands = found["counts"].tolist()
    return SavedState(
        config=parse_config(_words(found["config"])),
        seated=Seated(
            keys=Keys(**{name: found[f"key_{name}"] for name in KEYS}),
            finished_rows=found["finished_rows"],
            finished_games=found["finished_games"],
        ),
        memory=records.Memory(
            states=states,
            ring_start=found["ring_start"],
            ring=found["ring"],
            # Held hands are held anew: see `held_rows`.
            held=np.zeros(0, dtype=records.HELD_HAND),
            n_held=np.zeros(2, dtype=np.int64),
        ),
        n_seen=n_seen,
        waiting=waiting,
        waiting_places=found["waiting_places"],
        waiting_zeros=found["waiting_zeros"],
        waiting_inputs=records.Hands(
            **{name: found[f"input_{name}"] for name in records.Hands._fields}
        ),
        held_rows=found["held_rows"],
        held_hands=found["held_hands"],
        held_seats=found["held_seats"],
        last=last,
        totals=Totals(
            **{name: found[f"total_{name}"] for name in TOTALS},
            log_loss=Fraction(_words(found["sum_log_loss"])),
            brier=Fraction(_words(found["sum_brier"])),
            n_hands=n_hands,
            steps=np.empty(0, dtype=np.int64),
            last_hand_id=_strings(found["last_hand_id"]),
        ),
    )


def _words_of(states: NDArray[np.void]) -> NDArray[np.uint32]:
    """The bits of states, a row each."""
    return states.view(np.uint32).reshape(len(states), -1)


def _packed(columns: Mapping[str, NDArray[np.generic]]) -> bytes:
    """Arrays one after the other, behind a line that says what they are."""
    kinds = {name: (found.dtype.str, found.shape) for name, found in columns.items()}
    parts = [np.ascontiguousarray(column).data for column in columns.values()]
    return b"".join((json.dumps(kinds).encode(), b"\n", *parts))


def _unpacked(stored: bytes) -> dict[str, Any]:
    """The arrays that `_packed` was given."""
    line, _, _ = stored.partition(b"\n")
    columns, start = {}, len(line) + 1
    for name, (kind, shape) in json.loads(line).items():
        n_values = math.prod(shape)
        column = np.frombuffer(stored, np.dtype(kind), n_values, start)
        columns[name] = column.reshape(shape).copy()
        start += column.nbytes
    return columns


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _words(stored: NDArray[np.uint8]) -> str:
    return stored.tobytes().decode()


def _names(names: pa.StringArray) -> NDArray[np.uint8]:
    """Texts, some of them null, as the bytes of an Arrow stream."""
    sink = pa.BufferOutputStream()
    table = pa.table({"names": names.cast(pa.string())})
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return np.frombuffer(sink.getvalue(), dtype=np.uint8)


def _strings(stored: NDArray[np.uint8]) -> pa.StringArray:
    names = pa.ipc.open_stream(pa.py_buffer(stored.tobytes())).read_all()["names"]
    return names.combine_chunks()
