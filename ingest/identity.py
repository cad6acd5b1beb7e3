"""Which records are new: hands by id and content, player records by all they say."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from ingest.forgotten import Tombstones
from ingest.held_hands import HeldHand, HeldHands
from ingest.ledger import Outcome
from ingest.warehouse import execute_on


@dataclass(slots=True)
class Resolution:
    """What each accepted line of a block comes to.

    `rows` are the lines whose rows go into the warehouse, `released` the ids of
    partial hands in the warehouse that give way.
    """

    outcomes: dict[int, Outcome] = field(default_factory=dict)
    rows: set[int] = field(default_factory=set)
    released: list[str] = field(default_factory=list)


def resolve_hands(
    con: duckdb.DuckDBPyConnection, contents: pa.Table, known: HeldHands
) -> Resolution:
    """Compare the hands of one block with those `known` and with each other."""
    lines: list[int] = contents["line"].to_pylist()
    held = known.among(contents)
    resolution = Resolution()
    if not held and pc.count_distinct(contents["hand_id"]).as_py() == len(lines):
        resolution.outcomes = dict.fromkeys(lines, "loaded")
        resolution.rows = set(lines)
        return resolution
    incoming = zip(
        contents["hand_id"].to_pylist(),
        contents["content_hash"].to_pylist(),
        contents["is_partial"].to_pylist(),
        contents["n_moves"].to_pylist(),
        lines,
        strict=True,
    )
    for hand_id, *facts in incoming:
        _resolve_hand(hand_id, HeldHand(*facts), held, resolution)
    _forgive(con, contents, resolution)
    return resolution


def _forgive(
    con: duckdb.DuckDBPyConnection, contents: pa.Table, resolution: Resolution
) -> None:
    """A log from before a player was forgotten holds nothing new."""
    conflicts = [line for line, x in resolution.outcomes.items() if x == "conflict"]
    if not conflicts:
        return
    columns = (
        contents[name].to_pylist() for name in ("line", "hand_id", "content_hash")
    )
    known = {
        line: (hand_id, found) for line, hand_id, found in zip(*columns, strict=True)
    }
    covered = Tombstones(con).cover_contents([known[line] for line in conflicts])
    for line in conflicts:
        if known[line] in covered:
            resolution.outcomes[line] = "duplicate"


def _resolve_hand(
    hand_id: str, new: HeldHand, held: dict[str, HeldHand], resolution: Resolution
) -> None:
    line = new.line
    if line is None:
        return
    old = held.get(hand_id)
    outcome = "loaded" if old is None else _outcome(old, new)
    resolution.outcomes[line] = outcome
    if outcome not in ("loaded", "replaced"):
        return
    if old is not None:
        if old.line is None:
            resolution.released.append(hand_id)
        else:
            resolution.rows.discard(old.line)
    held[hand_id] = new
    resolution.rows.add(line)


def _outcome(old: HeldHand, new: HeldHand) -> Outcome:
    if old.is_partial:
        longer = not new.is_partial or new.n_moves > old.n_moves
        return "replaced" if longer else "duplicate"
    if new.is_partial or new.content_hash == old.content_hash:
        return "duplicate"
    return "conflict"


def resolve_players(con: duckdb.DuckDBPyConnection, records: pa.Table) -> Resolution:
    """Compare the player records of one block with those held and each other."""
    held = execute_on(
        con,
        records.select(["player_id"]),
        'select player_id, epoch_us("at"), name, self_rating, show_skill '
        "from player_records semi join incoming using (player_id)",
    ).fetchall()
    seen: set[tuple[object, ...]] = set(held)
    tombstones = Tombstones(con)
    resolution = Resolution()
    for line, key in zip(records["line"].to_pylist(), _keys(records), strict=True):
        is_new = key not in seen and not tombstones.cover_record(key[0], key[1])
        resolution.outcomes[line] = "loaded" if is_new else "duplicate"
        if is_new:
            seen.add(key)
            resolution.rows.add(line)
    return resolution


def _keys(records: pa.Table) -> Iterable[tuple[str, int, str, str | None, bool]]:
    return zip(
        records["player_id"].to_pylist(),
        records["at"].cast(pa.int64()).to_pylist(),
        records["name"].to_pylist(),
        records["self_rating"].to_pylist(),
        records["show_skill"].to_pylist(),
        strict=True,
    )
