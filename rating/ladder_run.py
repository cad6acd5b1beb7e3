"""Rate one ladder: go on from a checkpoint, or from the first hand."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial

from ingest.warehouse import transaction
from rating.continuation import SavedState, go_on, save
from rating.rated_columns import Numbered
from rating.rated_rows import player_rows, rated_rows
from rating.records import Room
from rating.replay import ReplayResult, replay
from rating.store import (
    WAITING,
    Checkpoint,
    Connection,
    Digest,
    HistoryWriter,
    Run,
    add_changes,
    count_changes,
    cut_changes,
    drop_checkpoints,
    fingerprints,
    finish_run,
    history_writer,
    load_hands,
    load_pieces,
    number_ladder,
    read_checkpoints,
    read_numbered,
    read_state,
    run_configs,
    set_fingerprints,
    showing_files,
    thin_checkpoints,
    whole_prints,
    write_checkpoint,
    writing_behind,
)
from rating.tables import (
    level_changes_table,
    ratings_table,
)
from rating.timeline import BEGINNING, Timeline, replay_pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRun:
    """What was done on a ladder; `is_written` says whether anything was."""

    ladder: str
    is_written: bool
    n_hands: int
    n_rated_seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """Where to go on: a checkpoint and its state, or from the first hand."""

    state: SavedState | None = None
    point: Checkpoint | None = None

    @property
    def ends_at(self) -> int:
        """The instant before which all is rated."""
        return self.point.ends_at if self.point else BEGINNING

    @property
    def n_changes(self) -> int:
        """Rows of rating_changes until there."""
        return self.point.n_changes if self.point else 0

    @property
    def n_hands(self) -> int:
        """Counting hands until there."""
        return self.point.n_hands if self.point else 0


def rate_ladder(
    con: Connection,
    ladder: str,
    timeline: Timeline,
    config_id: int,
    now: datetime,
    *,
    last_at: int,
    point: Checkpoint | None,
    piece_size: int,
) -> LadderRun:
    """Bring a ladder up to date; `last_at` is the instant of its last hand.

    It goes on from `point`, None for the first hand; what comes after is written anew.
    """
    began = time.perf_counter()
    start = _Start(state=read_state(con, point) if point else None, point=point)
    is_whole = start.state is not None and start.ends_at > last_at
    if is_whole and start.state and _is_stored(con, ladder, start, config_id):
        totals = start.state.totals
        return LadderRun(
            ladder=ladder,
            is_written=False,
            n_hands=totals.n_hands,
            n_rated_seats=start.n_changes,
        )
    with transaction(con), showing_files(con):
        cut_changes(con, ladder, start.n_changes, start.n_hands)
        drop_checkpoints(con, ladder, start.ends_at)
        state = _write_pieces(con, ladder, timeline, start, piece_size)
        result, state = under_last(con, ladder, timeline, state)
        totals = state.totals
        done = LadderRun(
            ladder=ladder,
            is_written=True,
            n_hands=totals.n_hands,
            n_rated_seats=int(totals.n_changes.sum()),
        )
        finish_run(
            con,
            Run(
                ladder=ladder,
                config_id=config_id,
                started_at=now,
                n_hands=totals.n_hands,
                n_rated_seats=done.n_rated_seats,
                seconds=time.perf_counter() - began,
                log_loss=_mean(totals.log_loss, totals.n_hands),
                brier=_mean(totals.brier, totals.n_hands),
            ),
            player_rows(state),
            ratings_table(result, totals),
        )
    return done


def _mean(total: Fraction, n_hands: int) -> float | None:
    return float(total / n_hands) if n_hands else None


def newest_points(
    con: Connection, ladders: Sequence[str], timeline: Timeline
) -> dict[str, Checkpoint]:
    """Of each ladder the last checkpoint whose hands and rows are all as they were.

    It lies before the first hand that is new, changed or gone; where there is none,
    the ladder is left out.
    """
    points = {ladder: read_checkpoints(con, ladder) for ladder in ladders}
    instants = {ladder: [p.ends_at for p in found] for ladder, found in points.items()}
    prints = fingerprints(con, instants, timeline)
    newest = {}
    for ladder, found in points.items():
        for point in reversed(found):
            n_stored = count_changes(con, ladder, point.n_changes)
            known = (point.fingerprint, point.n_changes)
            if (prints[ladder][point.ends_at], n_stored) == known:
                newest[ladder] = point
                break
    return newest


def _is_stored(con: Connection, ladder: str, start: _Start, config_id: int) -> bool:
    """Whether the tables hold what the checkpoint says, under this version."""
    is_same_version = run_configs(con).get(ladder) == config_id
    # A hand behind it that is gone need not have had a row: it waits for its player.
    is_last = read_checkpoints(con, ladder)[-1] == start.point
    n_stored = count_changes(con, ladder)
    return is_same_version and is_last and n_stored == start.n_changes


def _write_pieces(
    con: Connection,
    ladder: str,
    timeline: Timeline,
    start: _Start,
    piece_size: int,
) -> SavedState | None:
    """Rate what follows `start`; write rows and checkpoints as they come."""
    state, ladder_no = start.state, number_ladder(con, ladder)
    numbered = read_numbered(con, ladder_no)
    room = Room(n_lasting=1 + WAITING)
    digests: dict[int, Digest] = {}
    with history_writer(con) as history, writing_behind() as behind:
        write = partial(_write_result, con, history, ladder_no, numbered)
        for piece in load_pieces(con, ladder, start.ends_at, piece_size):
            for result in replay_pieces([piece.hands], timeline, state, room):
                behind(write, *result)
                state = result[-1]
            if state is not None:
                digests[piece.ends_at] = piece.digest
                point = _checkpoint(ladder, piece.ends_at, state)
                behind(write_checkpoint, con, point, state)
    thin_checkpoints(con, ladder, piece_size)
    set_fingerprints(con, ladder, whole_prints(con, digests, timeline, start.point))
    return state


def _write_result(
    con: Connection,
    history: HistoryWriter,
    ladder_no: int,
    numbered: Numbered,
    result: ReplayResult,
    before: SavedState,
    after: SavedState,
) -> None:
    """Write what a piece gave, and the steps of levels in it."""
    rows = rated_rows(result, before, numbered)
    steps = level_changes_table(result, before.totals, after.totals)
    add_changes(con, ladder_no, rows, steps, history)


def _checkpoint(ladder: str, ends_at: int, state: SavedState) -> Checkpoint:
    """The row of a state; what it rests on is said at the end."""
    return Checkpoint(
        ladder=ladder,
        ends_at=ends_at,
        n_hands=state.n_seen,
        fingerprint="",
        n_changes=int(state.totals.n_changes.sum()),
    )


def under_last(
    con: Connection, ladder: str, timeline: Timeline, state: SavedState | None
) -> tuple[ReplayResult, SavedState]:
    """The state as the last configuration sees it, though it has rated no hand yet."""
    config = timeline[-1].config
    if state is None:
        none = load_hands(con, ladder, BEGINNING, BEGINNING)
        state = save(replay(none, config))
    result = go_on(state, state.waiting.take(slice(0, 0)), config)
    return result, save(result, state)
