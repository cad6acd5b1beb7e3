"""Simulated hands as files: the truth as Parquet, the hands as hand logs."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from engine.errors import UsageError
from engine.log import LOG_VERSION, player_line, time_text
from rating.config import SELF_RATINGS, SKILLS
from rating.hands import NOT_SAID
from rating.simulate import COMPUTER_SKILL, HAND_MINUTES, RULESETS, SimulatedHands
from rating.simulate_kernel import N_SEATS

HANDS_A_FILE: Final = 50_000
WRITER: Final = {"name": "coastal simulate", "version": "1.0.0"}
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def truth_table(simulated: SimulatedHands, seed: int) -> pa.Table:
    """One row a seat of a hand, with the true skill before it, in rating points.

    `hand_id` and `player_id` are those of the hand logs of the same seed.
    """
    hands = simulated.hands
    n_hands = len(hands)
    of_hand = pa.array(np.repeat(np.arange(n_hands), N_SEATS))
    seat = np.tile(np.arange(N_SEATS), n_hands)
    sign = np.where(seat & 1, -1, 1)
    player = hands.player.ravel()
    prefix = _prefix(seed)
    ended_at = pa.array(np.repeat(hands.ended_at, N_SEATS), pa.timestamp("us", "UTC"))
    return pa.table(
        {
            "hand_id": _joined(prefix, hands.hand_id).take(of_hand),
            "game_id": _joined(prefix, hands.game_ids).take(
                pa.array(np.repeat(hands.game, N_SEATS))
            ),
            "hand_no": np.repeat(hands.hand_no, N_SEATS),
            "ended_at": ended_at,
            "seat": seat,
            "side": seat % 2,
            "player_id": hands.player_ids.take(pa.array(player, mask=player < 0)),
            "true_skill": simulated.skill.ravel(),
            "is_away": simulated.is_away.ravel(),
            "margin": np.repeat(hands.margin, N_SEATS) * sign,
        }
    )


def write_truth(simulated: SimulatedHands, seed: int, file: Path) -> None:
    """Write `truth_table` as Parquet."""
    try:
        pq.write_table(truth_table(simulated, seed), file, compression="zstd")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error}") from error


def write_logs(simulated: SimulatedHands, seed: int, folder: Path) -> list[Path]:
    """Write the hands as hand logs without moves, ready for `coastal ingest`.

    `players.jsonl` and `hands-0001.jsonl`, … of 50,000 hands each.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / "players.jsonl"]
        _write(files[0], _player_lines(simulated))
        for first in range(0, len(simulated), HANDS_A_FILE):
            files.append(folder / f"hands-{len(files):04d}.jsonl")
            _write(files[-1], _hand_lines(simulated, seed, first))
    except OSError as error:
        raise UsageError(f"{folder} is no folder to write to: {error}") from error
    return files


def _write(file: Path, lines: Iterator[str]) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(line + "\n" for line in lines)


def _player_lines(simulated: SimulatedHands) -> Iterator[str]:
    hands = simulated.hands
    for player_id, said, at in zip(
        hands.player_ids.to_pylist(), hands.said, hands.said_at, strict=True
    ):
        yield player_line(
            player_id=player_id,
            name=f"Player {player_id[1:]}",
            self_rating=None if said == NOT_SAID else SELF_RATINGS[said],
            show_skill=True,
            at=_time(int(at)),
        )


def _hand_lines(simulated: SimulatedHands, seed: int, first: int) -> Iterator[str]:
    """The records of the hands from `first` on that go into one file."""
    hands, prefix = simulated.hands, _prefix(seed)
    last = min(first + HANDS_A_FILE, len(hands))
    before = _points_before(simulated)[first:last].tolist()
    points = simulated.points[first:last].tolist()
    games = hands.game_ids.take(pa.array(hands.game[first:last])).to_pylist()
    people = hands.player[first:last].tolist()
    away = simulated.is_away[first:last].tolist()
    over = hands.is_game_over[first:last].tolist()
    ids = hands.hand_id.slice(first, last - first).to_pylist()
    player_ids = hands.player_ids.to_pylist()
    length = timedelta(minutes=HAND_MINUTES)
    for i, hand_id in enumerate(ids):
        ended_at = _time(int(hands.ended_at[first + i]))
        hand_no = int(hands.hand_no[first + i])
        record = {
            "type": "hand",
            "v": LOG_VERSION,
            "hand_id": prefix + hand_id,
            "game_id": prefix + games[i],
            "hand_no": hand_no,
            "ruleset": RULESETS[simulated.population.family],
            "options": {},
            "mode": "live",
            "device_id": None,
            "started_at": time_text(ended_at - length),
            "ended_at": ended_at.isoformat(timespec="microseconds"),
            "dealer_seat": (hand_no - 1) % N_SEATS,
            "seats": [
                _seat(seat, None if who < 0 else player_ids[who], away[i][seat])
                for seat, who in enumerate(people[i])
            ],
            "result": _result(points[i], before[i], over[i]),
            "engine": WRITER,
        }
        yield json.dumps(record, separators=(",", ":"))


def _result(points: list[int], before: list[int], is_over: bool) -> dict[str, object]:
    sides = [
        {"points": own, "points_before": old, "points_after": old + own}
        for own, old in zip(points, before, strict=True)
    ]
    return {"ended_by": "stock", "sides": sides, "game_over": is_over}


def _seat(seat: int, player_id: str | None, is_away: bool) -> dict[str, object]:
    fields: dict[str, object] = {"seat": seat, "player_id": player_id}
    if player_id is not None:
        return fields | {"controller": "computer" if is_away else "player"}
    return fields | {"controller": "computer", "skill": SKILLS[COMPUTER_SKILL]}


def _points_before(simulated: SimulatedHands) -> np.ndarray[tuple[int, int], np.dtype]:
    """What each side had before the hand: the sum of the game's earlier hands."""
    game, points = simulated.hands.game, simulated.points
    order = np.argsort(game, kind="stable")
    total = np.cumsum(points[order], axis=0) - points[order]
    is_first = np.diff(game[order], prepend=-1) != 0
    starts = np.flatnonzero(is_first)[np.cumsum(is_first) - 1]
    before = np.empty_like(points)
    before[order] = total - total[starts]
    return before


def _prefix(seed: int) -> str:
    """What makes the ids of a simulation its own."""
    return f"sim{seed}-"


def _joined(prefix: str, names: pa.StringArray) -> pa.StringArray:
    import pyarrow.compute as pc

    return pc.binary_join_element_wise(prefix, names, "")


def _time(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)
