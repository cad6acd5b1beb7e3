"""Checkpoints of a ladder, and whether what they rest on is still there."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import numpy as np

from rating.checkpoints import from_bytes, to_bytes
from rating.compiled import SOURCES
from rating.continuation import SavedState
from rating.hand_digests import add_digests, hand_digests
from rating.store.connection import Connection, fetch, query
from rating.store.gathered import digested, ladders_of
from rating.store.hand_source import HandSource
from rating.store.hands import Digest
from rating.timeline import BEGINNING, END, Timeline

NOTHING: Final = Digest(0, 0)
KEPT_RECENT = 8  # checkpoints at the ends of refreshes; late hands are mostly recent


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A row of rating_checkpoints without its state."""

    ladder: str
    ends_at: int  # microseconds since 1970
    n_hands: int
    fingerprint: str
    n_changes: int


def read_checkpoints(con: Connection, ladder: str) -> list[Checkpoint]:
    """Those of a ladder, the oldest first."""
    rows = con.execute(
        "select ladder, ends_at, n_hands, fingerprint, n_changes "
        "from rating_checkpoints where ladder = ? order by ends_at",
        [ladder],
    ).fetchall()
    names = Checkpoint.__dataclass_fields__
    return [Checkpoint(**dict(zip(names, row, strict=True))) for row in rows]


def read_state(con: Connection, checkpoint: Checkpoint) -> SavedState:
    """The state at a checkpoint."""
    [(state,)] = con.execute(
        "select state from rating_checkpoints where ladder = ? and ends_at = ?",
        [checkpoint.ladder, checkpoint.ends_at],
    ).fetchall()
    return from_bytes(state)


def write_checkpoint(con: Connection, row: Checkpoint, state: SavedState) -> None:
    """Add a checkpoint, or put it in the place of that at the same instant."""
    con.execute(
        "delete from rating_checkpoints where ladder = ? and ends_at = ?",
        [row.ladder, row.ends_at],
    )
    con.execute(
        "insert into rating_checkpoints by name select $ladder as ladder, "
        "$ends_at as ends_at, $n_hands as n_hands, $fingerprint as fingerprint, "
        "$n_changes as n_changes, $state as state",
        {name: getattr(row, name) for name in Checkpoint.__dataclass_fields__}
        | {"state": to_bytes(state)},
    )


def set_fingerprints(con: Connection, ladder: str, prints: Mapping[int, str]) -> None:
    """Say what the checkpoints of these instants rest on."""
    for ends_at, fingerprint in prints.items():
        con.execute(
            "update rating_checkpoints set fingerprint = ? "
            "where ladder = ? and ends_at = ?",
            [fingerprint, ladder, ends_at],
        )


def drop_checkpoints(con: Connection, ladder: str, after: int) -> None:
    """Remove those that end after `after`: what they rest on has changed."""
    con.execute(
        "delete from rating_checkpoints where ladder = ? and ends_at > ?",
        [ladder, after],
    )


def thin_checkpoints(con: Connection, ladder: str, spacing: int) -> None:
    """Keep the newest few, and of older ones the last of each `spacing` hands."""
    points = read_checkpoints(con, ladder)
    kept = {point.ends_at for point in points[-KEPT_RECENT:]}
    kept |= {p.ends_at for p in {p.n_hands // spacing: p for p in points}.values()}
    con.execute(
        "delete from rating_checkpoints "
        "where ladder = $ladder and not list_contains($kept, ends_at)",
        {"ladder": ladder, "kept": list(kept)},
    )


def fingerprints(
    con: Connection, instants: Mapping[str, Sequence[int]], timeline: Timeline
) -> dict[str, dict[int, str]]:
    """For each instant of a ladder all that its Ratings before rest on, summed up.

    Hands, self-ratings, the configurations until then, and the program itself. One
    look at all hands does for all ladders.
    """
    ladders = [ladder for ladder, found in instants.items() if found]
    if not ladders:
        return {}
    digests = _added_up(con, {ladder: instants[ladder] for ladder in ladders})
    return {
        ladder: whole_prints(
            con, dict(zip(instants[ladder], digests[ladder], strict=False)), timeline
        )
        for ladder in ladders
    }


def _added_up(
    con: Connection, instants: Mapping[str, Sequence[int]]
) -> dict[str, list[Digest]]:
    """The digests of the hands between the instants of a ladder, added up."""
    n_parts = max(map(len, instants.values())) + 1
    edges = np.full((len(instants), n_parts), END)
    for place, found in enumerate(instants.values()):
        edges[place, : len(found)] = found
    counts = np.zeros(edges.shape, dtype=np.int64)
    totals = np.zeros(edges.shape, dtype=np.uint64)
    source = HandSource.of(con, list(instants))
    ends_at = max(found[-1] for found in instants.values())
    for batch in source.read(con, BEGINNING, ends_at):
        facts = digested(batch, source.about.ending_again)
        add_digests(
            hand_digests(facts),
            ladders_of(batch),
            facts.ended_at,
            edges,
            counts,
            totals,
        )
    return {
        ladder: [Digest(*row) for row in zip(*row_of, strict=True)]
        for ladder, *row_of in zip(
            instants, counts.tolist(), totals.tolist(), strict=True
        )
    }


def whole_prints(
    con: Connection,
    digests: Mapping[int, Digest],
    timeline: Timeline,
    after: Checkpoint | None = None,
) -> dict[int, str]:
    """The fingerprints by instant, from the digests of the hands up to each.

    What lies before `after`, a checkpoint that holds, is taken from it.
    """
    starts_at = after.ends_at if after else BEGINNING
    values = {"instants": list(digests), "starts_at": starts_at}
    rows = fetch(con, query("said_digests"), values).to_pylist()
    said = {row["part"]: _digest(row) for row in rows}
    total = Digest(*map(int, after.fingerprint.split()[:2])) if after else NOTHING
    found = {}
    for part, (instant, digest) in enumerate(digests.items()):
        total = _added(total, digest, said.get(part, NOTHING))
        found[instant] = (
            f"{total.n_digests} {total.total} {_program(timeline, instant)}"
        )
    return found


def _digest(row: Mapping[str, Any]) -> Digest:
    return Digest(row["n_digests"], int(row["digest"]) % 2**64)


def _added(*digests: Digest) -> Digest:
    n_digests, totals = zip(*digests, strict=True)
    return Digest(sum(n_digests), sum(totals) % 2**64)


def _program(timeline: Timeline, instant: int) -> str:
    """A digest of what turns hands into Ratings until `instant`."""
    phases = [
        f"{phase.starts_at} {phase.config.to_toml()}"
        for phase in timeline
        if phase.starts_at < instant
    ]
    text = "\n".join((SOURCES, duckdb.__version__, *phases))
    return hashlib.sha256(text.encode()).hexdigest()
